import { type RawBuilder, sql } from 'kysely'
import type { RefundState } from '#contracts/storefront/payment.ts'
import type { Database, Tx } from '#db/schema.ts'
import { transfer_method } from '#shop/payment/attempt/transfer.ts'

export interface NewRefund {
  order_id: number
  payment_id: number | null
  payment_review_id: number | null
  gateway: string
  amount: number
  reason: string
  state: 'due' | 'done'
}

/** Writes down money that is to be refunded; what is due the job looks at next. Returns its number. */
export async function insertRefund(tx: Tx, refund: NewRefund, now: Date): Promise<number> {
  const next_try_at = refund.state === 'due' ? now : null
  const { refund_id } = await tx
    .insertInto('refund')
    .values({ ...refund, next_try_at, created_at: now, updated_at: now })
    .returning('refund_id')
    .executeTakeFirstOrThrow()
  return refund_id
}

/**
 * The attempt that an order was paid with, and how much of its money is not refunded yet. What its gateway
 * refused is still owed under its own row: staff send that again or pay it out.
 */
export async function findRefundable(
  tx: Tx,
  order_id: number,
): Promise<{ payment_id: number; method: string; left: number } | null> {
  const { rows } = await sql<{ payment_id: number; method: string; left: number }>`
    select payment_id, method, p.amount - coalesce((
      select sum(r.amount) from refund r
      where r.order_id = p.order_id and r.payment_review_id is null
        and r.state <> 'dropped'), 0) as left
    from payment p where order_id = ${order_id} and state = 'paid'
  `.execute(tx)
  return rows[0] ?? null
}

/** An order's money that counted, by how it came, as far as it is not refunded yet. */
export interface Source {
  gateway: string
  payment_id: number | null
  left: number
}

/**
 * Where the money of a paid order came from: what was paid in parts is refunded the ways it came, and no
 * gateway refunds more than it took.
 */
export async function findSources(tx: Tx, order_id: number): Promise<Source[]> {
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
  refund_id: number
  /** requested: the gateway works on it and is asked what became of it. */
  state: 'due' | 'requested'
  order_id: number
  order_code: string
  payment_id: number | null
  gateway: string
  amount: number
  reason: string
  tries: number
  created_at: Date
}

/**
 * Claims a refund that is due, to send it or to ask about it: nobody else does before `again_at`, which
 * is when one is sent again whose answer is lost. Null when none is left.
 */
export async function claimRefund(
  db: Database,
  now: Date,
  again_at: Date,
): Promise<RefundToSend | null> {
  const { rows } = await sql<RefundToSend>`
    with due as (
      select refund_id from refund
      where state in ('due', 'requested') and next_try_at <= ${now}
      order by next_try_at limit 1 for update skip locked
    )
    update refund set tries = refund.tries + 1, next_try_at = ${again_at}, updated_at = ${now}
    from due, sales_order o
    where refund.refund_id = due.refund_id and o.order_id = refund.order_id
    returning refund.refund_id, refund.state, refund.order_id, o.code as order_code, payment_id,
      gateway, amount, reason, tries, refund.created_at
  `.execute(db)
  return rows[0] ?? null
}

/** Postpones a refund; without a time staff refund by hand. */
export async function updateRefundTime(
  db: Database,
  refund_id: number,
  next_try_at: Date | null,
  note: string | null,
): Promise<void> {
  await sql`
    update refund set next_try_at = ${next_try_at}, note = coalesce(${note}::text, note)
    where refund_id = ${refund_id} and state in ('due', 'requested')
  `.execute(db)
}

/** Locks the order that a refund is about: whoever moves money locks the order first. */
export async function lockOrderOfRefund(tx: Tx, refund_id: number): Promise<void> {
  await sql`
    select 1 from sales_order o join refund using (order_id)
    where refund_id = ${refund_id} for no key update of o
  `.execute(tx)
}

export interface RefundChange {
  from: readonly RefundState[]
  to: RefundState
  /** When the gateway is asked what became of it. */
  next_try_at?: Date | null
  provider_reference?: string | null
  note?: string | null
}

export interface ChangedRefund {
  refund_id: number
  order_id: number
  payment_review_id: number | null
  amount: number
}

/** Moves a refund forward, once; null when its state does not allow it. */
export async function updateRefundState(
  tx: Tx,
  refund_id: number,
  { from, to, next_try_at = null, provider_reference = null, note = null }: RefundChange,
  now: Date,
): Promise<ChangedRefund | null> {
  const { rows } = await sql<ChangedRefund>`
    update refund set state = ${to}, next_try_at = ${next_try_at}::timestamptz, updated_at = ${now},
      tries = case when state = 'due' and ${to} = 'requested' then 0 else tries end,
      provider_reference = coalesce(${provider_reference}::text, provider_reference),
      note = coalesce(${note}::text, note)
    where refund_id = ${refund_id} and state = any(${from}::text[])
    returning refund_id, order_id, payment_review_id, amount
  `.execute(tx)
  return rows[0] ?? null
}

/** Adds what was refunded to its order, and settles the review that it came from. */
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

export interface LockedRefund {
  refund_id: number
  state: RefundState
  /** The gateway may have heard of it: what it says comes first. */
  is_under_way: boolean
}

/** The refund that a review waits for, if one was begun and not dropped; nobody else changes it now. */
export async function lockRefundOfReview(
  tx: Tx,
  payment_review_id: number,
): Promise<LockedRefund | null> {
  return lockRefund(tx, sql`payment_review_id = ${payment_review_id} and state <> 'dropped'`)
}

export async function lockRefundById(tx: Tx, refund_id: number): Promise<LockedRefund | null> {
  return lockRefund(tx, sql`refund_id = ${refund_id}`)
}

async function lockRefund(tx: Tx, which: RawBuilder<unknown>): Promise<LockedRefund | null> {
  const { rows } = await sql<LockedRefund>`
    select refund_id, state,
      state = 'due' and next_try_at is not null and tries > 0 as is_under_way
    from refund where ${which} order by refund_id desc limit 1 for update
  `.execute(tx)
  return rows[0] ?? null
}

/** A refund that failed is due again; one that the gateway works on is asked about at once. */
export async function updateRefundDue(tx: Tx, refund_id: number, now: Date): Promise<void> {
  await sql`
    update refund set state = case when state = 'requested' then state else 'due' end, tries = 0,
      next_try_at = ${now}, updated_at = ${now}
    where refund_id = ${refund_id}
      and (state in ('failed', 'requested') or (state = 'due' and next_try_at is null))
  `.execute(tx)
}
