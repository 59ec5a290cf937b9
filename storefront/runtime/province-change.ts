import type { Services } from '#contracts/all.ts'
import type { Cart, CartItem } from '#contracts/storefront/cart.ts'
import { type ProvinceChanges, quote as contract } from '#contracts/storefront/quote.ts'
import { type Caller, isRefusal } from '#pure/contract.ts'
import { cart_addresses } from '#storefront/addresses/cart.ts'

interface ProvinceChoice {
  /** The page that the shopper is on. */
  path: string
  from: number
  to: number
}

/** True on the cart and checkout pages, where another province may change prices and totals. */
export function asksBeforeChange(path: string): boolean {
  return path === cart_addresses.cart.path || path.startsWith(`${cart_addresses.cart.path}/`)
}

/**
 * Returns what another province changes for the cart or the open checkout that a page shows, or null. An open
 * checkout that would not change is moved to the province at once: there is nothing to confirm.
 */
export async function changesAt(
  services: Services,
  caller: Caller,
  { path, from, to }: ProvinceChoice,
): Promise<ProvinceChanges | null> {
  if (!asksBeforeChange(path)) return null
  if (path === cart_addresses.cart.path) {
    return from === to ? null : cartChanges(services, caller, from, to)
  }
  try {
    await services.quote.setProvince(caller, { province_id: to, is_confirmed: false })
    return null
  } catch (error) {
    if (isRefusal(error, contract.setProvince, 'province_change_needs_confirm')) {
      return error.data.changes
    }
    if (hasNothingToMove(error)) return null
    throw error
  }
}

/** Moves the open checkout after the shopper has confirmed. Does nothing if there is no checkout to move. */
export async function moveCheckout(
  services: Services,
  caller: Caller,
  { path, to }: ProvinceChoice,
): Promise<void> {
  if (!asksBeforeChange(path) || path === cart_addresses.cart.path) return
  try {
    await services.quote.setProvince(caller, { province_id: to, is_confirmed: true })
  } catch (error) {
    if (!hasNothingToMove(error)) throw error
  }
}

/**
 * Whether no checkout is open, or an item in it is no longer on sale. Then the province changes nevertheless: the
 * checkout pages lead to the cart, which shows the item.
 */
function hasNothingToMove(error: unknown): boolean {
  return (
    isRefusal(error, contract.setProvince, 'quote_not_found') ||
    isRefusal(error, contract.setProvince, 'item_not_found')
  )
}

async function cartChanges(
  services: Services,
  caller: Caller,
  from: number,
  to: number,
): Promise<ProvinceChanges | null> {
  const [before, after, provinces] = await Promise.all([
    services.cart.getCart(caller, { province_id: from }),
    services.cart.getCart(caller, { province_id: to }),
    services.locations.provinces(null, {}),
  ])
  const lines = changedLines(before, after)
  if (lines.length === 0) return null
  return {
    province_id: to,
    province_name: provinces.find((province) => province.province_id === to)?.name ?? '',
    lines,
    // A cart has no voucher and no payment method yet.
    offers: [],
    previous_shipping_fee: 0,
    shipping_fee: 0,
    previous_total: before.selected.subtotal,
    grand_total: after.selected.subtotal,
  }
}

function changedLines(before: Cart, after: Cart): ProvinceChanges['lines'] {
  return before.items.flatMap((line) => {
    const { line_id } = line
    const changed = after.items.find((item) => item.line_id === line_id)
    if (line_id === null || !changed) return []
    if (changed.final_price === line.final_price && changed.state === line.state) return []
    const { item_id, name, color_name, item_quantity, final_price: previous_price } = line
    const price = changed.state === 'unavailable' ? null : changed.final_price
    const supplies = { previous_supply: supplyOf(line), supply: supplyOf(changed) }
    const item = { line_id, item_id, name, color_name, item_quantity }
    return [{ ...item, previous_price, price, ...supplies }]
  })
}

function supplyOf({ state }: CartItem): 'nearby' | 'missing' {
  return state === 'available' ? 'nearby' : 'missing'
}
