import type { DeviceKind } from '#contracts/storefront/repair.ts'
import type { Address } from '#storefront/addresses/address.ts'

/** Pages of repairs (contract §2). The pages of services have root addresses, like products. */
export const repair_addresses = {
  /** /dich-vu/sua-chua-dien-thoai and the others of `repair_hubs`. */
  repairHub: { path: '/dich-vu/:hub', page: 'repair-hub', layout: 'default', cache: 'public' },
} as const satisfies Record<string, Address>

/** Query keys of these pages (query-keys.ts). */
export const repair_query_keys = {
  'repair-hub': ['q', 'dich_vu'],
} as const

/** A hub for each kind of device. */
export const repair_hubs: Readonly<Record<DeviceKind, { path: string; name: string }>> = {
  'dien-thoai': { path: '/dich-vu/sua-chua-dien-thoai', name: 'Sửa chữa điện thoại' },
  'apple-watch': { path: '/dich-vu/sua-chua-apple-watch', name: 'Sửa chữa Apple Watch' },
  'may-tinh-bang': { path: '/dich-vu/sua-chua-may-tinh-bang', name: 'Sửa chữa máy tính bảng' },
  laptop: { path: '/dich-vu/sua-chua-laptop', name: 'Sửa chữa laptop' },
}

/** Where an appointment is made; `dich_vu` names the option of a service. */
export const booking_path = '/dat-lich'
