import { sql, type RawBuilder } from 'kysely'
import type { Recipient } from '#contracts/storefront/quote.ts'
import type { Database, Tx } from '#db/schema.ts'

/** A try to pay at a gateway, with what is known of it. */
export interface Try {
  payment_id: number
  order_id: number
  order_code: string
  method: string
  state: 'started' | 'due_on_delivery' | 'paid' | 'failed' | 'replaced'
  reference: string
  provider_reference: string | null
  redirect_url: string | null
  amount: number
  created_at: Date
  expires_at: Date | null
  ip: string | null
  device: 'desktop' | 'mobile' | null
  /** The provider holds its money back, to look at it first. */
  held_since: Date | null
  recipient: Recipient
}

const columns = sql`p.payment_id, p.order_id, o.code as order_code, p.method, p.state, p.reference,
  p.provider_reference, p.redirect_url, p.amount, p.created_at, p.expires_at, p.ip, p.device,
  p.held_since, o.recipient`

/** How many tries of this order have begun at gateways. */
export async function countBegun(tx: Tx, order_id: number): Promise<number> {
  const { rows } = await sql<{ begun: number }>`
    select count(*) as begun from payment where order_id = ${order_id} and reference is not null
  `.execute(tx)
  return rows[0]?.begun ?? 0
}

interface Beginning {
  reference: string
  expires_at: Date
  ask_at: Date
  ip: string
  device: 'desktop' | 'mobile'
}

/** A try begins at its gateway: from now on the gateway may know it by its reference. */
export async function updateBegun(
  tx: Tx,
  payment_id: number,
  { reference, expires_at, ask_at, ip, device }: Beginning,
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

/** A try that began ends without money, in words; never a paid one. False when it had ended before. */
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

export async function findTry(db: Database, payment_id: number): Promise<Try | null> {
  return (await readTries(db, sql`p.payment_id = ${payment_id}`))[0] ?? null
}

/** The try that a gateway speaks of, by our reference or by its number. */
export async function findToldTry(
  db: Database,
  method: string,
  { reference, payment_id }: { reference: string; payment_id?: number },
): Promise<Try | null> {
  const which =
    payment_id === undefined ? sql`p.reference = ${reference}` : sql`p.payment_id = ${payment_id}`
  return (await readTries(db, sql`${which} and p.method = ${method}`))[0] ?? null
}

async function readTries(db: Database, which: RawBuilder<unknown>): Promise<Try[]> {
  const { rows } = await sql<Try>`
    select ${columns} from payment p join sales_order o on o.order_id = p.order_id
    where p.reference is not null and ${which}
  `.execute(db)
  return rows
}

/** Seconds until a silent try is asked about again, by how often it was asked. */
const pauses_s = [120, 300, 900, 1_800, 3_600, 7_200]

/** Which silent tries are to be asked about. */
export type WhichTries =
  | { due: true }
  /** Of one order, whatever their turn. */
  | { order_id: number }
  /** Of the newest try of an order that a page waits for, unless it was asked a moment ago. */
  | { waited_for: number }
  /** Of orders whose time to pay is over, once since then. */
  | { overdue: true }

/**
 * Takes silent tries in hand to ask about them: their next turn is set at once, later each time and
 * with jitter, so that no two processes ask and a provider that is away is not stormed.
 */
export async function claimSilent(
  db: Database,
  which: WhichTries,
  now: Date,
  batch: number,
): Promise<Try[]> {
  const { rows } = await sql<Try>`
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
    returning ${columns}
  `.execute(db)
  return rows
}

function condition(which: WhichTries, now: Date): RawBuilder<unknown> {
  if ('due' in which) return sql`p.ask_at <= ${now}`
  if ('order_id' in which) return sql`p.order_id = ${which.order_id}`
  if ('overdue' in which) {
    return sql`o.state = 'awaiting_payment' and o.expires_at <= ${now}
      and (p.asked_at is null or p.asked_at < o.expires_at)`
  }
  return sql`p.order_id = ${which.waited_for} and p.state = 'started' and coalesce(p.asked_at, p.created_at)
    <= ${now}::timestamptz - make_interval(secs => least(60, 4 * (p.asked + 1)))`
}

/** A try of an order that was to be paid at the door. */
export interface StaleTry {
  order_id: number
  payment_id: number
  ask_at: Date | null
}

/**
 * Tries that began before `before`, brought no money and are of orders that go on: these were to be paid
 * at the door. Not those whose money the provider holds back. `order_id`: of this order alone.
 */
export async function findStale(
  db: Database,
  before: Date,
  limit: number,
  order_id: number | null = null,
): Promise<StaleTry[]> {
  const { rows } = await sql<StaleTry>`
    select order_id, payment_id, ask_at from payment p join sales_order o using (order_id)
    where p.state = 'started' and o.state in ('pending', 'confirmed') and p.created_at <= ${before}
      and p.held_since is null and (${order_id}::bigint is null or order_id = ${order_id}::bigint)
    order by p.payment_id limit ${limit}
  `.execute(db)
  return rows
}

/** Whether goods of a flash sale that is paid before delivery are in an order. */
export async function isOnlineOnly(tx: Tx, order_id: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from sales_order_line line
      join flash_sale_item item using (flash_sale_item_id) join flash_sale sale using (flash_sale_id)
    where line.order_id = ${order_id} and sale.is_online_only limit 1
  `.execute(tx)
  return rows.length > 0
}
