import type { Address } from '#storefront/addresses/address.ts'
import { frame_paths } from '#storefront/addresses/frame-paths.ts'

/** The cart, the steps of checkout, and the pages of a placed order. */
export const cart_addresses = {
  cart: { path: frame_paths.cart, page: 'cart', layout: 'cart', cache: 'personal' },
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

/** Where the monthly payments of a product are compared; `path` is that of its page. */
export const installmentPath = (path: string) => `/tra-gop${path}`

/** Trade-in with this item as what the old device is given for. */
export const tradeInPath = (item_id: number) => `/thu-cu-doi-moi?len_doi=${item_id}`
