import { startOfDay } from '#pure/vietnam-time.ts'
import type { Price } from '#shop/pricing/price/price.ts'
import type { PriceRow } from '#shop/pricing/price/table-price.ts'
import type { UsedDevice } from '#shop/inventory/used/used.ts'
import type { Offers } from '#shop/pricing/promotion/offers.ts'

/** The item of a cart line: one colour of a product, with its current price and stock. */
export interface Item {
  item_id: number
  /** The version it is a colour of. */
  version_id: number | null
  /** Its categories, from the top down. */
  category_ids: number[]
  sku: string
  name: string
  color_name: string | null
  /** Address of its version, without a leading slash. */
  url_path: string
  thumbnail: string | null
  /** False for a product that was taken off sale, and for a version: only its colours are sold. */
  is_offered: boolean
  /** The day it goes on sale (YYYY-MM-DD); null: it is on sale already. */
  launched_on: string | null
  /** The free quantity in all selling shops. */
  stock: number
  /** Null means "Giá liên hệ": it cannot be bought online. */
  price: Price | null
  /** The data of the price: a basket is priced from it again. */
  price_rows: PriceRow[]
  offers: Offers
  /** Set for a used device, which exists once (decision 222). */
  used?: UsedDevice | null
  /** A phone, tablet or laptop: it can take over the data of an old one. */
  holds_data?: boolean
}

export type SellableItem = Item & { price: Price }

/** Whether the item can be sold, in stock or not. */
export function isSellable(item: Item | undefined): item is SellableItem {
  return item !== undefined && item.is_offered && item.price !== null
}

/** Returns the day an item goes on sale if it is in the future, else null. Days begin in Vietnamese time. */
export function comingDay(launched_on: string | null, now: Date): string | null {
  if (launched_on === null) return null
  return now < startOfDay(launched_on) ? launched_on : null
}

/** The maximum quantity of one line (contracts/fields.ts quantity). */
export const max_line_quantity = 99

/** Returns the maximum quantity of a line now: zero for an item that is not sold. */
export function maxQuantity(item: Item): number {
  return isSellable(item) ? Math.min(max_line_quantity, item.stock) : 0
}
