import { quote as contract } from '#contracts/quote.ts'
import type { Database, Tx } from '#db/schema.ts'
import {
  findOpenQuote,
  lockCustomer,
  updateClosed,
  updateTotalSeen,
} from '#shop/quote/quote-store.ts'
import { priceQuote, type OpenQuote, type PricedQuote } from '#shop/quote/quote.ts'

/** Lines and totals of a checkout now; refuses `item_not_found` when one is no longer sold. */
export function pricedOrRefused(quote: Pick<OpenQuote, 'lines' | 'recipient'>): PricedQuote {
  const { priced, gone } = priceQuote(quote.lines, quote.recipient?.shipping_method ?? null)
  if (priced) return priced
  const { item_id, name } = gone
  throw contract.getQuote.refuse('item_not_found', { item_id, name })
}

/** Lets one request at a time change or order the checkouts of a customer. */
export async function lockCheckout(tx: Tx, customer_id: number): Promise<void> {
  await lockCustomer(tx, customer_id)
}

/** The open checkout for an order that is about to be made, after `lockCheckout`. */
export async function quoteToOrder(
  tx: Tx,
  customer_id: number,
  now: Date,
): Promise<OpenQuote | null> {
  return findOpenQuote(tx, customer_id, now)
}

/** The checkout became an order. */
export async function quoteWasOrdered(tx: Tx, quote_id: number): Promise<void> {
  await updateClosed(tx, quote_id)
}

/** The shopper is being told this total: the next confirmation is about it. */
export async function totalWasShown(db: Database, quote_id: number, total: number): Promise<void> {
  await updateTotalSeen(db, quote_id, total)
}
