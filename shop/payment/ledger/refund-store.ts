import { type RawBuilder, sql } from 'kysely'
import type { RefundState } from '#contracts/storefront/payment.ts'
import type { Database, Tx } from '#db/schema.ts'
import { tellOfOrders } from '#shop/notification/notify-store.ts'

export interface NewRefund {
  order_id: number
  payment_id: number | null
  payment_review_id: number | null
  gateway: string
  amount: number
  reason: string
  state: 'due' | 'done'
}

/** Notes money that goes back, and tells the shopper; what is due is looked at by the job at once. */
export async function insertRefund(tx: Tx, refund: NewRefund, now: Date): Promise<void> {
  const next_try_at = refund.state === 'due' ? now : null
  const { refund_id } = await tx
    .insertInto('refund')
    .values({ ...refund, next_try_at, created_at: now, updated_at: now })
    .returning('refund_id')
    .executeTakeFirstOrThrow()
  const { order_id, amount, state } = refund
  await tellOfRefund(tx, { refund_id, order_id, amount }, state, now)
}

/** A refund is told of when it is owed and when it has gone (decision 080). */
async function tellOfRefund(
  tx: Tx,
  { refund_id, order_id, amount }: Pick<MovedRefund, 'refund_id' | 'order_id' | 'amount'>,
  state: 'due' | 'done',
  now: Date,
): Promise<void> {
  const template = state === 'due' ? 'refund_due' : 'refund_done'
  await tellOfOrders(tx, [order_id], template, now, { amount, key: String(refund_id) })
}

/**
 * The try that an order was paid with, and how much of its money has not gone back yet. What its gateway
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

export interface RefundToSend {
  refund_id: number
  /** requested: the gateway has it in hand and is asked what became of it. */
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
 * Takes a refund in hand whose time has come, to send it or to ask about it: nobody else does before
 * `again_at`, which is when one is tried anew whose answer is lost. Null when none is left.
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

/** Puts a refund off; without a time staff pay back by hand. */
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

/** Locks the order that a refund is of: whoever moves money takes the order in hand first. */
export async function lockOrderOfRefund(tx: Tx, refund_id: number): Promise<void> {
  await sql`
    select 1 from sales_order o join refund using (order_id)
    where refund_id = ${refund_id} for no key update of o
  `.execute(tx)
}

interface RefundMove {
  from: readonly RefundState[]
  to: RefundState
  /** When the gateway is asked what became of it. */
  next_try_at?: Date | null
  provider_reference?: string | null
  note?: string | null
}

export interface MovedRefund {
  refund_id: number
  order_id: number
  payment_review_id: number | null
  amount: number
}

/**
 * Moves a refund forward, once. Done, it counts in the order's refunded_total and settles the review
 * that it came from.
 */
export async function moveRefund(
  tx: Tx,
  refund_id: number,
  { from, to, next_try_at = null, provider_reference = null, note = null }: RefundMove,
  now: Date,
): Promise<MovedRefund | null> {
  const { rows } = await sql<MovedRefund>`
    update refund set state = ${to}, next_try_at = ${next_try_at}::timestamptz, updated_at = ${now},
      tries = case when state = 'due' and ${to} = 'requested' then 0 else tries end,
      provider_reference = coalesce(${provider_reference}::text, provider_reference),
      note = coalesce(${note}::text, note)
    where refund_id = ${refund_id} and state = any(${from}::text[])
    returning refund_id, order_id, payment_review_id, amount
  `.execute(tx)
  const moved = rows[0] ?? null
  if (moved !== null && to === 'done') {
    await countRefund(tx, moved, now)
    await tellOfRefund(tx, moved, 'done', now)
  }
  return moved
}

/** Adds what went back to its order. */
export async function countRefund(
  tx: Tx,
  { order_id, amount, payment_review_id }: Omit<MovedRefund, 'refund_id'>,
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

export interface RefundInHand {
  refund_id: number
  state: RefundState
  /** The gateway may have heard of it: what it says comes first. */
  is_under_way: boolean
}

/** The refund that a review waits for, if one was begun and not given up; nobody else moves it now. */
export async function refundOfReview(
  tx: Tx,
  payment_review_id: number,
): Promise<RefundInHand | null> {
  return lockRefund(tx, sql`payment_review_id = ${payment_review_id} and state <> 'dropped'`)
}

export async function lockRefundById(tx: Tx, refund_id: number): Promise<RefundInHand | null> {
  return lockRefund(tx, sql`refund_id = ${refund_id}`)
}

async function lockRefund(tx: Tx, which: RawBuilder<unknown>): Promise<RefundInHand | null> {
  const { rows } = await sql<RefundInHand>`
    select refund_id, state,
      state = 'due' and next_try_at is not null and tries > 0 as is_under_way
    from refund where ${which} order by refund_id desc limit 1 for update
  `.execute(tx)
  return rows[0] ?? null
}

/** A refund that failed is due again; one that the gateway has in hand is asked about at once. */
export async function updateRefundDue(tx: Tx, refund_id: number, now: Date): Promise<void> {
  await sql`
    update refund set state = case when state = 'requested' then state else 'due' end, tries = 0,
      next_try_at = ${now}, updated_at = ${now}
    where refund_id = ${refund_id}
      and (state in ('failed', 'requested') or (state = 'due' and next_try_at is null))
  `.execute(tx)
}

export interface LedgerRow {
  refund_id: number
  order_code: string
  phone: string
  gateway: string
  reference: string | null
  amount: number
  reason: string
  state: RefundState
  is_waiting: boolean
  provider_reference: string | null
  note: string | null
  tries: number
  created_at: Date
  updated_at: Date
}

/** The ledger: what is open oldest first, then what was done last. */
export async function findRefunds(db: Database, limit: number): Promise<LedgerRow[]> {
  const { rows } = await sql<LedgerRow>`
    select r.refund_id, o.code as order_code, o.phone, r.gateway, p.reference, r.amount, r.reason,
      r.state, r.state = 'due' and r.next_try_at is not null as is_waiting,
      r.provider_reference, r.note, r.tries, r.created_at, r.updated_at
    from refund r join sales_order o using (order_id) left join payment p using (payment_id)
    order by (r.state in ('due', 'requested', 'failed')) desc,
      case when r.state in ('due', 'requested', 'failed') then r.refund_id end,
      r.updated_at desc, r.refund_id desc
    limit ${limit}
  `.execute(db)
  return rows
}
