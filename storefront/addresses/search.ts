import type { Address } from '#storefront/addresses/address.ts'
import { frame_paths } from '#storefront/addresses/frame-paths.ts'

/** The search page. */
export const search_addresses = {
  search: { path: frame_paths.search, page: 'search', layout: 'default', cache: 'public' },
} as const satisfies Record<string, Address>

/** Query keys of these pages (query-keys.ts). */
export const search_query_keys = {
  search: ['listing', 'bo_loc', 'muc'],
} as const
