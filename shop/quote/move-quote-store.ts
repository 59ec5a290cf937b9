import { sql } from 'kysely'
import type { Tx } from '#db/schema.ts'
import type { CustomerId, QuoteId } from '#pure/ids.ts'

/** The open checkout of a customer; null: none. */
export async function findOpenQuoteId(tx: Tx, customer_id: CustomerId): Promise<number | null> {
  const row = await tx
    .selectFrom('quote')
    .select('quote_id')
    .where('customer_id', '=', customer_id)
    .where('is_open', '=', true)
    .executeTakeFirst()
  return row?.quote_id ?? null
}

/** Gives a checkout to another customer, who has no open one. Its lines name the cart lines that theirs became. */
export async function moveQuote(
  tx: Tx,
  quote_id: number,
  to: CustomerId,
  merged: readonly { line_id: number; into_line_id: number }[],
): Promise<void> {
  await tx.updateTable('quote').set({ customer_id: to }).where('quote_id', '=', quote_id).execute()
  await sql`
    update quote_item line set line_id = merged.into_line_id
    from unnest(${merged.map((line) => line.line_id)}::bigint[],
      ${merged.map((line) => line.into_line_id)}::bigint[]) as merged (line_id, into_line_id)
    where line.quote_id = ${quote_id} and line.line_id = merged.line_id
  `.execute(tx)
}

/** Gives the checkouts that were ordered to whom the orders belong now. */
export async function moveOrderedQuotes(tx: Tx, from: CustomerId, into: CustomerId): Promise<void> {
  await tx
    .updateTable('quote')
    .set({ customer_id: into })
    .where('customer_id', '=', from)
    .where('is_open', '=', false)
    .execute()
}

/** Moves the checkouts of orders to the customer who has the orders now. */
export async function moveQuotesOfOrders(
  tx: Tx,
  quote_ids: readonly QuoteId[],
  into: CustomerId,
): Promise<void> {
  await tx
    .updateTable('quote')
    .set({ customer_id: into })
    .where('quote_id', 'in', [...quote_ids])
    .execute()
}
