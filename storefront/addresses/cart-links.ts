import { type Query, withQuery } from '#storefront/addresses/with-query.ts'
import { cart_addresses } from '#storefront/addresses/cart.ts'

/** Query key that opens the login modal on /cart. */
export const login_key = 'dang_nhap'
/** A checkout without a known customer is redirected here (contract §2, §8). */
export const loginUrl = `/cart?${login_key}=1`
/** The same for a price that only members have: the modal offers no other way. */
export const memberLoginUrl = `/cart?${login_key}=smember`

/** How many lines of an order could not be put into the cart again. */
export const left_out_key = 'chua-them'

/** /cart/success/{method} of an order. With the order's key it opens in any browser. */
export function successUrl(method: string, code: string, key?: string, more: Query = {}): string {
  return withQuery(`/cart/success/${encodeURIComponent(method)}`, { code, key, ...more })
}

/** /cart/pay-again: where the shopper chooses another payment method for an unpaid order. */
export function payAgainUrl(code: string, more: Query = {}): string {
  return withQuery(cart_addresses.payAgain.path, { code, ...more })
}

/** /cart/bank-transfer-info of an order; `more` is added to the query. */
export function bankTransferUrl(code: string, more: Query = {}): string {
  return withQuery(cart_addresses.bankTransfer.path, { code, ...more })
}
