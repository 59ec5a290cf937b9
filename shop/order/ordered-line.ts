import type { QuoteLine } from '#contracts/storefront/quote.ts'
import { flashItemOf } from '#shop/pricing/price/price.ts'

/** What was ordered: a line as it was printed, with the flash sale whose price it has. */
export interface OrderedLine extends QuoteLine {
  flash_sale_item_id: number | null
}

export function orderedLine(line: QuoteLine): OrderedLine {
  return { ...line, flash: null, flash_sale_item_id: flashItemOf(line.price_trace) }
}
