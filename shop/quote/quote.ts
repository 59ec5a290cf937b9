import type { Quote, QuoteLine, Recipient, ShippingMethod, Totals } from '#contracts/quote.ts'
import type { QuotaClaim } from '#shop/hold/claims.ts'
import { isSellable, type Item } from '#shop/stock/item.ts'

/** Deliveries of this much and more are free ("Giao nhanh - Miễn phí cho đơn 300k"). */
export const free_shipping_from = 300_000
export const home_delivery_fee = 30_000

/** A checkout in progress with its items as they are now. */
export interface OpenQuote {
  quote_id: number
  type: 1 | 2 | 4
  province_id: number
  installment_type: number | null
  recipient: Recipient | null
  grand_total_seen: number
  lines: QuotedItem[]
}

export interface QuotedItem {
  item: Item
  item_type: 1 | 2 | 4
  item_quantity: number
}

export interface PricedQuote {
  items: QuoteLine[]
  totals: Totals
  /** What these prices rest on: an order takes all of it or is told why not. */
  claims: QuotaClaim[]
}

/** What it costs to bring the goods, in đồng with VAT. Without an address yet: as if brought home. */
export function shippingFee(subtotal: number, method: ShippingMethod | null): number {
  if (method === 'store_pickup' || subtotal >= free_shipping_from) return 0
  return home_delivery_fee
}

/** Sums the printed lines and nothing else (house §5.2). Amounts are whole đồng. */
export function totalsOf(
  lines: readonly Pick<QuoteLine, 'item_quantity' | 'price' | 'line_total'>[],
  method: ShippingMethod | null,
): Totals {
  const list_total = sum(lines, (line) => line.price * line.item_quantity)
  const subtotal = sum(lines, (line) => line.line_total)
  const shipping_fee = shippingFee(subtotal, method)
  const grand_total = subtotal + shipping_fee
  if (![list_total, grand_total].every(Number.isSafeInteger)) {
    throw new RangeError('a total left the whole numbers that can be counted exactly')
  }
  return {
    item_quantity: sum(lines, (line) => line.item_quantity),
    list_total,
    discount: list_total - subtotal,
    subtotal,
    adjustments: [],
    shipping_fee,
    grand_total,
  }
}

/** The lines and totals of a checkout now, or the first item that is no longer sold. */
export function priceQuote(
  lines: readonly QuotedItem[],
  method: ShippingMethod | null,
): { priced: PricedQuote; gone: null } | { priced: null; gone: Item } {
  const items: PricedQuote['items'] = []
  for (const line of lines) {
    if (!isSellable(line.item)) return { priced: null, gone: line.item }
    const { price, item_id, sku, name, color_name, url_path, thumbnail } = line.item
    items.push({
      item_id,
      item_type: line.item_type,
      item_quantity: line.item_quantity,
      sku,
      name,
      color_name,
      url_path,
      thumbnail,
      price: price.list_price,
      mechanic_price: price.mechanic_price,
      final_price: price.final_price,
      line_total: price.final_price * line.item_quantity,
      price_trace: price.trace,
      is_gift: false,
      parent_item_id: null,
      main_product_combo_id: null,
      combo_item_id: null,
      flash: price.flash,
    })
  }
  return { priced: { items, totals: totalsOf(items, method), claims: [] }, gone: null }
}

/** A checkout as the shopper sees it. */
export function quoteView(quote: Omit<OpenQuote, 'lines'>, priced: PricedQuote): Quote {
  const { quote_id, type, province_id, installment_type, recipient } = quote
  return {
    quote_id,
    type,
    province_id,
    installment_type,
    items: priced.items,
    recipient,
    totals: priced.totals,
    voucher: null,
    is_online_only: false,
  }
}

function sum<T>(list: readonly T[], amount: (one: T) => number): number {
  return list.reduce((total, one) => total + amount(one), 0)
}
