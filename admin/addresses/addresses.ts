import type { StaffOperationName } from '#contracts/staff/all.ts'

/** The groups of the menu, in its sequence. */
export const menu_groups = {
  start: '',
  sales: 'Bán hàng',
  stock: 'Kho',
  money: 'Tiền',
  shop: 'Quản lý',
} as const

/** A staff page: its folder in admin/pages and its path (with parameters such as `:code`). */
export interface StaffAddress {
  page: string
  path: string
  /** The group of the menu that the page stands in. Without one it is reached from another page. */
  group?: keyof typeof menu_groups
  /** How the menu calls it. Pages have their own titles. */
  title?: string
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
  drafts: {
    group: 'sales',
    page: 'orders/drafts',
    go_key: 'w',
    path: '/noi-bo/don-hang/moi',
    title: 'Lập đơn',
    needs: 'drafts.drafts',
  },
  draft: {
    page: 'orders/draft',
    path: '/noi-bo/don-hang/moi/:draft_id',
    needs: 'drafts.draft',
  },
  customers: {
    group: 'sales',
    go_key: 'k',
    page: 'customers',
    path: '/noi-bo/khach-hang',
    title: 'Khách hàng',
    needs: 'customers.customers',
  },
  erasures: {
    group: 'shop',
    page: 'customers/erasures',
    path: '/noi-bo/khach-hang/xoa-du-lieu',
    title: 'Xóa dữ liệu cá nhân',
    needs: 'erasures.erasures',
  },
  customer: {
    page: 'customer',
    path: '/noi-bo/khach-hang/:code',
    needs: 'customers.customer',
  },
  find: {
    page: 'find',
    path: '/noi-bo/tim',
    needs: 'find.find',
  },
  orders_bulk: {
    page: 'orders/bulk',
    path: '/noi-bo/don-hang/hang-loat',
    needs: 'bulk.preview',
  },
  order: {
    page: 'order',
    path: '/noi-bo/don-hang/:code',
    needs: 'orders.order',
  },
  order_recipient: {
    page: 'order/recipient',
    path: '/noi-bo/don-hang/:code/nguoi-nhan',
    needs: 'recipients.recipient',
  },
  order_goods: {
    page: 'order/goods',
    path: '/noi-bo/don-hang/:code/bo-mon',
    needs: 'orderGoods.goods',
  },
  order_tags: {
    page: 'order/tags',
    path: '/noi-bo/don-hang/:code/the',
    needs: 'orderTags.tags',
  },
  order_print: {
    page: 'order/print',
    path: '/noi-bo/don-hang/:code/phieu-soan',
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
    needs: 'pickups.pickup',
  },
  returns: {
    group: 'sales',
    go_key: 'u',
    page: 'returns',
    path: '/noi-bo/doi-tra',
    title: 'Đổi trả',
    needs: 'returns.returns',
  },
  new_return: {
    page: 'returns/new',
    path: '/noi-bo/doi-tra/moi',
    needs: 'returns.returnable',
  },
  return: {
    page: 'returns/one',
    path: '/noi-bo/doi-tra/:code',
    needs: 'returns.return',
  },
  bulk_jobs: {
    group: 'sales',
    page: 'orders/bulk-jobs',
    path: '/noi-bo/viec-hang-loat',
    title: 'Việc hàng loạt',
    needs: 'bulk.jobs',
  },
  bulk_job: {
    page: 'orders/bulk-job',
    path: '/noi-bo/viec-hang-loat/:bulk_job_id',
    needs: 'bulk.job',
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
  refund_requests: {
    group: 'money',
    page: 'refunds/requests',
    go_key: 'a',
    path: '/noi-bo/hoan-tien/duyet',
    title: 'Duyệt hoàn tiền',
    needs: 'refundRequests.requests',
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
  return_rules: {
    group: 'shop',
    page: 'returns/rules',
    path: '/noi-bo/cai-dat/doi-tra',
    title: 'Quy định đổi trả',
    needs: 'returnRules.rules',
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
    needs: 'roles.role',
  },
  changes: {
    group: 'shop',
    page: 'changes',
    go_key: 'y',
    path: '/noi-bo/nhat-ky',
    title: 'Nhật ký',
    needs: 'changes.list',
  },
  change: {
    page: 'change',
    path: '/noi-bo/nhat-ky/:change_id',
    needs: 'changes.entry',
  },
  account: {
    page: 'account',
    path: '/noi-bo/tai-khoan',
    needs: 'account.own',
  },
  views: {
    page: 'views',
    path: '/noi-bo/bo-loc',
    needs: 'views.views',
  },
} as const satisfies Record<string, StaffAddress>

/** The path of the form that answers with a list as a file. */
export const list_file_path = `${staff_root}/tep`

/** The path of a page with its parameters. */
export function pathWith(address: StaffAddress, params: Readonly<Record<string, string>>): string {
  return address.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  )
}

/** The path from which the browser loads the data of a page, and to which it sends the page's forms. */
export function dataPath(path: string): string {
  return `${staff_root}/_data${path.slice(staff_root.length)}`
}
