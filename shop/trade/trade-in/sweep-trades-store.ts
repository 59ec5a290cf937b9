import { sql } from 'kysely'
import type { Database, Tx } from '#db/schema.ts'
import type { CustomerId } from '#pure/ids.ts'
import { trade_moves } from '#shop/trade/trade-in/trade-in-states.ts'

/** Deletes quotes that ended before `before` without a purchase. Returns how many. */
export async function deleteOldTrades(db: Database, before: Date, batch: number): Promise<number> {
  const { rows } = await sql`
    delete from trade_quote where trade_quote_id in (
      select trade_quote_id from trade_quote
      where coalesce(ended_at, expires_at) < ${before} and expires_at < ${before}
        and state in ('quoted', 'refused', 'cancelled')
      limit ${batch} for update skip locked)
    returning 1
  `.execute(db)
  return rows.length
}

/**
 * Refuses the devices at a counter whose quotes ended at `before` or earlier: their owners did not agree, or did not
 * come back for the money. Returns how many.
 */
export async function endLeftTrades(
  db: Database,
  { before, now }: { before: Date; now: Date },
  batch: number,
): Promise<number> {
  const { from, to } = trade_moves.refuse
  const { rows } = await sql`
    with ended as (
      update trade_quote set state = ${to}, ended_at = ${now}, accept_code = null, version = version + 1
      where trade_quote_id in (
        select trade_quote_id from trade_quote
        -- "state <> 'paid'" is the condition of the index trade_quote_ended
        where state = any(${[...from]}::text[]) and state <> 'paid' and expires_at <= ${before}
        limit ${batch} for update skip locked)
      returning trade_quote_id
    )
    insert into trade_event (trade_quote_id, move, to_state, note, happened_at)
    select trade_quote_id, 'refuse', ${to}, 'Quá hạn tại cửa hàng', ${now} from ended returning 1
  `.execute(db)
  return rows.length
}

/** Deletes what sellers had to say for the purchase list, once the law does not ask for it any more. */
export async function deleteOldSellers(db: Database, before: Date, batch: number): Promise<number> {
  const { rows } = await sql`
    delete from trade_seller where trade_quote_id in (
      select trade_quote_id from trade_seller where recorded_at < ${before}
      limit ${batch} for update skip locked)
    returning 1
  `.execute(db)
  return rows.length
}

/**
 * Deletes the quotes of a person, those of their phone and those of their account. A device that lies at a counter or
 * was bought keeps its quote without a name: the purchase list must be kept, and has its own record of the seller. A
 * record of a device that was not bought is deleted.
 * Returns the ids of both, whose messages are to be deleted.
 */
export async function eraseTradesOf(
  tx: Tx,
  { phone, customer_id }: { phone: string; customer_id: CustomerId | null },
): Promise<number[]> {
  const { rows } = await sql<{ trade_quote_id: number }>`
    with own as (
      select trade_quote_id, state from trade_quote
      where phone = ${phone} or customer_id = ${customer_id}::bigint order by trade_quote_id for update
    ), gone as (
      delete from trade_quote using own where trade_quote.trade_quote_id = own.trade_quote_id
        and own.state in ('quoted', 'refused', 'cancelled')
    ), not_sold as (
      delete from trade_seller using own where trade_seller.trade_quote_id = own.trade_quote_id
        and not exists (select from trade_payout where trade_payout.trade_quote_id = own.trade_quote_id)
    ), nameless as (
      update trade_quote set name = '', phone = 'erased:' || trade_quote.trade_quote_id, customer_id = null,
        idempotency_key = null, device_report = null
      from own where trade_quote.trade_quote_id = own.trade_quote_id and own.state not in ('quoted', 'refused', 'cancelled')
    )
    select trade_quote_id from own
  `.execute(tx)
  return rows.map(({ trade_quote_id }) => trade_quote_id)
}
