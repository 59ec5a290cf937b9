import { type RawBuilder, sql } from 'kysely'
import { PickupState } from '#contracts/staff/pickups.ts'
import type { OrderState } from '#contracts/storefront/order.ts'
import type { Salutation } from '#contracts/storefront/quote.ts'
import type { Database } from '#db/schema.ts'
import { isAfter, type ListPart } from '#platform/database/list-part.ts'
import type { Reach } from '#pure/access.ts'
import type { OrderId } from '#pure/ids.ts'
import { cappedCount, max_count } from '#platform/database/state-counts.ts'

/** A pick-up of a list, as stored. */
export interface ListedPickup {
  order_id: OrderId
  order_code: string
  state: PickupState
  name: string
  shop: string | null
  items: string
  due: number
  since: Date
  keep_until: string | null
}

interface PickupFilter {
  reach: Reach
  /** The code of an order; null: all. */
  code: string | null
  /** Lapsed ones are listed whose last day was this one (YYYY-MM-DD) or later. */
  lapsed_since: string
}

/** Condition on `sales_order o` and its `pickup`: in this state of a pick-up, and what the filter lets through. */
function isIn(
  state: PickupState,
  { reach: { is_everything, shops }, code, lapsed_since }: PickupFilter,
): RawBuilder<unknown> {
  const states = {
    to_prepare: sql`o.state = 'confirmed'`,
    ready: sql`o.state = 'ready_for_pickup'`,
    lapsed: sql`o.state = 'cancelled' and pickup.keep_until >= ${lapsed_since}::date and exists (
      select from sales_order_event event where event.order_id = o.order_id and event.move = 'lapse_pickup')`,
  }
  return sql`${states[state]} and o.recipient->>'shipping_method' = 'store_pickup'
    and (${is_everything} or o.shop_id = any(${shops}::integer[]))
    and (${code}::text is null or o.code = ${code})`
}

function isInAny(filter: PickupFilter): RawBuilder<unknown> {
  const each = PickupState.options.map((state) => sql`(${isIn(state, filter)})`)
  return sql`(${sql.join(each, sql` or `)})`
}

/** Finds the pick-ups in a state, or all with null; the one that waits longest first. */
export async function findPickups(
  db: Database,
  state: PickupState | null,
  filter: PickupFilter,
  part: ListPart,
): Promise<ListedPickup[]> {
  const { rows } = await sql<ListedPickup>`
    select o.order_id, o.code as order_code, case o.state when 'confirmed' then 'to_prepare' when 'ready_for_pickup' then 'ready'
        else 'lapsed' end as state,
      coalesce(o.recipient->>'recipient_name', o.recipient->>'name') as name, shop.name as shop,
      (select string_agg(item_quantity || ' × ' || concat_ws(', ', name, color_name), '; ' order by position)
        from sales_order_line line where line.order_id = o.order_id) as items,
      coalesce((select sum(amount) from payment p where p.order_id = o.order_id
        and p.state = 'due_on_delivery'), 0)::bigint as due,
      coalesce((select max(happened_at) from sales_order_event event where event.order_id = o.order_id
        and event.state = o.state), o.created_at) as since,
      pickup.keep_until
    from sales_order o left join pickup using (order_id) left join shop on shop.shop_id = o.shop_id
    where (${state === null ? isInAny(filter) : isIn(state, filter)}) and ${isAfter('o.order_id', part)}
    order by ${part.after === undefined ? sql`since, o.order_id` : sql`o.order_id desc`}
    limit ${part.limit} offset ${part.offset}
  `.execute(db)
  return rows
}

/** Counts the pick-ups in each state, up to a thousand. */
export async function countPickups(db: Database, filter: PickupFilter) {
  const counted = PickupState.options.map((state) => countIn(db, state, filter))
  return Promise.all(counted)
}

async function countIn(db: Database, state: PickupState, filter: PickupFilter) {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select from sales_order o left join pickup using (order_id)
      where ${isIn(state, filter)} limit ${max_count + 1}) found
  `.execute(db)
  const count = rows[0]?.count ?? 0
  return cappedCount(state, count)
}

/** An order that is picked up, as stored. */
interface PickupOrder {
  order_id: OrderId
  shop_id: number | null
  state: OrderState
  version: number
  grand_total: number
  salutation: Salutation | null
  name: string
  recipient: string | null
  /** As stored: national digits. */
  phones: string[]
  note: string | null
  data_transfer: boolean
  shop: string | null
}

/** Finds an order that is picked up, within reach of staff. */
export async function findPickupOrder(
  db: Database,
  code: string,
  { is_everything, shops }: Reach,
): Promise<PickupOrder | null> {
  const { rows } = await sql<PickupOrder>`
    select order_id, o.shop_id, state, version, grand_total, recipient->>'salutation' as salutation,
      recipient->>'name' as name, recipient->>'recipient_name' as recipient, recipient->>'note' as note,
      coalesce((recipient->>'data_transfer')::boolean, false) as data_transfer, shop.name as shop,
      array_remove(array[recipient->>'phone', recipient->>'recipient_phone'], null) as phones
    from sales_order o left join shop using (shop_id)
    where o.code = ${code} and recipient->>'shipping_method' = 'store_pickup'
      and (${is_everything} or o.shop_id = any(${shops}::integer[]))
  `.execute(db)
  return rows[0] ?? null
}
