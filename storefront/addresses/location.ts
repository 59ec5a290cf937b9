import type { Address } from '#storefront/addresses/address.ts'

/** Pages about the province of the shopper and the locations of our shops. */
export const location_addresses = {
  province: { path: '/chon-tinh-thanh', page: 'province', layout: 'default', cache: 'public' },
  /** Shoppers search for "hệ thống cửa hàng". */
  shops: { path: '/he-thong-cua-hang', page: 'shops', layout: 'default', cache: 'public' },
} as const satisfies Record<string, Address>

/** Query keys of these pages (query-keys.ts). */
export const location_query_keys = {
  province: ['return_to'],
  shops: ['province', 'district'],
} as const
