import { type RawBuilder, sql } from 'kysely'
import { type TransferLine, TransferState } from '#contracts/staff/transfers.ts'
import type { Database, Tx } from '#db/schema.ts'
import { isMadeBy, type Pressed } from '#shop/change-log/change-rows.ts'
import { isAfter, type ListPart } from '#platform/database/list-part.ts'
import { countStates, type StateCount } from '#platform/database/state-counts.ts'
import type { Reach } from '#pure/access.ts'

/** A transfer as it is stored. */
export interface StoredTransfer {
  transfer_id: number
  code: string
  state: TransferState
  version: number
  from_shop_id: number
  to_shop_id: number
  from_shop: string
  to_shop: string
  quantity: number
  received: number
  staff_name: string
  created_at: Date
  sent_by: string | null
  sent_at: Date | null
  closed_by: string | null
  close_reason: string | null
}

/** The shop of a transfer at which somebody acts; either: whoever may see one of them. */
export type Side = 'from' | 'to' | 'either'

interface TransferFilter {
  state: TransferState | null
  q: string | null
}

/** Finds transfers from or to shops within reach. */
export async function findTransfers(
  db: Database,
  reach: Reach,
  filter: TransferFilter,
  part: ListPart,
): Promise<StoredTransfer[]> {
  const { rows } = await sql<StoredTransfer>`
    select ${columns} ${tables}
    where (${filter.state}::text is null or moved.state = ${filter.state})
      and (${filter.q}::text is null or moved.code = upper(${filter.q})) and ${inReach(reach, 'either')}
      and ${isAfter('moved.transfer_id', part)}
    order by moved.transfer_id desc limit ${part.limit} offset ${part.offset}
  `.execute(db)
  return rows
}

/** Counts the transfers of each state within reach. */
export function countTransfers(db: Database, reach: Reach): Promise<StateCount<TransferState>[]> {
  return countStates(
    db,
    TransferState.options,
    sql`from stock_transfer moved where moved.state = one.state and ${inReach(reach, 'either')}`,
  )
}

/** Finds a transfer of which this side is within reach. */
export async function findTransfer(
  db: Database,
  reach: Reach,
  code: string,
  side: Side,
): Promise<StoredTransfer | null> {
  const { rows } = await sql<StoredTransfer>`
    select ${columns} ${tables} where moved.code = ${code} and ${inReach(reach, side)}
  `.execute(db)
  return rows[0] ?? null
}

/** Locks a transfer before it is read. */
export async function lockTransfer(tx: Tx, code: string): Promise<void> {
  await tx
    .selectFrom('stock_transfer')
    .select('transfer_id')
    .where('code', '=', code)
    .forUpdate()
    .execute()
}

interface NewTransfer {
  from_shop_id: number
  to_shop_id: number
  staff_name: string
  created_at: Date
}

/** What was scanned on the way to a new transfer; both null: nothing that the shop knows. */
interface Scanned {
  unit: { unit_id: number } | null
  item: { product_id: number } | null
}

/**
 * The code of an equal draft that the same person made a moment ago and has not touched; null if none.
 * `scanned`: what it was made with.
 */
export async function findTwinTransfer(
  tx: Tx,
  { from_shop_id, to_shop_id }: NewTransfer,
  scanned: Scanned | null,
  pressed: Pressed,
): Promise<string | null> {
  const { unit, item } = scanned ?? {}
  // What it is made with raises its version once.
  const untouched = scanned === null ? sql`version = 1` : sql`version = 2`
  const { rows } = await sql<{ code: string }>`
    select code from stock_transfer own
    where from_shop_id = ${from_shop_id} and to_shop_id = ${to_shop_id}
      and ${isMadeBy(pressed, 'stock_transfer', sql`own.transfer_id::text`)}
      and created_at > ${pressed.since} and state = 'draft' and ${untouched}
      and (${scanned === null}::boolean
        or exists (select from stock_transfer_unit one
          where one.transfer_id = own.transfer_id and one.unit_id = ${unit?.unit_id ?? null}::bigint)
        or exists (select from stock_transfer_line one
          where one.transfer_id = own.transfer_id and one.product_id = ${item?.product_id ?? null}::bigint))
    limit 1`.execute(tx)
  return rows[0]?.code ?? null
}

export async function insertTransfer(
  tx: Tx,
  transfer: NewTransfer,
): Promise<{ transfer_id: number; code: string }> {
  return tx
    .insertInto('stock_transfer')
    .values(transfer)
    .returning(['transfer_id', 'code'])
    .executeTakeFirstOrThrow()
}

/** The lines of a transfer: goods that are counted, and units that have codes, by product. */
export async function findTransferLines(
  db: Database,
  transfer_id: number,
): Promise<(TransferLine & { product_id: number })[]> {
  const { rows } = await sql<TransferLine & { product_id: number }>`
    select product_id, sku, name, color_name, sum(quantity)::integer as quantity,
      sum(received)::integer as received, sum(settled)::integer as settled,
      coalesce(json_agg(json_build_object('code', code, 'is_received', received = 1) order by code)
        filter (where code is not null), '[]') as units
    from (
      select product_id, quantity, received, settled, null as code from stock_transfer_line
      where transfer_id = ${transfer_id}
      union all
      select product_id, 1, (received_at is not null)::integer, (settled_at is not null)::integer,
        coalesce(imei1, serial)
      from stock_transfer_unit part join unit using (unit_id) where part.transfer_id = ${transfer_id}
    ) part join product using (product_id)
    group by product_id, sku, name, color_name order by sku
  `.execute(db)
  return rows
}

/** Goods of a transfer that are only counted. */
interface CountedLine {
  product_id: number
  sku: string
  quantity: number
  received: number
  settled: number
}

export async function findCountedLines(db: Database, transfer_id: number): Promise<CountedLine[]> {
  const { rows } = await sql<CountedLine>`
    select product_id, sku, quantity, received, settled
    from stock_transfer_line join product using (product_id)
    where transfer_id = ${transfer_id} order by product_id
  `.execute(db)
  return rows
}

/** The units of a transfer that were neither received nor settled. */
export async function findOpenUnits(db: Database, transfer_id: number): Promise<number[]> {
  const rows = await db
    .selectFrom('stock_transfer_unit')
    .select('unit_id')
    .where('transfer_id', '=', transfer_id)
    .where('received_at', 'is', null)
    .where('settled_at', 'is', null)
    .orderBy('unit_id')
    .execute()
  return rows.map(({ unit_id }) => unit_id)
}

export async function hasTransferUnit(
  db: Database,
  transfer_id: number,
  unit_id: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('stock_transfer_unit')
    .select('unit_id')
    .where('transfer_id', '=', transfer_id)
    .where('unit_id', '=', unit_id)
    .executeTakeFirst()
  return row !== undefined
}

/** Adds a unit to a draft; false if it has it already. */
export async function addTransferUnit(
  tx: Tx,
  transfer_id: number,
  unit_id: number,
): Promise<boolean> {
  const row = await tx
    .insertInto('stock_transfer_unit')
    .values({ transfer_id, unit_id })
    .onConflict((conflict) => conflict.doNothing())
    .returning('unit_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Adds a quantity to a draft. */
export async function addTransferQuantity(
  tx: Tx,
  key: { transfer_id: number; product_id: number },
  quantity: number,
): Promise<void> {
  await sql`
    insert into stock_transfer_line (transfer_id, product_id, quantity)
    values (${key.transfer_id}, ${key.product_id}, ${quantity})
    on conflict (transfer_id, product_id) do update
      set quantity = stock_transfer_line.quantity + excluded.quantity
  `.execute(tx)
}

export async function deleteFromDraft(
  tx: Tx,
  transfer_id: number,
  { unit_id, product_id }: { unit_id: number | null; product_id: number | null },
): Promise<void> {
  await sql`delete from stock_transfer_unit where transfer_id = ${transfer_id}
    and (unit_id = ${unit_id} or unit_id in (select unit_id from unit where product_id = ${product_id}))
  `.execute(tx)
  if (product_id === null) return
  await tx
    .deleteFrom('stock_transfer_line')
    .where('transfer_id', '=', transfer_id)
    .where('product_id', '=', product_id)
    .execute()
}

/** Records that goods of a transfer arrived, or where they are instead. */
export async function updateArrived(
  tx: Tx,
  transfer_id: number,
  as: 'received' | 'settled',
  goods: {
    unit_ids: readonly number[]
    counted: readonly { product_id: number; quantity: number }[]
  },
  at: Date,
): Promise<void> {
  const is_received = as === 'received'
  await sql`
    update stock_transfer_unit set received_at = ${is_received ? at : null},
      settled_at = ${is_received ? null : at}
    where transfer_id = ${transfer_id} and unit_id = any(${goods.unit_ids}::bigint[])
  `.execute(tx)
  await sql`
    update stock_transfer_line own
    set received = received + case when ${is_received} then part.quantity else 0 end,
      settled = settled + case when ${is_received} then 0 else part.quantity end
    from jsonb_to_recordset(${JSON.stringify(goods.counted)}::jsonb) as part (product_id bigint, quantity integer)
    where transfer_id = ${transfer_id} and own.product_id = part.product_id
  `.execute(tx)
}

/** Moves a locked transfer into a state, or only raises its version. */
export async function updateTransfer(
  tx: Tx,
  transfer_id: number,
  change: {
    state?: TransferState
    sent_by?: string
    sent_at?: Date
    closed_by?: string
    closed_at?: Date
    close_reason?: string | null
  } = {},
): Promise<number> {
  const { version } = await tx
    .updateTable('stock_transfer')
    .set(({ eb }) => ({ ...change, version: eb('version', '+', 1) }))
    .where('transfer_id', '=', transfer_id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

/** What the goods that are still on the way cost, in đồng. A cost that is not known counts as the price. */
export async function costOnTheWay(db: Database, transfer_id: number): Promise<number> {
  const { rows } = await sql<{ cost: number }>`
    select coalesce(sum(quantity * coalesce(cost, (
      select coalesce(sale_price, list_price) from price
      where price.product_id = part.product_id and province_id is null and customer_group_id is null), 0)), 0)
      ::bigint as cost
    from (
      select unit.product_id, 1 as quantity, unit.cost
      from stock_transfer_unit own join unit using (unit_id)
      where own.transfer_id = ${transfer_id} and received_at is null and settled_at is null
      union all
      select product_id, quantity - received - settled, (
        select cost from stock_movement moved
        where moved.product_id = own.product_id and cost is not null order by stock_movement_id desc limit 1)
      from stock_transfer_line own where transfer_id = ${transfer_id}
    ) part
  `.execute(db)
  return rows[0]?.cost ?? 0
}

const columns: RawBuilder<unknown> = sql`moved.transfer_id, moved.code, moved.state, moved.version,
  moved.from_shop_id, moved.to_shop_id, sender.name as from_shop, receiver.name as to_shop,
  moved.staff_name, moved.created_at, moved.sent_by, moved.sent_at, moved.closed_by, moved.close_reason,
  sums.quantity, sums.received`
const tables: RawBuilder<unknown> = sql`
  from stock_transfer moved join shop sender on sender.shop_id = moved.from_shop_id
    join shop receiver on receiver.shop_id = moved.to_shop_id
  cross join lateral (
    select coalesce(sum(quantity), 0)::integer as quantity, coalesce(sum(received), 0)::integer as received
    from (
      select quantity, received from stock_transfer_line line where line.transfer_id = moved.transfer_id
      union all
      select 1, (received_at is not null)::integer from stock_transfer_unit part
      where part.transfer_id = moved.transfer_id) goods) sums`

function inReach({ is_everything, shops }: Reach, side: Side): RawBuilder<unknown> {
  return sql`(${is_everything}
    or (${side !== 'to'} and moved.from_shop_id = any(${shops}::bigint[]))
    or (${side !== 'from'} and moved.to_shop_id = any(${shops}::bigint[])))`
}
