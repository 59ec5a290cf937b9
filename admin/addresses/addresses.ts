import type { StaffServices } from '#contracts/staff/all.ts'

/** The name of a staff operation with its service: "refunds.refunds". */
export type StaffOperationName = {
  [Name in keyof StaffServices]: `${Name}.${keyof StaffServices[Name] & string}`
}[keyof StaffServices]

/** A staff page: its folder in admin/pages, its path (with parameters such as `:code`) and its title in the menu. */
export interface StaffAddress {
  page: string
  path: string
  title: string
  /** False: the page is reached from another one. */
  is_in_menu?: false
  /** The operation whose list the page shows, called with the query parameters. Other pages have a loader. */
  list?: StaffOperationName
}

/** The root path of staff pages. Every path below it needs the staff login. */
export const staff_root = '/noi-bo'

/** All staff pages, in the sequence of the menu. */
export const addresses = {
  today: { page: 'today', path: '/noi-bo', title: 'Hôm nay' },
  orders: { page: 'orders', path: '/noi-bo/don-hang', title: 'Đơn hàng' },
  orders_bulk: {
    page: 'orders-bulk',
    path: '/noi-bo/don-hang/hang-loat',
    title: 'Xử lý nhiều đơn',
    is_in_menu: false,
  },
  order: {
    page: 'order',
    path: '/noi-bo/don-hang/:code',
    title: 'Đơn hàng',
    is_in_menu: false,
  },
  order_print: {
    page: 'order-print',
    path: '/noi-bo/don-hang/:code/phieu-soan',
    title: 'Phiếu soạn hàng',
    is_in_menu: false,
  },
  reconciliation: { page: 'reconciliation', path: '/noi-bo/doi-soat', title: 'Đối soát' },
  refunds: {
    page: 'refunds',
    path: '/noi-bo/hoan-tien',
    title: 'Hoàn tiền',
    list: 'refunds.refunds',
  },
  gateways: { page: 'gateways', path: '/noi-bo/cong-thanh-toan', title: 'Cổng thanh toán' },
  stock: { page: 'stock', path: '/noi-bo/ton-kho', title: 'Tồn kho' },
  outbox: { page: 'outbox', path: '/noi-bo/hop-thu', title: 'Hộp thư' },
} as const satisfies Record<string, StaffAddress>

/** The path of an order's page. */
export function orderPath(code: string): string {
  return pathWith(addresses.order, { code })
}

/** The path of the CSV file of a list of orders; the query of the list is added. */
export const orders_file_path = `${addresses.orders.path}/tep.csv`

/** The path of a page with its parameters. */
export function pathWith(address: StaffAddress, params: Readonly<Record<string, string>>): string {
  return address.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  )
}

/** The path of an e-mail as its reader sees it. */
export function mailPath(outbox_id: number | string): string {
  return `${addresses.outbox.path}/${outbox_id}`
}

/** The path from which the browser loads the data of a page, and to which it sends the page's forms. */
export function dataPath(path: string): string {
  return `${staff_root}/_data${path.slice(staff_root.length)}`
}
