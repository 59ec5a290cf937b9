import { sql } from 'kysely'
import type { Database } from '#db/schema.ts'

/** All money of one order: what came, what counts, what goes or went back, what waits for staff. */
interface MoneyOfOrder {
  code: string
  state: string
  grand_total: number
  refunded_total: number
  living: string[]
  /** What the try that counts as paid says it is worth; what messages counted, less what was too much. */
  paid: number
  counted: number
  /** Money that did not count, by what was decided: open, accepted, refunded, dismissed. */
  reviewed: { state: string; amount: number; message: string; back: string[] }[]
  /** Refunds of what had counted. */
  owed: number
  sent_back: number
}

/**
 * What does not add up in the books of money, each as a sentence (invariant 3): every đồng that was told
 * counts for its order, goes back once, or waits for staff; none does two of these, and no goods go
 * without a way to pay.
 */
export async function moneyErrors(db: Database): Promise<string[]> {
  const { rows } = await sql<MoneyOfOrder>`
    with told as (
      select coalesce(m.order_id, p.order_id) as order_id, r.payment_review_id, r.state as review,
        coalesce(m.outcome, g.outcome) as outcome, coalesce(m.amount, g.amount) as amount
      from (select bank_message_id, null::bigint as payment_message_id from bank_message
        union all select null, payment_message_id from payment_message where status = 'paid') one
        left join bank_message m using (bank_message_id)
        left join payment_message g using (payment_message_id)
        left join payment p on p.payment_id = g.payment_id
        left join payment_review r on r.bank_message_id = one.bank_message_id
          or r.payment_message_id = one.payment_message_id
    )
    select code, state, grand_total, refunded_total,
      array(select p.state from payment p where p.order_id = o.order_id
        and p.state in ('started', 'due_on_delivery', 'paid')) as living,
      (select coalesce(sum(amount), 0) from payment p
        where p.order_id = o.order_id and p.state = 'paid')::bigint as paid,
      (select coalesce(sum(amount - coalesce((select sum(refund.amount) from refund
          where refund.payment_review_id = told.payment_review_id and state <> 'dropped'), 0)), 0)
        from told where told.order_id = o.order_id
        and outcome in ('paid', 'reopened'))::bigint as counted,
      (select coalesce(jsonb_agg(jsonb_build_object('state', review, 'amount', amount,
          'message', outcome, 'back', array(select state || ' ' || amount from refund
            where refund.payment_review_id = told.payment_review_id and state <> 'dropped'))), '[]')
        from told where told.order_id = o.order_id and payment_review_id is not null) as reviewed,
      (select coalesce(sum(amount), 0) from refund where refund.order_id = o.order_id
        and refund.payment_review_id is null and refund.state <> 'dropped')::bigint as owed,
      (select coalesce(sum(amount), 0) from refund
        where refund.order_id = o.order_id and refund.state = 'done')::bigint as sent_back
    from sales_order o order by order_id`.execute(db)
  return rows.flatMap((order) => errorsOf(order).map((said) => `${order.code} ${said}`))
}

function errorsOf(order: MoneyOfOrder): string[] {
  const { state, living, paid, counted, owed, sent_back, refunded_total } = order
  const has_ended = state === 'cancelled' || state === 'expired'
  const goes_on = !has_ended && state !== 'awaiting_payment'
  const found: string[] = []
  if (living.length > 1) found.push(`has ${living.length} living payments`)
  if (counted !== paid) found.push(`counts ${counted} of messages, ${paid} as paid`)
  if (goes_on && living.length === 0) found.push(`is ${state} without a way to pay`)
  if (state === 'expired' && paid > 0) found.push('is paid and expired')
  if (has_ended && owed !== paid) found.push(`has ended with ${paid} paid and ${owed} going back`)
  if (!has_ended && owed > 0) found.push(`is ${state} and ${owed} goes back`)
  if (refunded_total !== sent_back) found.push(`says ${refunded_total} went back, not ${sent_back}`)
  return [...found, ...order.reviewed.flatMap(reviewErrors)]
}

function reviewErrors({ state, amount, message, back }: MoneyOfOrder['reviewed'][number]) {
  const said = `${amount} under review (${state}, ${message}) has refunds [${back.join(', ')}]`
  const is_counted = message === 'paid' || message === 'reopened'
  if (back.length > 1) return [said]
  if (state === 'accepted') return is_counted && back.length === 0 ? [] : [said]
  // Of money that counted no more goes back than was too much; of other money all or nothing.
  const [refund_state = '', refund_amount = ''] = back[0]?.split(' ') ?? []
  const is_right = is_counted
    ? Number(refund_amount) > 0 && Number(refund_amount) < amount
    : back.length === 0 || Number(refund_amount) === amount
  if (state === 'refunded') return is_right && refund_state === 'done' ? [] : [said]
  return is_right ? [] : [said]
}
