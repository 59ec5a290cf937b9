import type { Address } from '#storefront/addresses/address.ts'

/** Pages of used devices (contract §2). Used versions have root addresses, like products. */
export const used_addresses = {
  used: { path: '/may-cu', page: 'used', layout: 'default', cache: 'public' },
  /** The passport of one device. */
  usedDevice: { path: '/may-cu/:imei_id', page: 'used/device', layout: 'default', cache: 'public' },
} as const satisfies Record<string, Address>

/** Query keys of these pages (query-keys.ts). */
export const used_query_keys = {
  used: [
    ...['loai', 'dong', 'hang', 'pin', 'gia_tu', 'gia_den', 'tinh', 'cua_hang'],
    ...['q', 'sap_xep', 'page'],
  ],
} as const
