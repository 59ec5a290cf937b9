import type { Dong } from '#pure/money.ts'
import type { Goods } from '#shop/pricing/installment/lender.ts'
import type { SellableItem } from '#shop/pricing/item/item.ts'
import type { PriceQuestion } from '#shop/pricing/price/item-rules.ts'
import { priceAt } from '#shop/pricing/price/price.ts'

/**
 * What one piece of an item costs in parts, and at once. Prices of a flash sale are for what is paid at once. `total`
 * is that of a checkout in parts, which has more than the item's price.
 */
export function goodsInParts(
  { price, price_rows, offers, category_ids }: SellableItem,
  question: PriceQuestion,
  total?: Dong,
): Goods {
  const at_once = price.final_price
  const plain = priceAt(price_rows, offers, { ...question, without_flash: true })
  const in_parts = plain?.final_price ?? at_once
  const all = total ?? in_parts
  return { price: all, cash_price: all - Math.max(0, in_parts - at_once), category_ids }
}
