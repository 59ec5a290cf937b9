import { type RawBuilder, sql } from 'kysely'
import type { Reach } from '#pure/access.ts'
import { is_waiting_part } from '#shop/payment/ledger/review-rows.ts'

/**
 * The condition that `sales_order o` is within reach of a member of staff: everything, the orders that their shops
 * answer for, or the orders assigned to them. An order that no shop answers for is only within reach of everything.
 */
export function inReach({ is_everything, shops, staff_id }: Reach): RawBuilder<unknown> {
  return sql`(${is_everything} or o.shop_id = any(${shops}::integer[])
    or o.assigned_to = ${staff_id}::bigint)`
}

/** What came for `sales_order o`, in đồng: payments, and parts of a transfer that wait for the rest. */
export const paidTotal = sql`
  ((select coalesce(sum(amount), 0)::bigint from payment
    where payment.order_id = o.order_id and payment.state = 'paid')
   + (select coalesce(sum(coalesce(m.amount, g.amount)), 0)::bigint from payment_review r
    left join bank_message m using (bank_message_id) left join payment_message g using (payment_message_id)
    where r.order_id = o.order_id and ${is_waiting_part}))`
