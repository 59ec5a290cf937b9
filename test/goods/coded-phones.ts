import { sql } from 'kysely'
import type { Database } from '#db/schema.ts'
import { transaction } from '#platform/database/postgres.ts'
import { receiveUnits } from '#shop/flows/units/move-units.ts'
import { products, shops } from '#test/support/small-shop.ts'

/** From now on phones have IMEIs: the first shop has one with each of these, and nobody has one without. */
export async function givePhonesCodes(
  db: Database,
  imeis: readonly string[],
  at: Date,
): Promise<void> {
  await sql`update product set identified_by = 'imei' where product_id = ${products.phone}`.execute(
    db,
  )
  await sql`insert into stock_movement (product_id, shop_id, quantity, kind)
    select product_id, shop_id, -unnamed, 'count' from stock
    where product_id = ${products.phone} and unnamed > 0`.execute(db)
  const units = imeis.map((imei1) => ({
    ...{ product_id: products.phone, imei1, imei2: null, serial: null, cost: 1_000_000 },
  }))
  await transaction(db, (tx) => receiveUnits(tx, units, shops.first, { document: null, at }))
}
