import { sql } from 'kysely'
import type { UnitState } from '#contracts/staff/units.ts'
import type { Database, Tx } from '#db/schema.ts'
import type { UnitCodes } from '#pure/formats/unit-codes.ts'

/** A unit as it is stored, with what a move of it needs. */
export interface StoredUnit extends UnitCodes {
  unit_id: number
  product_id: number
  state: UnitState
  shop_id: number | null
  transfer_id: number | null
  order_code: string | null
  cost: number | null
}

/** Where a unit is. Exactly one field is set, or none of a unit that is written off. */
export interface UnitPlace {
  shop_id?: number
  transfer_id?: number
  order_code?: string
}

/** Reads units without a lock: to learn which stock rows must be locked before them. */
export async function findUnits(db: Database, unit_ids: readonly number[]): Promise<StoredUnit[]> {
  return db
    .selectFrom('unit')
    .select([...unit_columns])
    .where((eb) => eb('unit_id', '=', eb.fn.any(eb.val([...unit_ids]))))
    .orderBy('unit_id')
    .execute()
}

/** Reads and locks units in the sequence of their ids. Their stock rows are locked before. */
export async function lockUnits(tx: Tx, unit_ids: readonly number[]): Promise<StoredUnit[]> {
  return tx
    .selectFrom('unit')
    .select([...unit_columns])
    .where((eb) => eb('unit_id', '=', eb.fn.any(eb.val([...unit_ids]))))
    .orderBy('unit_id')
    .forNoKeyUpdate()
    .execute()
}

const unit_columns = [
  ...(['unit_id', 'product_id', 'imei1', 'imei2', 'serial', 'state', 'shop_id'] as const),
  ...(['transfer_id', 'order_code', 'cost'] as const),
] as const

/** Puts locked units into a state and a place. */
export async function updateUnits(
  tx: Tx,
  unit_ids: readonly number[],
  { state, place, lock_reason }: { state: UnitState; place: UnitPlace; lock_reason: string | null },
): Promise<void> {
  const { shop_id = null, transfer_id = null, order_code = null } = place
  await tx
    .updateTable('unit')
    .set({ state, shop_id, transfer_id, order_code, lock_reason })
    .where((eb) => eb('unit_id', '=', eb.fn.any(eb.val([...unit_ids]))))
    .execute()
}

/** A unit that gets its row. */
export interface NewUnit extends UnitCodes {
  product_id: number
  cost: number | null
}

/** Inserts units in stock at a shop; returns their ids in the same sequence. */
export async function insertUnits(
  tx: Tx,
  units: readonly NewUnit[],
  { shop_id, at }: { shop_id: number; at: Date },
): Promise<number[]> {
  const { rows } = await sql<{ unit_id: number }>`
    insert into unit (product_id, imei1, imei2, serial, cost, state, shop_id, created_at)
    select product_id, imei1, imei2, serial, cost, 'in_stock', ${shop_id}, ${at}
    from jsonb_to_recordset(${JSON.stringify(units.map((unit, turn) => ({ ...unit, turn })))}::jsonb)
      as named (turn integer, product_id bigint, imei1 text, imei2 text, serial text, cost bigint)
    order by turn
    returning unit_id
  `.execute(tx)
  return rows.map(({ unit_id }) => unit_id)
}

/** One event in the life of each of these units. */
interface UnitEventCause {
  move: string
  from_state: UnitState | null
  to_state: UnitState
  document: string | null
  reason: string | null
  staff_name: string | null
  at: Date
}

export async function insertUnitEvents(
  tx: Tx,
  units: readonly { unit_id: number; shop_id: number | null }[],
  { at, ...cause }: UnitEventCause,
): Promise<void> {
  if (units.length === 0) return
  await sql`
    insert into unit_event (unit_id, shop_id, move, from_state, to_state, document, reason, staff_name, happened_at)
    select unit_id, shop_id, ${cause.move}, ${cause.from_state}, ${cause.to_state}, ${cause.document},
      ${cause.reason}, ${cause.staff_name}, ${at}
    from jsonb_to_recordset(${JSON.stringify(units)}::jsonb) as happened (unit_id bigint, shop_id bigint)
    order by unit_id
  `.execute(tx)
}

/** Finds which of these codes belong to a unit. */
export async function findCodes(
  db: Database,
  codes: readonly string[],
): Promise<{ code: string; unit_id: number }[]> {
  return db
    .selectFrom('unit_code')
    .select(['code', 'unit_id'])
    .where((eb) => eb('code', '=', eb.fn.any(eb.val([...codes]))))
    .orderBy('code')
    .execute()
}

/** Replaces the codes of a locked unit. The database refuses codes of another unit. */
export async function updateCodes(
  tx: Tx,
  unit_id: number,
  { imei1, imei2, serial }: UnitCodes,
): Promise<void> {
  await tx
    .updateTable('unit')
    .set({ imei1, imei2, serial })
    .where('unit_id', '=', unit_id)
    .execute()
}

/** Finds the units that have been in stock longest, at most `quantity` of each stock row. */
export async function findOldestUnits(
  tx: Tx,
  wanted: readonly { product_id: number; shop_id: number; quantity: number }[],
  except: readonly number[],
): Promise<number[]> {
  if (wanted.length === 0) return []
  const { rows } = await sql<{ unit_id: number }>`
    select oldest.unit_id
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
      as wanted (product_id bigint, shop_id bigint, quantity integer)
    cross join lateral (
      select unit_id from unit
      where state = 'in_stock' and product_id = wanted.product_id and shop_id = wanted.shop_id
        and not unit_id = any(${except}::bigint[])
      order by unit_id limit wanted.quantity) oldest
    order by oldest.unit_id
  `.execute(tx)
  return rows.map(({ unit_id }) => unit_id)
}

/** Finds the units that were sold with an order, each with the shop that it left. */
export async function findUnitsOfOrder(
  tx: Tx,
  order_code: string,
): Promise<{ unit_id: number; product_id: number; shop_id: number }[]> {
  const { rows } = await sql<{ unit_id: number; product_id: number; shop_id: number }>`
    select unit.unit_id, unit.product_id, sale.shop_id
    from unit cross join lateral (
      select shop_id from stock_movement moved
      where moved.unit_id = unit.unit_id and kind = 'sale' order by stock_movement_id desc limit 1) sale
    where order_code = ${order_code} and state = 'sold' order by unit.unit_id
  `.execute(tx)
  return rows
}

/** The codes of the units that are sold with an order now. */
export async function findSoldCodes(
  db: Database,
  order_code: string,
): Promise<{ item_id: number; code: string }[]> {
  const rows = await db
    .selectFrom('unit')
    .select(['product_id as item_id', ({ fn }) => fn.coalesce('imei1', 'serial').as('code')])
    .where('order_code', '=', order_code)
    .where('state', '=', 'sold')
    .orderBy('unit_id')
    .execute()
  return rows.flatMap(({ item_id, code }) => (code === null ? [] : [{ item_id, code }]))
}

/** SQL of the months of warranty of an item: those of its version, but a used device has its own. */
export const monthsOfItem = sql`
  case when item.used_of is null then coalesce(version.warranty_months, item.warranty_months, 0)
    else item.warranty_months end`

/** Starts the warranty of the units that were sold with an order: it runs from the day of delivery. */
export async function startWarranty(
  tx: Tx,
  order_code: string,
  now: Date,
  unit_id: number | null = null,
): Promise<void> {
  await sql`
    update unit set warranty_from = day, warranty_until = day + months * interval '1 month'
    from (
      select item.product_id, ${monthsOfItem} as months,
        (${now}::timestamptz at time zone 'Asia/Ho_Chi_Minh')::date as day
      from product item left join product version on version.product_id = item.parent_id) sold
    where unit.product_id = sold.product_id and order_code = ${order_code} and state = 'sold'
      and (${unit_id}::bigint is null or unit_id = ${unit_id})
  `.execute(tx)
}

/** Finds which of these codes units have already, each with the state of its unit. */
export async function findKnownUnits(
  db: Database,
  codes: readonly string[],
): Promise<{ code: string; state: UnitState }[]> {
  return db
    .selectFrom('unit_code')
    .innerJoin('unit', 'unit.unit_id', 'unit_code.unit_id')
    .select(['code', 'state'])
    .where((eb) => eb('code', '=', eb.fn.any(eb.val([...codes]))))
    .execute()
}

/** Adds the days of a repair under warranty to the warranty of a sold unit. */
export async function extendUnitWarranty(tx: Tx, unit_id: number, days: number): Promise<void> {
  await sql`
    update unit set warranty_until = warranty_until + ${days}::integer
    where unit_id = ${unit_id} and warranty_until is not null
  `.execute(tx)
}

/** Gives a unit that comes back the item of the used device that it is now, and what the shop paid for it this time. */
export async function updateItemOfUnit(
  tx: Tx,
  unit_id: number,
  { product_id, cost }: { product_id: number; cost: number | null },
): Promise<void> {
  await tx.updateTable('unit').set({ product_id, cost }).where('unit_id', '=', unit_id).execute()
}
