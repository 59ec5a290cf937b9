import type { Address } from '#storefront/addresses/address.ts'
import { frame_paths } from '#storefront/addresses/frame-paths.ts'

/** What a visitor finds about their own orders and choices without an account. */
export const account_addresses = {
  /** What the visitor agreed to. */
  privacy: { path: frame_paths.privacy, page: 'privacy', layout: 'default', cache: 'personal' },
  wishlist: { path: frame_paths.wishlist, page: 'wishlist', layout: 'default', cache: 'personal' },
  /** A wish to hear when an item is back or cheaper, and the link that confirms and stops it. */
  notice: { path: frame_paths.notice, page: 'notice', layout: 'default', cache: 'personal' },
  noticeLink: {
    path: '/bao-tin/:secret',
    page: 'notice/link',
    layout: 'default',
    cache: 'personal',
  },
  /** A wish to hear when something begins. Its link is that of a notice. */
  start: { path: frame_paths.start, page: 'notice/start', layout: 'default', cache: 'personal' },
  /** Which offers the visitor agrees to, and the link of a message that stops them. */
  offers: { path: '/nhan-uu-dai', page: 'notice/offers', layout: 'default', cache: 'personal' },
  offersLink: {
    path: '/nhan-uu-dai/:secret',
    page: 'notice/offers-link',
    layout: 'default',
    cache: 'personal',
  },
  lookup: { path: frame_paths.lookup, page: 'lookup', layout: 'default', cache: 'personal' },
} as const satisfies Record<string, Address>

/** How somebody is told of an item, as values of the query key `qua`. */
export type NoticeWay = 'email' | 'sms' | 'trinh-duyet'
