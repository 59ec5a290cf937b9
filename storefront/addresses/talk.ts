import type { Address } from '#storefront/addresses/address.ts'

/** What shoppers say about products, articles and repairs. */
export const talk_addresses = {
  reviews: {
    path: '/danh-gia-san-pham/:slug',
    page: 'talk/reviews',
    layout: 'default',
    cache: 'public',
  },
  writeReview: {
    path: '/danh-gia-san-pham/:slug/viet',
    page: 'talk/write-review',
    layout: 'default',
    cache: 'personal',
  },
  ownReview: {
    path: '/danh-gia-cua-toi/:secret',
    page: 'talk/own-review',
    layout: 'default',
    cache: 'personal',
  },
  /** The rest is the path of the page: an article has two parts. */
  comments: { path: '/hoi-dap/*', page: 'talk/comments', layout: 'default', cache: 'public' },
  writeComment: {
    path: '/dat-cau-hoi/*',
    page: 'talk/write-comment',
    layout: 'default',
    cache: 'personal',
  },
  ownComment: {
    path: '/binh-luan-cua-toi/:secret',
    page: 'talk/own-comment',
    layout: 'default',
    cache: 'personal',
  },
  report: { path: '/bao-xau', page: 'talk/report', layout: 'default', cache: 'personal' },
} as const satisfies Record<string, Address>

/** Query keys of these pages (query-keys.ts). */
export const talk_query_keys = {
  'talk/reviews': ['sao', 'anh', 'da-mua', 'page'],
  'talk/comments': ['page'],
} as const
