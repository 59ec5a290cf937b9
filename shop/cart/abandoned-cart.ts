import { createHash, randomBytes } from 'node:crypto'
import type { LeftLine } from '#contracts/storefront/abandoned-cart.ts'
import type { Cart, CartItem } from '#contracts/storefront/cart.ts'

/** How long a left cart can be opened again. */
const kept_ms = 30 * 24 * 3_600_000
/** A checkout counts as left behind after so long, and is too old to be reminded of after the other. */
export const left_after_ms = 3 * 3_600_000
export const forgotten_after_ms = 72 * 3_600_000
/** One address hears of left carts once in so long. */
export const quiet_ms = 7 * 24 * 3_600_000

/** A line as it is kept: what it cost when it was left is told again. */
export interface KeptLine {
  item_id: number
  item_quantity: number
  final_price: number
  name: string
  color_name: string | null
  url_path: string
  thumbnail: string | null
  /** Of groups of promotions the chosen ones; older carts know of none. */
  chosen_promotions?: string[]
  /** Of a line at a combo's price: beside what, and by which offer. */
  main_product_combo_id?: number
  combo_item_id?: number
}

/** Until when a cart that is left at `now` is kept. */
export function keptUntil(now: Date): Date {
  return new Date(now.getTime() + kept_ms)
}

/** 128 bits that stand in a link; what is kept of them tells nobody the link. */
export function newCode(): string {
  return randomBytes(16).toString('base64url')
}

export function hashOf(code: string): Buffer {
  return createHash('sha256').update(code).digest()
}

/** An address as it is remembered of who wants no more mail. */
export function emailHash(email: string): Buffer {
  return createHash('sha256').update(email.toLowerCase()).digest()
}

/** The page that restores a cart (spec §2). */
export function restorePath(code: string): string {
  return `/cart/abandonment/${code}`
}

/**
 * What is worth keeping: ordinary lines; gifts come by themselves, and other kinds of sale are not carts.
 * Main lines go before what is bought beside them, as they must lie in the cart again first.
 */
export function keptLines({ items }: Cart): KeptLine[] {
  return items
    .filter(({ item_type, is_gift }) => item_type === 1 && !is_gift)
    .toSorted((a, b) => Number(isBeside(a)) - Number(isBeside(b)))
    .map(keptLine)
}

function keptLine(line: CartItem): KeptLine {
  const { item_id, item_quantity, final_price, name, color_name, url_path, thumbnail } = line
  const { chosen_promotions, main_product_combo_id, combo_item_id } = line
  return {
    ...{ item_id, item_quantity, final_price, name, color_name, url_path, thumbnail },
    ...(chosen_promotions ? { chosen_promotions } : {}),
    ...(main_product_combo_id === null ? {} : { main_product_combo_id }),
    ...(combo_item_id === null ? {} : { combo_item_id }),
  }
}

function isBeside({ main_product_combo_id }: CartItem): boolean {
  return main_product_combo_id !== null
}

/** What a line looks like today beside how it was left; `problem` is why it could not be put back. */
export function comparedLine(
  kept: KeptLine,
  now: CartItem | undefined,
  problem: string | null,
): LeftLine {
  const { item_id, name, color_name, url_path, thumbnail, item_quantity } = kept
  const line = { item_id, name, color_name, url_path, thumbnail, item_quantity }
  const is_there = now !== undefined && now.state !== 'unavailable'
  const restored_quantity = is_there ? Math.min(now.item_quantity, now.max_quantity) : 0
  return {
    ...line,
    previous_price: kept.final_price,
    restored_quantity,
    price: is_there ? now.final_price : null,
    change: changeOf(kept, is_there ? now : undefined, problem),
  }
}

function changeOf(
  kept: KeptLine,
  now: CartItem | undefined,
  problem: string | null,
): LeftLine['change'] {
  if (problem === 'cart_full') return 'cart_full'
  if (now === undefined) return problem === 'sold_out' ? 'sold_out' : 'gone'
  if (now.state === 'sold_out') return 'sold_out'
  if (Math.min(now.item_quantity, now.max_quantity) < kept.item_quantity) return 'fewer'
  if (now.final_price === kept.final_price) return 'same'
  return now.final_price > kept.final_price ? 'price_up' : 'price_down'
}
