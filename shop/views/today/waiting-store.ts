import { type RawBuilder, sql } from 'kysely'
import type { WaitingKind } from '#contracts/staff/today.ts'
import type { Database } from '#db/schema.ts'
import type { Reach } from '#pure/access.ts'
import { ofShopInReach } from '#shop/location/reach-rows.ts'
import { inReach } from '#shop/order/order-rows.ts'
import { parcelInReach } from '#shop/shipment/parcel-rows.ts'
import { waitingToPack } from '#shop/views/parcel/packing-store.ts'
import { isInWork } from '#shop/views/repair/ticket-list-store.ts'
import { returnInReach } from '#shop/return/return-store.ts'

interface Waiting {
  kind: WaitingKind
  count: number
  oldest_at: Date | null
}

export const max_waiting = 1_000

/** What the member of staff may do something about, by the kind of work. */
interface Wanted {
  calls: Reach
  orders: Reach
  packing: Reach
  parcels: Reach
  losses: Reach
  pickups: Reach
  repairs: Reach
  returns: Reach
  refunds: Reach
  now: Date
  end_of_day: Date
}

/**
 * Counts what waits, up to one more than `max_waiting` of a kind, and finds the oldest of each, within reach. Calls are
 * counted alike for all who have the same reach, as the event stream needs it: without orders that were assigned.
 */
export async function findWaiting(db: Database, wanted: Wanted): Promise<Waiting[]> {
  const { calls, orders, packing, parcels, losses, pickups, returns, refunds, now } = wanted
  const { rows } = await sql<Waiting>`
    select 'due_calls' as kind, count(*) as count, min(due_at) as oldest_at from (
      select coalesce(c.due_at, o.created_at) as due_at
      from sales_order o left join order_call c using (order_id)
      where o.state = 'pending' and ${inReach(calls)}
        and (o.assigned_to is null or o.assigned_to = ${calls.staff_id}::bigint)
        and coalesce(c.due_at <= ${now}, true) and coalesce(c.taken_until <= ${now}, true)
      order by o.created_at limit ${max_waiting + 1}) found
    union all
    select 'pending_orders', count(*), min(created_at) from (
      select created_at from sales_order o where state = 'pending' and ${inReach(orders)}
      order by created_at limit ${max_waiting + 1}) found
    union all
    select 'orders_to_pack', count(*), min(created_at) from (
      select created_at from ${waitingToPack(packing)} o
      order by created_at limit ${max_waiting + 1}) found
    union all
    select 'packed_parcels', count(*), min(updated_at) from (
      select updated_at from parcel p where state = 'created' and ${ofShopInReach('p.shop_id', parcels)}
      order by parcel_id limit ${max_waiting + 1}) found
    union all
    select 'failed_parcels', count(*), min(updated_at) from (
      select updated_at from parcel p where state = 'delivery_failed' and ${parcelInReach(parcels)}
      order by parcel_id limit ${max_waiting + 1}) found
    union all
    select 'lost_parcels', count(*), min(updated_at) from (
      select updated_at from parcel p where state = 'lost' and ${parcelInReach(losses)}
        and not exists (select from refund_request request
          where request.parcel_id = p.parcel_id and request.state = 'asked')
      order by parcel_id limit ${max_waiting + 1}) found
    union all
    select 'pickups_to_prepare', count(*), min(created_at) from (
      select created_at from sales_order o
      where state = 'confirmed' and recipient->>'shipping_method' = 'store_pickup'
        and ${ofShopInReach('o.shop_id', pickups)}
      order by created_at limit ${max_waiting + 1}) found
    union all
    select 'ready_pickups', count(*), min(ready_at) from (
      select ready_at from sales_order p join pickup using (order_id)
      where state = 'ready_for_pickup' and ${ofShopInReach('p.shop_id', parcels)}
      limit ${max_waiting + 1}) found
    union all ${openRepairs(wanted)}
    union all
    select 'asked_returns', count(*), min(created_at) from (
      select created_at from return_request back where state = 'asked' and ${returnInReach(returns)}
      order by return_id limit ${max_waiting + 1}) found
    union all
    select 'asked_cards', count(*), min(sent_at) from (
      select sent_at from member_card where state = 'waiting'
      order by card_id limit ${max_waiting + 1}) found
    union all
    select 'new_reviews', count(*), min(created_at) from (
      select created_at from review where handled_at is null or reports > 0
      order by created_at limit ${max_waiting + 1}) found
    union all
    select 'new_questions', count(*), min(created_at) from (
      select created_at from comment where staff_name is null and (handled_at is null or reports > 0)
      order by due_at limit ${max_waiting + 1}) found
    union all
    select 'asked_refunds', count(*), min(asked_at) from (
      select request.asked_at from refund_request request join sales_order o using (order_id)
      where request.state = 'asked' and ${inReach(refunds)}
      union all
      select asked_at from repair_reversal reversal join repair_ticket ticket using (ticket_id)
      where reversal.state = 'asked' and ${ofShopInReach('ticket.shop_id', refunds)}
      order by asked_at limit ${max_waiting + 1}) found
    union all
    select 'refunds', count(*), min(created_at) from (
      select created_at from refund
      where state in ('due', 'failed') and (state = 'failed' or next_attempt_at is null)
      order by created_at limit ${max_waiting + 1}) found
    union all
    select 'reviews', count(*), min(created_at) from (
      select created_at from payment_review review where state = 'open'
        and not exists (select from payment_message message
          where message.payment_message_id = review.payment_message_id and message.gateway in ('exchange', 'trade_in', 'trade_in_bonus'))
      order by payment_review_id limit ${max_waiting + 1}) found
    union all
    select 'failed_messages', count(*), min(created_at) from (
      select created_at from outbox where state = 'failed'
      order by created_at limit ${max_waiting + 1}) found
  `.execute(db)
  return rows
}

/**
 * Repairs that are due, late, or wait for something; `oldest_at` is when they were promised or came into this phase.
 */
function openRepairs({ repairs, now, end_of_day }: Wanted): RawBuilder<unknown> {
  const of = (kind: WaitingKind, condition: RawBuilder<unknown>, at: RawBuilder<unknown>) => sql`
    select ${kind}::text, count(*), min(at) from (
      select ${at} as at from repair_ticket ticket
      where ticket.ended_at is null and ${condition} and ${ofShopInReach('ticket.shop_id', repairs)}
      order by promised_at limit ${max_waiting + 1}) found`
  const received = sql`ticket.created_at`
  const since = sql`coalesce((select max(happened_at) from repair_event event
    where event.ticket_id = ticket.ticket_id and event.state = ticket.state), ticket.created_at)`
  return sql.join(
    [
      of(
        'repairs_due_today',
        sql`${isInWork} and promised_at >= ${now} and promised_at < ${end_of_day}`,
        received,
      ),
      of('late_repairs', sql`${isInWork} and promised_at < ${now}`, sql`promised_at`),
      of('repairs_without_parts', sql`state = 'waiting_parts'`, since),
      of('repairs_to_approve', sql`state = 'quoted'`, since),
    ],
    sql` union all `,
  )
}
