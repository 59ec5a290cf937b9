import type { Cart, CartItem } from '#contracts/storefront/cart.ts'

/** What a shopper does to the cart; absolute, so that applying one twice changes nothing. */
export type CartChange =
  | { kind: 'quantity'; item_id: number; item_quantity: number }
  | { kind: 'remove'; item_ids: readonly number[] }
  | { kind: 'select'; item_ids: readonly number[] }

/** The cart as the server will have it once it has heard of `changes`, in their order. */
export function applyChanges(cart: Cart, changes: readonly CartChange[]): Cart {
  if (changes.length === 0) return cart
  return summed(changes.reduce(applyChange, cart.items))
}

/** Adds a change to those not yet sent; an older one that it makes pointless is left out. */
export function queueChange(waiting: readonly CartChange[], change: CartChange): CartChange[] {
  return [...waiting.filter((older) => !replaces(change, older)), change]
}

function replaces(change: CartChange, older: CartChange): boolean {
  if (change.kind === 'select') return older.kind === 'select'
  if (change.kind === 'quantity') {
    return older.kind === 'quantity' && older.item_id === change.item_id
  }
  return older.kind === 'quantity' && change.item_ids.includes(older.item_id)
}

function applyChange(items: CartItem[], change: CartChange): CartItem[] {
  if (change.kind === 'remove') {
    const gone = new Set<number | null>(change.item_ids)
    return items.filter((item) => !gone.has(item.item_id) && !gone.has(item.parent_item_id))
  }
  if (change.kind === 'select') {
    const chosen = new Set(change.item_ids)
    return items.map((item) => ({ ...item, is_selected: chosen.has(item.item_id) }))
  }
  return items.map((item) =>
    item.item_id === change.item_id ? withQuantity(item, change.item_quantity) : item,
  )
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

function summed(items: CartItem[]): Cart {
  const bought = items.filter((item) => item.is_selected && item.state === 'available')
  return {
    item_quantity: sum(items, (item) => item.item_quantity),
    items,
    selected: {
      item_quantity: sum(bought, (item) => item.item_quantity),
      subtotal: sum(bought, (item) => item.line_total),
      saving: sum(
        bought,
        (item) => Math.max(item.price - item.final_price, 0) * item.item_quantity,
      ),
    },
  }
}

function sum(items: readonly CartItem[], part: (item: CartItem) => number): number {
  return items.reduce((total, item) => total + part(item), 0)
}
