import { type RawBuilder, sql } from 'kysely'
import type { ReturnGrade, ReturnReason, ReturnState } from '#contracts/staff/returns.ts'
import type { Database, Tx } from '#db/schema.ts'
import type { Reach } from '#pure/access.ts'
import type { OrderId } from '#pure/ids.ts'
import { ofShopInReach } from '#shop/location/reach-rows.ts'
import { inReach } from '#shop/order/order-rows.ts'
import { moves } from '#shop/order/order-states.ts'
import { type ReturnMoveName, returnMoveOf } from '#shop/return/return-states.ts'
import type { SoldLine } from '#shop/return/return-value.ts'

/** A return as it is stored. */
export interface StoredReturn {
  return_id: number
  code: string
  order_id: OrderId
  position: number
  quantity: number
  /** Null: staff have not accepted it yet. */
  shop_id: number | null
  state: ReturnState
  asked_by: 'shopper' | 'staff'
  reason: ReturnReason
  words: string | null
  unit_id: number | null
  grade: ReturnGrade | null
  gifts_returned: boolean | null
  findings: string | null
  value: number | null
  fee: number | null
  outcome: 'refund' | 'exchange' | 'other_goods' | null
  /** What the shopper wishes; null: the goods were brought to a counter. */
  wish: 'refund' | 'exchange' | null
  /** The last day on which accepted goods are brought: YYYY-MM-DD. */
  bring_by: string | null
  version: number
  created_at: Date
}

/**
 * The condition that staff may see a return ("back"): it is at a shop within reach. Before a shop is chosen, whoever
 * may see its order may see it (decisions 126, 160).
 */
export function returnInReach(reach: Reach): RawBuilder<unknown> {
  return sql`(${ofShopInReach('back.shop_id', reach)} or (back.shop_id is null and exists (
    select from sales_order o where o.order_id = back.order_id and ${inReach(reach)})))`
}

/** Finds a return within reach, without a lock. */
export async function findReturn(
  db: Database,
  code: string,
  reach: Reach,
): Promise<StoredReturn | null> {
  const { rows } = await sql<StoredReturn>`
    select * from return_request back where code = ${code} and ${returnInReach(reach)}
  `.execute(db)
  return rows[0] ?? null
}

/** Finds a return within reach by its id, without a lock. */
export async function findReturnById(
  db: Database,
  return_id: number,
  reach: Reach,
): Promise<StoredReturn | null> {
  const { rows } = await sql<StoredReturn>`
    select * from return_request back where return_id = ${return_id} and ${returnInReach(reach)}
  `.execute(db)
  return rows[0] ?? null
}

/** Locks a return; its order is locked before. */
export async function lockReturn(tx: Tx, return_id: number): Promise<StoredReturn | null> {
  const row = await tx
    .selectFrom('return_request')
    .selectAll()
    .where('return_id', '=', return_id)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** Locks a return of a locked order; null: the order has no such return. */
export async function lockReturnOfOrder(
  tx: Tx,
  order_id: OrderId,
  code: string,
): Promise<StoredReturn | null> {
  const row = await tx
    .selectFrom('return_request')
    .selectAll()
    .where('order_id', '=', order_id)
    .where('code', '=', code)
    .forUpdate()
    .$castTo<StoredReturn>()
    .executeTakeFirst()
  return row ?? null
}

interface NewReturn {
  order_id: OrderId
  position: number
  quantity: number
  shop_id: number | null
  reason: ReturnReason
  words: string | null
  unit_id: number | null
  wish?: 'refund' | 'exchange'
}

/** The code of an equal request for goods without codes that still waits and was made since an instant. */
export async function findTwinReturn(
  tx: Tx,
  { order_id, position, quantity, reason, words, wish }: Omit<NewReturn, 'shop_id'>,
  since: Date,
): Promise<string | null> {
  const { rows } = await sql<{ code: string }>`
    select code from return_request
    where order_id = ${order_id} and position = ${position} and reason = ${reason} and wish = ${wish}
      and words is not distinct from ${words}::text and quantity = ${quantity}
      and unit_id is null and asked_by = 'shopper' and state = 'asked' and created_at > ${since}
    limit 1`.execute(tx)
  return rows[0]?.code ?? null
}

/** Who makes a move, and what they say. */
interface MoveBy {
  actor: 'shopper' | 'staff'
  staff_name: string | null
  note: string | null
  at: Date
}

/** Inserts a return by the move that creates it; returns its code. */
export async function insertReturn(
  tx: Tx,
  request: NewReturn,
  move: 'ask' | 'open',
  by: MoveBy,
): Promise<string> {
  const state = returnMoveOf(move).to
  const { return_id, code } = await tx
    .insertInto('return_request')
    .values({
      ...{ ...request, state, asked_by: by.actor },
      ...{ created_at: by.at, updated_at: by.at },
    })
    .returning(['return_id', 'code'])
    .executeTakeFirstOrThrow()
  await insertEvent(tx, { return_id, move, state }, by)
  return code
}

interface ReturnChange {
  shop_id?: number
  unit_id?: number | null
  grade?: ReturnGrade
  gifts_returned?: boolean
  findings?: string | null
  value?: number
  fee?: number
  outcome?: 'refund' | 'exchange' | 'other_goods'
  exchange_order_id?: OrderId
  replaced_by?: number | null
  refund_request_id?: number | null
  reason?: ReturnReason
  /** YYYY-MM-DD. */
  bring_by?: string
}

/** Moves a locked return, with what the move writes, and its event. */
export async function updateReturn(
  tx: Tx,
  return_id: number,
  move: ReturnMoveName,
  change: ReturnChange,
  by: MoveBy,
): Promise<void> {
  const state = returnMoveOf(move).to
  await tx
    .updateTable('return_request')
    .set((eb) => ({ ...change, state, version: eb('version', '+', 1), updated_at: by.at }))
    .where('return_id', '=', return_id)
    .execute()
  await insertEvent(tx, { return_id, move, state }, by)
}

async function insertEvent(
  tx: Tx,
  event: { return_id: number; move: ReturnMoveName; state: ReturnState },
  { at: happened_at, ...by }: MoveBy,
): Promise<void> {
  await tx
    .insertInto('return_event')
    .values({ ...event, ...by, happened_at })
    .execute()
}

/** A request of a shopper whose goods are not at a shop yet. */
export interface WaitingReturn {
  return_id: number
  code: string
  reason: ReturnReason
  quantity: number
  unit_id: number | null
}

/** What came back of a line, in returns that were not refused. */
interface Returned {
  /** Units in returns, also in those that are done. */
  open: number
  /** Units that were refunded or exchanged for other goods. */
  done: number
  codes: string[]
  /** The units with a code that are in returns that are not done. */
  unit_ids: number[]
  waiting: WaitingReturn[]
}

const nothing: Returned = { open: 0, done: 0, codes: [], unit_ids: [], waiting: [] }

/** Reads what came back of each line of an order, by position. `except`: a return that is not counted. */
export async function findReturned(
  db: Database,
  order_id: OrderId,
  except: number | null = null,
): Promise<(position: number) => Returned> {
  const { rows } = await sql<Returned & { position: number }>`
    select position, sum(quantity)::integer as open,
      coalesce(sum(quantity) filter (where outcome in ('refund', 'other_goods')), 0)::integer as done,
      array_agg(code order by return_id) as codes,
      coalesce(jsonb_agg(unit_id) filter (where unit_id is not null and state <> 'done'), '[]') as unit_ids,
      coalesce(jsonb_agg(jsonb_build_object('return_id', return_id, 'code', code, 'reason', reason, 'quantity', quantity,
        'unit_id', unit_id) order by return_id) filter (where state in ('asked', 'accepted')), '[]') as waiting
    from return_request
    where order_id = ${order_id} and state not in ('rejected', 'withdrawn')
      and coalesce(outcome, '') <> 'exchange' and return_id is distinct from ${except}::bigint
    group by position
  `.execute(db)
  return (position) => rows.find((row) => row.position === position) ?? nothing
}

/** Whether a sold unit of an order is in a return that is not over, or may be: the request does not name one yet. */
export async function isInOpenReturn(
  tx: Tx,
  order_id: OrderId,
  { unit_id, product_id }: { unit_id: number; product_id: number },
): Promise<boolean> {
  const { rows } = await sql`
    select from return_request back join sales_order_line line using (order_id, position)
    where order_id = ${order_id} and state not in ('rejected', 'withdrawn', 'done')
      and (back.unit_id = ${unit_id} or (back.unit_id is null and line.item_id = ${product_id}))
    limit 1
  `.execute(tx)
  return rows.length > 0
}

/** How many units of an order the shop bought back, by product: nobody can return them any more. */
export async function findBoughtBack(
  db: Database,
  { order_id, code }: { order_id: OrderId; code: string },
): Promise<Map<number, number>> {
  // A unit that was given for another one was moved with the code of the return.
  const { rows } = await sql<{ product_id: number; quantity: number }>`
    select moved.product_id, count(distinct moved.unit_id)::integer as quantity
    from stock_movement moved
    join unit_event sold on sold.unit_id = moved.unit_id and sold.document = moved.document
      and sold.move in ('sell', 'give')
    cross join lateral (
      select move from unit_event later
      where later.unit_id = sold.unit_id and later.unit_event_id > sold.unit_event_id and later.move <> 'correct'
      order by later.unit_event_id limit 1) next
    where moved.document = any(array(
        select ${code}::text union all select code from return_request where order_id = ${order_id}))
      and moved.unit_id is not null and moved.kind in ('sale', 'exchange') and next.move = 'buy_back'
    group by moved.product_id
  `.execute(db)
  return new Map(rows.map(({ product_id, quantity }) => [product_id, quantity]))
}

/** The lines of an order, with what all of its goods cost after all discounts, without the delivery fee. */
export async function findSoldLines(
  db: Database,
  order_id: OrderId,
): Promise<{
  lines: (SoldLine & { item_id: number; sku: string; thumbnail: string | null })[]
  goods_total: number
}> {
  const lines = await db
    .selectFrom('sales_order_line')
    .select([
      ...(['position', 'line_id', 'parent_line_id', 'item_id', 'item_quantity', 'sku'] as const),
      ...(['price', 'mechanic_price', 'final_price', 'line_total', 'is_gift'] as const),
      ...(['combo_item_id', 'thumbnail'] as const),
    ])
    .select((eb) => [eb.fn<string>('concat_ws', [eb.val(', '), 'name', 'color_name']).as('name')])
    .where('order_id', '=', order_id)
    .orderBy('position')
    .execute()
  const { grand_total, shipping_fee } = await db
    .selectFrom('sales_order')
    .select(['grand_total', 'shipping_fee'])
    .where('order_id', '=', order_id)
    .executeTakeFirstOrThrow()
  return { lines, goods_total: grand_total - shipping_fee }
}

/** The moves that bring an order to its shopper. */
const deliveries = Object.entries(moves).flatMap(([name, { to }]) =>
  to === 'delivered' ? [name] : [],
)

/** When an order was delivered; null if it was not. */
export async function findDelivered(db: Database, order_id: OrderId): Promise<Date | null> {
  const row = await db
    .selectFrom('sales_order_event')
    .select((eb) => eb.fn.max('happened_at').as('delivered_at'))
    .where('order_id', '=', order_id)
    .where('state', '=', 'delivered')
    .where('move', 'in', deliveries)
    .executeTakeFirst()
  return row?.delivered_at ?? null
}

/** Units of these products that this order has, with the code that is printed on them. */
export async function findUnitsWithCustomer(
  db: Database,
  order_code: string,
): Promise<{ unit_id: number; product_id: number; codes: string[] }[]> {
  const { rows } = await sql<{ unit_id: number; product_id: number; codes: string[] }>`
    select unit_id, product_id, array_agg(code order by unit_code.code) as codes
    from unit join unit_code using (unit_id)
    where order_code = ${order_code} and state = 'sold' group by unit_id, product_id order by unit_id
  `.execute(db)
  return rows
}
