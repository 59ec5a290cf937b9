import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { redateOffers } from '#db/seed/redate-offers.ts'
import { seeded_at, testDatabase, type TestDatabase } from '#test/support/database.ts'

let database: TestDatabase
let client: Client

beforeAll(async () => {
  database = await testDatabase({ seeded: true })
  client = new Client({ connectionString: database.url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.close()
})

const openAt = async (now: Date) => {
  await redateOffers(client, now)
  const { rows } = await sql<{ is_running: boolean; items: number; free: number; slots: number }>`
    select starts_at <= ${now}::timestamptz as is_running, count(*) as items,
      sum(quota.total - quota.taken) as free, sum(quota.total) as slots
    from flash_sale join flash_sale_item using (flash_sale_id) join quota using (quota_id)
    where flash_sale.is_active and ends_at > ${now}::timestamptz
    group by flash_sale_id, starts_at order by starts_at
  `.execute(database.db)
  return rows
}

test.each([0, 1 / 24, 0.4, 2, 9.3, 400])(
  'a shop that starts %d days later has a window that runs, eight to come, and no promotion that ended',
  async (days) => {
    const now = new Date(seeded_at.getTime() + days * 86_400_000)
    const windows = await openAt(now)
    expect(windows.length).toBeGreaterThanOrEqual(9)
    expect(windows.filter(({ is_running }) => is_running)).toHaveLength(1)
    expect(windows.every(({ items }) => items === 14)).toBe(true)
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from promotion where ends_at <= ${now}::timestamptz`.execute(database.db)
    expect(rows[0]?.n).toBe(0)
    // Once more at the same moment: nothing is added.
    expect(await openAt(now)).toEqual(windows)
  },
)

test('what was sold in a window stays with it: the next has slots of its own', async () => {
  const now = new Date(seeded_at.getTime() + 500 * 86_400_000)
  await openAt(now)
  await sql`update quota set taken = total from flash_sale_item
    where flash_sale_item.quota_id = quota.quota_id`.execute(database.db)
  const windows = await openAt(new Date(now.getTime() + 30 * 86_400_000))
  expect(windows.length).toBeGreaterThanOrEqual(9)
  expect(windows.every(({ free, slots }) => free === slots)).toBe(true)
})
