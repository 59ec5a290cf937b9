import type { Cart, CartItem } from '#contracts/cart.ts'
import { comingDay, isSellable, maxQuantity, type Item } from '#shop/stock/item.ts'

/** Province whose prices hold when the shopper named none (spec §9: TP.HCM). */
export const default_province_id = 30
/** Different lines that one cart may hold. */
export const most_lines = 50

export interface CartLine {
  item: Item
  item_type: 1 | 2 | 4
  item_quantity: number
  is_selected: boolean
  /** What a piece cost when it was put in, or when a checkout last showed it. */
  price_seen: number
  parent_item_id: number | null
  main_product_combo_id: number | null
  combo_item_id: number | null
}

export type QuantityProblem =
  | { code: 'item_not_found'; data: { item_id: number } }
  | { code: 'not_on_sale_yet'; data: { item_id: number; launched_on: string } }
  | { code: 'sold_out'; data: { item_id: number } }
  | { code: 'quantity_not_available'; data: { item_id: number; max_quantity: number } }

/** Why a line cannot hold `quantity` pieces of an item, or null when it can (spec §7 POST /v1/cart). */
export function quantityProblem(
  item_id: number,
  item: Item | undefined,
  quantity: number,
  now: Date,
): QuantityProblem | null {
  if (!isSellable(item)) return { code: 'item_not_found', data: { item_id } }
  const launched_on = comingDay(item.launched_on, now)
  if (launched_on !== null) return { code: 'not_on_sale_yet', data: { item_id, launched_on } }
  const max_quantity = maxQuantity(item)
  if (max_quantity === 0) return { code: 'sold_out', data: { item_id } }
  if (quantity > max_quantity) {
    return { code: 'quantity_not_available', data: { item_id, max_quantity } }
  }
  return null
}

/** Whether a line can be bought as it stands: the flag beside it in the cart. */
export function lineState(item: Item, quantity: number): CartItem['state'] {
  if (!isSellable(item)) return 'unavailable'
  if (item.stock === 0) return 'sold_out'
  return item.stock < quantity ? 'not_enough' : 'available'
}

/** The cart as the shopper sees it: every line priced now, sums of what is selected and available. */
export function cartOf(lines: readonly CartLine[]): Cart {
  const items = lines.map(cartItem)
  const bought = items.filter((item) => item.is_selected && item.state === 'available')
  return {
    item_quantity: sum(items, (item) => item.item_quantity),
    items,
    selected: {
      item_quantity: sum(bought, (item) => item.item_quantity),
      subtotal: sum(bought, (item) => item.line_total),
      saving: sum(bought, (item) => (item.price - item.final_price) * item.item_quantity),
    },
  }
}

function cartItem({ item, ...line }: CartLine): CartItem {
  // What is no longer sold keeps the last price the shopper saw.
  const list_price = item.price?.list_price ?? line.price_seen
  const final_price = item.price?.final_price ?? line.price_seen
  return {
    item_id: item.item_id,
    item_type: line.item_type,
    item_quantity: line.item_quantity,
    is_selected: line.is_selected,
    sku: item.sku,
    name: item.name,
    color_name: item.color_name,
    url_path: item.url_path,
    thumbnail: item.thumbnail,
    price: list_price,
    mechanic_price: final_price,
    final_price,
    price_trace: item.price?.trace ?? [],
    previous_price: line.price_seen === final_price ? null : line.price_seen,
    line_total: final_price * line.item_quantity,
    max_quantity: maxQuantity(item),
    state: lineState(item, line.item_quantity),
    parent_item_id: line.parent_item_id,
    main_product_combo_id: line.main_product_combo_id,
    combo_item_id: line.combo_item_id,
    is_gift: false,
    flash: null,
  }
}

function sum<T>(list: readonly T[], amount: (one: T) => number): number {
  return list.reduce((total, one) => total + amount(one), 0)
}
