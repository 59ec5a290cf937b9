import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { type Answer, type Door, openDoor } from '#test/support/door.ts'
import { postSepay, relay_env, sepayBody, sepayHeaders } from '#test/support/relay.ts'

let database: TestDatabase
let door: Door

beforeAll(async () => {
  database = await testDatabase({ small: true })
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

/** Runs `work` while every page that reads banners, or carts, waits for the database. */
async function whileWaiting(
  table: 'banner' | 'cart_item',
  work: () => Promise<void>,
): Promise<void> {
  await database.db.transaction().execute(async (tx) => {
    await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(tx)
    await work()
  })
}

async function countWaiting(): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(database.db)
  return rows[0]?.n ?? 0
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
  await whileWaiting('banner', async () => {
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
  await whileWaiting('banner', async () => {
    const { answered } = (many = sendCrowd(['/?flash=1%22'], '203.0.113.17'))
    await vi.waitFor(() => expect(answered.length).toBeGreaterThan(0), { timeout: 10_000 })
  })
  await many?.all
  const refused = many?.answered.find(({ status }) => status !== 200)
  expect(refused?.text).toContain('href="/?flash=1%22"')
  expect(refused?.text).toContain('href="tel:18002064"')
})

test('a page that answers a form waits for its turn too, and no other answer to a form does', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.47', origin: 'http://localhost:3000' }
  const form = new URLSearchParams()
  const pages: Promise<Answer>[] = []
  const cookie = `token=${await door.guest()}`
  await whileWaiting('cart_item', async () => {
    for (const _n of Array(4)) {
      pages.push(door.call('GET', '/cart', { headers: { ...headers, cookie } }))
    }
    // Their reads may share a connection. Once all four are under way, a fifth render waits for too long.
    await vi.waitFor(async () => expect(await countWaiting()).toBeGreaterThan(0), {
      timeout: 10_000,
    })
    const fifth = () => door.call('GET', '/danh-muc', { headers })
    await vi.waitFor(async () => expect((await fifth()).status).toBe(503), { timeout: 10_000 })
    const answers = await Promise.all([
      fifth(),
      door.call('POST', '/cart', { form, headers }),
      door.call('POST', '/_data/cart', { form, headers }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 405])
  })
  await Promise.all(pages)
  expect((await door.call('POST', '/cart', { form, headers })).status).toBe(405)
})
