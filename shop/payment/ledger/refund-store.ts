import type { OrderId, PaymentId, RefundId } from '#pure/ids.ts'
import { type RawBuilder, sql } from 'kysely'
import type { RefundState } from '#contracts/storefront/payment.ts'
import type { Database, Tx } from '#db/schema.ts'
import { newNumber } from '#shop/payment/attempt/provider-number.ts'
import { transfer_method } from '#shop/payment/attempt/transfer.ts'

export interface NewRefund {
  order_id: OrderId
  payment_id: PaymentId | null
  payment_review_id: number | null
  gateway: string
  amount: number
  reason: string
  state: 'due' | 'done'
  provider_reference?: string
}

/** Inserts a refund; a due refund is processed by the next run of the job. Returns its id. */
export async function insertRefund(tx: Tx, refund: NewRefund, now: Date): Promise<number> {
  const next_attempt_at = refund.state === 'due' ? now : null
  const number = String(newNumber())
  const { refund_id } = await tx
    .insertInto('refund')
    .values({ ...refund, number, next_attempt_at, created_at: now, updated_at: now })
    .returning('refund_id')
    .executeTakeFirstOrThrow()
  return refund_id
}

/**
 * Finds the attempt that an order was paid with, and how much of its money is not refunded yet. A refund that
 * the gateway refused still has its own row: staff send it again or refund by hand.
 */
export async function findRefundable(
  db: Database,
  order_id: OrderId,
): Promise<{ payment_id: PaymentId; method: string; left: number } | null> {
  const { rows } = await sql<{ payment_id: PaymentId; method: string; left: number }>`
    select payment_id, method, p.amount - coalesce((
      select sum(r.amount) from refund r
      where r.order_id = p.order_id and r.payment_review_id is null
        and r.state <> 'dropped'), 0) as left
    from payment p where order_id = ${order_id} and state = 'paid'
  `.execute(db)
  return rows[0] ?? null
}

/** The counted money of an order from one gateway or attempt, less its refunds. */
export interface Source {
  gateway: string
  payment_id: PaymentId | null
  left: number
}

/**
 * Finds the sources of a paid order's money: partial payments are refunded through the gateways that received
 * them, and no gateway refunds more than it received.
 */
export async function findSources(tx: Tx, order_id: OrderId): Promise<Source[]> {
  const { rows } = await sql<Source>`
    with counted as (
      select ${transfer_method}::text as gateway, null::bigint as payment_id, m.amount,
        r.payment_review_id
      from bank_message m left join payment_review r using (bank_message_id)
      where m.order_id = ${order_id} and m.outcome in ('paid', 'reopened')
      union all
      select g.gateway, case when p.method = g.gateway then p.payment_id end, g.amount,
        r.payment_review_id
      from payment p join payment_message g using (payment_id)
        left join payment_review r using (payment_message_id)
      where p.order_id = ${order_id} and g.status = 'paid' and g.outcome in ('paid', 'reopened')
    ), came as (
      select gateway, payment_id, sum(amount - coalesce((select sum(back.amount) from refund back
        where back.payment_review_id = counted.payment_review_id and back.state <> 'dropped'), 0))
        as amount
      from counted group by gateway, payment_id
    )
    select gateway, payment_id, came.amount - coalesce((select sum(back.amount) from refund back
      where back.order_id = ${order_id} and back.gateway = came.gateway
        and (came.payment_id is null or back.payment_id = came.payment_id)
        and back.payment_review_id is null and back.state <> 'dropped'), 0) as left
    from came order by payment_id nulls last
  `.execute(tx)
  return rows
}

export interface RefundToSend {
  refund_id: RefundId
  /** Our number of it for the gateway. */
  number: string
  /** requested: the gateway processes the refund and is asked for its outcome. */
  state: 'due' | 'requested'
  order_id: OrderId
  order_code: string
  payment_id: PaymentId | null
  gateway: string
  amount: number
  reason: string
  attempts: number
  created_at: Date
}

/**
 * Claims a due refund, to send it or to query it. No other process claims it before `again_at`; if the answer
 * is lost, the refund is sent again then. Null when none is left.
 */
export async function claimRefund(
  db: Database,
  now: Date,
  again_at: Date,
): Promise<RefundToSend | null> {
  const { rows } = await sql<RefundToSend>`
    with due as (
      select refund_id from refund
      where state in ('due', 'requested') and next_attempt_at <= ${now}
      order by next_attempt_at limit 1 for update skip locked
    )
    update refund set attempts = refund.attempts + 1, next_attempt_at = ${again_at}, updated_at = ${now}
    from due, sales_order o
    where refund.refund_id = due.refund_id and o.order_id = refund.order_id
    returning refund.refund_id, refund.number, refund.state, refund.order_id, o.code as order_code, payment_id,
      gateway, amount, reason, attempts, refund.created_at
  `.execute(db)
  return rows[0] ?? null
}

/** Postpones a refund; with `next_attempt_at` null staff refund by hand. */
export async function updateRefundTime(
  db: Database,
  refund_id: RefundId,
  next_attempt_at: Date | null,
  note: string | null,
): Promise<void> {
  await sql`
    update refund set next_attempt_at = ${next_attempt_at}, note = coalesce(${note}::text, note)
    where refund_id = ${refund_id} and state in ('due', 'requested')
  `.execute(db)
}

/** Locks the order of a refund: every transaction that moves money locks the order first. */
export async function lockOrderOfRefund(tx: Tx, refund_id: RefundId): Promise<void> {
  await sql`
    select 1 from sales_order o join refund using (order_id)
    where refund_id = ${refund_id} for no key update of o
  `.execute(tx)
}

export interface RefundChange {
  from: readonly RefundState[]
  to: RefundState
  /** When the gateway is asked for the outcome. */
  next_attempt_at?: Date | null
  provider_reference?: string | null
  note?: string | null
}

interface ChangedRefund {
  refund_id: RefundId
  order_id: OrderId
  payment_review_id: number | null
  amount: number
}

/** Moves a refund forward, once; null when its state does not allow it. */
export async function updateRefundState(
  tx: Tx,
  refund_id: RefundId,
  { from, to, next_attempt_at = null, provider_reference = null, note = null }: RefundChange,
  now: Date,
): Promise<ChangedRefund | null> {
  const { rows } = await sql<ChangedRefund>`
    update refund set state = ${to}, next_attempt_at = ${next_attempt_at}::timestamptz, updated_at = ${now},
      attempts = case when state = 'due' and ${to} = 'requested' then 0 else attempts end,
      provider_reference = coalesce(${provider_reference}::text, provider_reference),
      note = coalesce(${note}::text, note)
    where refund_id = ${refund_id} and state = any(${from}::text[])
    returning refund_id, order_id, payment_review_id, amount
  `.execute(tx)
  return rows[0] ?? null
}

/** Adds a refund to the refunded total of its order, and settles its review, if any. */
export async function countRefund(
  tx: Tx,
  { order_id, amount, payment_review_id }: Omit<ChangedRefund, 'refund_id'>,
  now: Date,
): Promise<void> {
  await sql`
    with counted as (
      update sales_order set refunded_total = refunded_total + ${amount}
      where order_id = ${order_id}
    )
    update payment_review set state = 'refunded', settled_at = ${now}
    where payment_review_id = ${payment_review_id}::bigint and state = 'open'
  `.execute(tx)
}

interface LockedRefund {
  refund_id: RefundId
  order_id: OrderId
  gateway: string
  state: RefundState
  amount: number
  /** The refund may have reached the gateway, and the shop still asks for its outcome: that must be known first. */
  is_under_way: boolean
}

/** Locks the refund of a review; null if there is none or it was dropped. */
export async function lockRefundOfReview(
  tx: Tx,
  payment_review_id: number,
): Promise<LockedRefund | null> {
  return lockRefund(tx, sql`payment_review_id = ${payment_review_id} and state <> 'dropped'`)
}

export async function lockRefundById(tx: Tx, refund_id: RefundId): Promise<LockedRefund | null> {
  return lockRefund(tx, sql`refund_id = ${refund_id}`)
}

async function lockRefund(tx: Tx, which: RawBuilder<unknown>): Promise<LockedRefund | null> {
  const { rows } = await sql<LockedRefund>`
    select refund_id, order_id, gateway, state, amount,
      next_attempt_at is not null and (state = 'requested' or state = 'due' and attempts > 0) as is_under_way
    from refund where ${which} order by refund_id desc limit 1 for update
  `.execute(tx)
  return rows[0] ?? null
}

/** Makes a failed refund due again; a requested refund is queried at once. */
export async function updateRefundDue(tx: Tx, refund_id: RefundId, now: Date): Promise<void> {
  await sql`
    update refund set state = case when state = 'requested' then state else 'due' end, attempts = 0,
      next_attempt_at = ${now}, updated_at = ${now}
    where refund_id = ${refund_id}
      and (state in ('failed', 'requested') or (state = 'due' and next_attempt_at is null))
  `.execute(tx)
}
