import { sql } from 'kysely'
import type { WaitingKind } from '#contracts/staff/today.ts'
import type { Database } from '#db/schema.ts'
import type { Reach } from '#pure/access.ts'
import { ofShopInReach } from '#shop/location/reach-rows.ts'
import { inReach } from '#shop/order/order-rows.ts'
import { returnInReach } from '#shop/return/return-store.ts'

interface Waiting {
  kind: WaitingKind
  count: number
  oldest_at: Date | null
}

export const max_waiting = 1_000

/**
 * Counts what waits, up to one more than `max_waiting` of a kind, and finds the oldest of each. Of orders,
 * parcels and returns only those within reach.
 */
export async function findWaiting(
  db: Database,
  { orders, parcels, returns }: { orders: Reach; parcels: Reach; returns: Reach },
): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select 'pending_orders' as kind, count(*) as count, min(created_at) as oldest_at from (
      select created_at from sales_order o where state = 'pending' and ${inReach(orders)}
      order by created_at limit ${max_waiting + 1}) found
    union all
    select 'confirmed_orders', count(*), min(created_at) from (
      select created_at from sales_order o where state = 'confirmed' and ${inReach(orders)}
      order by created_at limit ${max_waiting + 1}) found
    union all
    select 'packed_parcels', count(*), min(updated_at) from (
      select updated_at from parcel p where state = 'created' and ${ofShopInReach('p.shop_id', parcels)}
      order by parcel_id limit ${max_waiting + 1}) found
    union all
    select 'failed_parcels', count(*), min(updated_at) from (
      select updated_at from parcel p where state = 'delivery_failed' and ${ofShopInReach('p.shop_id', parcels)}
      order by parcel_id limit ${max_waiting + 1}) found
    union all
    select 'ready_pickups', count(*), min(ready_at) from (
      select ready_at from sales_order p join pickup using (order_id)
      where state = 'ready_for_pickup' and ${ofShopInReach('p.shop_id', parcels)}
      limit ${max_waiting + 1}) found
    union all
    select 'asked_returns', count(*), min(created_at) from (
      select created_at from return_request back where state = 'asked' and ${returnInReach(returns)}
      order by return_id limit ${max_waiting + 1}) found
    union all
    select 'refunds', count(*), min(created_at) from (
      select created_at from refund
      where state in ('due', 'failed') and (state = 'failed' or next_attempt_at is null)
      order by created_at limit ${max_waiting + 1}) found
    union all
    select 'reviews', count(*), min(created_at) from (
      select created_at from payment_review review where state = 'open'
        and not exists (select from payment_message message
          where message.payment_message_id = review.payment_message_id and message.gateway = 'exchange')
      order by payment_review_id limit ${max_waiting + 1}) found
    union all
    select 'failed_messages', count(*), min(created_at) from (
      select created_at from outbox where state = 'failed'
      order by created_at limit ${max_waiting + 1}) found
  `.execute(db)
  return rows
}
