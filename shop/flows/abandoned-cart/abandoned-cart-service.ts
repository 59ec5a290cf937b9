import {
  abandonedCart as contract,
  type LeftCart,
  type LeftLine,
} from '#contracts/storefront/abandoned-cart.ts'
import type { Cart } from '#contracts/storefront/cart.ts'
import type { Services } from '#contracts/all.ts'
import type { Database } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import { type Caller, Refusal, type Service } from '#pure/contract.ts'
import {
  findLeftCart,
  insertLeftCart,
  insertOptOut,
  updateRestored,
} from '#shop/cart/abandoned-cart-store.ts'
import {
  comparedLine,
  emailHash,
  hashOf,
  keptLines,
  keptUntil,
  type KeptLine,
  newCode,
  restorePath,
} from '#shop/cart/abandoned-cart.ts'

interface Parts {
  db: Database
  now: Now
  cart: Services['cart']
}

/** Carts that were left behind and are opened again (spec §3, §7; decision 080). */
export function abandonedCartService(parts: Parts): Service<typeof contract> {
  const { db, now } = parts
  return {
    abandonCart: (caller, { province_id, code }) =>
      code === undefined
        ? keepCart(parts, caller, province_id)
        : restoreCart(parts, caller, province_id, code),
    stopReminders: async (_caller, { code }) => {
      const kept = await findLeftCart(db, hashOf(code), now())
      if (!kept) throw contract.stopReminders.refuse('left_cart_not_found')
      if (kept.email !== null) await insertOptOut(db, emailHash(kept.email), now())
      return { is_stopped: true }
    },
  }
}

async function keepCart(
  { db, now, cart }: Parts,
  caller: Caller,
  province_id: number,
): Promise<LeftCart> {
  const held = await cart.getCart(caller, { province_id })
  const lines = keptLines(held)
  if (lines.length === 0) throw contract.abandonCart.refuse('cart_empty')
  const code = newCode()
  const expires_at = keptUntil(now())
  const { customer_id } = caller
  const row = { customer_id, province_id, lines, email: null, expires_at }
  await insertLeftCart(db, hashOf(code), row, now())
  return answerOf(code, expires_at, [], held)
}

/**
 * Puts a kept cart into the caller's own. A line ends with as many pieces as were left or as the caller
 * has, whichever is more, so that two tabs or a second visit change nothing.
 */
async function restoreCart(
  { db, now, cart }: Parts,
  caller: Caller,
  province_id: number,
  code: string,
): Promise<LeftCart> {
  const code_hash = hashOf(code)
  const kept = await findLeftCart(db, code_hash, now())
  if (!kept) throw contract.abandonCart.refuse('left_cart_not_found')
  const before = await cart.getCart(caller, { province_id })
  const problems = new Map<KeptLine, string>()
  for (const line of kept.lines) {
    const problem = await restoreBesideOrAlone(cart, caller, province_id, line, before)
    if (problem !== null) problems.set(line, problem)
  }
  await updateRestored(db, code_hash, now())
  const after = await cart.getCart(caller, { province_id })
  const lines = kept.lines.map((line) =>
    comparedLine(
      line,
      lineIn(after, line) ?? lineIn(after, alone(line)),
      problems.get(line) ?? null,
    ),
  )
  return answerOf(code, kept.expires_at, lines, after)
}

/** What a combo no longer covers comes back by itself, at its own price. */
async function restoreBesideOrAlone(
  ...[cart, caller, province_id, line, before]: Parameters<typeof restoreLine>
): Promise<string | null> {
  const problem = await restoreLine(cart, caller, province_id, line, before)
  if (problem !== 'combo_not_available') return problem
  return restoreLine(cart, caller, province_id, alone(line), before)
}

function alone({ main_product_combo_id: _main, combo_item_id: _offer, ...line }: KeptLine) {
  return line
}

/** Null, or the code that says why not all pieces could be put back. */
async function restoreLine(
  cart: Services['cart'],
  caller: Caller,
  province_id: number,
  line: KeptLine,
  before: Cart,
): Promise<string | null> {
  const { item_id, item_quantity, chosen_promotions, main_product_combo_id, combo_item_id } = line
  const have = lineIn(before, line)?.item_quantity ?? 0
  if (have >= item_quantity) return null
  const key = { item_id, item_type: 1 as const, province_id, main_product_combo_id }
  const first = { ...key, item_quantity: 1, combo_item_id, chosen_promotions }
  const put = async (quantity: number) => {
    if (have === 0) await cart.addItem(caller, first)
    // Set last, whatever was added: what another tab put in at the same moment is not doubled.
    await cart.setQuantity(caller, { ...key, item_quantity: quantity })
  }
  try {
    await put(item_quantity)
    return null
  } catch (error) {
    if (!(error instanceof Refusal) || error.status === 429) throw error
    const left = leftOf(error)
    if (left <= Math.max(have, 1)) return error.code
    await cart.setQuantity(caller, { ...key, item_quantity: left }).catch(refusalsOnly)
    return error.code
  }
}

function leftOf({ code, data }: Refusal): number {
  if (code !== 'quantity_not_available' || typeof data !== 'object' || data === null) return 0
  return 'max_quantity' in data && typeof data.max_quantity === 'number' ? data.max_quantity : 0
}

function refusalsOnly(error: unknown): void {
  if (!(error instanceof Refusal)) throw error
}

function lineIn({ items }: Cart, { item_id, main_product_combo_id }: KeptLine) {
  return items.find(
    (item) =>
      item.item_id === item_id &&
      item.main_product_combo_id === (main_product_combo_id ?? null) &&
      item.item_type === 1 &&
      !item.is_gift,
  )
}

function answerOf(code: string, expires_at: Date, lines: LeftLine[], cart: Cart): LeftCart {
  return {
    code,
    url_path: restorePath(code),
    expires_at: expires_at.toISOString(),
    lines,
    item_quantity: cart.item_quantity,
  }
}
