import { sql } from 'kysely'
import type { Database, Tx } from '#db/schema.ts'
import type { CustomerId, OrderId } from '#pure/ids.ts'
import type { OrderFacts } from '#shop/loyalty/points.ts'

/** An order of a member, with the facts that decide what it counts for. */
export interface MemberOrder extends Omit<OrderFacts, 'point_percent'> {
  order_id: OrderId
  customer_id: CustomerId
  completed_at: Date | null
  /** Frozen when the order was completed; null: it was not yet. */
  point_percent: number | null
  points_expire_at: Date | null
  /** As it is stored. */
  spent: number | null
}

/**
 * A refund that the total of its order does not know of. What went back with goods that were taken off, or with a part
 * that became another order, has made the total smaller already.
 */
const is_of_total = sql`refund.reason <> 'fewer_goods' and (refund.reason <> 'exchange'
  or exists (select from return_request where return_request.code = refund.provider_reference))`

/** The orders among these that members placed. */
export async function findMemberOrders(
  db: Database,
  order_ids: readonly OrderId[],
): Promise<MemberOrder[]> {
  const { rows } = await sql<MemberOrder>`
    select o.order_id, o.customer_id, o.state = 'delivered' as is_completed,
      o.state in ('cancelled', 'expired') as has_ended, o.grand_total,
      o.grand_total - o.shipping_fee as goods_total,
      (select min(happened_at) from sales_order_event event
        where event.order_id = o.order_id and event.state = 'delivered') as completed_at,
      (select coalesce(sum(amount), 0)::bigint from refund where refund.order_id = o.order_id
        and payment_review_id is null and state <> 'dropped' and ${is_of_total}) as refunded,
      (select coalesce(sum(value), 0)::bigint from return_request back where back.order_id = o.order_id
        and back.outcome in ('refund', 'other_goods')) as returned,
      (select coalesce(sum(amount), 0)::bigint from sales_order_adjustment part
        where part.order_id = o.order_id and part.rule = 'points') as points_used,
      counted.point_percent::float8 as point_percent, counted.points_expire_at, counted.spent,
      (select jsonb_build_object(
        'earned', coalesce(sum(case kind when 'earn' then points when 'take_back' then -points end), 0),
        'spent', coalesce(sum(case kind when 'spend' then points when 'give_back' then -points end), 0))
       from point_entry entry where entry.order_id = o.order_id) as booked
    from sales_order o
      join customer owner on owner.customer_id = o.customer_id and owner.kind = 'member'
      left join member_order counted on counted.order_id = o.order_id
    where o.order_id = any(${order_ids}::bigint[])
    order by o.order_id
  `.execute(db)
  return rows
}

/** Locks the orders of a member that were completed or use points: all that the books may know. */
export async function lockCountedOrders(tx: Tx, customer_id: CustomerId): Promise<OrderId[]> {
  const { rows } = await sql<{ order_id: OrderId }>`
    select order_id from sales_order o where customer_id = ${customer_id} and (state = 'delivered'
      or exists (select from member_order counted where counted.order_id = o.order_id)
      or exists (select from sales_order_adjustment part where part.order_id = o.order_id and part.rule = 'points'))
    order by order_id for no key update`.execute(tx)
  return rows.map(({ order_id }) => order_id)
}
