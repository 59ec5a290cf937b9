import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openCounter } from '#test/support/counter.ts'
import { openFlashSale } from '#test/support/flash-crowd.ts'
import { goods } from '#test/support/small-shop.ts'
import { bookErrors, takeInventory } from '#test/support/stock-ledger.ts'

const counter = openCounter()

// Who watches the books must notice: every kind of harm is done once.
const harms = {
  'a piece too many on a shelf': `update stock set quantity = quantity + 1 where product_id = ${goods.cable} and shop_id = 1`,
  'a slot taken by nobody': 'update quota set taken = taken + 1',
  'a piece given back that was sold': `update hold set released_at = now() where kind = 'stock'`,
  'a slot given back that was sold': `update hold set released_at = now() where kind = 'quota'`,
  'an order without its lines': 'delete from sales_order_line',
  'an order that was paid another amount': 'update payment set amount = amount + 1',
  'an ended order that holds on': `update sales_order set state = 'cancelled'`,
}

test('the ledger is silent about an honest sale and notices every harm', async () => {
  const { db } = counter.own
  const { now } = counter
  const slots = { item_id: goods.cable, price: 100_000, slots: 10, is_online_only: false, now }
  await openFlashSale(db, slots)
  const opening = await takeInventory(db)
  const buyer = await counter.buyer()
  await buyer.prepare(goods.cable)
  expect((await buyer.order()).status).toBe(200)
  expect(await bookErrors(db, opening)).toEqual([])
  for (const [name, harm] of Object.entries(harms)) {
    const { noticed } = await db
      .transaction()
      .execute(async (tx) => {
        await sql.raw(harm).execute(tx)
        throw Object.assign(new Error('undone'), { noticed: await bookErrors(tx, opening) })
      })
      .catch((error: unknown) => error as { noticed: string[] })
    expect({ name, noticed }).not.toEqual({ name, noticed: [] })
  }
})
