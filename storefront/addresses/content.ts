import type { Address } from '#storefront/addresses/address.ts'
import { frame_paths } from '#storefront/addresses/frame-paths.ts'
import { flash_key } from '#storefront/addresses/home-links.ts'

/** The home page and pages about articles. Articles themselves have root addresses (catalog.ts). */
export const content_addresses = {
  home: { path: frame_paths.home, page: 'home', layout: 'default', cache: 'public' },
  /** An author of articles (contract §2). */
  author: { path: '/author/:uuid', page: 'author', layout: 'default', cache: 'public' },
} as const satisfies Record<string, Address>

/** Query keys of these pages (query-keys.ts). */
export const content_query_keys = {
  home: [flash_key],
  author: ['page'],
} as const
