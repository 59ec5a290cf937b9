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
  /**
   * The operation that a page with a loader needs. Whoever may not call it sees neither the page nor its place in the
   * menu. `list` says it for a list.
   */
  needs?: StaffOperationName
}

/** The root path of staff pages. Every path below it needs the staff login. */
export const staff_root = '/noi-bo'

/** All staff pages, in the sequence of the menu. */
export const addresses = {
  today: { page: 'today', path: '/noi-bo', title: 'Hôm nay', needs: 'today.waiting' },
  orders: { page: 'orders', path: '/noi-bo/don-hang', title: 'Đơn hàng', needs: 'orders.orders' },
  order_calls: {
    page: 'order-calls',
    path: '/noi-bo/don-hang/goi',
    title: 'Gọi khách',
    needs: 'calls.nextCall',
  },
  orders_bulk: {
    page: 'orders-bulk',
    path: '/noi-bo/don-hang/hang-loat',
    title: 'Xử lý nhiều đơn',
    needs: 'orders.chosenOrders',
    is_in_menu: false,
  },
  order: {
    page: 'order',
    path: '/noi-bo/don-hang/:code',
    title: 'Đơn hàng',
    needs: 'orders.order',
    is_in_menu: false,
  },
  order_print: {
    page: 'order-print',
    path: '/noi-bo/don-hang/:code/phieu-soan',
    title: 'Phiếu soạn hàng',
    needs: 'orders.pickList',
    is_in_menu: false,
  },
  stock: { page: 'stock', path: '/noi-bo/ton-kho', title: 'Tồn kho', needs: 'stock.stockRows' },
  reconciliation: {
    page: 'reconciliation',
    path: '/noi-bo/doi-soat',
    title: 'Đối soát',
    needs: 'reconciliation.reviews',
  },
  refunds: {
    page: 'refunds',
    path: '/noi-bo/hoan-tien',
    title: 'Hoàn tiền',
    list: 'refunds.refunds',
  },
  gateways: {
    page: 'gateways',
    path: '/noi-bo/cong-thanh-toan',
    title: 'Cổng thanh toán',
    needs: 'gateways.gateways',
  },
  cod_rules: {
    page: 'cod-rules',
    path: '/noi-bo/cai-dat/cod',
    title: 'COD',
    needs: 'cod.codRules',
  },
  outbox: {
    page: 'outbox',
    path: '/noi-bo/hop-thu',
    title: 'Hộp thư',
    needs: 'outbox.messages',
  },
  people: { page: 'people', path: '/noi-bo/nhan-vien', title: 'Nhân viên', needs: 'people.list' },
  person: {
    page: 'person',
    path: '/noi-bo/nhan-vien/:staff_id',
    title: 'Nhân viên',
    needs: 'people.person',
    is_in_menu: false,
  },
  roles: { page: 'roles', path: '/noi-bo/quyen', title: 'Quyền', needs: 'roles.roles' },
  account: {
    page: 'account',
    path: '/noi-bo/tai-khoan',
    title: 'Tài khoản',
    needs: 'account.own',
    is_in_menu: false,
  },
} as const satisfies Record<string, StaffAddress>

/** Paths around the sign-in. They are plain pages without scripts (admin/auth). */
export const auth_paths = {
  sign_in: '/noi-bo/dang-nhap',
  code: '/noi-bo/ma-xac-thuc',
  sign_out: '/noi-bo/dang-xuat',
  invite: '/noi-bo/loi-moi',
  first_account: '/noi-bo/tai-khoan-dau-tien',
  demo_role: '/noi-bo/vai-tro-demo',
} as const

/** The path of the sign-in, which leads back to `next`. */
export function signInPath(next: string | null): string {
  return next === null || next === staff_root
    ? auth_paths.sign_in
    : `${auth_paths.sign_in}?next=${encodeURIComponent(next)}`
}

/** The path of one member of staff. */
export function personPath(staff_id: number | string): string {
  return pathWith(addresses.person, { staff_id: String(staff_id) })
}

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
