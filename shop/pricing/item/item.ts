import { startOfDay } from '#pure/vietnam-time.ts'
import type { Price } from '#shop/pricing/price/price.ts'
import type { PriceRow } from '#shop/pricing/price/table-price.ts'
import type { Offers } from '#shop/pricing/promotion/offers.ts'

/** What a cart line points at: one colour of a product, with its price and pieces here and now. */
export interface Item {
  item_id: number
  /** The version it is a colour of. */
  version_id: number | null
  /** The shelves it lies on, from the top down. */
  category_ids: number[]
  sku: string
  name: string
  color_name: string | null
  /** Address of the version it is a colour of, without a slash in front. */
  url_path: string
  thumbnail: string | null
  /** False for a product that was taken off sale, and for a version: only its colours are sold. */
  is_offered: boolean
  /** The day it goes on sale (YYYY-MM-DD); null: it always was. */
  launched_on: string | null
  /** Pieces in all shops that sell. */
  stock: number
  /** Null means "Giá liên hệ": it cannot be bought here. */
  price: Price | null
  /** What the price was made of: a basket asks again. */
  price_rows: PriceRow[]
  offers: Offers
}

export type SellableItem = Item & { price: Price }

/** True when the item can be sold as such, be there pieces of it or not. */
export function isSellable(item: Item | undefined): item is SellableItem {
  return item !== undefined && item.is_offered && item.price !== null
}

/** The day an item goes on sale while that is still to come, else null. Days begin on the Vietnamese clock. */
export function comingDay(launched_on: string | null, now: Date): string | null {
  if (launched_on === null) return null
  return now < startOfDay(launched_on) ? launched_on : null
}

/** Pieces of one line at most (contracts/fields.ts quantity). */
export const most_pieces = 99

/** Pieces that one line may hold now: none of an item that is not sold. */
export function maxQuantity(item: Item): number {
  return isSellable(item) ? Math.min(most_pieces, item.stock) : 0
}
