import { type RawBuilder, sql } from 'kysely'
import type { TradeQuote } from '#contracts/storefront/trade/trade-in.ts'
import type { Database, Tables, Tx } from '#db/schema.ts'
import type { CustomerId, OrderId, StaffId } from '#pure/ids.ts'
import type { Insertable, Updateable } from 'kysely'
import { trade_moves, type TradeMoveName } from '#shop/trade/trade-in/trade-in-states.ts'
import { tradeQuoteOf, type TradeQuoteRow } from '#shop/trade/trade-in/trade-quote-view.ts'
import type { RecordAccess } from '#shop/order/record-access.ts'
import { isAccessible } from '#shop/order/record-access-rows.ts'
import type { Reach } from '#pure/access.ts'
import { ofShopInReach } from '#shop/location/reach-rows.ts'

/** Reads quotes that meet a condition on `q`, which may end with a sort and a limit. */
async function readTradeQuotes(
  db: Database,
  condition: RawBuilder<unknown>,
): Promise<TradeQuoteRow[]> {
  const { rows } = await sql<TradeQuoteRow>`
    select q.trade_quote_id, q.code, q.secret, q.state, q.version, q.device_name, q.terms, q.answers, q.value, q.bonus,
      q.target_item_id, q.target_name, q.target_price, q.typed_code, q.device_code, q.name, q.phone, q.visit_on,
      q.created_at, q.expires_at, q.checked_answers, q.offer, q.offer_reason, q.offer_note, q.device_report, o.code as order_code,
      jsonb_build_object('shop_id', shop.shop_id, 'name', shop.name, 'address', shop.address, 'phone', shop.phone,
        'time_opening', shop.time_opening) as shop,
      (select coalesce(jsonb_agg(jsonb_build_object('move', move, 'happened_at', happened_at, 'amount', amount,
          'reason', reason, 'note', note) order by trade_event_id), '[]')
        from trade_event event where event.trade_quote_id = q.trade_quote_id) as events,
      (select media.src from trade_device device join product color on color.parent_id = device.product_id
          join product_media media on media.product_id = color.product_id
        where device.device_id = q.device_id order by color.product_id, media.position limit 1) as thumbnail
    from trade_quote q join shop on shop.shop_id = q.shop_id left join sales_order o on o.order_id = q.order_id
    where ${condition}
  `.execute(db)
  return rows
}

export async function findTradeQuote(
  db: Database,
  which: RecordAccess,
  now: Date,
): Promise<TradeQuote | null> {
  const [row] = await readTradeQuotes(db, isAccessible('q', which))
  return row === undefined ? null : tradeQuoteOf(row, now)
}

/** The quotes of a customer, the newest first. */
export async function listTradeQuotesOf(
  db: Database,
  customer_id: CustomerId,
  now: Date,
): Promise<TradeQuote[]> {
  const own = sql`q.customer_id = ${customer_id} order by q.trade_quote_id desc limit 50`
  return (await readTradeQuotes(db, own)).map((row) => tradeQuoteOf(row, now))
}

/** A quote that the transaction has locked. */
export interface LockedTrade extends TradeQuoteRow {
  shop_id: number
  device_id: number
  order_id: OrderId | null
  offered_by: StaffId | null
  grade_code: string | null
  accept_code: string | null
  wrong_codes: number
}

/** Locks the quote that meets a condition on `q`. */
async function lockTrade(tx: Tx, condition: RawBuilder<unknown>): Promise<LockedTrade | null> {
  const { rows } = await sql<Omit<LockedTrade, keyof TradeQuoteRow> & { trade_quote_id: number }>`
    select trade_quote_id, shop_id, device_id, order_id, offered_by, grade_code, accept_code, wrong_codes
    from trade_quote q where ${condition} for no key update
  `.execute(tx)
  const [locked] = rows
  if (locked === undefined) return null
  const [row] = await readTradeQuotes(tx, sql`q.trade_quote_id = ${locked.trade_quote_id}`)
  return row === undefined ? null : { ...row, ...locked }
}

export async function lockOwnTrade(tx: Tx, which: RecordAccess): Promise<LockedTrade | null> {
  return lockTrade(tx, isAccessible('q', which))
}

/** Locks a quote of a shop within reach; a foreign one is as absent as none. */
export async function lockTradeOfShop(
  tx: Tx,
  code: string,
  reach: Reach,
): Promise<LockedTrade | null> {
  return lockTrade(tx, sql`q.code = ${code} and ${ofShopInReach('q.shop_id', reach)}`)
}

/** Finds a quote by its id. */
export async function findTradeQuoteRow(
  db: Database,
  trade_quote_id: number,
): Promise<TradeQuoteRow | null> {
  const [row] = await readTradeQuotes(db, sql`q.trade_quote_id = ${trade_quote_id}`)
  return row ?? null
}

/** Lets calls of a customer with the same key wait for each other, and the quotes of one phone be counted right. */
export async function lockTradeNames(tx: Tx, names: readonly string[]): Promise<void> {
  for (const name of names.toSorted()) {
    const key = `trade-in:${name}`
    await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx)
  }
}

/** Whether another quote that is open or was paid has the same report; quotes that wait for the same lock see it. */
export async function isReportUsed(
  tx: Tx,
  { made_at, report, now }: { made_at: string; report: string; now: Date },
  trade_quote_id: number | null,
): Promise<boolean> {
  await lockTradeNames(tx, [`report:${made_at}`])
  const { rows } = await sql<{ is_used: boolean }>`
    select exists (select from trade_quote
      where device_report->>'made_at' = ${made_at} and device_report = ${report}::jsonb
        and trade_quote_id is distinct from ${trade_quote_id}::bigint
        and (state in ('arrived', 'checked', 'offered', 'accepted', 'paid')
          or (state = 'quoted' and expires_at > ${now}))) as is_used
  `.execute(tx)
  return rows[0]?.is_used === true
}

/** The code of the quote that a customer got with this key. */
export async function findTradeByKey(
  db: Database,
  customer_id: CustomerId,
  idempotency_key: string,
): Promise<string | null> {
  const found = await db
    .selectFrom('trade_quote')
    .select('code')
    .where('customer_id', '=', customer_id)
    .where('idempotency_key', '=', idempotency_key)
    .executeTakeFirst()
  return found?.code ?? null
}

/** How many open quotes a phone has. */
export async function countTradesOfPhone(tx: Tx, phone: string, now: Date): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    select count(*)::integer as open from trade_quote
    where phone = ${phone} and (state in ('arrived', 'checked', 'offered', 'accepted') or (state = 'quoted' and expires_at > ${now}))
  `.execute(tx)
  return rows[0]?.open ?? 0
}

export async function insertTradeQuote(
  tx: Tx,
  quote: Omit<Insertable<Tables['trade_quote']>, 'state'>,
): Promise<number> {
  const { trade_quote_id } = await tx
    .insertInto('trade_quote')
    .values({ ...quote, state: trade_moves.quote.to })
    .returning('trade_quote_id')
    .executeTakeFirstOrThrow()
  return trade_quote_id
}

interface TradeEvent {
  move: TradeMoveName | 'name_order' | 'attach_report' | 'record_seller'
  to_state: TradeQuoteRow['state']
  amount?: number
  reason?: string | null
  note?: string | null
  staff_id?: StaffId
  happened_at: Date
}

/** Writes down what happened to a quote. Its owner reads it too. */
export async function insertTradeEvent(
  tx: Tx,
  trade_quote_id: number,
  { amount, reason, note, staff_id, ...event }: TradeEvent,
): Promise<void> {
  await tx
    .insertInto('trade_event')
    .values({
      ...event,
      trade_quote_id,
      amount: amount ?? null,
      reason: reason ?? null,
      note: note ?? null,
      staff_id: staff_id ?? null,
    })
    .execute()
}

/** Writes into a locked quote; its version grows. */
export async function updateTrade(
  tx: Tx,
  trade_quote_id: number,
  change: Updateable<Tables['trade_quote']>,
): Promise<void> {
  await tx
    .updateTable('trade_quote')
    .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
    .where('trade_quote_id', '=', trade_quote_id)
    .execute()
}

/** Gives a locked quote new digits, with no wrong ones yet. Its version stays: the move that does it has raised it. */
export async function updateAcceptCode(
  tx: Tx,
  trade_quote_id: number,
  accept_code: string,
): Promise<void> {
  await tx
    .updateTable('trade_quote')
    .set({ accept_code, wrong_codes: 0 })
    .where('trade_quote_id', '=', trade_quote_id)
    .execute()
}

/** Takes an order off the quotes that expired with it, so that another quote can name it. */
export async function forgetOrderOfExpired(tx: Tx, order_id: OrderId, now: Date): Promise<void> {
  await tx
    .updateTable('trade_quote')
    .set((eb) => ({ order_id: null, version: eb('version', '+', 1) }))
    .where('order_id', '=', order_id)
    .where('state', '=', 'quoted')
    .where('expires_at', '<=', now)
    .execute()
}

/** Gives the quotes of one customer to another. */
export async function moveTrades(tx: Tx, from: CustomerId, into: CustomerId): Promise<void> {
  await tx
    .updateTable('trade_quote')
    .set({ customer_id: into, idempotency_key: null })
    .where('customer_id', '=', from)
    .execute()
}

/** A quote that a message is about, as it is now. */
interface TradeToNotify {
  quote: TradeQuote
  /** What its owner says at the counter. */
  accept_code: string | null
  /** What was paid, with the bonus; null: nothing yet. */
  paid: number | null
}

/** Null: the quote was erased. */
export async function findTradeToNotify(
  db: Database,
  trade_quote_id: number,
  now: Date,
): Promise<TradeToNotify | null> {
  const [row] = await readTradeQuotes(db, sql`q.trade_quote_id = ${trade_quote_id}`)
  if (row === undefined) return null
  const told = await db
    .selectFrom('trade_quote as q')
    .leftJoin('trade_payout', 'trade_payout.trade_quote_id', 'q.trade_quote_id')
    .select(['q.accept_code', 'trade_payout.amount as paid'])
    .where('q.trade_quote_id', '=', trade_quote_id)
    .executeTakeFirstOrThrow()
  return { quote: tradeQuoteOf(row, now), ...told }
}

/** Counts a wrong code of an owner at the counter. */
export async function countWrongAcceptCode(tx: Tx, trade_quote_id: number): Promise<number> {
  const { wrong_codes } = await tx
    .updateTable('trade_quote')
    .set((eb) => ({ wrong_codes: eb('wrong_codes', '+', 1) }))
    .where('trade_quote_id', '=', trade_quote_id)
    .returning('wrong_codes')
    .executeTakeFirstOrThrow()
  return wrong_codes
}
