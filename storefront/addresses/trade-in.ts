import type { Address } from '#storefront/addresses/address.ts'

/** Trade-in of old devices (contract §2). */
export const trade_in_addresses = {
  tradeIn: { path: '/thu-cu-doi-moi', page: 'trade-in', layout: 'default', cache: 'public' },
  /** A quote: what is typed for it, and what was quoted, in any browser with its key. */
  tradeInQuote: {
    path: '/thu-cu-doi-moi/bao-gia',
    page: 'trade-in/quote',
    layout: 'default',
    cache: 'personal',
  },
  /** The devices of a tab, such as /thu-cu-doi-moi/iphone, or one model. */
  tradeInDevice: {
    path: '/thu-cu-doi-moi/:slug',
    page: 'trade-in/device',
    layout: 'default',
    cache: 'public',
  },
} as const satisfies Record<string, Address>

/** Query keys of these pages (query-keys.ts): h1 to h9 are the answers by the position of their question. */
export const trade_in_query_keys = {
  'trade-in': ['q', 'len_doi', 'xem'],
  'trade-in/device': [
    ...['q', 'len_doi', 'ban', 'tim'],
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'h7', 'h8', 'h9'],
  ],
} as const
