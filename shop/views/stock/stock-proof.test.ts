import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Tx } from '#db/schema.ts'
import { createLog } from '#platform/observe/log.ts'
import { openStockProof } from '#shop/flows/counts/prove-stock.ts'
import { findStockErrors } from '#shop/views/stock/stock-proof-store.ts'
import { dataOf } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { products, shops } from '#test/support/small-shop.ts'

const checkout = openCheckout()
let demo: TestDatabase

beforeAll(async () => {
  demo = await testDatabase({ seeded: true })
})
afterAll(() => demo.close())

const row = `product_id = ${products.cable} and shop_id = ${shops.first}`

/** Runs a statement and returns what `look` sees then; undoes it. `with_triggers` false: as if there were none. */
async function undone<T>(
  statement: string,
  look: (tx: Tx) => Promise<T>,
  { with_triggers = false } = {},
): Promise<T> {
  const tx = await checkout.own.db.startTransaction().execute()
  try {
    if (!with_triggers) await sql`set local session_replication_role = replica`.execute(tx)
    await sql.raw(statement).execute(tx)
    return await look(tx)
  } finally {
    await tx.rollback().execute()
  }
}

describe('the proof of stock', () => {
  test('finds nothing in the demo shop, and nothing after a sale', async () => {
    expect(await findStockErrors(demo.db)).toEqual([])
    const buyer = await checkout.buyer()
    await buyer.prepare(products.cable, 3)
    dataOf(await buyer.order())
    expect(await findStockErrors(checkout.own.db)).toEqual([])
  })

  const corruptions = {
    'on hand without a movement': `update stock set on_hand = on_hand + 1 where ${row}`,
    'a movement that is gone': `delete from stock_movement where ${row}`,
    'a unit without a row that is not there': `update stock set unnamed = unnamed - 1 where ${row}`,
    'a free unit too few': `update stock set quantity = quantity - 1 where ${row}`,
    'a reservation that is gone': `delete from reservation where kind = 'stock'`,
    'units that left without a movement': `update reservation set shipped_at = now() where kind = 'stock'`,
    'a stock row that is gone': `delete from stock where ${row}`,
  }
  test.each(Object.entries(corruptions))('finds %s', async (_name, corruption) => {
    const errors = await undone(corruption, findStockErrors)
    expect(errors.map(({ product_id, shop_id }) => ({ product_id, shop_id }))).toContainEqual({
      product_id: products.cable,
      shop_id: shops.first,
    })
  })

  test('is logged and counted for /metrics', async () => {
    const lines: string[] = []
    const destination = { write: (line: string) => void lines.push(line) }
    const log = createLog({ service: 'test', level: 'error', destination })
    await sql`update stock set quantity = quantity - 1
      where (product_id, shop_id) = (select product_id, shop_id from stock where quantity > 0 limit 1)`.execute(
      demo.db,
    )
    const proof = openStockProof({ db: demo.db, now: () => checkout.now, log })
    expect(await proof.prove()).toHaveLength(1)
    const found = proof.gauges.map(({ value }) => value())
    expect(found).toEqual([1, checkout.now.getTime() / 1_000])
    expect(lines.join('')).toContain('reserved_is_live_reservations')
  })
})

describe('the database refuses', () => {
  const refused = {
    'on hand without a movement': [`update stock set on_hand = on_hand + 1`, 'stock_by_movement'],
    'a new stock row that has units already': [
      `insert into stock (product_id, shop_id, quantity, on_hand) values (${products.rare}, 1, 1, 1)`,
      'stock_by_movement',
    ],
    'a changed movement': [`update stock_movement set quantity = 9`, 'stock_by_movement'],
    'a deleted movement': [`delete from stock_movement`, 'stock_by_movement'],
    'more free units than there are': [
      `update stock set quantity = on_hand + 1`,
      'stock_reserved_not_negative',
    ],
    'a movement without a name where every unit has one': [
      `with named as (update stock set unnamed = 0 where ${row} returning 1)
       insert into stock_movement (product_id, shop_id, quantity, kind)
       select ${products.cable}, ${shops.first}, -1, 'count' from named`,
      'stock_unnamed',
    ],
    'free units beside a shortage': [
      `update stock set shortage = 1 where ${row}`,
      'stock_shortage_or_free',
    ],
    'less than nothing on hand': [
      `insert into stock_movement (product_id, shop_id, quantity, kind)
       values (${products.cable}, ${shops.first}, -100000, 'count')`,
      'stock_on_hand_check',
    ],
  } as const
  test.each(Object.entries(refused))('%s', async (_name, [statement, constraint]) => {
    const attempt = undone(statement, async () => null, { with_triggers: true })
    await expect(attempt).rejects.toMatchObject({ code: '23514', constraint })
  })
})
