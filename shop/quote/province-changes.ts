import type { ProvinceChanges } from '#contracts/quote.ts'
import { shippingFee, type OpenQuote, type PricedQuote } from '#shop/quote/quote.ts'
import { isSellable } from '#shop/stock/item.ts'

type Supply = ProvinceChanges['lines'][number]['supply']

/** One checkout seen from one province. */
export interface SeenFrom {
  quote: Pick<OpenQuote, 'lines' | 'recipient'>
  supplies: ReadonlyMap<number, Supply>
}

interface Comparison {
  province: { province_id: number; province_name: string }
  before: SeenFrom & { priced: PricedQuote }
  after: SeenFrom
}

/** What another province changes for a checkout; null when nothing does (spec §7 PUT /v1/quote/province). */
export function provinceChanges({ province, before, after }: Comparison): ProvinceChanges | null {
  const lines = before.priced.items.flatMap((line) => {
    const there = after.quote.lines.find(({ item }) => item.item_id === line.item_id)?.item
    const price = there && isSellable(there) ? there.price.final_price : null
    const previous_supply = before.supplies.get(line.item_id) ?? 'missing'
    const supply = after.supplies.get(line.item_id) ?? 'missing'
    if (price === line.final_price && supply === previous_supply) return []
    const { item_id, name, color_name, item_quantity, final_price: previous_price } = line
    const what = { item_id, name, color_name, item_quantity }
    return [{ ...what, previous_price, price, previous_supply, supply }]
  })
  const subtotal = after.quote.lines.reduce((sum, { item, item_quantity }) => {
    return isSellable(item) ? sum + item.price.final_price * item_quantity : sum
  }, 0)
  const { totals } = before.priced
  const shipping_fee = shippingFee(subtotal, after.quote.recipient?.shipping_method ?? null)
  const grand_total = subtotal + shipping_fee
  if (lines.length === 0 && grand_total === totals.grand_total) return null
  return {
    ...province,
    lines,
    previous_shipping_fee: totals.shipping_fee,
    shipping_fee,
    previous_total: totals.grand_total,
    grand_total,
  }
}
