import { sql } from 'kysely'
import type { Database, Tx } from '#db/schema.ts'
import type { OrderId } from '#pure/ids.ts'
import type { ScannedUnit } from '#shop/shipment/scanned-units.ts'

interface NewPickup {
  order_id: OrderId
  shop_id: number
  code: string
  keep_until: string
}

/** Writes that an order is prepared. An earlier pick-up of the same order, which ended, begins anew. */
export async function writePickup(tx: Tx, pickup: NewPickup, now: Date): Promise<void> {
  const anew = { wrong_codes: 0, blocked_until: null, verified_at: null, verified_by: null }
  const values = { ...pickup, ...anew, ready_at: now, collected_at: null }
  await tx
    .insertInto('pickup')
    .values(values)
    .onConflict((conflict) => conflict.column('order_id').doUpdateSet(values))
    .execute()
}

/** Puts units aside for a pick-up. Returns those that a parcel or another pick-up holds already. */
export async function insertPickupUnits(
  tx: Tx,
  order_id: OrderId,
  unit_ids: readonly number[],
): Promise<number[]> {
  if (unit_ids.length === 0) return []
  const rows = await tx
    .insertInto('parcel_unit')
    .values(unit_ids.map((unit_id) => ({ unit_id, pickup_order_id: order_id, parcel_id: null })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('unit_id')
    .execute()
  return unit_ids.filter((id) => !rows.some(({ unit_id }) => unit_id === id))
}

/** Forgets which units were put aside: they were collected, or they are free again. */
export async function deletePickupUnits(tx: Tx, order_id: OrderId): Promise<void> {
  await tx.deleteFrom('parcel_unit').where('pickup_order_id', '=', order_id).execute()
}

/** A pick-up with all that decides about it. It does not change while its order is locked. */
export interface Pickup {
  shop_id: number
  code: string
  ready_at: Date
  keep_until: string
  wrong_codes: number
  blocked_until: Date | null
  verified_at: Date | null
  verified_by: 'code' | 'phone' | null
}

export async function findPickup(db: Database, order_id: OrderId): Promise<Pickup | null> {
  const row = await db
    .selectFrom('pickup')
    .select(['shop_id', 'code', 'ready_at', 'keep_until', 'wrong_codes', 'blocked_until'])
    .select(['verified_at', 'verified_by'])
    .where('order_id', '=', order_id)
    .executeTakeFirst()
  return row ?? null
}

/** Counts a wrong code; from `blocked_until` on the next one is accepted. */
export async function updateWrongCode(
  tx: Tx,
  order_id: OrderId,
  wrong_codes: number,
  blocked_until: Date | null,
): Promise<void> {
  await tx
    .updateTable('pickup')
    .set({ wrong_codes, blocked_until })
    .where('order_id', '=', order_id)
    .execute()
}

export async function updateVerified(
  tx: Tx,
  order_id: OrderId,
  verified_by: 'code' | 'phone',
  now: Date,
): Promise<void> {
  await tx
    .updateTable('pickup')
    .set({ verified_at: now, verified_by })
    .where('order_id', '=', order_id)
    .execute()
}

export async function updateCollected(tx: Tx, order_id: OrderId, now: Date): Promise<void> {
  await tx
    .updateTable('pickup')
    .set({ collected_at: now })
    .where('order_id', '=', order_id)
    .execute()
}

/** The codes of the units that were put aside for an order. A unit may have several codes. */
export async function findPickupUnits(db: Database, order_id: OrderId): Promise<ScannedUnit[]> {
  return db
    .selectFrom('parcel_unit')
    .innerJoin('unit', 'unit.unit_id', 'parcel_unit.unit_id')
    .innerJoin('unit_code', 'unit_code.unit_id', 'unit.unit_id')
    .innerJoin('product', 'product.product_id', 'unit.product_id')
    .select(['unit_code.code', 'unit.unit_id', 'product.sku'])
    .where('parcel_unit.pickup_order_id', '=', order_id)
    .orderBy('unit.unit_id')
    .orderBy('unit_code.code')
    .execute()
}

/** Orders that lie ready past their last day, on the Vietnamese day `today`; oldest first. */
export async function findLapsed(
  db: Database,
  today: string,
  batch: number,
): Promise<{ order_id: OrderId; code: string }[]> {
  const { rows } = await sql<{ order_id: OrderId; code: string }>`
    select o.order_id, o.code from sales_order o join pickup using (order_id)
    where o.state = 'ready_for_pickup' and pickup.keep_until < ${today}::date
    order by pickup.keep_until, o.order_id limit ${batch}
  `.execute(db)
  return rows
}
