import type { Services } from '#contracts/all.ts'
import {
  abandonedCart as contract,
  type AbandonedCart,
} from '#contracts/storefront/abandoned-cart.ts'
import type { Cart, CartItem } from '#contracts/storefront/cart.ts'
import { type Caller, Refusal } from '#pure/contract.ts'
import { item_types } from '#pure/formats/item-types.ts'
import { findAbandonedCart, updateRestored } from '#shop/cart/abandoned-cart-store.ts'
import { type AbandonedLine, hashOf, restoredLine, restorePath } from '#shop/cart/abandoned-cart.ts'
import type { AbandonedCartDeps } from '#shop/flows/abandoned-cart/abandon-cart.ts'

/**
 * Restores an abandoned cart into the caller's cart. A line gets the abandoned quantity or the quantity in the caller's
 * cart, whichever is higher, so that two tabs or a second visit change nothing.
 */
export async function restoreCart(
  { db, now, cart }: AbandonedCartDeps,
  caller: Caller,
  { province_id, code }: { province_id: number; code: string },
): Promise<AbandonedCart> {
  const code_hash = hashOf(code)
  const stored = await findAbandonedCart(db, code_hash, now())
  if (!stored) throw contract.abandonCart.refuse('abandoned_cart_not_found')

  const own: OwnCart = { cart, caller, province_id }
  const before = await cart.getCart(caller, { province_id })
  const problems = new Map<AbandonedLine, string | null>()
  for (const line of stored.lines) problems.set(line, await restoreLine(own, line, before))
  await updateRestored(db, code_hash, now())

  const { items, item_quantity } = await cart.getCart(caller, { province_id })
  const lines = stored.lines.map((line) =>
    restoredLine(line, itemFor(line, items), problems.get(line) ?? null),
  )
  const expires_at = stored.expires_at.toISOString()
  return { code, url_path: restorePath(code), expires_at, lines, item_quantity }
}

/** The cart of the caller. */
interface OwnCart {
  cart: Services['cart']
  caller: Caller
  province_id: number
}

/**
 * Restores one line. Returns null, or the refusal code when not all of it could be restored. A line whose combo is no
 * longer available is restored as a separate line at its own price.
 */
async function restoreLine(own: OwnCart, line: AbandonedLine, before: Cart) {
  const problem = await restoreAsStored(own, line, before)
  return problem === 'combo_not_available'
    ? restoreAsStored(own, withoutCombo(line), before)
    : problem
}

function withoutCombo({
  main_product_combo_id: _main,
  combo_item_id: _offer,
  ...line
}: AbandonedLine) {
  return line
}

async function restoreAsStored(
  own: OwnCart,
  line: AbandonedLine,
  before: Cart,
): Promise<string | null> {
  const existing = sameLine(line, before.items)
  const quantity_before = existing?.item_quantity ?? 0
  if (quantity_before >= line.item_quantity) return null
  try {
    const line_id = existing?.line_id ?? (await addOne(own, line))
    // The quantity is set, not added, so that an item added by another tab at the same moment is not doubled.
    return await setUpTo(own, line_id, line.item_quantity, Math.max(quantity_before, 1))
  } catch (error) {
    return codeOf(error)
  }
}

async function addOne(own: OwnCart, line: AbandonedLine): Promise<number> {
  const { cart, caller, province_id } = own
  const { item_id, chosen_promotions, main_product_combo_id, combo_item_id } = line
  const item = { item_id, item_type: item_types.normal, item_quantity: 1, province_id }
  const options = { chosen_promotions, main_product_combo_id, combo_item_id }
  const { items } = await cart.addItem(caller, { ...item, ...options })
  const line_id = sameLine(line, items)?.line_id
  if (line_id == null) throw new RangeError(`item ${item_id} was added and is not in the cart`)
  return line_id
}

/** Sets this quantity, or the available part of it. Returns null, or the refusal code when not all is available. */
async function setUpTo(
  { cart, caller, province_id }: OwnCart,
  line_id: number,
  item_quantity: number,
  at_least: number,
): Promise<string | null> {
  const set = (quantity: number) =>
    cart.setQuantity(caller, {
      line_id,
      item_type: item_types.normal,
      province_id,
      item_quantity: quantity,
    })
  try {
    await set(item_quantity)
    return null
  } catch (error) {
    const code = codeOf(error)
    const left = leftOf(error)
    if (left > at_least) await set(left)
    return code
  }
}

/** The code of a refusal about the line; any other error is thrown again. */
function codeOf(error: unknown): string {
  if (!(error instanceof Refusal) || error.status === 429) throw error
  return error.code
}

function leftOf(error: unknown): number {
  if (!(error instanceof Refusal) || error.code !== 'quantity_not_available') return 0
  const { data } = error
  const is_known = typeof data === 'object' && data !== null && 'max_quantity' in data
  return is_known && typeof data.max_quantity === 'number' ? data.max_quantity : 0
}

/** The cart line of an abandoned line: beside its main line, else on its own. */
function itemFor(line: AbandonedLine, items: readonly CartItem[]): CartItem | undefined {
  return sameLine(line, items) ?? sameLine(withoutCombo(line), items)
}

function sameLine(
  { item_id, main_product_combo_id }: AbandonedLine,
  items: readonly CartItem[],
): CartItem | undefined {
  return items.find(
    (item) =>
      item.item_id === item_id &&
      item.main_product_combo_id === (main_product_combo_id ?? null) &&
      item.item_type === item_types.normal &&
      !item.is_gift,
  )
}
