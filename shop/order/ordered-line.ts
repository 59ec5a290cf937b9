import type { QuoteLine } from '#contracts/storefront/quote.ts'
import { flashItemOf } from '#shop/pricing/price/price.ts'

/** An ordered line as it was shown, with the flash sale that gave its price. */
export interface OrderedLine extends QuoteLine {
  flash_sale_item_id: number | null
}

/** Converts a checkout line to an ordered line. */
export function orderedLine({ meta: _meta, ...line }: QuoteLine): OrderedLine {
  return { ...line, flash: null, flash_sale_item_id: flashItemOf(line.price_trace) }
}
