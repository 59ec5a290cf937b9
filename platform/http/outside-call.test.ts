import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { outsideCalls, OutsideTrouble } from '#platform/http/outside-call.ts'

let server: Server
let knocks = 0
let clock = new Date('2026-11-21T00:00:00Z')
const now = () => clock

afterEach(() => {
  server.closeAllConnections()
  server.close()
})

async function somebody(listener: RequestListener): Promise<string> {
  knocks = 0
  server = createServer((request, response) => {
    knocks += 1
    listener(request, response)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const pass = (seconds: number) => {
  clock = new Date(clock.getTime() + seconds * 1_000)
}

test('an answer comes back as it is, a redirect is not followed', async () => {
  const url = await somebody((_request, response) =>
    response.writeHead(302, { location: '/inside' }).end('đi chỗ khác'),
  )
  const call = outsideCalls({ now })
  expect(await call({ method: 'GET', url })).toEqual({ status: 302, body: 'đi chỗ khác' })
  expect(knocks).toBe(1)
})

test('nobody is waited for beyond the limit, and nothing endless is read', async () => {
  const slow = await somebody(() => undefined)
  const started = performance.now()
  await expect(outsideCalls({ now, limit_ms: 100 })({ method: 'GET', url: slow })).rejects.toThrow(
    OutsideTrouble,
  )
  expect(performance.now() - started).toBeLessThan(2_000)
  server.closeAllConnections()
  server.close()
  const endless = await somebody((_request, response) => response.end('x'.repeat(20_000)))
  const call = outsideCalls({ now, most_bytes: 10_000 })
  await expect(call({ method: 'GET', url: endless })).rejects.toThrow(OutsideTrouble)
})

test('a provider that is away is left alone: a thousand wishes are not a thousand knocks', async () => {
  let is_ill = true
  const url = await somebody((_request, response) =>
    response.writeHead(is_ill ? 503 : 200).end('lời đáp'),
  )
  const call = outsideCalls({ now })
  const wish = () => call({ method: 'POST', url, body: '{}' }).catch((error: unknown) => error)
  for (let number = 0; number < 1_000; number++) await wish()
  expect(knocks).toBe(3)
  // One asks first when the pause is over; while it fails the pause doubles.
  pass(3)
  await wish()
  await wish()
  expect(knocks).toBe(4)
  pass(3)
  await wish()
  expect(knocks).toBe(4)
  is_ill = false
  pass(60)
  expect(await wish()).toEqual({ status: 200, body: 'lời đáp' })
  expect(await wish()).toEqual({ status: 200, body: 'lời đáp' })
  expect(knocks).toBe(6)
})

test('who comes while one call asks first waits for how it ends', async () => {
  let is_ill = true
  const url = await somebody((_request, response) =>
    setTimeout(() => response.writeHead(is_ill ? 503 : 200).end('lời đáp'), 20),
  )
  const call = outsideCalls({ now })
  const wish = () => call({ method: 'POST', url, body: '{}' }).catch((error: unknown) => error)
  for (let number = 0; number < 3; number++) await wish()
  pass(60)
  const refused = await Promise.all(Array.from({ length: 50 }, wish))
  expect(knocks).toBe(4)
  expect(refused.filter((one) => one instanceof OutsideTrouble)).toHaveLength(49)
  is_ill = false
  pass(120)
  const answered = await Promise.all(Array.from({ length: 50 }, wish))
  expect(answered.filter((one) => one instanceof OutsideTrouble)).toEqual([])
  expect(knocks).toBe(54)
})

test('one host that is away keeps nobody from another', async () => {
  const url = await somebody((_request, response) => response.end('tốt'))
  const call = outsideCalls({ now })
  const nowhere = { method: 'GET' as const, url: 'http://127.0.0.1:9' }
  for (let number = 0; number < 5; number++) {
    await expect(call(nowhere)).rejects.toThrow(OutsideTrouble)
  }
  expect(await call({ method: 'GET', url })).toEqual({ status: 200, body: 'tốt' })
})
