import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '#platform/observe/log.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { openDoor } from '#test/support/door.ts'

// T17b: figures of the shop are read by others, above all through a proxy that nobody named.

const token = 'q8Zt1mVYxw0K5hJd+3RnLg=='
let own: TestDatabase

beforeAll(async () => {
  own = await testDatabase()
})
afterAll(() => own.close())

/** A shop that collects what it logs. */
async function openedWith(env: Record<string, string>) {
  const lines: { level: string; msg: string; times?: number }[] = []
  const write = (line: string) => void lines.push(JSON.parse(line))
  const log = createLog({ service: 'test', level: 'info', destination: { write } })
  const door = await openDoor(own, { env, log })
  const metrics = async (headers: Record<string, string>) =>
    (await door.call('GET', '/metrics', { headers })).status
  return { door, lines, metrics }
}

test('without a token only this machine reads /metrics, and no proxy on it', async () => {
  const { door, metrics } = await openedWith({})
  expect(await metrics({})).toBe(200)
  for (const name of ['x-forwarded-for', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via']) {
    expect([name, await metrics({ [name]: '127.0.0.1' })]).toEqual([name, 404])
  }
  await door.close()
})

test('where a proxy is named, /metrics needs a token: the proxy may send no header at all', async () => {
  const { door, metrics } = await openedWith({ TRUST_PROXY: '127.0.0.1' })
  expect(await metrics({})).toBe(404)
  expect(await metrics({ 'x-forwarded-for': '127.0.0.1' })).toBe(404)
  await door.close()
  const env = { TRUST_PROXY: '127.0.0.1', METRICS_TOKEN: token }
  const { door: guarded, metrics: read } = await openedWith(env)
  expect(await read({})).toBe(404)
  expect(await read({ authorization: `Bearer ${token.slice(1)}` })).toBe(404)
  expect(await read({ authorization: `Bearer ${token}` })).toBe(200)
  await guarded.close()
})

test('X-Forwarded-For of a proxy that nobody named is logged once', async () => {
  const { door, lines } = await openedWith({})
  for (let sent = 0; sent < 30; sent++) {
    const headers = { 'x-forwarded-for': `203.0.113.${sent}` }
    await door.call('POST', '/api/sso/auth/guest-token', { json: {}, headers })
  }
  const warnings = lines.filter(({ level }) => level === 'warn')
  expect(warnings).toHaveLength(1)
  expect(warnings[0]).toMatchObject({
    proxy: '127.0.0.1',
    msg: 'X-Forwarded-For is ignored: TRUST_PROXY does not name this proxy, so rate limits cannot tell shoppers apart',
  })
  await door.close()
})

test('that of a named proxy is not', async () => {
  const { door, lines } = await openedWith({ TRUST_PROXY: '127.0.0.1' })
  const headers = { 'x-forwarded-for': '203.0.113.9' }
  await door.call('POST', '/api/sso/auth/guest-token', { json: {}, headers })
  await door.call('GET', '/cart', { headers })
  expect(lines.filter(({ level }) => level === 'warn')).toEqual([])
  await door.close()
})
