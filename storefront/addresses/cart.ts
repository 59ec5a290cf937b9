import type { Address } from '#storefront/addresses/address.ts'
import { type Query, withQuery } from '#storefront/addresses/with-query.ts'

/** The cart, the steps of checkout, and the pages of a placed order. */
export const cart_addresses = {
  cart: { path: '/cart', page: 'cart', layout: 'cart', cache: 'personal' },
  paymentInfo: {
    path: '/cart/payment-info',
    page: 'cart/payment-info',
    layout: 'cart',
    cache: 'personal',
    guard: 'check-exist-quote',
  },
  payment: {
    path: '/cart/payment',
    page: 'cart/payment',
    layout: 'cart',
    cache: 'personal',
    guard: 'check-exist-quote',
  },
  bankTransfer: {
    path: '/cart/bank-transfer-info',
    page: 'cart/bank-transfer-info',
    layout: 'cart',
    cache: 'personal',
  },
  payAgain: { path: '/cart/pay-again', page: 'cart/pay-again', layout: 'cart', cache: 'personal' },
  success: {
    path: '/cart/success/:method',
    page: 'cart/success',
    layout: 'cart',
    cache: 'personal',
  },
  orderReturn: {
    path: '/cart/return',
    page: 'cart/return',
    layout: 'cart',
    cache: 'personal',
  },
  /** The rest of the path is the cart's code (contract §2). */
  abandonment: {
    path: '/cart/abandonment/*',
    page: 'cart/abandonment',
    layout: 'cart',
    cache: 'personal',
  },
  /** What staff put together for a shopper, behind a link. */
  sharedQuote: {
    path: '/cart/quote/:code',
    page: 'cart/shared-quote',
    layout: 'cart',
    cache: 'personal',
  },
  provinceChange: {
    path: '/cart/province',
    page: 'cart/province',
    layout: 'cart',
    cache: 'personal',
  },
} as const satisfies Record<string, Address>

/** Query key that opens the login modal on /cart. */
export const login_key = 'dang_nhap'
/** A checkout without a known customer is redirected here (contract §2, §8). */
export const loginUrl = `/cart?${login_key}=1`
/** The same for a price that only members have: the modal offers no other way. */
export const memberLoginUrl = `/cart?${login_key}=smember`

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

/** Where the monthly payments of a product are compared; `path` is that of its page. */
export const installmentPath = (path: string) => `/tra-gop${path}`
