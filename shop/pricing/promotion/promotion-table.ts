import type { OfferTableRow, TargetRow } from '#shop/pricing/promotion/offer-table-rows.ts'
import type { FlashOffer, Offers, PromotionOffer } from '#shop/pricing/promotion/offers.ts'
import { startOfDay, vietnamDay } from '#pure/vietnam-time.ts'

/** The offers of many products, looked up in memory. It gives the same result as the SQL of `offersOf`. */
export interface OfferTable {
  by_product: ReadonlyMap<number, readonly PromotionOffer[]>
  by_category: ReadonlyMap<number, readonly PromotionOffer[]>
  flash: ReadonlyMap<number, readonly FlashOffer[]>
}

interface ProductKeys {
  /** The colour and its version. */
  product_id: number
  version_id: number
  /** Its category and those above it, nearest first. */
  category_ids: readonly number[]
}

/** Builds the table from its rows. */
export function offerTable({ targets, promotions, flash }: OfferTableRow): OfferTable {
  const by_product = new Map<number, PromotionOffer[]>()
  const by_category = new Map<number, PromotionOffer[]>()
  const by_id = new Map(promotions.map((promotion) => [promotion.promotion_id, promotion]))
  for (const target of targets) {
    const promotion = by_id.get(target.promotion_id)
    if (promotion === undefined) continue
    const offer = asTargeted(promotion, target)
    if (target.product_id !== null) add(by_product, target.product_id, offer)
    if (target.category_id !== null) add(by_category, target.category_id, offer)
  }
  return { by_product, by_category, flash: Map.groupBy(flash, (row) => row.product_id) }
}

/**
 * Returns the offers of one product. If several targets of a promotion include it, the most specific one
 * applies.
 */
export function offersIn(
  table: OfferTable,
  { product_id, version_id, category_ids }: ProductKeys,
): Offers {
  const near = [
    table.by_product.get(product_id),
    table.by_product.get(version_id),
    ...category_ids.map((category_id) => table.by_category.get(category_id)),
  ].filter((offers) => offers !== undefined)
  const flash = table.flash.get(product_id) ?? []
  if (near.length === 0) return { promotions: [], flash: [...flash] }
  const promotions = new Map<number, PromotionOffer>()
  for (const offer of near.flat()) {
    if (!promotions.has(offer.promotion_id)) promotions.set(offer.promotion_id, offer)
  }
  return { promotions: [...promotions.values()], flash: [...flash] }
}

/** Returns the next time at which an offer begins or ends, in milliseconds since 1970; Infinity: never. */
export function nextEdge({ by_product, by_category, flash }: OfferTable, now: Date): number {
  const at = now.getTime()
  // Cards show the windows of the current day.
  let next = flash.size === 0 ? Infinity : startOfDay(vietnamDay(now, 1)).getTime()
  for (const offers of [by_product.values(), by_category.values(), flash.values()]) {
    for (const { starts_at, ends_at } of [...offers].flat()) {
      if (starts_at !== null && starts_at > at && starts_at < next) next = starts_at
      if (ends_at !== null && ends_at > at && ends_at < next) next = ends_at
    }
  }
  return next
}

/** Returns the promotion with the target's own percent, value or price, if it has one. */
function asTargeted(
  promotion: PromotionOffer,
  { percent, value, price }: TargetRow,
): PromotionOffer {
  const is_own = percent !== null || value !== null || price !== null
  return is_own ? { ...promotion, percent, value, price } : promotion
}

function add<Key>(map: Map<Key, PromotionOffer[]>, key: Key, offer: PromotionOffer): void {
  const offers = map.get(key)
  if (offers) offers.push(offer)
  else map.set(key, [offer])
}
