import type { Address } from '#storefront/addresses/address.ts'
import { frame_paths } from '#storefront/addresses/frame-paths.ts'

/** Pages about the province of the shopper and the locations of our shops. */
export const location_addresses = {
  province: { path: frame_paths.province, page: 'province', layout: 'default', cache: 'public' },
  /** Shoppers search for "hệ thống cửa hàng". */
  shops: { path: frame_paths.shops, page: 'shops', layout: 'default', cache: 'public' },
} as const satisfies Record<string, Address>

/** Query keys of these pages (query-keys.ts). */
export const location_query_keys = {
  province: ['return_to'],
  shops: ['province', 'district'],
} as const
