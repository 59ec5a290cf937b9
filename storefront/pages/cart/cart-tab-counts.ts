import type { CartItem } from '#contracts/storefront/cart.ts'

/** How many different products each type of cart has (contract §3). */
export type TabCounts = Readonly<Record<1 | 2 | 4, number>>

/** Counts the lines of each type. Gifts are not counted. */
export function tabCounts(items: readonly CartItem[]): TabCounts {
  const chosen = items.filter((item) => !item.is_gift)
  const count = (type: 1 | 2 | 4) => chosen.filter(({ item_type }) => item_type === type).length
  return { 1: count(1), 2: count(2), 4: count(4) }
}
