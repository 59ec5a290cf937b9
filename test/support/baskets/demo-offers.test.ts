import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { redateOffers } from '#db/seed/redate-offers.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { openFirstWindow, withdrawOffers } from '#test/support/baskets/demo-offers.ts'

// 03:00, 09:30, 20:15 and a minute to midnight by the Vietnamese clock.
const hours = ['2026-11-20T20:00Z', '2026-11-21T02:30Z', '2026-11-21T13:15Z', '2026-11-21T16:59Z']

let own: TestDatabase
let client: Client

beforeAll(async () => {
  own = await testDatabase({ seeded: true, max: 2 })
  client = new Client({ connectionString: own.url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await own.close()
})

test('at every hour the same window runs, after the shop has opened too', async () => {
  const found = []
  for (const hour of hours) found.push(await whatRuns(new Date(hour), openFirstWindow))
  expect(new Set(found).size).toBe(1)
  expect(found[0]?.split(',').length).toBeGreaterThan(5)
})

test('offers that were withdrawn stay away, after the shop has opened too', async () => {
  for (const hour of hours) expect(await whatRuns(new Date(hour), withdrawOffers)).toBe('')
})

/** Goods in running windows with their price, for a journey that begins at `now`. */
async function whatRuns(
  now: Date,
  prepare: (db: TestDatabase['db'], now: Date) => Promise<void>,
): Promise<string> {
  await prepare(own.db, now)
  await redateOffers(client, now)
  const { rows } = await client.query<{ item: string }>(
    `select product_id || ':' || price as item
     from flash_sale_item join flash_sale using (flash_sale_id)
     where is_active and starts_at <= $1 and ends_at > $1 order by product_id`,
    [now],
  )
  return rows.map(({ item }) => item).join(',')
}
