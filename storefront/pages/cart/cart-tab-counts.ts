import type { CartItem } from '#contracts/storefront/cart.ts'
import type { ItemType } from '#pure/formats/item-types.ts'

/** How many different products each type of cart has (contract §3). */
export type TabCounts = Readonly<Record<ItemType, number>>

/** Counts the lines of each type. Gifts are not counted. */
export function tabCounts(items: readonly CartItem[]): TabCounts {
  const chosen = items.filter((item) => !item.is_gift)
  const count = (type: ItemType) => chosen.filter(({ item_type }) => item_type === type).length
  return { 1: count(1), 2: count(2), 4: count(4) }
}
