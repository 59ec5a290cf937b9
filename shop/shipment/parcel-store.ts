import { type RawBuilder, sql } from 'kysely'
import type { ParcelState } from '#contracts/staff/parcels.ts'
import type { Database, Tx } from '#db/schema.ts'
import type { Reach } from '#pure/access.ts'
import type { OrderId } from '#pure/ids.ts'
import { emptied_states, parcelInReach } from '#shop/shipment/parcel-rows.ts'
import type { ParcelMoveName } from '#shop/shipment/parcel-states.ts'

/** A parcel that is locked until the transaction ends, with its order. */
export interface LockedParcel {
  parcel_id: number
  code: string
  order_id: OrderId
  carrier: string
  /** The carrier's own code; null until it is known. */
  carrier_code: string | null
  state: ParcelState
  version: number
  /** The time of the newest event of the carrier that counted. */
  carrier_at: Date | null
}

interface NewParcel {
  code: string
  order_id: OrderId
  shop_id: number | null
  carrier: string
  weight_g: number
  cod_amount: number
  state: 'requested' | 'created'
}

/** Who moved a parcel, and what they wrote. */
export interface ParcelEvent {
  actor: 'staff' | 'carrier' | 'clock'
  staff_name: string | null
  note: string | null
}

/** Inserts a parcel with the first entry of its history. Returns its number. */
export async function insertParcel(
  tx: Tx,
  parcel: NewParcel,
  { actor, staff_name, note }: ParcelEvent,
  now: Date,
): Promise<number> {
  const { code, order_id, shop_id, carrier, weight_g, cod_amount, state } = parcel
  const { rows } = await sql<{ parcel_id: number }>`
    with created as (
      insert into parcel (code, order_id, shop_id, carrier, weight_g, cod_amount, state, created_at, updated_at)
      values (${code}, ${order_id}, ${shop_id}, ${carrier}, ${weight_g}, ${cod_amount}, ${state}, ${now}, ${now})
      returning parcel_id, state
    )
    insert into parcel_event (parcel_id, move, state, actor, staff_name, note, happened_at)
    select parcel_id, 'create', state, ${actor}, ${staff_name}::text, ${note}::text, ${now}::timestamptz from created
    returning parcel_id
  `.execute(tx)
  return rows[0]?.parcel_id ?? 0
}

/** A part of a line of an order: what of it lies in a parcel. */
interface ParcelLine {
  /** Of the line of the order. */
  position: number
  quantity: number
}

/** The product of a part of a line. */
interface ParcelGoods {
  product_id: number
  sku: string
  name: string
}

/** Writes what lies in a parcel. */
export async function insertParcelLines(
  tx: Tx,
  parcel_id: number,
  lines: readonly ParcelLine[],
): Promise<void> {
  await tx
    .insertInto('parcel_line')
    .values(lines.map(({ position, quantity }) => ({ parcel_id, position, quantity })))
    .execute()
}

/** What lies in a parcel, with the products. */
export async function findParcelLines(
  db: Database,
  parcel_id: number,
): Promise<(ParcelLine & ParcelGoods)[]> {
  const { rows } = await sql<ParcelLine & ParcelGoods>`
    select part.position, part.quantity, line.item_id as product_id, line.sku,
      concat_ws(', ', line.name, line.color_name) as name
    from parcel_line part join parcel using (parcel_id)
      join sales_order_line line on line.order_id = parcel.order_id and line.position = part.position
    where part.parcel_id = ${parcel_id} order by part.position
  `.execute(db)
  return rows
}

/** A part of a line that lies in no parcel yet. */
export interface UnpackedLine extends ParcelLine {
  sku: string
  final_price: number
}

/** What of an order lies in no parcel: goods of cancelled parcels are to be packed again. */
export async function findUnpackedLines(db: Database, order_id: OrderId): Promise<UnpackedLine[]> {
  const { rows } = await sql<UnpackedLine>`
    select position, sku, final_price, item_quantity - ${packedOf(order_id)} as quantity
    from sales_order_line line
    where order_id = ${order_id} and item_quantity > ${packedOf(order_id)} order by position
  `.execute(db)
  return rows
}

/** How many units of `line` lie in parcels. */
export function packedOf(order_id: OrderId | RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`coalesce((select sum(part.quantity) from parcel_line part join parcel using (parcel_id)
    where parcel.order_id = ${order_id} and parcel.state not in ${emptied_states}
      and part.position = line.position), 0)::integer`
}

/** Notes whether a part of a locked order is packed and the rest waits; returns whether it does. */
export async function updateRest(tx: Tx, order_id: OrderId): Promise<boolean> {
  const { rows } = await sql<{ has_rest: boolean }>`
    select exists (
      select from sales_order_line line join sales_order o using (order_id)
      where o.order_id = ${order_id} and line.item_quantity > ${packedOf(order_id)} and (o.state = 'shipping'
        or o.state = 'confirmed' and exists (select from parcel where parcel.order_id = o.order_id
          and parcel.state not in ${emptied_states}))) as has_rest
  `.execute(tx)
  const has_rest = rows[0]?.has_rest ?? false
  if (has_rest) {
    const row = tx.insertInto('packing_rest').values({ order_id })
    await row.onConflict((conflict) => conflict.doNothing()).execute()
  } else {
    await tx.deleteFrom('packing_rest').where('order_id', '=', order_id).execute()
  }
  return has_rest
}

/** Puts units into a parcel. Returns those that another one holds already. */
export async function insertParcelUnits(
  tx: Tx,
  parcel_id: number,
  unit_ids: readonly number[],
): Promise<number[]> {
  if (unit_ids.length === 0) return []
  const rows = await tx
    .insertInto('parcel_unit')
    .values(unit_ids.map((unit_id) => ({ unit_id, parcel_id })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('unit_id')
    .execute()
  return unit_ids.filter((id) => !rows.some(({ unit_id }) => unit_id === id))
}

/** The units in one parcel, or in all parcels of an order and what is prepared for its pick-up. */
export async function findPackedUnits(
  tx: Tx,
  order_id: OrderId,
  parcel_id: number | null = null,
): Promise<number[]> {
  const rows = await tx
    .selectFrom('parcel_unit')
    .leftJoin('parcel', 'parcel.parcel_id', 'parcel_unit.parcel_id')
    .select('unit_id')
    .where((eb) =>
      parcel_id === null
        ? eb.or([eb('order_id', '=', order_id), eb('pickup_order_id', '=', order_id)])
        : eb('parcel_unit.parcel_id', '=', parcel_id),
    )
    .orderBy('unit_id')
    .execute()
  return rows.map(({ unit_id }) => unit_id)
}

/** The units of these products that lie in a parcel or are prepared for a pick-up, whichever order it is of. */
export async function findUnitsInParcels(
  tx: Tx,
  product_ids: readonly number[],
): Promise<number[]> {
  const rows = await tx
    .selectFrom('parcel_unit')
    .innerJoin('unit', 'unit.unit_id', 'parcel_unit.unit_id')
    .select('parcel_unit.unit_id')
    .where((eb) => eb('product_id', '=', eb.fn.any(eb.val([...product_ids]))))
    .execute()
  return rows.map(({ unit_id }) => unit_id)
}

/** Takes all units out of a parcel. */
export async function deleteParcelUnits(tx: Tx, parcel_id: number): Promise<void> {
  await tx.deleteFrom('parcel_unit').where('parcel_id', '=', parcel_id).execute()
}

/** The order of a parcel that staff may touch: every transaction locks the order before its parcel. */
export async function findOrderOfParcel(
  db: Database,
  code: string,
  reach: Reach,
): Promise<OrderId | null> {
  const { rows } = await sql<{ order_id: OrderId }>`
    select order_id from parcel p where code = ${code} and ${parcelInReach(reach)}
  `.execute(db)
  return rows[0]?.order_id ?? null
}

const locked_columns = sql`parcel_id, code, order_id, carrier, carrier_code, state, version, carrier_at`

export async function lockParcel(tx: Tx, code: string): Promise<LockedParcel | null> {
  const { rows } = await sql<LockedParcel>`
    select ${locked_columns} from parcel
    where code = ${code} for no key update
  `.execute(tx)
  return rows[0] ?? null
}

/** Locks the parcels of an order that have goods of it. The order is locked before. */
export async function lockParcelsOfOrder(
  tx: Tx,
  order_id: OrderId,
): Promise<(LockedParcel & { cod_amount: number })[]> {
  const { rows } = await sql<LockedParcel & { cod_amount: number }>`
    select ${locked_columns}, cod_amount from parcel
    where order_id = ${order_id} and state not in ${emptied_states}
    order by parcel_id for no key update
  `.execute(tx)
  return rows
}

/** Locks a parcel that an order is in; null if it is in none. */
export async function lockParcelOfOrder(tx: Tx, order_id: OrderId): Promise<LockedParcel | null> {
  const { rows } = await sql<LockedParcel>`
    select ${locked_columns} from parcel
    where order_id = ${order_id} and state <> 'cancelled' order by parcel_id limit 1 for no key update
  `.execute(tx)
  return rows[0] ?? null
}

/**
 * Writes what the courier of a parcel that leaves collects. A carrier with a code of its own keeps what it was told.
 */
export async function updateCashOfParcel(
  tx: Tx,
  parcel_id: number,
  cod_amount: number,
): Promise<void> {
  await tx
    .updateTable('parcel')
    .set({ cod_amount })
    .where('parcel_id', '=', parcel_id)
    .where('carrier_code', 'is', null)
    .execute()
}

/** Writes the new state of a locked parcel and adds the move to its history. */
export async function updateParcelState(
  tx: Tx,
  parcel_id: number,
  { move, state }: { move: ParcelMoveName; state: ParcelState },
  { actor, staff_name, note }: ParcelEvent,
  now: Date,
): Promise<void> {
  await sql`
    with moved as (
      update parcel set state = ${state}, version = version + 1, updated_at = ${now}
      where parcel_id = ${parcel_id} returning parcel_id
    )
    insert into parcel_event (parcel_id, move, state, actor, staff_name, note, happened_at)
    select parcel_id, ${move}, ${state}, ${actor}, ${staff_name}::text, ${note}::text, ${now}::timestamptz from moved
  `.execute(tx)
}

/** Finds the parcel that an event of a carrier is about: by the carrier's code, or by ours while that is unknown. */
export async function findParcelOfEvent(
  tx: Tx,
  carrier: string,
  { carrier_code, reference }: { carrier_code: string; reference: string | null },
): Promise<{ code: string; order_id: OrderId } | null> {
  const { rows } = await sql<{ code: string; order_id: OrderId }>`
    select code, order_id from parcel where carrier = ${carrier}
      and (carrier_code = ${carrier_code} or (carrier_code is null and code = ${reference}))
    order by carrier_code nulls last limit 1
  `.execute(tx)
  return rows[0] ?? null
}

/** Writes what the carrier said about a locked parcel: its code, what it takes, when it is asked again. */
export async function updateFromCarrier(
  tx: Tx,
  parcel_id: number,
  told: { carrier_code?: string; fee?: number | null; carrier_at?: Date; ask_at: Date | null },
): Promise<void> {
  await tx.updateTable('parcel').set(told).where('parcel_id', '=', parcel_id).execute()
}

/** A parcel that its carrier is asked about. */
interface SilentParcel {
  code: string
  carrier_code: string
}

/** Claims parcels of a carrier that were silent for too long; until `next` no other process asks about them. */
export async function claimSilentParcels(
  db: Database,
  carrier: string,
  { now, next, limit }: { now: Date; next: Date; limit: number },
): Promise<SilentParcel[]> {
  const { rows } = await sql<SilentParcel>`
    update parcel set ask_at = ${next} where parcel_id in (
      select parcel_id from parcel
      where carrier = ${carrier} and ask_at <= ${now} and carrier_code is not null
        and state in ('requested', 'created', 'handed_over', 'delivering', 'delivery_failed', 'returning')
      order by ask_at limit ${limit} for no key update skip locked)
    returning code, carrier_code
  `.execute(db)
  return rows
}
