import type { StaffOperationName } from '#contracts/staff/all.ts'

/** The groups of the menu, in its sequence. */
export const menu_groups = {
  start: '',
  sales: 'Bán hàng',
  stock: 'Kho',
  money: 'Tiền',
  shop: 'Quản lý',
} as const

/** A staff page: its folder in admin/pages, its path (with parameters such as `:code`) and its title in the menu. */
export interface StaffAddress {
  page: string
  path: string
  title: string
  /** The group of the menu that the page stands in. Without one it is reached from another page. */
  group?: keyof typeof menu_groups
  /** The operation whose list the page shows, called with the query parameters. Other pages have a loader. */
  list?: StaffOperationName
  /** "g" and this key open the page. */
  go_key?: string
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
  today: {
    group: 'start',
    page: 'today',
    go_key: 'h',
    path: '/noi-bo',
    title: 'Hôm nay',
    needs: 'today.waiting',
  },
  orders: {
    group: 'sales',
    page: 'orders',
    go_key: 'd',
    path: '/noi-bo/don-hang',
    title: 'Đơn hàng',
    needs: 'orders.orders',
  },
  order_calls: {
    group: 'sales',
    page: 'orders/calls',
    go_key: 'g',
    path: '/noi-bo/don-hang/goi',
    title: 'Gọi khách',
    needs: 'calls.nextCall',
  },
  customers: {
    group: 'sales',
    go_key: 'k',
    page: 'customers',
    path: '/noi-bo/khach-hang',
    title: 'Khách hàng',
    needs: 'customers.customers',
  },
  customer: {
    page: 'customer',
    path: '/noi-bo/khach-hang/:code',
    title: 'Khách hàng',
    needs: 'customers.customer',
  },
  find: {
    page: 'find',
    path: '/noi-bo/tim',
    title: 'Tìm',
    needs: 'find.find',
  },
  orders_bulk: {
    page: 'orders/bulk',
    path: '/noi-bo/don-hang/hang-loat',
    title: 'Xử lý nhiều đơn',
    needs: 'orders.chosenOrders',
  },
  order: {
    page: 'order',
    path: '/noi-bo/don-hang/:code',
    title: 'Đơn hàng',
    needs: 'orders.order',
  },
  order_recipient: {
    page: 'order/recipient',
    path: '/noi-bo/don-hang/:code/nguoi-nhan',
    title: 'Đổi thông tin nhận hàng',
    needs: 'recipients.recipient',
  },
  order_print: {
    page: 'order/print',
    path: '/noi-bo/don-hang/:code/phieu-soan',
    title: 'Phiếu soạn hàng',
    needs: 'orders.pickList',
  },
  packing: {
    group: 'sales',
    page: 'packing',
    go_key: 'o',
    path: '/noi-bo/dong-goi',
    title: 'Đóng gói',
    needs: 'parcels.packQueue',
  },
  pack_order: {
    page: 'packing/order',
    path: '/noi-bo/dong-goi/:code',
    title: 'Đóng gói đơn',
    needs: 'parcels.packing',
  },
  hand_over: {
    group: 'sales',
    page: 'hand-over',
    go_key: 'b',
    path: '/noi-bo/ban-giao',
    title: 'Bàn giao',
    needs: 'parcels.waiting',
  },
  parcels: {
    group: 'sales',
    page: 'parcels',
    go_key: 'v',
    path: '/noi-bo/van-don',
    title: 'Vận đơn',
    needs: 'parcels.parcels',
  },
  parcel: {
    page: 'parcel',
    path: '/noi-bo/van-don/:code',
    title: 'Vận đơn',
    needs: 'parcels.parcel',
  },
  pickups: {
    group: 'sales',
    go_key: 'p',
    page: 'pickups',
    path: '/noi-bo/nhan-tai-cua-hang',
    title: 'Nhận tại cửa hàng',
    needs: 'pickups.pickups',
  },
  pickup: {
    page: 'pickup',
    path: '/noi-bo/nhan-tai-cua-hang/:code',
    title: 'Nhận tại cửa hàng',
    needs: 'pickups.pickup',
  },
  stock: {
    group: 'stock',
    page: 'stock',
    go_key: 't',
    path: '/noi-bo/ton-kho',
    title: 'Tồn kho',
    needs: 'stock.stockRows',
  },
  units: {
    group: 'stock',
    page: 'units',
    go_key: 'i',
    path: '/noi-bo/imei',
    title: 'IMEI',
    needs: 'units.units',
  },
  unit: {
    page: 'unit',
    path: '/noi-bo/imei/:code',
    title: 'IMEI',
    needs: 'units.unit',
  },
  receipts: {
    group: 'stock',
    page: 'receipts',
    go_key: 'n',
    path: '/noi-bo/nhap-hang',
    title: 'Nhập hàng',
    needs: 'receipts.receipts',
  },
  receipt: {
    page: 'receipt',
    path: '/noi-bo/nhap-hang/:code',
    title: 'Phiếu nhập',
    needs: 'receipts.receipt',
  },
  transfers: {
    group: 'stock',
    page: 'transfers',
    go_key: 'c',
    path: '/noi-bo/chuyen-kho',
    title: 'Chuyển kho',
    needs: 'transfers.transfers',
  },
  transfer: {
    page: 'transfer',
    path: '/noi-bo/chuyen-kho/:code',
    title: 'Phiếu chuyển',
    needs: 'transfers.transfer',
  },
  counts: {
    group: 'stock',
    go_key: 'm',
    page: 'counts',
    path: '/noi-bo/kiem-ke',
    title: 'Kiểm kê',
    needs: 'counts.counts',
  },
  count: {
    page: 'count',
    path: '/noi-bo/kiem-ke/:code',
    title: 'Phiếu kiểm kê',
    needs: 'counts.count',
  },
  reconciliation: {
    group: 'money',
    page: 'reconciliation',
    go_key: 's',
    path: '/noi-bo/doi-soat',
    title: 'Đối soát',
    needs: 'reconciliation.reviews',
  },
  cod_money: {
    group: 'money',
    page: 'cod-money',
    path: '/noi-bo/doi-soat-cod',
    title: 'Đối soát COD',
    needs: 'codMoney.codMoney',
  },
  refunds: {
    group: 'money',
    page: 'refunds',
    go_key: 'r',
    path: '/noi-bo/hoan-tien',
    title: 'Hoàn tiền',
    list: 'refunds.refunds',
  },
  gateways: {
    group: 'shop',
    page: 'gateways',
    path: '/noi-bo/cong-thanh-toan',
    title: 'Cổng thanh toán',
    needs: 'gateways.gateways',
  },
  carriers: {
    group: 'shop',
    page: 'carriers',
    path: '/noi-bo/cai-dat/van-chuyen',
    title: 'Hãng giao',
    needs: 'carriers.carriers',
  },
  cod_rules: {
    group: 'shop',
    page: 'cod-rules',
    path: '/noi-bo/cai-dat/cod',
    title: 'Quy tắc COD',
    needs: 'cod.codRules',
  },
  delivery_rules: {
    group: 'shop',
    page: 'delivery-rules',
    path: '/noi-bo/cai-dat/giao-hang',
    title: 'Phí và hẹn giao',
    needs: 'delivery.deliveryRules',
  },
  outbox: {
    group: 'shop',
    page: 'outbox',
    path: '/noi-bo/hop-thu',
    title: 'Hộp thư',
    needs: 'outbox.messages',
  },
  people: {
    group: 'shop',
    page: 'people',
    go_key: 'l',
    path: '/noi-bo/nhan-vien',
    title: 'Nhân viên',
    needs: 'people.list',
  },
  person: {
    page: 'person',
    path: '/noi-bo/nhan-vien/:staff_id',
    title: 'Nhân viên',
    needs: 'people.person',
  },
  roles: {
    group: 'shop',
    page: 'roles',
    path: '/noi-bo/quyen',
    title: 'Quyền',
    needs: 'roles.roles',
  },
  role: {
    page: 'role',
    path: '/noi-bo/quyen/:role_code',
    title: 'Quyền',
    needs: 'roles.role',
  },
  changes: {
    group: 'shop',
    page: 'changes',
    go_key: 'y',
    path: '/noi-bo/nhat-ky',
    title: 'Nhật ký',
    list: 'changes.list',
  },
  change: {
    page: 'change',
    path: '/noi-bo/nhat-ky/:change_id',
    title: 'Nhật ký',
    needs: 'changes.entry',
  },
  account: {
    page: 'account',
    path: '/noi-bo/tai-khoan',
    title: 'Tài khoản',
    needs: 'account.own',
  },
  views: {
    page: 'views',
    path: '/noi-bo/bo-loc',
    title: 'Bộ lọc đã lưu',
    needs: 'views.views',
  },
} as const satisfies Record<string, StaffAddress>

/** Paths around the sign-in (admin/auth). Their pages have no scripts; that of passkeys has one, and no password. */
export const auth_paths = {
  sign_in: '/noi-bo/dang-nhap',
  code: '/noi-bo/ma-xac-thuc',
  passkey: '/noi-bo/passkey',
  passkey_challenge: '/noi-bo/passkey/thu-thach',
  sign_out: '/noi-bo/dang-xuat',
  invite: '/noi-bo/loi-moi',
  first_account: '/noi-bo/tai-khoan-dau-tien',
  demo_role: '/noi-bo/vai-tro-demo',
  theme: '/noi-bo/giao-dien',
} as const

/** The path of the sign-in, which leads back to `next`. */
export function signInPath(next: string | null): string {
  return next === null || next === staff_root
    ? auth_paths.sign_in
    : `${auth_paths.sign_in}?next=${encodeURIComponent(next)}`
}

/** The path where the code of an authenticator app is typed, which leads to `next`. */
export function codePath(next: string): string {
  return next === staff_root
    ? auth_paths.code
    : `${auth_paths.code}?next=${encodeURIComponent(next)}`
}

/** The path of the page of passkeys, which leads to `next`; step 2 comes after the password. */
export function passkeyPath(next: string, step: 1 | 2 = 1): string {
  const query = new URLSearchParams({
    ...(step === 2 ? { buoc: '2' } : {}),
    ...(next === staff_root || next === '' ? {} : { next }),
  })
  return query.size === 0 ? auth_paths.passkey : `${auth_paths.passkey}?${query}`
}

/** The path of one member of staff. */
export function personPath(staff_id: number | string): string {
  return pathWith(addresses.person, { staff_id: String(staff_id) })
}

/** The path of a role's page. */
export function rolePath(role_code: string): string {
  return pathWith(addresses.role, { role_code })
}

/** The path of an entry of the ledger. */
export function changePath(change_id: number): string {
  return pathWith(addresses.change, { change_id: String(change_id) })
}

/** The path of an order's page. */
export function orderPath(code: string): string {
  return pathWith(addresses.order, { code })
}

/** The path of the page that changes who receives an order. */
export function recipientPath(code: string): string {
  return pathWith(addresses.order_recipient, { code })
}

/** The path of the customer of an order: no phone stands in an address. */
export function customerPath(order_code: string): string {
  return pathWith(addresses.customer, { code: order_code })
}

/** The path of a parcel's page. */
export function parcelPath(code: string): string {
  return pathWith(addresses.parcel, { code })
}

/** The path where an order is packed. */
export function packPath(order_code: string): string {
  return pathWith(addresses.pack_order, { code: order_code })
}

/** The path where an order is prepared for its pick-up and given to its shopper. */
export function pickupPath(order_code: string): string {
  return pathWith(addresses.pickup, { code: order_code })
}

/** The path of a unit by its IMEI or serial number. */
export function unitPath(code: string): string {
  return pathWith(addresses.unit, { code })
}

/** The path of a picture, below the page of its subject: `nho` is a thumbnail. */
export function picturePath(
  subject_path: string,
  picture_id: number | string,
  size: 'nho' | 'lon' | ':size',
): string {
  return `${subject_path}/anh/${picture_id}/${size}`
}

/** The path of a receipt of goods. */
export function receiptPath(code: string): string {
  return pathWith(addresses.receipt, { code })
}

/** The path of a transfer. */
export function transferPath(code: string): string {
  return pathWith(addresses.transfer, { code })
}

/** The path of a count. */
export function countPath(code: string): string {
  return pathWith(addresses.count, { code })
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
