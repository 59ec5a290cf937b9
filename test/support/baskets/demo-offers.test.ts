import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { redateOffers } from '#db/seed/redate-offers.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { openFirstWindow, withdrawOffers } from '#test/support/baskets/demo-offers.ts'

// 03:00, 09:30, 20:15 and 23:59 in Vietnam.
const hours = ['2026-11-20T20:00Z', '2026-11-21T02:30Z', '2026-11-21T13:15Z', '2026-11-21T16:59Z']

let database: TestDatabase
let client: Client

beforeAll(async () => {
  database = await testDatabase({ seeded: true, max: 2 })
  client = new Client({ connectionString: database.url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.close()
})

test('at every hour the same flash sale runs, also after the shop has opened', async () => {
  const windows = []
  for (const hour of hours) windows.push(await runningItems(new Date(hour), openFirstWindow))
  expect(new Set(windows).size).toBe(1)
  expect(windows[0]?.split(',').length).toBeGreaterThan(5)
})

test('withdrawn offers stay withdrawn, also after the shop has opened', async () => {
  for (const hour of hours) expect(await runningItems(new Date(hour), withdrawOffers)).toBe('')
})

/** Returns the items of running flash sales with their price, for a journey that begins at `now`. */
async function runningItems(
  now: Date,
  prepare: (db: TestDatabase['db'], now: Date) => Promise<void>,
): Promise<string> {
  await prepare(database.db, now)
  await redateOffers(client, now)
  const { rows } = await client.query<{ item: string }>(
    `select product_id || ':' || price as item
     from flash_sale_item join flash_sale using (flash_sale_id)
     where is_active and starts_at <= $1 and ends_at > $1 order by product_id`,
    [now],
  )
  return rows.map(({ item }) => item).join(',')
}
