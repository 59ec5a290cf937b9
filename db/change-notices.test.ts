import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openChangeFeed, type ChangeFeed } from '#platform/database/change-feed.ts'
import { createLog } from '#platform/observe/log.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'

let own: TestDatabase
let feed: ChangeFeed
const heard = new Set<string>()

beforeAll(async () => {
  own = await testDatabase({ seeded: true })
  const log = createLog({ service: 'test', level: 'fatal' })
  feed = await openChangeFeed({ database_url: own.url, log })
  feed.subscribe(async (tags) => tags.forEach((tag) => heard.add(tag)))
  // 420 versions in six colours: few enough versions to be notified singly, more items than the trigger examines.
  for (const statement of `
    insert into product (family_id, category_id, brand_id, type, sku, name)
    select family_id, category_id, brand_id, 'configurable', 'many-' || turn, 'Nhiều ' || turn
    from (select * from product where type = 'configurable' limit 1) one, generate_series(1, 420) turn;
    insert into product (family_id, category_id, brand_id, type, parent_id, sku, name, color_name, color_slug)
    select family_id, category_id, brand_id, 'simple', product_id, sku || '-' || color, name, 'Màu ' || color, 'mau-' || color
    from product, generate_series(1, 6) color where sku like 'many-%';
    insert into price (product_id, list_price)
    select product_id, 1000000 from product where sku like 'many-%-%';
    insert into stock (product_id, shop_id)
    select product_id, (select min(shop_id) from shop) from product where sku like 'many-%-%'`.split(
    ';',
  )) {
    await sql.raw(statement).execute(own.db)
  }
})
afterAll(async () => {
  await feed.close()
  await own.close()
})

test.each([
  ['prices', `update price set list_price = list_price + 1000 where product_id in (many)`],
  [
    'stock that comes in',
    `insert into stock_movement (product_id, shop_id, quantity, kind)
    select product_id, shop_id, 1, 'opening' from stock where product_id in (many)`,
  ],
  ['stock that is sold out', `update stock set quantity = 0 where product_id in (many)`],
  ['prices that are deleted', `delete from price where product_id in (many)`],
  [
    'prices that are inserted',
    `insert into price (product_id, list_price)
    select product_id, 2000000 from product where sku like 'many-%-%'`,
  ],
])(
  'a statement on very many items notifies all of their versions: %s',
  async (_what, statement) => {
    await settle()
    heard.clear()
    const many = `select product_id from product where sku like 'many-%-%'`
    await sql.raw(statement.replace('many)', `${many})`)).execute(own.db)
    await settle()
    const versions = [...heard].filter((tag) => tag.startsWith('product:')).length
    expect(heard.has('*') || versions === 420).toBe(true)
  },
)

test('prices of other goods and moves of units do not tell that used devices changed', async () => {
  const told = async (statement: string) => {
    await settle()
    heard.clear()
    await sql.raw(statement).execute(own.db)
    await settle()
    return heard.has('used')
  }
  const used = `select product_id from used_unit where state = 'listed' order by imei_id limit 1`
  const paid = (which: string) =>
    `update price set list_price = list_price + 1000 where province_id is null and product_id in (${which})`
  expect(await told(paid(`select product_id from product where sku like 'many-1-%'`))).toBe(false)
  expect(await told(`update unit set cost = 1 where state = 'sold'`)).toBe(false)
  expect(await told(paid(used))).toBe(true)
})

/** Sends a notice of its own and waits for it: notices arrive in the order in which they were sent. */
async function settle(): Promise<void> {
  const mark = `mark:${Math.random()}`
  await sql`select pg_notify('shop_change', ${mark})`.execute(own.db)
  await vi.waitFor(() => expect(heard.has(mark)).toBe(true), { timeout: 5_000 })
  heard.delete(mark)
}
