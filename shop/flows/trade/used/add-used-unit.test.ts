import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { transaction } from '#platform/database/postgres.ts'
import {
  addUsedUnit,
  NewGoodsUnknown,
  UnitNotAddable,
} from '#shop/flows/trade/used/add-used-unit.ts'
import type { NewUsedUnit } from '#shop/inventory/used/used.ts'
import { dataOf, type Order, refusalOf } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { products, shops } from '#test/support/small-shop.ts'
import { assertStock } from '#test/support/stock-ledger.ts'

const checkout = openCheckout()

const phone: NewUsedUnit = {
  new_item_id: products.phone,
  codes: { imei1: '356938035643809', imei2: null, serial: null },
  shop_id: shops.first,
  cost: 9_000_000,
  ...{ grade: 'good', battery: 91, owner_count: 1, replaced_parts: ['Pin'], tests: [] },
  ...{ condition_notes: 'Xước nhẹ', accessories: 'Máy, cáp', warranty_months: 6 },
  ...{
    used_since: '2025-11-01',
    source: 'trade_in',
    source_reference: 'TC-0001',
    price: 12_000_000,
  },
}

const takeIn = (unit: NewUsedUnit) =>
  transaction(checkout.own.db, (tx) =>
    addUsedUnit(tx, unit, { staff_name: 'Lan', at: checkout.now }),
  )

async function passport(imei_id: number) {
  return checkout.own.db
    .selectFrom('used_unit')
    .innerJoin('unit', 'unit.unit_id', 'used_unit.unit_id')
    .select(['used_unit.state', 'used_unit.shop_id', 'price', 'unit.state as unit_state'])
    .where('imei_id', '=', imei_id)
    .executeTakeFirstOrThrow()
}

test('a device bought in is a draft on hand, is sold as an item, and may be bought back', async () => {
  const { db } = checkout.own
  const { imei_id, product_id, unit_id } = await takeIn(phone)
  expect(await passport(imei_id)).toEqual({
    ...{ state: 'draft', shop_id: shops.first, price: 12_000_000, unit_state: 'in_stock' },
  })
  const buyer = await checkout.buyer()
  expect(refusalOf(await buyer.add(product_id))).toBe('409 used_product_not_available')
  await expect(takeIn(phone)).rejects.toThrow(UnitNotAddable)
  const codes = { imei1: '490154203237518', imei2: null, serial: null }
  const of_used = { ...phone, codes, new_item_id: product_id }
  await expect(takeIn(of_used)).rejects.toThrow(NewGoodsUnknown)

  await sql`update used_unit set state = 'listed', listed_at = now()`.execute(db)
  await sql`update product set is_active = true where product_id = ${product_id}`.execute(db)
  await buyer.prepare(product_id)
  const order = dataOf<Order>(await buyer.order())
  expect(order.items).toMatchObject([{ item_id: product_id, final_price: 12_000_000 }])
  expect(await passport(imei_id)).toMatchObject({ state: 'held' })
  dataOf(
    await buyer.call('POST', '/api/cart/v1/order/cancel', {
      order_code: order.code,
      reason: 'other',
    }),
  )
  expect(await passport(imei_id)).toMatchObject({ state: 'listed' })

  // It is sold at the counter and comes back years later: the same unit, another passport.
  await sql`insert into stock_movement (product_id, shop_id, unit_id, quantity, kind)
    values (${product_id}, ${shops.first}, ${unit_id}, -1, 'adjustment')`.execute(db)
  expect(await passport(imei_id)).toMatchObject({ state: 'held' })
  await sql`update unit set state = 'sold', shop_id = null, order_code = 'DH-1' where unit_id = ${unit_id}`.execute(
    db,
  )
  await sql`update stock set quantity = quantity where product_id = ${product_id}`.execute(db)
  expect(await passport(imei_id)).toMatchObject({ state: 'sold' })
  const again = await takeIn({ ...phone, shop_id: shops.second, price: null })
  expect(again).toMatchObject({ unit_id })
  expect(again.imei_id).not.toBe(imei_id)
  expect(await passport(again.imei_id)).toEqual({
    ...{ state: 'draft', shop_id: shops.second, price: null, unit_state: 'in_stock' },
  })
  expect(await passport(imei_id)).toMatchObject({ state: 'sold' })
  await assertStock(db)
})

test('the database refuses a second piece of a used device, and a second passport of a unit', async () => {
  const { db } = checkout.own
  const other = { ...phone, codes: { imei1: '490154203237518', imei2: null, serial: null } }
  const { product_id, unit_id } = await takeIn(other)
  await expect(
    sql`insert into stock_movement (product_id, shop_id, quantity, kind)
      values (${product_id}, ${shops.first}, 1, 'count')`.execute(db),
  ).rejects.toMatchObject({ constraint: 'used_unit_exists_once' })
  await expect(
    sql`insert into used_unit (product_id, version_id, unit_id, grade, warranty_months, source, shop_id, created_at)
      values (${products.phone}, ${products.phone}, ${unit_id}, 'good', 6, 'hand', ${shops.first}, now())`.execute(
      db,
    ),
  ).rejects.toMatchObject({ constraint: 'used_unit_once' })
})
