import type { Address } from '#storefront/addresses/address.ts'

/** Pages of repairs (contract §2). The pages of services have root addresses, like products. */
export const repair_addresses = {
  /** /dich-vu/sua-chua-dien-thoai and the others of `repair_hubs`. */
  /** The name is the owner's (contract §2). */
  repairShops: {
    path: '/dia-chi-he-thong-sua-chua-dienthoaivui',
    page: 'repair-shops',
    layout: 'default',
    cache: 'public',
  },
  repairHub: { path: '/dich-vu/:hub', page: 'repair-hub', layout: 'default', cache: 'public' },
} as const satisfies Record<string, Address>

/** Query keys of these pages (query-keys.ts). */
export const repair_query_keys = {
  'repair-hub': ['q', 'dich_vu'],
  'repair-shops': ['province', 'district'],
} as const
