import type { Cart, CartItem } from '#contracts/storefront/cart.ts'

/** A change of the cart. It has the new value, not a difference: applying it twice changes nothing more. */
export type CartChange =
  | { kind: 'quantity'; line_id: number; item_quantity: number }
  | { kind: 'remove'; line_ids: readonly number[] }
  | { kind: 'select'; line_ids: readonly number[] }

/** The ids of the lines. A gift has none: it follows the line it belongs to. */
export function lineIds(lines: readonly CartItem[]): number[] {
  return lines.flatMap(({ line_id }) => line_id ?? [])
}

/** The form that sends a change to the server: the same that is posted without scripts. */
export function formOf(change: CartChange): FormData {
  const form = new FormData()
  if (change.kind === 'quantity') {
    form.set('intent', 'set-quantity')
    form.set('line_id', String(change.line_id))
    form.set('item_quantity', String(change.item_quantity))
    return form
  }
  form.set('intent', change.kind === 'remove' ? 'remove-selected' : 'select')
  for (const line_id of change.line_ids) form.append('line_ids[]', String(line_id))
  return form
}

/** The cart as the server will return it after it has applied `changes` in their sequence. */
export function applyChanges(cart: Cart, changes: readonly CartChange[]): Cart {
  if (changes.length === 0) return cart
  return { ...cart, ...withTotals(changes.reduce(applyChange, cart.items)) }
}

/** Adds a change to those not yet sent, and drops the older ones that it replaces. */
export function queueChange(waiting: readonly CartChange[], change: CartChange): CartChange[] {
  return [...waiting.filter((older) => !replaces(change, older)), change]
}

function replaces(change: CartChange, older: CartChange): boolean {
  if (change.kind === 'select') return older.kind === 'select'
  if (change.kind === 'quantity') {
    return older.kind === 'quantity' && older.line_id === change.line_id
  }
  return older.kind === 'quantity' && change.line_ids.includes(older.line_id)
}

interface OffersTotal {
  shipping_fee: number
  grand_total: number
}

/**
 * What the selected lines cost, and what is saved on them, with the chosen voucher and payment method. Their offers are
 * known of the saved cart: until the server has answered, they are taken to stay.
 */
export function cartTotal(
  { selected }: Cart,
  saved: Cart,
  offers: OffersTotal | null,
): { total: number; saving: number } {
  const { item_quantity, subtotal, saving } = selected
  if (offers === null || item_quantity === 0) return { total: subtotal, saving }
  const { shipping_fee, grand_total } = offers
  const off = Math.min(saved.selected.subtotal + shipping_fee - grand_total, subtotal)
  return { total: subtotal + shipping_fee - off, saving: saving + off }
}

function applyChange(items: CartItem[], change: CartChange): CartItem[] {
  if (change.kind === 'remove') return withoutLines(items, change.line_ids)
  if (change.kind === 'select') {
    const chosen = new Set<number | null>(change.line_ids)
    return items.map((item) => {
      const line_id = item.is_gift ? item.parent_line_id : item.line_id
      return { ...item, is_selected: chosen.has(line_id) }
    })
  }
  return items.map((item) =>
    item.line_id === change.line_id ? withQuantity(item, change.item_quantity) : item,
  )
}

/** Removes lines with the lines that belong to them. Those always come after their parent line. */
function withoutLines(items: CartItem[], line_ids: readonly number[]): CartItem[] {
  const gone = new Set<number | null>(line_ids)
  return items.filter(({ line_id, parent_line_id }) => {
    const is_gone = gone.has(line_id) || gone.has(parent_line_id)
    if (is_gone && line_id !== null) gone.add(line_id)
    return !is_gone
  })
}

function withQuantity(item: CartItem, item_quantity: number): CartItem {
  const isCounted = item.state === 'available' || item.state === 'not_enough'
  const isEnough = item_quantity <= item.max_quantity
  return {
    ...item,
    item_quantity,
    line_total: item.final_price * item_quantity,
    state: isCounted ? (isEnough ? 'available' : 'not_enough') : item.state,
  }
}

function withTotals(items: CartItem[]): Omit<Cart, 'delivery'> {
  const lines = items.filter((item) => !item.is_gift)
  const bought = lines.filter((item) => item.is_selected && item.state === 'available')
  const line_ids = new Set(bought.map(({ line_id }) => line_id))
  const gifts = items.filter((item) => item.is_gift && line_ids.has(item.parent_line_id))
  return {
    item_quantity: sum(lines, (item) => item.item_quantity),
    items,
    selected: {
      item_quantity: sum(bought, (item) => item.item_quantity),
      subtotal: sum(bought, (item) => item.line_total),
      saving: sum(
        [...bought, ...gifts],
        (item) => Math.max(item.price - item.final_price, 0) * item.item_quantity,
      ),
    },
  }
}

function sum(items: readonly CartItem[], valueOf: (item: CartItem) => number): number {
  return items.reduce((total, item) => total + valueOf(item), 0)
}
