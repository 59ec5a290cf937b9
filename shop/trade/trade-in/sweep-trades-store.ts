import { sql } from 'kysely'
import type { Database, Tx } from '#db/schema.ts'
import type { CustomerId } from '#pure/ids.ts'

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
 * was bought keeps its quote without a name: the purchase list must be kept, and has its own record of the seller.
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
    ), nameless as (
      update trade_quote set name = '', phone = 'erased:' || trade_quote.trade_quote_id, customer_id = null,
        idempotency_key = null
      from own where trade_quote.trade_quote_id = own.trade_quote_id and own.state not in ('quoted', 'refused', 'cancelled')
    )
    select trade_quote_id from own
  `.execute(tx)
  return rows.map(({ trade_quote_id }) => trade_quote_id)
}
