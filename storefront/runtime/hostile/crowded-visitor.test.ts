import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { type Answer, type Door, openDoor } from '#test/support/door.ts'
import { postSepay, relay_env, sepayBody, sepayHeaders } from '#test/support/relay.ts'

let database: TestDatabase
let door: Door

beforeAll(async () => {
  database = await testDatabase({ seeded: true })
  door = await openDoor(database, { env: { ...relay_env, TRUST_PROXY: '127.0.0.1' } })
})
afterAll(async () => {
  await door.close()
  await database.close()
})

const ask = (path: string, ip: string) =>
  door.call('GET', path, { headers: { 'x-forwarded-for': ip } })

/** What one visitor may have under way and waiting, and some more. */
const fitting = 4 + 200
const crowd = fitting + 30

/** Runs `work` while every page with banners waits for the database. */
async function whileBannersWait(work: () => Promise<void>): Promise<void> {
  await database.db.transaction().execute(async (tx) => {
    await sql`lock table banner in access exclusive mode`.execute(tx)
    await work()
  })
}

/** Sends requests of one visitor. `answered` grows as the answers come. */
function sendCrowd(paths: readonly string[], ip: string) {
  const answered: Answer[] = []
  const all = Array.from({ length: crowd }, async (_, n) => {
    answered.push(await ask(paths[n % paths.length] ?? '/', ip))
  })
  return { answered, all: Promise.all(all) }
}

test('what one visitor asks for beyond the limit is refused politely, and nobody else is', async () => {
  let many: ReturnType<typeof sendCrowd> | undefined
  await whileBannersWait(async () => {
    const { answered } = (many = sendCrowd(['/', '/_data/'], '203.0.113.7'))
    await vi.waitFor(() => expect(answered.length).toBeGreaterThanOrEqual(30), { timeout: 10_000 })
    const others = ['203.0.113.8', '203.0.113.9', '2001:db8::1'].map((ip) => ask('/danh-muc', ip))
    expect((await Promise.all(others)).map(({ status }) => status)).toEqual([200, 200, 200])
    const raw = sepayBody({ amount: 10_000, content: 'chuyen tien' })
    expect((await postSepay(door, raw, sepayHeaders(raw, new Date()))).status).toBe(200)
  })
  await many?.all
  const refused = many?.answered.filter(({ status }) => status !== 200) ?? []
  expect(refused.length).toBeGreaterThanOrEqual(30)
  expect(refused.length).toBeLessThan(crowd)
  for (const { status, headers, text } of refused) {
    // 503: it waited for too long, on a slow machine.
    expect([429, 503]).toContain(status)
    expect(headers.get('retry-after')).toBe('2')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(text).toMatch(/Vui lòng chờ giây lát rồi thử lại/)
  }
})

test('the refused page leads back to its own address', async () => {
  let many: ReturnType<typeof sendCrowd> | undefined
  await whileBannersWait(async () => {
    const { answered } = (many = sendCrowd(['/?flash=1%22'], '203.0.113.17'))
    await vi.waitFor(() => expect(answered.length).toBeGreaterThan(0), { timeout: 10_000 })
  })
  await many?.all
  const refused = many?.answered.find(({ status }) => status !== 200)
  expect(refused?.text).toContain('href="/?flash=1%22"')
  expect(refused?.text).toContain('href="tel:18002064"')
})
