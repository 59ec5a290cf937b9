import type { StaffServices } from '#contracts/staff/all.ts'

/** The name of a staff operation with its service: "refunds.refunds". */
export type StaffOperationName = {
  [Name in keyof StaffServices]: `${Name}.${keyof StaffServices[Name] & string}`
}[keyof StaffServices]

/** A staff page: its folder in admin/pages, its path and its title in the menu. */
export interface StaffAddress {
  page: string
  path: string
  title: string
  /** The operation whose list the page shows, called with the query parameters. Other pages have a loader. */
  list?: StaffOperationName
}

/** The root path of staff pages. Every path below it needs the staff login. */
export const staff_root = '/noi-bo'

/** All staff pages, in the sequence of the menu. */
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

/** The path of an e-mail as its reader sees it. */
export function mailPath(outbox_id: number | string): string {
  return `${addresses.outbox.path}/${outbox_id}`
}

/** The path from which the browser loads the data of a page, and to which it sends the page's forms. */
export function dataPath(path: string): string {
  return `${staff_root}/_data${path.slice(staff_root.length)}`
}
