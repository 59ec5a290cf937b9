import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findProduct } from '#shop/views/catalog/product-page-store.ts'
import { type Charging, chargingOf } from '#shop/catalog/charging.ts'
import { findCharging } from '#shop/catalog/charging-store.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'

let own: TestDatabase
beforeAll(async () => {
  own = await testDatabase({ seeded: true })
})
afterAll(() => own.close())

const facts = ({ need_w, power_w, standards }: Charging) => ({ need_w, power_w, standards })

test('the page of a product and the cart read the same facts about charging', async () => {
  const { db } = own
  const { rows } = await sql<{ id: number }>`
    select product_id as id from product where type = 'configurable' and is_active and product_id in (
      select product_id from product_attribute join attribute using (attribute_id)
      where code in ('charge_w', 'adapter_w', 'power_w', 'charge_standard'))
    order by product_id`.execute(db)
  const of_cart = await findCharging(
    db,
    rows.map(({ id }) => id),
  )
  const of_pages: (Charging | null)[] = []
  for (const { id } of rows) {
    const row = await findProduct(db, id, { province_id: 30, now: new Date() })
    of_pages.push(row === undefined ? null : chargingOf(row))
  }
  expect(rows.length).toBeGreaterThan(20)
  const kinds = of_cart.map(({ need_w, power_w }) => `${need_w !== null} ${power_w !== null}`)
  expect(new Set(kinds).size).toBeGreaterThan(1)
  const byId = (list: readonly (Charging | null)[]) =>
    Object.fromEntries(list.flatMap((one) => (one === null ? [] : [[one.item_id, facts(one)]])))
  expect(byId(of_pages)).toEqual(byId(of_cart))
})
