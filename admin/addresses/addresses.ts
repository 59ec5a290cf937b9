import type { StaffAddress } from '#admin/addresses/staff-address.ts'
import { trade_addresses } from '#admin/addresses/trade-addresses.ts'

/** The root path of staff pages. Every path below it needs the staff login. */
export const staff_root = '/noi-bo'

/** All staff pages. Those of the menu stand in menu-groups.ts too. */
export const addresses = {
  today: {
    page: 'today',
    path: '/noi-bo',
  },
  month_report: {
    page: 'today/report',
    path: '/noi-bo/bao-cao',
  },
  orders: {
    page: 'orders',
    path: '/noi-bo/don-hang',
  },
  order_calls: {
    page: 'orders/calls',
    path: '/noi-bo/don-hang/goi',
  },
  order_sources: {
    page: 'orders/sources',
    path: '/noi-bo/don-hang/nguon',
  },
  drafts: {
    page: 'orders/drafts',
    path: '/noi-bo/don-hang/moi',
  },
  draft: {
    page: 'orders/draft',
    path: '/noi-bo/don-hang/moi/:draft_id',
  },
  customers: {
    page: 'customers',
    path: '/noi-bo/khach-hang',
  },
  erasures: {
    page: 'customers/erasures',
    path: '/noi-bo/khach-hang/xoa-du-lieu',
  },
  talk_reviews: {
    page: 'customers/talk/reviews',
    path: '/noi-bo/danh-gia',
  },
  talk_review: {
    page: 'customers/talk/review',
    path: '/noi-bo/danh-gia/:code',
  },
  talk_comments: {
    page: 'customers/talk/comments',
    path: '/noi-bo/hoi-dap',
  },
  talk_answers: {
    page: 'customers/talk/answers',
    path: '/noi-bo/hoi-dap/mau-cau',
  },
  talk_comment: {
    page: 'customers/talk/comment',
    path: '/noi-bo/hoi-dap/:code',
  },
  cards: {
    page: 'cards',
    path: '/noi-bo/khach-hang/the',
  },
  card: {
    page: 'cards/one',
    path: '/noi-bo/khach-hang/the/:code',
  },
  customer: {
    page: 'customer',
    path: '/noi-bo/khach-hang/:code',
  },
  find: {
    page: 'find',
    path: '/noi-bo/tim',
  },
  orders_alike: {
    page: 'orders/alike',
    path: '/noi-bo/don-hang/trung',
  },
  orders_bulk: {
    page: 'orders/bulk',
    path: '/noi-bo/don-hang/hang-loat',
  },
  order: {
    page: 'order',
    path: '/noi-bo/don-hang/:code',
  },
  order_recipient: {
    page: 'order/recipient',
    path: '/noi-bo/don-hang/:code/nguoi-nhan',
  },
  order_goods: {
    page: 'order/goods',
    path: '/noi-bo/don-hang/:code/sua-mon',
  },
  order_split: {
    page: 'order/split',
    path: '/noi-bo/don-hang/:code/tach',
  },
  order_shop: {
    page: 'order/shop',
    path: '/noi-bo/don-hang/:code/kho-xuat',
  },
  order_tags: {
    page: 'order/tags',
    path: '/noi-bo/don-hang/:code/the',
  },
  order_print: {
    page: 'order/print',
    path: '/noi-bo/don-hang/:code/phieu-soan',
  },
  packing: {
    page: 'packing',
    path: '/noi-bo/dong-goi',
  },
  goods_to_collect: {
    page: 'packing/collect',
    path: '/noi-bo/dong-goi/nhat-hang',
  },
  pack_order: {
    page: 'packing/order',
    path: '/noi-bo/dong-goi/:code',
  },
  hand_over: {
    page: 'hand-over',
    path: '/noi-bo/ban-giao',
  },
  hand_over_notes: {
    page: 'hand-over/notes',
    path: '/noi-bo/ban-giao/bien-ban',
  },
  parcels: {
    page: 'parcels',
    path: '/noi-bo/van-don',
  },
  parcel: {
    page: 'parcel',
    path: '/noi-bo/van-don/:code',
  },
  pickups: {
    page: 'pickups',
    path: '/noi-bo/nhan-tai-cua-hang',
  },
  pickup: {
    page: 'pickup',
    path: '/noi-bo/nhan-tai-cua-hang/:code',
  },
  ...trade_addresses,
  returns: {
    page: 'returns',
    path: '/noi-bo/doi-tra',
  },
  new_return: {
    page: 'returns/new',
    path: '/noi-bo/doi-tra/moi',
  },
  return: {
    page: 'returns/one',
    path: '/noi-bo/doi-tra/:code',
  },
  bulk_jobs: {
    page: 'orders/bulk-jobs',
    path: '/noi-bo/viec-hang-loat',
  },
  bulk_job: {
    page: 'orders/bulk-job',
    path: '/noi-bo/viec-hang-loat/:bulk_job_id',
  },
  stock: {
    page: 'stock',
    path: '/noi-bo/ton-kho',
  },
  units: {
    page: 'units',
    path: '/noi-bo/imei',
  },
  unit: {
    page: 'unit',
    path: '/noi-bo/imei/:code',
  },
  receipts: {
    page: 'receipts',
    path: '/noi-bo/nhap-hang',
  },
  receipt: {
    page: 'receipt',
    path: '/noi-bo/nhap-hang/:code',
  },
  transfers: {
    page: 'transfers',
    path: '/noi-bo/chuyen-kho',
  },
  transfer: {
    page: 'transfer',
    path: '/noi-bo/chuyen-kho/:code',
  },
  counts: {
    page: 'counts',
    path: '/noi-bo/kiem-ke',
  },
  count: {
    page: 'counts/one',
    path: '/noi-bo/kiem-ke/:code',
  },
  reconciliation: {
    page: 'reconciliation',
    path: '/noi-bo/doi-soat',
  },
  cod_money: {
    page: 'cod-money',
    path: '/noi-bo/doi-soat-cod',
  },
  refunds: {
    page: 'refunds',
    path: '/noi-bo/hoan-tien',
    list: 'refunds.refunds',
  },
  refund_requests: {
    page: 'refunds/requests',
    path: '/noi-bo/hoan-tien/duyet',
  },
  gateways: {
    page: 'gateways',
    path: '/noi-bo/cong-thanh-toan',
  },
  carriers: {
    page: 'carriers',
    path: '/noi-bo/cai-dat/van-chuyen',
  },
  cod_rules: {
    page: 'cod-rules',
    path: '/noi-bo/cai-dat/cod',
  },
  delivery_rules: {
    page: 'delivery-rules',
    path: '/noi-bo/cai-dat/giao-hang',
  },
  return_rules: {
    page: 'returns/rules',
    path: '/noi-bo/cai-dat/doi-tra',
  },
  loyalty_tiers: {
    page: 'loyalty/tiers',
    path: '/noi-bo/cai-dat/hang-thanh-vien',
  },
  flash_sales: {
    page: 'loyalty/flash-sales',
    path: '/noi-bo/flash-sale',
  },
  flash_sale: {
    page: 'loyalty/flash-sales/one',
    path: '/noi-bo/flash-sale/:flash_sale_id',
  },
  landing_pages: {
    page: 'content/campaigns',
    path: '/noi-bo/trang-khuyen-mai',
  },
  popups: {
    page: 'content/campaigns/popups',
    path: '/noi-bo/popup',
  },
  banners: {
    page: 'content/campaigns/banners',
    path: '/noi-bo/banner',
  },
  banner: {
    page: 'content/campaigns/banners/one',
    path: '/noi-bo/banner/:banner_id',
  },
  message_campaigns: {
    page: 'content/campaigns/messages',
    path: '/noi-bo/tin-khuyen-mai',
  },
  message_campaign: {
    page: 'content/campaigns/messages/one',
    path: '/noi-bo/tin-khuyen-mai/:campaign_id',
  },
  landing_page: {
    page: 'content/campaigns/one',
    path: '/noi-bo/trang-khuyen-mai/:code',
  },
  articles: {
    page: 'content/articles',
    path: '/noi-bo/bai-viet',
  },
  new_article: {
    page: 'content/articles/new',
    path: '/noi-bo/bai-viet/moi',
  },
  article: {
    page: 'content/articles/one',
    path: '/noi-bo/bai-viet/:code',
  },
  static_pages: {
    page: 'content/pages',
    path: '/noi-bo/trang-tinh',
  },
  redirects: {
    page: 'content/campaigns/redirects',
    path: '/noi-bo/chuyen-huong',
  },
  games: {
    page: 'loyalty/games',
    path: '/noi-bo/tro-choi',
  },
  outbox: {
    page: 'outbox',
    path: '/noi-bo/hop-thu',
  },
  people: {
    page: 'people',
    path: '/noi-bo/nhan-vien',
  },
  person: {
    page: 'person',
    path: '/noi-bo/nhan-vien/:staff_id',
  },
  roles: {
    page: 'roles',
    path: '/noi-bo/quyen',
  },
  role: {
    page: 'role',
    path: '/noi-bo/quyen/:role_code',
  },
  changes: {
    page: 'changes',
    path: '/noi-bo/nhat-ky',
  },
  change: {
    page: 'changes/one',
    path: '/noi-bo/nhat-ky/:change_id',
  },
  account: {
    page: 'account',
    path: '/noi-bo/tai-khoan',
  },
  views: {
    page: 'views',
    path: '/noi-bo/bo-loc',
  },
} as const satisfies Record<string, StaffAddress>

/** The path of the form that answers with a list as a file. */
export const list_file_path = `${staff_root}/tep`

/** The path of the form that answers with the purchase list of a month as a file. */
export const purchase_file_path = `${staff_root}/thu-cu/bang-ke.xlsx`

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
