import type { Address } from '#storefront/addresses/address.ts'
import { withQuery } from '#storefront/addresses/with-query.ts'

/** What a visitor finds about their own orders and choices without an account. */
export const account_addresses = {
  /** What the visitor agreed to. */
  privacy: { path: '/quyen-rieng-tu', page: 'privacy', layout: 'default', cache: 'personal' },
  wishlist: { path: '/yeu-thich', page: 'wishlist', layout: 'default', cache: 'personal' },
  lookup: { path: '/tracuu', page: 'lookup', layout: 'default', cache: 'personal' },
} as const satisfies Record<string, Address>

/** Where forms for consent are sent. No page. */
export const consent_path = '/dong-y'

/** The parts of /tracuu, as values of its query key `loai`. */
export const lookup_tabs = ['don-hang', 'bao-hanh', 'phieu'] as const
export type LookupTab = (typeof lookup_tabs)[number]

/** /tracuu, with the code of an order filled in. */
export function lookupUrl(tab: LookupTab, code?: string): string {
  const loai = tab === 'don-hang' ? null : tab
  return withQuery(account_addresses.lookup.path, { loai, ma: code })
}
