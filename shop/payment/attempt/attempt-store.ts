import type { OrderId, PaymentId } from '#pure/ids.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Database, Tx } from '#db/schema.ts'
import { attempt_moves } from '#shop/payment/attempt/attempt-states.ts'
import type { LiveAttempt, PaymentAttempt } from '#shop/payment/attempt/attempt.ts'
import type { PaymentNotice } from '#shop/payment/attempt/payment-notice.ts'

/** The states that a move begins from. They are written into the statement, so that partial indexes serve it. */
const from = ({ from: states }: { from: readonly string[] }) => sql.join(states.map(sql.lit))

/** Columns of `payment p` and its order `o`. */
const attempt_columns = sql`p.payment_id, p.order_id, o.code as order_code, p.method, p.state,
  p.reference, p.provider_reference, p.provider_link, p.redirect_url, p.amount, p.created_at, p.expires_at, p.ip,
  p.device, p.held_since, o.recipient, (select jsonb_build_object('bank_code', plan.bank_code,
    'card_brand', plan.card_brand, 'months', plan.months) from card_plan plan
    where plan.card_plan_id = p.card_plan_id) as card_plan`

export async function findAttempt(
  db: Database,
  payment_id: PaymentId,
): Promise<PaymentAttempt | null> {
  return findBy(db, sql`p.payment_id = ${payment_id}`)
}

/**
 * Finds the attempt that a gateway's notice is about, by our reference. A notice with another link than that which the
 * provider gave at the start is about another payment.
 */
export async function findNoticedAttempt(
  db: Database,
  method: string,
  { reference, link = null }: Pick<PaymentNotice, 'reference' | 'link'>,
): Promise<PaymentAttempt | null> {
  return findBy(
    db,
    sql`p.reference = ${reference} and p.method = ${method}
      and coalesce(p.provider_link = ${link}::text, true)`,
  )
}

async function findBy(db: Database, where: RawBuilder<unknown>): Promise<PaymentAttempt | null> {
  const { rows } = await sql<PaymentAttempt>`
    select ${attempt_columns} from payment p join sales_order o on o.order_id = p.order_id
    where p.reference is not null and ${where}
  `.execute(db)
  return rows[0] ?? null
}

/** Finds the live attempt of an order; there is at most one. */
export async function findLiveAttempt(
  db: Database,
  order_id: OrderId,
): Promise<LiveAttempt | null> {
  const { rows } = await sql<LiveAttempt>`
    select payment_id, method, state, amount, reference, redirect_url, expires_at, updated_at, card_plan_id
    from payment
    where order_id = ${order_id} and state in ('started', 'due_on_delivery', 'paid')
  `.execute(db)
  return rows[0] ?? null
}

interface NewAttempt {
  order_id: OrderId
  method: string
  state: 'started' | 'due_on_delivery' | 'paid' | 'replaced'
  amount: number
}

/** Inserts an attempt. A unique index ensures that at most one per order is live. */
export async function insertAttempt(tx: Tx, attempt: NewAttempt, now: Date): Promise<number> {
  const { order_id, method, state, amount } = attempt
  const { rows } = await sql<{ payment_id: PaymentId }>`
    insert into payment (order_id, method, state, amount, created_at, updated_at)
    values (${order_id}, ${method}, ${state}, ${amount}, ${now}, ${now})
    returning payment_id
  `.execute(tx)
  return rows[0]?.payment_id ?? 0
}

interface AttemptStart {
  reference: string
  expires_at: Date
  ask_at: Date
  ip: string
  device: 'desktop' | 'mobile'
  /** The plan that its provider is asked for; null: none. */
  card_plan_id: number | null
}

/** Records that an attempt starts at its gateway. From now on the gateway may know its reference. */
export async function updateStarted(
  tx: Tx,
  payment_id: PaymentId,
  { reference, expires_at, ask_at, ip, device, card_plan_id }: AttemptStart,
  now: Date,
): Promise<void> {
  await sql`
    update payment set reference = ${reference}, expires_at = ${expires_at}, ask_at = ${ask_at},
      ip = ${ip}, device = ${device}, card_plan_id = ${card_plan_id}, created_at = ${now}, updated_at = ${now}
    where payment_id = ${payment_id}
  `.execute(tx)
}

interface StartedPage {
  redirect_url: string
  provider_reference?: string | null
  provider_link?: string | null
}

/** Stores the page where the shopper pays, so that a repeated request leads to the same page. */
export async function updatePage(
  db: Database,
  payment_id: PaymentId,
  { redirect_url, provider_reference = null, provider_link = null }: StartedPage,
): Promise<void> {
  await sql`
    update payment set redirect_url = ${redirect_url}, provider_link = ${provider_link},
      provider_reference = coalesce(provider_reference, ${provider_reference}::text)
    where payment_id = ${payment_id}
  `.execute(db)
}

/** Takes the reference from an attempt whose provider refused it: what the provider says about it is not ours. */
export async function updateUnnamed(tx: Tx, payment_id: PaymentId): Promise<void> {
  await tx
    .updateTable('payment')
    .set({ reference: null })
    .where('payment_id', '=', payment_id)
    .execute()
}

export async function updateProviderReference(
  tx: Tx,
  payment_id: PaymentId,
  provider_reference: string | null,
): Promise<void> {
  await sql`
    update payment set provider_reference = coalesce(${provider_reference}::text, provider_reference)
    where payment_id = ${payment_id}
  `.execute(tx)
}

/**
 * Records since when a provider holds the money of an attempt back. The provider is queried again even if the
 * attempt had ended: otherwise nobody would learn its decision.
 */
export async function updateHeld(tx: Tx, payment_id: PaymentId, now: Date): Promise<void> {
  await sql`
    update payment set held_since = coalesce(held_since, ${now}::timestamptz),
      ask_at = coalesce(ask_at, ${now}::timestamptz)
    where payment_id = ${payment_id}
  `.execute(tx)
}

/** Records that the provider has decided about held money. */
export async function updateNoLongerHeld(tx: Tx, payment_id: PaymentId): Promise<void> {
  await sql`
    update payment set held_since = null where payment_id = ${payment_id} and held_since is not null
  `.execute(tx)
}

/** Marks an attempt as paid, whatever other state it has. The provider is not queried any more. */
export async function updatePaid(
  tx: Tx,
  payment_id: PaymentId,
  amount: number,
  now: Date,
): Promise<void> {
  await sql`
    update payment set state = ${attempt_moves.pay.to}, amount = ${amount}, failure = null, ask_at = null, updated_at = ${now}
    where payment_id = ${payment_id} and state in (${from(attempt_moves.pay)})
  `.execute(tx)
}

/** Adds further money to a paid attempt. */
export async function updatePaidMore(
  tx: Tx,
  payment_id: PaymentId,
  amount: number,
  now: Date,
): Promise<void> {
  await sql`
    update payment set amount = amount + ${amount}, updated_at = ${now}
    where payment_id = ${payment_id} and state = 'paid'
  `.execute(tx)
}

/** Sets what the courier collects for an order, in đồng, if it is paid on delivery. */
export async function updateDueOnDelivery(
  tx: Tx,
  order_id: OrderId,
  amount: number,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('payment')
    .set({ amount, updated_at: now })
    .where('order_id', '=', order_id)
    .where('state', '=', 'due_on_delivery')
    .where('amount', '<>', amount)
    .execute()
}

/** Ends a started attempt without money; never a paid one. Returns false when it had ended before. */
export async function updateFailed(
  tx: Tx,
  payment_id: PaymentId,
  { failure, ask_at }: { failure: string | null; ask_at: Date | null },
  now: Date,
): Promise<boolean> {
  const { rows } = await sql<{ was_live: boolean }>`
    with before as (select state = 'started' as was_live from payment where payment_id = ${payment_id})
    update payment set ask_at = ${ask_at}, failure = coalesce(failure, ${failure}::text),
      state = case when state = 'started' then 'failed' else state end, updated_at = ${now}
    from before where payment_id = ${payment_id} and state <> 'paid'
    returning before.was_live
  `.execute(tx)
  return rows[0]?.was_live ?? false
}

/**
 * Ends the live attempt when the shopper chose another payment method, or when the order ended; never a paid
 * one. Its provider is still queried: the shopper may be paying on an open page.
 */
export async function endLiveAttempt(
  tx: Tx,
  order_id: OrderId,
  move: 'replace' | 'fail',
  now: Date,
): Promise<void> {
  await sql`
    update payment set state = ${attempt_moves[move].to}, updated_at = ${now}
    where order_id = ${order_id} and state in (${from(attempt_moves[move])})
  `.execute(tx)
}

/** Seconds until the provider of a silent attempt is queried again, by the number of earlier queries. */
const pauses_s = [120, 300, 900, 1_800, 3_600, 7_200]

/** Selects silent attempts: those without a notice of their provider. */
export type WhichSilent =
  | { due: true }
  /** Of one order, due or not. */
  | { order_id: OrderId }
  /** The started attempt of an order that a page waits for, unless its provider was queried a moment ago. */
  | { waited_for: number }
  /** Of orders whose payment deadline is over, once after the deadline. */
  | { overdue: true }

/**
 * Claims silent attempts for a query to their providers. Their next query time is set at once, later each time
 * and with jitter, so that no two processes query the same attempt and a failing provider is not flooded.
 */
export async function claimSilent(
  db: Database,
  which: WhichSilent,
  now: Date,
  batch: number,
): Promise<PaymentAttempt[]> {
  const { rows } = await sql<PaymentAttempt>`
    with silent as (
      select payment_id from payment p join sales_order o on o.order_id = p.order_id
      where p.reference is not null and p.ask_at is not null and ${condition(which, now)}
      order by p.ask_at limit ${batch} for update of p skip locked
    )
    update payment p set asked = p.asked + 1, asked_at = ${now},
      ask_at = ${now}::timestamptz + make_interval(secs => (0.9 + random() * 0.2)
        * (${pauses_s}::integer[])[least(p.asked + 1, ${pauses_s.length})])
    from silent, sales_order o
    where p.payment_id = silent.payment_id and o.order_id = p.order_id
    returning ${attempt_columns}
  `.execute(db)
  return rows
}

function condition(which: WhichSilent, now: Date): RawBuilder<unknown> {
  if ('due' in which) return sql`p.ask_at <= ${now}`
  if ('order_id' in which) return sql`p.order_id = ${which.order_id}`
  if ('overdue' in which) {
    return sql`o.state = 'awaiting_payment' and o.expires_at <= ${now}
      and (p.asked_at is null or p.asked_at < o.expires_at)`
  }
  return sql`p.order_id = ${which.waited_for} and p.state = 'started' and coalesce(p.asked_at, p.created_at)
    <= ${now}::timestamptz - make_interval(secs => least(60, 4 * (p.asked + 1)))`
}

/** An attempt without money of an order that was originally cash on delivery. */
interface StaleAttempt {
  order_id: OrderId
  payment_id: PaymentId
  ask_at: Date | null
}

/**
 * Finds attempts that started before `before`, brought no money and belong to orders that proceed without
 * payment: these were cash on delivery. Attempts whose money the provider holds back are left out. With
 * `order_id`: only those of this order.
 */
export async function findStale(
  db: Database,
  before: Date,
  limit: number,
  order_id: OrderId | null = null,
): Promise<StaleAttempt[]> {
  const { rows } = await sql<StaleAttempt>`
    select order_id, payment_id, ask_at from payment p join sales_order o using (order_id)
    where p.state = 'started' and o.state in ('pending', 'confirmed', 'ready_for_pickup')
      and p.created_at <= ${before}
      and p.held_since is null and (${order_id}::bigint is null or order_id = ${order_id}::bigint)
    order by p.payment_id limit ${limit}
  `.execute(db)
  return rows
}
