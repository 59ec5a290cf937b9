import { withQuery } from '#storefront/addresses/with-query.ts'
import { account_addresses } from '#storefront/addresses/account.ts'

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
