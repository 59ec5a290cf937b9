/** A page's frame (contract §2). The other layouts of the spec come with their first page. */
export type Layout = 'default' | 'cart'

/** Who may see a page: check-exist-quote sends a shopper without an open checkout to /cart (contract §2). */
export type Guard = 'check-exist-quote'

/** One address of the shop. */
export interface Address {
  /** React Router pattern. */
  path: string
  /** The page's files: pages/{page}/page.tsx and pages/{page}/page.server.ts. */
  page: string
  layout: Layout
  /** A public page is rendered without cookies and may be kept as bytes; a personal one never. */
  cache: 'public' | 'personal'
  guard?: Guard
  /**
   * The query keys that a public page reads; 'listing' stands for all that a list may be asked. No
   * other key reaches loader, markup or cache, and no component may read another from the location.
   */
  query?: 'listing' | readonly string[]
}

/** Every address of the shop, as the address bar shows it. More particular patterns win by themselves. */
export const addresses = {
  home: { path: '/', page: 'home', layout: 'default', cache: 'public', query: ['flash'] },
  search: {
    path: '/tim-kiem',
    page: 'search',
    layout: 'default',
    cache: 'public',
    query: ['listing', 'bo_loc'],
  },
  menu: { path: '/danh-muc', page: 'menu', layout: 'default', cache: 'public' },
  province: {
    path: '/chon-tinh-thanh',
    page: 'province',
    layout: 'default',
    cache: 'public',
    query: ['return_to'],
  },
  /** What shoppers search for: "hệ thống cửa hàng". */
  shops: {
    path: '/he-thong-cua-hang',
    page: 'shops',
    layout: 'default',
    cache: 'public',
    query: ['province', 'district'],
  },
  compare: {
    path: '/so-sanh',
    page: 'compare',
    layout: 'default',
    cache: 'public',
    query: ['ids', 'khac', 'doi', 'q'],
  },
  /** Groups of accessories first, then the list of all of them. */
  accessories: {
    path: '/phu-kien',
    page: 'accessories',
    layout: 'default',
    cache: 'public',
    query: ['listing', 'bo_loc'],
  },
  /** Address of product tags by contract §3. */
  tag: {
    path: '/the-san-pham/:tag_key',
    page: 'tag',
    layout: 'default',
    cache: 'public',
    query: ['listing', 'bo_loc'],
  },
  brand: {
    path: '/thuong-hieu/:slug',
    page: 'brand',
    layout: 'default',
    cache: 'public',
    query: ['listing', 'bo_loc'],
  },
  /** Who writes the articles (contract §2). */
  author: {
    path: '/author/:uuid',
    page: 'author',
    layout: 'default',
    cache: 'public',
    query: ['page'],
  },
  cart: { path: '/cart', page: 'cart', layout: 'cart', cache: 'personal' },
  paymentInfo: {
    path: '/cart/payment-info',
    page: 'cart/payment-info',
    layout: 'cart',
    cache: 'personal',
    guard: 'check-exist-quote',
  },
  payment: {
    path: '/cart/payment',
    page: 'cart/payment',
    layout: 'cart',
    cache: 'personal',
    guard: 'check-exist-quote',
  },
  bankTransfer: {
    path: '/cart/bank-transfer-info',
    page: 'cart/bank-transfer-info',
    layout: 'cart',
    cache: 'personal',
  },
  payAgain: {
    path: '/cart/pay-again',
    page: 'cart/pay-again',
    layout: 'cart',
    cache: 'personal',
  },
  /** What comes after /cart/abandonment/ is the cart's code (contract §2). */
  abandonment: {
    path: '/cart/abandonment/*',
    page: 'cart/abandonment',
    layout: 'cart',
    cache: 'personal',
  },
  provinceChange: {
    path: '/cart/province',
    page: 'cart/province',
    layout: 'cart',
    cache: 'personal',
  },
  success: {
    path: '/cart/success/:method',
    page: 'cart/success',
    layout: 'cart',
    cache: 'personal',
  },
  slug: {
    path: '*',
    page: 'slug',
    layout: 'default',
    cache: 'public',
    query: ['mau', 'listing', 'bo_loc'],
  },
} as const satisfies Record<string, Address>

type Query = Record<string, string | number | null | undefined>

/** A link with its query; empty values are left out. */
export function withQuery(path: string, query: Query): string {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) {
    if (value !== null && value !== undefined && value !== '') search.set(key, String(value))
  }
  const text = search.toString()
  return text === '' ? path : `${path}?${text}`
}

/** Which window of the flash sale the home page shows. */
export const flash_key = 'flash'

/** /cart with the login modal: where a checkout goes whose customer is not known (contract §2, §8). */
export const login_key = 'dang_nhap'
export const loginUrl = `/cart?${login_key}=1`

/** /cart/success/{method} of an order; with its key it opens in any browser. */
export function successUrl(method: string, code: string, key?: string, more: Query = {}): string {
  return withQuery(`/cart/success/${encodeURIComponent(method)}`, { code, key, ...more })
}

/** /cart/pay-again: how an order that waits is to be paid instead. */
export function payAgainUrl(code: string): string {
  return withQuery(addresses.payAgain.path, { code })
}

/** /cart/bank-transfer-info of an order; `more` says what the page is to show besides. */
export function bankTransferUrl(code: string, more: Query = {}): string {
  return withQuery(addresses.bankTransfer.path, { code, ...more })
}
