import type { CustomerId } from '#pure/ids.ts'
import { quote as contract, type Quote } from '#contracts/storefront/quote.ts'
import type { Database, Tx } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import type { Caller } from '#pure/contract.ts'
import type { StoredLine } from '#shop/cart/cart-line.ts'
import { lockCustomer } from '#shop/customer/customer-lock-store.ts'
import { flashItemOf } from '#shop/pricing/price/price.ts'
import { pricedOrRefused } from '#shop/quote/priced-or-refused.ts'
import { findOpenQuote, updateShown, updateVoucherLost } from '#shop/quote/quote-store.ts'
import {
  lostVoucher,
  quoteView,
  type OpenQuote,
  type PricedQuote,
  type PricingTerms,
} from '#shop/quote/quote.ts'

export interface QuoteDeps {
  db: Database
  now: Now
}

/** The open checkout of the caller, priced now (contract §7 GET /v1/quote). */
export async function getQuote({ db, now }: QuoteDeps, { customer_id }: Caller): Promise<Quote> {
  const asked_at = now()
  const quote = await findOpenQuote(db, customer_id, asked_at)
  if (!quote) throw contract.getQuote.refuse('quote_not_found')
  return showQuote(db, quote, { now: asked_at })
}

/** Locks the customer and returns the open checkout; no other transaction changes it until this one ends. */
export async function lockOpenQuote(
  tx: Tx,
  customer_id: CustomerId,
  now: Date,
): Promise<OpenQuote> {
  await lockCustomer(tx, customer_id)
  const quote = await findOpenQuote(tx, customer_id, now)
  if (!quote) throw contract.getQuote.refuse('quote_not_found')
  return quote
}

/**
 * Prices a checkout to show it, and saves the shown total, gifts and flash prices if they changed. A voucher that
 * stopped applying leaves the checkout.
 */
export async function showQuote(
  db: Database,
  quote: OpenQuote,
  terms: PricingTerms,
): Promise<Quote> {
  const priced = pricedOrRefused(quote, terms)
  if (priced.voucher?.problem) await updateVoucherLost(db, quote, lostVoucher(quote, priced))
  const lines = linesAsShown(quote.lines, priced)
  const { grand_total: grand_total_seen } = priced.totals
  const gifts_seen = priced.gifts_left_out.map(({ item_id }) => item_id)
  const is_changed =
    grand_total_seen !== quote.grand_total_seen ||
    gifts_seen.join() !== (quote.gifts_seen ?? []).join() ||
    lines.some((line, n) => line.flash_sale_item_id !== quote.lines[n]?.flash_sale_item_id)
  if (is_changed) await updateShown(db, quote.quote_id, { grand_total_seen, gifts_seen }, lines)
  return quoteView(quote, priced)
}

/** The lines of a checkout, each with the flash sale that gives its shown price. */
export function linesAsShown(
  lines: readonly StoredLine[],
  { items }: Pick<PricedQuote, 'items'>,
): StoredLine[] {
  return lines.map((line) => {
    const shown = items.find(({ line_id }) => line_id === line.line_id)
    return { ...line, flash_sale_item_id: flashItemOf(shown?.price_trace ?? []) }
  })
}
