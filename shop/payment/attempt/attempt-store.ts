import { sql, type RawBuilder } from 'kysely'
import type { Database, Tx } from '#db/schema.ts'
import type { LiveAttempt, PaymentAttempt } from '#shop/payment/attempt/attempt.ts'

/** Of `payment p` and its order `o`. */
const attempt_columns = sql`p.payment_id, p.order_id, o.code as order_code, p.method, p.state,
  p.reference, p.provider_reference, p.redirect_url, p.amount, p.created_at, p.expires_at, p.ip,
  p.device, p.held_since, o.recipient`

export async function findAttempt(
  db: Database,
  payment_id: number,
): Promise<PaymentAttempt | null> {
  return findOne(db, sql`p.payment_id = ${payment_id}`)
}

/** The attempt that a gateway speaks of, by our reference or by its number. */
export async function findNoticedAttempt(
  db: Database,
  method: string,
  { reference, payment_id }: { reference: string; payment_id?: number },
): Promise<PaymentAttempt | null> {
  const which =
    payment_id === undefined ? sql`p.reference = ${reference}` : sql`p.payment_id = ${payment_id}`
  return findOne(db, sql`${which} and p.method = ${method}`)
}

async function findOne(db: Database, which: RawBuilder<unknown>): Promise<PaymentAttempt | null> {
  const { rows } = await sql<PaymentAttempt>`
    select ${attempt_columns} from payment p join sales_order o on o.order_id = p.order_id
    where p.reference is not null and ${which}
  `.execute(db)
  return rows[0] ?? null
}

/** The one attempt of an order that counts, if any. */
export async function findLiveAttempt(db: Database, order_id: number): Promise<LiveAttempt | null> {
  const { rows } = await sql<LiveAttempt>`
    select payment_id, method, state, amount, reference, redirect_url, expires_at, updated_at from payment
    where order_id = ${order_id} and state in ('started', 'due_on_delivery', 'paid')
  `.execute(db)
  return rows[0] ?? null
}

export interface NewAttempt {
  order_id: number
  method: string
  state: 'started' | 'due_on_delivery' | 'paid'
  amount: number
}

/** Writes an attempt. At most one per order is live: a unique index guards that. */
export async function insertAttempt(tx: Tx, attempt: NewAttempt, now: Date): Promise<number> {
  const { order_id, method, state, amount } = attempt
  const { rows } = await sql<{ payment_id: number }>`
    insert into payment (order_id, method, state, amount, created_at, updated_at)
    values (${order_id}, ${method}, ${state}, ${amount}, ${now}, ${now})
    returning payment_id
  `.execute(tx)
  return rows[0]?.payment_id ?? 0
}

/** How many attempts of this order were started at gateways. */
export async function countStarted(tx: Tx, order_id: number): Promise<number> {
  const { rows } = await sql<{ started: number }>`
    select count(*) as started from payment where order_id = ${order_id} and reference is not null
  `.execute(tx)
  return rows[0]?.started ?? 0
}

export interface AttemptStart {
  reference: string
  expires_at: Date
  ask_at: Date
  ip: string
  device: 'desktop' | 'mobile'
}

/** An attempt starts at its gateway: from now on the gateway may know it by its reference. */
export async function updateStarted(
  tx: Tx,
  payment_id: number,
  { reference, expires_at, ask_at, ip, device }: AttemptStart,
  now: Date,
): Promise<void> {
  await sql`
    update payment set reference = ${reference}, expires_at = ${expires_at}, ask_at = ${ask_at},
      ip = ${ip}, device = ${device}, created_at = ${now}, updated_at = ${now}
    where payment_id = ${payment_id}
  `.execute(tx)
}

/** Where the shopper pays, so that asking again leads to the same page. */
export async function updatePage(
  db: Database,
  payment_id: number,
  { redirect_url, provider_reference }: { redirect_url: string; provider_reference: string | null },
): Promise<void> {
  await sql`
    update payment set redirect_url = ${redirect_url},
      provider_reference = coalesce(provider_reference, ${provider_reference}::text)
    where payment_id = ${payment_id}
  `.execute(db)
}

export async function updateProviderReference(
  tx: Tx,
  payment_id: number,
  provider_reference: string | null,
): Promise<void> {
  await sql`
    update payment set provider_reference = coalesce(${provider_reference}::text, provider_reference)
    where payment_id = ${payment_id}
  `.execute(tx)
}

/**
 * Notes that a provider holds the money of an attempt back, since the first time it said so. It is asked
 * about again even where the attempt had ended, for nobody else would hear how it ends.
 */
export async function updateHeld(tx: Tx, payment_id: number, now: Date): Promise<void> {
  await sql`
    update payment set held_since = coalesce(held_since, ${now}::timestamptz),
      ask_at = coalesce(ask_at, ${now}::timestamptz)
    where payment_id = ${payment_id}
  `.execute(tx)
}

/** The provider decided. */
export async function updateNoLongerHeld(tx: Tx, payment_id: number): Promise<void> {
  await sql`
    update payment set held_since = null where payment_id = ${payment_id} and held_since is not null
  `.execute(tx)
}

/** The money is there, whatever the attempt was thought to be before; nobody needs to ask any more. */
export async function updatePaid(
  tx: Tx,
  payment_id: number,
  amount: number,
  now: Date,
): Promise<void> {
  await sql`
    update payment set state = 'paid', amount = ${amount}, failure = null, ask_at = null, updated_at = ${now}
    where payment_id = ${payment_id} and state <> 'paid'
  `.execute(tx)
}

/** More money came for what is paid already, and counts with it. */
export async function updatePaidMore(
  tx: Tx,
  payment_id: number,
  amount: number,
  now: Date,
): Promise<void> {
  await sql`
    update payment set amount = amount + ${amount}, updated_at = ${now}
    where payment_id = ${payment_id} and state = 'paid'
  `.execute(tx)
}

/** A started attempt ends without money; never a paid one. False when it had ended before. */
export async function updateFailed(
  tx: Tx,
  payment_id: number,
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
 * Ends the live attempt when the shopper chose another way to pay, or when the order ended; never a paid
 * one. Its provider is still asked: somebody may be paying on an open page.
 */
export async function endLiveAttempt(
  tx: Tx,
  order_id: number,
  state: 'replaced' | 'failed',
  now: Date,
): Promise<void> {
  await sql`
    update payment set state = ${state}, updated_at = ${now}
    where order_id = ${order_id} and state in ('started', 'due_on_delivery')
  `.execute(tx)
}

/** Seconds until a silent attempt is asked about again, by how often it was asked. */
const pauses_s = [120, 300, 900, 1_800, 3_600, 7_200]

/** Which silent attempts are to be asked about. */
export type WhichSilent =
  | { due: true }
  /** Of one order, whenever they are due. */
  | { order_id: number }
  /** The newest one of an order that a page waits for, unless it was asked a moment ago. */
  | { waited_for: number }
  /** Of orders whose time to pay is over, once since then. */
  | { overdue: true }

/**
 * Claims silent attempts to ask about them: their next turn is set at once, later each time and with
 * jitter, so that no two processes ask and a provider that is away is not flooded.
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

/** An attempt of an order that was to be paid on delivery. */
export interface StaleAttempt {
  order_id: number
  payment_id: number
  ask_at: Date | null
}

/**
 * Attempts that started before `before`, brought no money and belong to orders that go on: these were to
 * be paid on delivery. Not those whose money the provider holds back. `order_id`: of this order alone.
 */
export async function findStale(
  db: Database,
  before: Date,
  limit: number,
  order_id: number | null = null,
): Promise<StaleAttempt[]> {
  const { rows } = await sql<StaleAttempt>`
    select order_id, payment_id, ask_at from payment p join sales_order o using (order_id)
    where p.state = 'started' and o.state in ('pending', 'confirmed') and p.created_at <= ${before}
      and p.held_since is null and (${order_id}::bigint is null or order_id = ${order_id}::bigint)
    order by p.payment_id limit ${limit}
  `.execute(db)
  return rows
}
