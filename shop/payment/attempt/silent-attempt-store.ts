import { sql, type RawBuilder } from 'kysely'
import type { Database } from '#db/schema.ts'
import { attempt_columns } from '#shop/payment/attempt/attempt-store.ts'
import type { PaymentAttempt } from '#shop/payment/attempt/attempt.ts'

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
