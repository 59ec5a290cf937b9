import { createHash, randomBytes } from 'node:crypto'
import type { RestoredLine } from '#contracts/storefront/abandoned-cart.ts'
import type { CartItem } from '#contracts/storefront/cart.ts'
import { item_types } from '#pure/formats/item-types.ts'

/** How long an abandoned cart can be restored. */
const stored_ms = 30 * 24 * 3_600_000
/** A checkout counts as abandoned after this time … */
export const abandoned_after_ms = 3 * 3_600_000
/** … and is too old for a reminder after this time. */
export const forgotten_after_ms = 72 * 3_600_000
/** The shortest time between two reminders to one address. */
export const reminder_interval_ms = 7 * 24 * 3_600_000

/** A stored line of an abandoned cart. Its price is stored to be shown beside the new one. */
export type AbandonedLine = Pick<
  CartItem,
  | 'item_id'
  | 'item_quantity'
  | 'final_price'
  | 'name'
  | 'color_name'
  | 'url_path'
  | 'thumbnail'
  | 'chosen_promotions'
> & {
  /** For a line at a combo's price: the item of its main line, and the combo offer. */
  main_product_combo_id?: number
  combo_item_id?: number
}

/** When a cart that is abandoned at `now` expires. */
export function storedUntil(now: Date): Date {
  return new Date(now.getTime() + stored_ms)
}

/** A random code of 128 bits for a link. Only its hash is stored, from which nobody can derive the link. */
export function newCode(): string {
  return randomBytes(16).toString('base64url')
}

/** The stored hash of a code. */
export function hashOf(code: string): Buffer {
  return createHash('sha256').update(code).digest()
}

/** The stored hash of an e-mail address that wants no more mail. */
export function emailHash(email: string): Buffer {
  return createHash('sha256').update(email.toLowerCase()).digest()
}

/** The page that restores a cart (contract §2). */
export function restorePath(code: string): string {
  return `/cart/abandonment/${code}`
}

/**
 * The lines to store: ordinary lines. Gifts are added automatically, and other item types are not sold through a cart.
 * Main lines come before the lines beside them, because they must be restored first.
 */
export function abandonedLines(items: readonly CartItem[]): AbandonedLine[] {
  return items
    .filter(({ item_type, is_gift }) => item_type === item_types.normal && !is_gift)
    .toSorted((a, b) => Number(isBeside(a)) - Number(isBeside(b)))
    .map(abandonedLine)
}

function abandonedLine(line: CartItem): AbandonedLine {
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

/** Compares an abandoned line with its line of today; `problem` is the code of why it could not be restored. */
export function restoredLine(
  abandoned: AbandonedLine,
  now: CartItem | undefined,
  problem: string | null,
): RestoredLine {
  const { item_id, name, color_name, url_path, thumbnail, item_quantity } = abandoned
  const line = { item_id, name, color_name, url_path, thumbnail, item_quantity }
  const is_there = now !== undefined && now.state !== 'unavailable'
  const restored_quantity = is_there ? Math.min(now.item_quantity, now.max_quantity) : 0
  return {
    ...line,
    line_id: is_there ? now.line_id : null,
    previous_price: abandoned.final_price,
    restored_quantity,
    price: is_there ? now.final_price : null,
    change: changeOf(abandoned, is_there ? now : undefined, problem),
  }
}

function changeOf(
  abandoned: AbandonedLine,
  now: CartItem | undefined,
  problem: string | null,
): RestoredLine['change'] {
  if (problem === 'cart_full') return 'cart_full'
  if (now === undefined) return problem === 'sold_out' ? 'sold_out' : 'gone'
  if (now.state === 'sold_out') return 'sold_out'
  if (Math.min(now.item_quantity, now.max_quantity) < abandoned.item_quantity) return 'fewer'
  if (now.final_price === abandoned.final_price) return 'same'
  return now.final_price > abandoned.final_price ? 'price_up' : 'price_down'
}
