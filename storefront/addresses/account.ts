import type { Address } from '#storefront/addresses/address.ts'
import { type Query, withQuery } from '#storefront/addresses/with-query.ts'

/** What a visitor finds about their own orders and choices without an account. */
export const account_addresses = {
  /** What the visitor agreed to. */
  privacy: { path: '/quyen-rieng-tu', page: 'privacy', layout: 'default', cache: 'personal' },
  wishlist: { path: '/yeu-thich', page: 'wishlist', layout: 'default', cache: 'personal' },
  /** A wish to hear when an item is back or cheaper, and the link that confirms and stops it. */
  notice: { path: '/bao-tin', page: 'notice', layout: 'default', cache: 'personal' },
  noticeLink: {
    path: '/bao-tin/:secret',
    page: 'notice/link',
    layout: 'default',
    cache: 'personal',
  },
  lookup: { path: '/tracuu', page: 'lookup', layout: 'default', cache: 'personal' },
} as const satisfies Record<string, Address>

/** /bao-tin of an item (a colour). */
export function noticeUrl(item_id: number, more: Query = {}): string {
  return withQuery(account_addresses.notice.path, { mau: item_id, ...more })
}

/** How somebody is told of an item, as values of the query key `qua`. */
export type NoticeWay = 'email' | 'sms' | 'trinh-duyet'
