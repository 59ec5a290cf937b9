import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { outsideCalls, OutsideTrouble } from '#platform/http/outside-call.ts'

let server: Server
let requests = 0
let clock = new Date('2026-11-21T00:00:00Z')
const now = () => clock

afterEach(() => {
  server.closeAllConnections()
  server.close()
})

async function startProvider(listener: RequestListener): Promise<string> {
  requests = 0
  server = createServer((request, response) => {
    requests += 1
    listener(request, response)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const pass = (seconds: number) => {
  clock = new Date(clock.getTime() + seconds * 1_000)
}

test('an answer is returned unchanged, a redirect is not followed', async () => {
  const url = await startProvider((_request, response) =>
    response.writeHead(302, { location: '/inside' }).end('đi chỗ khác'),
  )
  const call = outsideCalls({ now })
  expect(await call({ method: 'GET', url })).toEqual({ status: 302, body: 'đi chỗ khác' })
  expect(requests).toBe(1)
})

test('a call ends at the time limit, and no endless answer is read', async () => {
  const slow = await startProvider(() => undefined)
  const started = performance.now()
  await expect(outsideCalls({ now, limit_ms: 100 })({ method: 'GET', url: slow })).rejects.toThrow(
    OutsideTrouble,
  )
  expect(performance.now() - started).toBeLessThan(2_000)
  server.closeAllConnections()
  server.close()
  const endless = await startProvider((_request, response) => response.end('x'.repeat(20_000)))
  const call = outsideCalls({ now, max_bytes: 10_000 })
  await expect(call({ method: 'GET', url: endless })).rejects.toThrow(OutsideTrouble)
})

test('a failing provider is not called again at once: a thousand calls are three requests', async () => {
  let is_down = true
  const url = await startProvider((_request, response) =>
    response.writeHead(is_down ? 503 : 200).end('lời đáp'),
  )
  const call = outsideCalls({ now })
  const attempt = () => call({ method: 'POST', url, body: '{}' }).catch((error: unknown) => error)
  for (let number = 0; number < 1_000; number++) await attempt()
  expect(requests).toBe(3)
  // After the pause one call goes first. If it fails, the pause doubles.
  pass(3)
  await attempt()
  await attempt()
  expect(requests).toBe(4)
  pass(3)
  await attempt()
  expect(requests).toBe(4)
  is_down = false
  pass(60)
  expect(await attempt()).toEqual({ status: 200, body: 'lời đáp' })
  expect(await attempt()).toEqual({ status: 200, body: 'lời đáp' })
  expect(requests).toBe(6)
})

test('calls that come during the first call after a pause wait for its result', async () => {
  let is_down = true
  const url = await startProvider((_request, response) =>
    setTimeout(() => response.writeHead(is_down ? 503 : 200).end('lời đáp'), 20),
  )
  const call = outsideCalls({ now })
  const attempt = () => call({ method: 'POST', url, body: '{}' }).catch((error: unknown) => error)
  for (let number = 0; number < 3; number++) await attempt()
  pass(60)
  const refused = await Promise.all(Array.from({ length: 50 }, attempt))
  expect(requests).toBe(4)
  expect(refused.filter((result) => result instanceof OutsideTrouble)).toHaveLength(49)
  is_down = false
  pass(120)
  const answered = await Promise.all(Array.from({ length: 50 }, attempt))
  expect(answered.filter((result) => result instanceof OutsideTrouble)).toEqual([])
  expect(requests).toBe(54)
})

test('a failing host does not affect another', async () => {
  const url = await startProvider((_request, response) => response.end('tốt'))
  const call = outsideCalls({ now })
  const unreachable = { method: 'GET' as const, url: 'http://127.0.0.1:9' }
  for (let number = 0; number < 5; number++) {
    await expect(call(unreachable)).rejects.toThrow(OutsideTrouble)
  }
  expect(await call({ method: 'GET', url })).toEqual({ status: 200, body: 'tốt' })
})
