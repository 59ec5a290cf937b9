import type { Quote } from '#contracts/storefront/quote.ts'
import type { Database } from '#db/schema.ts'
import { flashItemOf } from '#shop/pricing/price/price.ts'
import { updateShown, type ShownLine } from '#shop/quote/quote-store.ts'
import { pricedOrRefused } from '#shop/quote/quote-for-order.ts'
import {
  quoteView,
  type OpenQuote,
  type PricedQuote,
  type PricingTerms,
} from '#shop/quote/quote.ts'

/** A checkout priced for the screen; what is about to be seen is remembered where it is news. */
export async function showQuote(
  db: Database,
  quote: OpenQuote,
  terms: PricingTerms,
): Promise<Quote> {
  const priced = pricedOrRefused(quote, terms)
  const lines = shownLines(priced, quote.lines)
  const { grand_total: grand_total_seen } = priced.totals
  const gifts_told = priced.gifts_left_out.map(({ item_id }) => item_id)
  const is_news =
    grand_total_seen !== quote.grand_total_seen ||
    gifts_told.join() !== (quote.gifts_told ?? []).join() ||
    lines.some((line) => isNews(line, quote))
  if (is_news) await updateShown(db, quote.quote_id, { grand_total_seen, gifts_told }, lines)
  return quoteView(quote, priced)
}

/** The lines of a checkout as they are kept: gifts are counted anew whenever it is shown. */
export function shownLines(
  { items }: Pick<PricedQuote, 'items'>,
  lines: OpenQuote['lines'],
): ShownLine[] {
  return items
    .filter((line) => !line.is_gift)
    .map((line) => ({
      item_id: line.item_id,
      item_type: line.item_type,
      item_quantity: line.item_quantity,
      main_product_combo_id: line.main_product_combo_id,
      combo_item_id: line.combo_item_id,
      flash_sale_item_id: flashItemOf(line.price_trace),
      chosen_promotions: lineOf(line, lines)?.chosen_promotions ?? [],
    }))
}

function isNews(shown: ShownLine, { lines }: OpenQuote): boolean {
  return lineOf(shown, lines)?.flash_sale_item_id !== shown.flash_sale_item_id
}

function lineOf(
  shown: Pick<ShownLine, 'item_id' | 'main_product_combo_id'>,
  lines: OpenQuote['lines'],
) {
  return lines.find(
    ({ item, main_product_combo_id }) =>
      item.item_id === shown.item_id && main_product_combo_id === shown.main_product_combo_id,
  )
}
