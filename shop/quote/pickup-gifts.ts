import type { PricedBasket } from '#shop/pricing/basket/basket.ts'
import type { Item } from '#shop/pricing/item/item.ts'

type GiftItems = ReadonlyMap<number, Item>

/** A gift that the pick-up shop has too few of. */
export interface LeftOutGift {
  item_id: number
  name: string
  /** How many units are missing compared with home delivery. */
  item_quantity: number
}

/** Limits the stock of gifts to that of the pick-up shop; returns the same map if nothing changes. */
export function giftsAtShop(
  gift_items: GiftItems,
  at_shop: ReadonlyMap<number, number> | undefined,
): GiftItems {
  if (!at_shop) return gift_items
  const here = [...gift_items].map(([item_id, item]): [number, Item] => {
    return [item_id, { ...item, stock: Math.min(item.stock, at_shop.get(item_id) ?? 0) }]
  })
  const is_same = here.every(([item_id, { stock }]) => stock === gift_items.get(item_id)?.stock)
  return is_same ? gift_items : new Map(here)
}

/** The gifts that a basket would get elsewhere and does not get at the shop. */
export function leftOutGifts(elsewhere: PricedBasket, here: PricedBasket): LeftOutGift[] {
  const gifts = elsewhere.lines.filter(({ is_gift }) => is_gift)
  return [...new Set(gifts.map(({ item }) => item))].flatMap((item): LeftOutGift[] => {
    const item_quantity = quantityOf(item, elsewhere) - quantityOf(item, here)
    return item_quantity > 0 ? [{ item_id: item.item_id, name: item.name, item_quantity }] : []
  })
}

function quantityOf({ item_id }: Item, { lines }: PricedBasket): number {
  return lines
    .filter((line) => line.is_gift && line.item.item_id === item_id)
    .reduce((sum, { item_quantity }) => sum + item_quantity, 0)
}
