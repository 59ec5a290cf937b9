import type { Database } from '#db/schema.ts'
import { findItems } from '#shop/pricing/item/item-store.ts'
import type { Item } from '#shop/pricing/item/item.ts'
import type { PriceQuestion } from '#shop/pricing/price/item-rules.ts'

/** Finds the items that promotions of these items may give, priced for a province, by item_id. */
export async function findGiftItems(
  db: Database,
  items: readonly Item[],
  question: PriceQuestion,
): Promise<Map<number, Item>> {
  const ids = giftItemIds(items)
  if (ids.length === 0) return new Map()
  const gifts = await findItems(db, ids, question)
  return new Map(gifts.map((gift) => [gift.item_id, gift]))
}

/** Returns the ids of the items that may be gifts: they are read before a basket is priced. */
export function giftItemIds(items: readonly Pick<Item, 'offers'>[]): number[] {
  const ids = items.flatMap(({ offers }) =>
    offers.promotions.flatMap(({ kind, gift_product_id }) =>
      kind === 'gift' && gift_product_id !== null ? [gift_product_id] : [],
    ),
  )
  return [...new Set(ids)]
}
