import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openCheckout } from '#test/support/checkout.ts'
import { openFlashSale } from '#test/support/flash-crowd.ts'
import { products } from '#test/support/small-shop.ts'
import { ledgerErrors, takeInventory } from '#test/support/stock-ledger.ts'

const checkout = openCheckout()

// The ledger check must notice each kind of corruption.
const corruptions = {
  'a unit too few in stock': `update stock set quantity = quantity - 1 where product_id = ${products.cable} and shop_id = 1`,
  'a slot taken without a reservation': 'update quota set taken = taken + 1',
  'a released unit that was sold': `update reservation set released_at = now() where kind = 'stock'`,
  'a released slot that was sold': `update reservation set released_at = now() where kind = 'quota'`,
  'an order without its lines': 'delete from sales_order_line',
  'an order that was paid with another amount': 'update payment set amount = amount + 1',
  'an ended order that still reserves': `update sales_order set state = 'cancelled'`,
}

test('the ledger reports nothing for a regular sale and reports every corruption', async () => {
  const { db } = checkout.own
  const { now } = checkout
  const slots = { item_id: products.cable, price: 100_000, slots: 10, is_online_only: false, now }
  await openFlashSale(db, slots)
  const opening = await takeInventory(db)
  const buyer = await checkout.buyer()
  await buyer.prepare(products.cable)
  expect((await buyer.order()).status).toBe(200)
  expect(await ledgerErrors(db, opening)).toEqual([])
  for (const [name, corruption] of Object.entries(corruptions)) {
    const { noticed } = await db
      .transaction()
      .execute(async (tx) => {
        await sql.raw(corruption).execute(tx)
        throw Object.assign(new Error('undone'), { noticed: await ledgerErrors(tx, opening) })
      })
      .catch((error: unknown) => error as { noticed: string[] })
    expect({ name, noticed }).not.toEqual({ name, noticed: [] })
  }
})
