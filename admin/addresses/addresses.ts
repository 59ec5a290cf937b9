import type { StaffAddress } from '#admin/addresses/staff-address.ts'
import { trade_addresses } from '#admin/addresses/trade-addresses.ts'

/** The root path of staff pages. Every path below it needs the staff login. */
export const staff_root = '/noi-bo'

/** All staff pages. Those of the menu stand in menu-groups.ts too. */
export const addresses = {
  today: {
    page: 'today',
    path: '/noi-bo',
    needs: 'today.waiting',
  },
  orders: {
    page: 'orders',
    path: '/noi-bo/don-hang',
    needs: 'orders.orders',
  },
  order_calls: {
    page: 'orders/calls',
    path: '/noi-bo/don-hang/goi',
    needs: 'calls.nextCall',
  },
  drafts: {
    page: 'orders/drafts',
    path: '/noi-bo/don-hang/moi',
    needs: 'drafts.drafts',
  },
  draft: {
    page: 'orders/draft',
    path: '/noi-bo/don-hang/moi/:draft_id',
    needs: 'drafts.draft',
  },
  customers: {
    page: 'customers',
    path: '/noi-bo/khach-hang',
    needs: 'customers.customers',
  },
  erasures: {
    page: 'customers/erasures',
    path: '/noi-bo/khach-hang/xoa-du-lieu',
    needs: 'erasures.erasures',
  },
  talk_reviews: {
    page: 'customers/talk/reviews',
    path: '/noi-bo/danh-gia',
    needs: 'talk.reviews',
  },
  talk_review: {
    page: 'customers/talk/review',
    path: '/noi-bo/danh-gia/:code',
    needs: 'talk.review',
  },
  talk_comments: {
    page: 'customers/talk/comments',
    path: '/noi-bo/hoi-dap',
    needs: 'talk.comments',
  },
  talk_answers: {
    page: 'customers/talk/answers',
    path: '/noi-bo/hoi-dap/mau-cau',
    needs: 'talk.savedAnswers',
  },
  talk_comment: {
    page: 'customers/talk/comment',
    path: '/noi-bo/hoi-dap/:code',
    needs: 'talk.comment',
  },
  cards: {
    page: 'cards',
    path: '/noi-bo/khach-hang/the',
    needs: 'cards.cards',
  },
  card: {
    page: 'cards/one',
    path: '/noi-bo/khach-hang/the/:code',
    needs: 'cards.card',
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
  orders_alike: {
    page: 'orders/alike',
    path: '/noi-bo/don-hang/trung',
    needs: 'orderParts.alike',
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
    path: '/noi-bo/don-hang/:code/sua-mon',
    needs: 'orderGoods.goods',
  },
  order_split: {
    page: 'order/split',
    path: '/noi-bo/don-hang/:code/tach',
    needs: 'orderParts.split',
  },
  order_shop: {
    page: 'order/shop',
    path: '/noi-bo/don-hang/:code/kho-xuat',
    needs: 'orderShop.shops',
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
    page: 'packing',
    path: '/noi-bo/dong-goi',
    needs: 'parcels.packQueue',
  },
  pack_order: {
    page: 'packing/order',
    path: '/noi-bo/dong-goi/:code',
    needs: 'parcels.packing',
  },
  hand_over: {
    page: 'hand-over',
    path: '/noi-bo/ban-giao',
    needs: 'parcels.waiting',
  },
  parcels: {
    page: 'parcels',
    path: '/noi-bo/van-don',
    needs: 'parcels.parcels',
  },
  parcel: {
    page: 'parcel',
    path: '/noi-bo/van-don/:code',
    needs: 'parcels.parcel',
  },
  pickups: {
    page: 'pickups',
    path: '/noi-bo/nhan-tai-cua-hang',
    needs: 'pickups.pickups',
  },
  pickup: {
    page: 'pickup',
    path: '/noi-bo/nhan-tai-cua-hang/:code',
    needs: 'pickups.pickup',
  },
  ...trade_addresses,
  returns: {
    page: 'returns',
    path: '/noi-bo/doi-tra',
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
    page: 'orders/bulk-jobs',
    path: '/noi-bo/viec-hang-loat',
    needs: 'bulk.jobs',
  },
  bulk_job: {
    page: 'orders/bulk-job',
    path: '/noi-bo/viec-hang-loat/:bulk_job_id',
    needs: 'bulk.job',
  },
  stock: {
    page: 'stock',
    path: '/noi-bo/ton-kho',
    needs: 'stock.stockRows',
  },
  units: {
    page: 'units',
    path: '/noi-bo/imei',
    needs: 'units.units',
  },
  unit: {
    page: 'unit',
    path: '/noi-bo/imei/:code',
    needs: 'units.unit',
  },
  receipts: {
    page: 'receipts',
    path: '/noi-bo/nhap-hang',
    needs: 'receipts.receipts',
  },
  receipt: {
    page: 'receipt',
    path: '/noi-bo/nhap-hang/:code',
    needs: 'receipts.receipt',
  },
  transfers: {
    page: 'transfers',
    path: '/noi-bo/chuyen-kho',
    needs: 'transfers.transfers',
  },
  transfer: {
    page: 'transfer',
    path: '/noi-bo/chuyen-kho/:code',
    needs: 'transfers.transfer',
  },
  counts: {
    page: 'counts',
    path: '/noi-bo/kiem-ke',
    needs: 'counts.counts',
  },
  count: {
    page: 'counts/one',
    path: '/noi-bo/kiem-ke/:code',
    needs: 'counts.count',
  },
  reconciliation: {
    page: 'reconciliation',
    path: '/noi-bo/doi-soat',
    needs: 'reconciliation.reviews',
  },
  cod_money: {
    page: 'cod-money',
    path: '/noi-bo/doi-soat-cod',
    needs: 'codMoney.codMoney',
  },
  refunds: {
    page: 'refunds',
    path: '/noi-bo/hoan-tien',
    list: 'refunds.refunds',
  },
  refund_requests: {
    page: 'refunds/requests',
    path: '/noi-bo/hoan-tien/duyet',
    needs: 'refundRequests.requests',
  },
  gateways: {
    page: 'gateways',
    path: '/noi-bo/cong-thanh-toan',
    needs: 'gateways.gateways',
  },
  carriers: {
    page: 'carriers',
    path: '/noi-bo/cai-dat/van-chuyen',
    needs: 'carriers.carriers',
  },
  cod_rules: {
    page: 'cod-rules',
    path: '/noi-bo/cai-dat/cod',
    needs: 'cod.codRules',
  },
  delivery_rules: {
    page: 'delivery-rules',
    path: '/noi-bo/cai-dat/giao-hang',
    needs: 'delivery.deliveryRules',
  },
  return_rules: {
    page: 'returns/rules',
    path: '/noi-bo/cai-dat/doi-tra',
    needs: 'returnRules.rules',
  },
  loyalty_tiers: {
    page: 'loyalty/tiers',
    path: '/noi-bo/cai-dat/hang-thanh-vien',
    needs: 'loyalty.tiers',
  },
  flash_sales: {
    page: 'loyalty/flash-sales',
    path: '/noi-bo/flash-sale',
    needs: 'flashSales.flashSales',
  },
  flash_sale: {
    page: 'loyalty/flash-sales/one',
    path: '/noi-bo/flash-sale/:flash_sale_id',
    needs: 'flashSales.flashSale',
  },
  landing_pages: {
    page: 'loyalty/campaigns',
    path: '/noi-bo/trang-khuyen-mai',
    needs: 'landingPages.landingPages',
  },
  landing_page: {
    page: 'loyalty/campaigns/one',
    path: '/noi-bo/trang-khuyen-mai/:code',
    needs: 'landingPages.landingPage',
  },
  redirects: {
    page: 'loyalty/campaigns/redirects',
    path: '/noi-bo/chuyen-huong',
    needs: 'redirectRules.redirects',
  },
  games: {
    page: 'loyalty/games',
    path: '/noi-bo/tro-choi',
    needs: 'games.games',
  },
  outbox: {
    page: 'outbox',
    path: '/noi-bo/hop-thu',
    needs: 'outbox.messages',
  },
  people: {
    page: 'people',
    path: '/noi-bo/nhan-vien',
    needs: 'people.list',
  },
  person: {
    page: 'person',
    path: '/noi-bo/nhan-vien/:staff_id',
    needs: 'people.person',
  },
  roles: {
    page: 'roles',
    path: '/noi-bo/quyen',
    needs: 'roles.roles',
  },
  role: {
    page: 'role',
    path: '/noi-bo/quyen/:role_code',
    needs: 'roles.role',
  },
  changes: {
    page: 'changes',
    path: '/noi-bo/nhat-ky',
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

/** The path of the form that answers with the purchase list of a month as a file. */
export const purchase_file_path = `${staff_root}/thu-cu/bang-ke.csv`

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
