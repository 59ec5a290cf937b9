import { type RawBuilder, sql } from 'kysely'
import type { RefundRequestState } from '#contracts/staff/refund-requests.ts'
import { type ReturnReason, ReturnState } from '#contracts/staff/returns.ts'
import type { Database } from '#db/schema.ts'
import type { Reach } from '#pure/access.ts'
import type { OrderId } from '#pure/ids.ts'
import { returnInReach } from '#shop/return/return-store.ts'
import { countStates, type StateCount } from '#platform/database/state-counts.ts'

/** A return of a list, as stored. */
interface ListedReturn {
  code: string
  state: ReturnState
  order_code: string
  item: string
  quantity: number
  unit_code: string | null
  reason: ReturnReason
  customer: string
  shop: string | null
  asked_by: 'shopper' | 'staff'
  created_at: Date
  updated_at: Date
}

const columns = sql`back.code, back.state, o.code as order_code, concat_ws(', ', line.name, line.color_name) as item,
  back.quantity, coalesce(unit.imei1, unit.serial) as unit_code, back.reason,
  o.recipient->>'name' as customer, shop.name as shop, back.asked_by, back.created_at, back.updated_at`
const tables = sql`from return_request back join sales_order o using (order_id)
  join sales_order_line line on line.order_id = back.order_id and line.position = back.position
  left join shop on shop.shop_id = back.shop_id left join unit using (unit_id)`

interface ReturnFilter {
  state: ReturnState | null
  /** Code of a return, of an order or of a unit; null: all. */
  q: string | null
}

/** Finds returns within reach, the latest first. */
export async function findReturns(
  db: Database,
  reach: Reach,
  { state, q }: ReturnFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<ListedReturn[]> {
  const { rows } = await sql<ListedReturn>`
    select ${columns} ${tables}
    where ${returnInReach(reach)} and (${state}::text is null or back.state = ${state})
      and (${q}::text is null or back.code = ${q} or o.code = ${q} or back.unit_id = (${unitOf(q)}))
    order by back.return_id desc limit ${limit} offset ${offset}
  `.execute(db)
  return rows
}

function unitOf(code: string | null): RawBuilder<unknown> {
  return sql`select unit_id from unit_code where unit_code.code = ${code}`
}

/** Counts the returns of each state within reach. */
export function countReturns(db: Database, reach: Reach): Promise<StateCount<ReturnState>[]> {
  return countStates(
    db,
    ReturnState.options,
    sql`from return_request back where back.state = one.state and ${returnInReach(reach)}`,
  )
}

/** A return with what its page shows besides. */
interface ReturnFacts extends ListedReturn {
  sku: string
  has_codes: boolean
  new_unit_code: string | null
  new_order_code: string | null
  /** The shop that answers for the order. */
  order_shop_id: number | null
  refund_amount: number | null
  refund_state: RefundRequestState | null
}

/** The facts of a return. The caller has found it within reach. */
export async function findReturnFacts(
  db: Database,
  return_id: number,
): Promise<ReturnFacts | null> {
  const { rows } = await sql<ReturnFacts>`
    select ${columns}, line.sku, o.shop_id as order_shop_id, (unit.unit_id is not null or exists (select from unit sold
        where sold.order_code = o.code and sold.product_id = line.item_id and sold.state = 'sold')) as has_codes,
      (select coalesce(imei1, serial) from unit fresh where fresh.unit_id = back.replaced_by) as new_unit_code,
      (select code from sales_order other where other.order_id = back.exchange_order_id) as new_order_code,
      request.amount as refund_amount, request.state as refund_state
    ${tables} left join refund_request request on request.refund_request_id = back.refund_request_id
    where return_id = ${return_id}
  `.execute(db)
  return rows[0] ?? null
}

interface StoredEvent {
  move: string
  state: ReturnState
  actor: 'shopper' | 'staff'
  staff_name: string | null
  note: string | null
  happened_at: Date
}

/** What happened to a return, oldest first. */
export async function findReturnEvents(db: Database, return_id: number): Promise<StoredEvent[]> {
  return db
    .selectFrom('return_event')
    .select(['move', 'state', 'actor', 'staff_name', 'note', 'happened_at'])
    .where('return_id', '=', return_id)
    .orderBy('return_event_id')
    .$castTo<StoredEvent>()
    .execute()
}

/** Finds the order with this code, or the one that got the unit with this code. */
export async function findOrderToReturn(
  db: Database,
  { order_code, unit_code }: { order_code: string; unit_code: string },
): Promise<{ order_id: OrderId; code: string; customer: string } | null> {
  const { rows } = await sql<{ order_id: OrderId; code: string; customer: string }>`
    select order_id, code, recipient->>'name' as customer from sales_order
    where code in (${order_code}, (select unit.order_code from unit_code join unit using (unit_id)
      where unit_code.code = ${unit_code} and unit.state = 'sold'))
    order by code = ${order_code} desc limit 1
  `.execute(db)
  return rows[0] ?? null
}

/** A shop to which customers bring goods; null: there is none, or it is closed for good. */
export async function findShopToBring(
  db: Database,
  shop_id: number,
): Promise<{ name: string; address: string; time_opening: string } | null> {
  const shop = await db
    .selectFrom('shop')
    .select(['name', 'address', 'time_opening'])
    .where('shop_id', '=', shop_id)
    .where('is_active', '=', true)
    .executeTakeFirst()
  return shop ?? null
}
