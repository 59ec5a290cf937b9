import { sql } from 'kysely'
import type { Database } from '#db/schema.ts'

/** All money of one order: received, counted, refunded, and under review by staff. */
interface MoneyOfOrder {
  code: string
  state: string
  grand_total: number
  refunded_total: number
  live_payments: string[]
  /** Amount of the payment attempt that is paid; amount that messages counted, less what was too much. */
  paid: number
  counted: number
  /** Money under review, with staff's decision: open, accepted, refunded, dismissed. */
  reviewed: { state: string; amount: number; message: string; refunds: string[] }[]
  /** Refunds of money that had counted. */
  owed: number
  /** What staff approved to refund, and what went back with goods that were taken off. */
  approved: number
  sent_back: number
}

/**
 * Returns what does not add up in the payment ledger, each as a sentence (invariant 3). Every đồng that a
 * message reported counts for its order, is refunded once, or waits for staff, and never two of these. No
 * ongoing order lacks a payment.
 */
export async function moneyErrors(db: Database): Promise<string[]> {
  const { rows } = await sql<MoneyOfOrder>`
    with received as (
      select coalesce(m.order_id, p.order_id) as order_id, r.payment_review_id, r.state as review,
        coalesce(m.outcome, g.outcome) as outcome, coalesce(m.amount, g.amount) as amount
      from (select bank_message_id, null::bigint as payment_message_id from bank_message
        union all select null, payment_message_id from payment_message where status = 'paid') message
        left join bank_message m using (bank_message_id)
        left join payment_message g using (payment_message_id)
        left join payment p on p.payment_id = g.payment_id
        left join payment_review r on r.bank_message_id = message.bank_message_id
          or r.payment_message_id = message.payment_message_id
    )
    select code, state, grand_total, refunded_total,
      array(select p.state from payment p where p.order_id = o.order_id
        and p.state in ('started', 'due_on_delivery', 'paid')) as live_payments,
      (select coalesce(sum(amount), 0) from payment p
        where p.order_id = o.order_id and p.state = 'paid')::bigint as paid,
      (select coalesce(sum(amount - coalesce((select sum(refund.amount) from refund
          where refund.payment_review_id = received.payment_review_id and state <> 'dropped'), 0)), 0)
        from received where received.order_id = o.order_id
        and outcome in ('paid', 'reopened'))::bigint as counted,
      (select coalesce(jsonb_agg(jsonb_build_object('state', review, 'amount', amount,
          'message', outcome, 'refunds', array(select state || ' ' || amount from refund
            where refund.payment_review_id = received.payment_review_id and state <> 'dropped'))), '[]')
        from received where received.order_id = o.order_id and payment_review_id is not null) as reviewed,
      (select coalesce(sum(amount), 0) from refund where refund.order_id = o.order_id
        and refund.payment_review_id is null and refund.state <> 'dropped')::bigint as owed,
      (select coalesce(sum(amount), 0) from refund_request request
        where request.order_id = o.order_id and request.state = 'approved' and kind <> 'lost')::bigint + (select coalesce(sum(amount), 0) from refund
        where refund.order_id = o.order_id and reason in ('fewer_goods', 'exchange') and state <> 'dropped')::bigint
        as approved,
      (select coalesce(sum(amount), 0) from refund
        where refund.order_id = o.order_id and refund.state = 'done')::bigint as sent_back
    from sales_order o order by order_id`.execute(db)
  const problems = rows.flatMap((order) => errorsOf(order).map((one) => `${order.code} ${one}`))
  return [...problems, ...(await exchangeErrors(db)), ...(await pointErrors(db))]
}

/**
 * Returns the exchanges for other goods that do not add up: what one order gives back, by a return or before it is
 * packed, is exactly what the other one is paid with.
 */
async function exchangeErrors(db: Database): Promise<string[]> {
  const { rows } = await sql<{ code: string; back: number | null; paid: number | null }>`
    select code, given.amount as back, came.amount as paid
    from (select order_id, provider_reference as code, sum(amount)::bigint as amount from refund
        where reason = 'exchange' and state = 'done' group by order_id, provider_reference) given
      full join (select payment.order_id, message_id as code, sum(message.amount)::bigint as amount
        from payment_message message left join payment using (payment_id)
        where gateway = 'exchange' or message_id in (select provider_reference from refund where reason = 'exchange')
        group by payment.order_id, message_id) came using (code)
      full join (select code, order_id, exchange_order_id from return_request
        where outcome = 'other_goods'
        union all select old.code || ' → ' || new.code, old.order_id, new.order_id
        from draft_order d join sales_order new using (quote_id) join sales_order old on old.order_id = d.follows_order_id
        where d.swapped is not null
        union all select old.code || ' → ' || new.code, old.order_id, new.order_id
        from sales_order new join sales_order old on old.order_id = new.split_from
        where exists (select from refund where provider_reference = old.code || ' → ' || new.code)) done using (code)
    where given.amount is distinct from came.amount or given.order_id is distinct from done.order_id
      or came.order_id is distinct from done.exchange_order_id`.execute(db)
  return rows.map(({ code, back, paid }) => `${code} gives ${back} back and pays ${paid}`)
}

/**
 * Returns the orders and members whose points do not add up: what an order earned and what it was paid with follow from
 * the order, guests have none, and nobody's tier differs from their spending.
 */
export async function pointErrors(db: Database): Promise<string[]> {
  const { rows } = await sql<{ problem: string }>`
    with booked as (
      select order_id, sum(case kind when 'earn' then points when 'take_back' then -points else 0 end) as earned,
        sum(case kind when 'spend' then points when 'give_back' then -points else 0 end) as spent
      from point_entry where order_id is not null group by order_id
    ), owed as (
      select o.order_id, o.code, owner.kind, o.state,
        case when o.state = 'delivered' and owner.kind = 'member' then greatest(0, o.grand_total - coalesce((
          select sum(amount) from refund where refund.order_id = o.order_id and payment_review_id is null
            and refund.state <> 'dropped' and reason <> 'fewer_goods'
            and not (reason = 'exchange' and provider_reference like '% → %')), 0)) else 0 end as counts,
        (select coalesce(sum(amount), 0) from sales_order_adjustment part
          where part.order_id = o.order_id and rule = 'points') as paid_with
      from sales_order o join customer owner using (customer_id)
    )
    select code || ' earned ' || coalesce(booked.earned, 0) || ' points for ' || counts as problem
    from owed left join booked using (order_id) left join member_order counted using (order_id)
    where coalesce(booked.earned, 0) <> floor(counts * coalesce(counted.point_percent, 0) / 100)
      or coalesce(counted.spent, 0) <> counts
    union all
    select code || ' is ' || state || ', paid with ' || paid_with || ' points, of which ' || coalesce(booked.spent, 0) || ' are spent'
    from owed left join booked using (order_id)
    where coalesce(booked.spent, 0) not between 0 and paid_with
      or (state in ('cancelled', 'expired') and coalesce(booked.spent, 0) <> 0)
      or (state not in ('cancelled', 'expired', 'delivered') and coalesce(booked.spent, 0) <> paid_with)
    union all
    select 'member ' || standing.customer_id || ' is ' || tier_code || ' with ' || spent
    from member_standing standing join member_tier tier on tier.code = tier_code
    where spent < threshold or exists (select from member_tier higher
      where higher.threshold > tier.threshold and higher.threshold <= spent)`.execute(db)
  return rows.map(({ problem }) => problem)
}

function errorsOf(order: MoneyOfOrder): string[] {
  const { state, live_payments, paid, counted, owed, approved, sent_back, refunded_total } = order
  const has_ended = state === 'cancelled' || state === 'expired'
  const is_ongoing = !has_ended && state !== 'awaiting_payment'
  const problems: string[] = []
  if (live_payments.length > 1) problems.push(`has ${live_payments.length} live payments`)
  if (counted !== paid) problems.push(`counts ${counted} of messages, ${paid} as paid`)
  if (is_ongoing && live_payments.length === 0) problems.push(`is ${state} without a way to pay`)
  if (state === 'expired' && paid > 0) problems.push('is paid and expired')
  if (has_ended && owed !== paid)
    problems.push(`has ended with ${paid} paid and ${owed} going back`)
  if (!has_ended && owed !== approved)
    problems.push(`is ${state}, and ${owed} goes back of ${approved} approved`)
  if (refunded_total !== sent_back)
    problems.push(`says ${refunded_total} went back, not ${sent_back}`)
  return [...problems, ...order.reviewed.flatMap(reviewErrors)]
}

function reviewErrors({ state, amount, message, refunds }: MoneyOfOrder['reviewed'][number]) {
  const problem = `${amount} under review (${state}, ${message}) has refunds [${refunds.join(', ')}]`
  const is_counted = message === 'paid' || message === 'reopened'
  if (refunds.length > 1) return [problem]
  if (state === 'accepted') return is_counted && refunds.length === 0 ? [] : [problem]
  // Of money that counted only the surplus is refunded; of other money all or nothing.
  const [refund_state = '', refund_amount = ''] = refunds[0]?.split(' ') ?? []
  const is_right = is_counted
    ? Number(refund_amount) > 0 && Number(refund_amount) < amount
    : refunds.length === 0 || Number(refund_amount) === amount
  if (state === 'refunded') return is_right && refund_state === 'done' ? [] : [problem]
  return is_right ? [] : [problem]
}
