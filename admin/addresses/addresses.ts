import type { StaffServices } from '#contracts/staff/all.ts'

/** An operation of staff by its service and name: "refunds.refunds". */
export type StaffOperationName = {
  [Name in keyof StaffServices]: `${Name}.${keyof StaffServices[Name] & string}`
}[keyof StaffServices]

/** A page of staff: its folder in admin/pages, its address, and what the menu calls it. */
export interface StaffAddress {
  page: string
  path: string
  title: string
  /** What a list shows; asked with the fields of the address's query. Other pages have a loader. */
  list?: StaffOperationName
}

/** Where staff's pages stand. All else under it needs the same login. */
export const staff_root = '/noi-bo'

/** All pages of staff, in the menu's sequence. */
export const addresses = {
  reconciliation: { page: 'reconciliation', path: '/noi-bo/doi-soat', title: 'Đối soát' },
  refunds: {
    page: 'refunds',
    path: '/noi-bo/hoan-tien',
    title: 'Hoàn tiền',
    list: 'refunds.refunds',
  },
  gateways: { page: 'gateways', path: '/noi-bo/cong-thanh-toan', title: 'Cổng thanh toán' },
  outbox: { page: 'outbox', path: '/noi-bo/hop-thu', title: 'Hộp thư' },
} as const satisfies Record<string, StaffAddress>

/** A mail as its reader sees it. */
export function mailPath(outbox_id: number | string): string {
  return `${addresses.outbox.path}/${outbox_id}`
}

/** Where the browser asks for the data of a page, and sends its forms. */
export function dataPath(path: string): string {
  return `${staff_root}/_data${path.slice(staff_root.length)}`
}
