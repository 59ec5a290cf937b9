import type { Services } from '#contracts/all.ts'
import type { Cart, CartItem } from '#contracts/storefront/cart.ts'
import { type ProvinceChanges, quote as contract } from '#contracts/storefront/quote.ts'
import { type Caller, isRefusal, Refusal } from '#pure/contract.ts'
import { addresses } from '#storefront/addresses/addresses.ts'

interface Wish {
  /** The page that the shopper is on. */
  path: string
  from: number
  to: number
}

/** True on pages where another province may change what the shopper is about to pay. */
export function asksBeforeChange(path: string): boolean {
  return path === addresses.cart.path || path.startsWith(`${addresses.cart.path}/`)
}

/**
 * What another province changes for the cart or the open checkout that a page shows, or null. A
 * checkout that stays as it is has moved by asking: there is nothing to agree to.
 */
export async function changesAt(
  services: Services,
  caller: Caller,
  { path, from, to }: Wish,
): Promise<ProvinceChanges | null> {
  if (!asksBeforeChange(path)) return null
  if (path === addresses.cart.path) {
    return from === to ? null : cartChanges(services, caller, from, to)
  }
  try {
    await services.quote.setProvince(caller, { province_id: to, is_confirmed: false })
    return null
  } catch (error) {
    if (isRefusal(error, contract.setProvince, 'province_change_needs_confirm')) {
      return error.data.changes
    }
    if (!(error instanceof Refusal)) throw error
    return null
  }
}

/** Moves the open checkout after the shopper agreed; one that is gone needs no moving. */
export async function moveCheckout(
  services: Services,
  caller: Caller,
  { path, to }: Wish,
): Promise<void> {
  if (!asksBeforeChange(path) || path === addresses.cart.path) return
  try {
    await services.quote.setProvince(caller, { province_id: to, is_confirmed: true })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
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
    province_name: provinces.find((one) => one.province_id === to)?.name ?? '',
    lines,
    // A cart has no voucher and no way to pay yet.
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
    const there = after.items.find((one) => one.line_id === line_id)
    if (line_id === null || !there) return []
    if (there.final_price === line.final_price && there.state === line.state) return []
    const { item_id, name, color_name, item_quantity, final_price: previous_price } = line
    const price = there.state === 'unavailable' ? null : there.final_price
    const supplies = { previous_supply: supplyOf(line), supply: supplyOf(there) }
    const what = { line_id, item_id, name, color_name, item_quantity }
    return [{ ...what, previous_price, price, ...supplies }]
  })
}

function supplyOf({ state }: CartItem): 'nearby' | 'missing' {
  return state === 'available' ? 'nearby' : 'missing'
}
