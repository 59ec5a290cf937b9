import type { Address } from '#storefront/addresses/address.ts'

/** Small tools that help a visitor and sell nothing. */
export const tool_addresses = {
  /** The perpetual calendar (contract §1). Vietnamese search for "lịch vạn niên". */
  calendar: { path: '/lich-van-nien', page: 'calendar', layout: 'default', cache: 'public' },
} as const satisfies Record<string, Address>

/** Query keys of these pages (query-keys.ts). */
export const tool_query_keys = {
  calendar: ['ngay', 'thang', 'nam', 'ngay_am', 'thang_am', 'nam_am', 'nhuan'],
} as const
