import type { Address } from '#storefront/addresses/address.ts'
import { frame_paths } from '#storefront/addresses/frame-paths.ts'

/** Lists of products, comparison, and the root addresses of products and categories. */
export const catalog_addresses = {
  menu: { path: frame_paths.menu, page: 'menu', layout: 'default', cache: 'public' },
  compare: { path: frame_paths.compare, page: 'compare', layout: 'default', cache: 'public' },
  /** Groups of accessories first, then the list of all of them. */
  accessories: { path: '/phu-kien', page: 'accessories', layout: 'default', cache: 'public' },
  /** A product tag (contract §3). */
  tag: { path: '/the-san-pham/:tag_key', page: 'tag', layout: 'default', cache: 'public' },
  brand: { path: '/thuong-hieu/:slug', page: 'brand', layout: 'default', cache: 'public' },
  /** What a product costs in monthly payments. */
  installment: { path: '/tra-gop/:slug', page: 'installment', layout: 'default', cache: 'public' },
  slug: { path: '*', page: 'slug', layout: 'default', cache: 'public' },
} as const satisfies Record<string, Address>

/** Query keys of these pages (query-keys.ts). */
export const catalog_query_keys = {
  compare: ['ids', 'khac', 'doi', 'q'],
  accessories: ['listing', 'bo_loc'],
  tag: ['listing', 'bo_loc'],
  brand: ['listing', 'bo_loc'],
  installment: [
    'mau',
    'cach',
    'tra_truoc',
    'thang',
    'bao_hiem',
    'sap_xep',
    'ngan_hang',
    'loai_the',
    'so_tien',
  ],
  /** The last four are those of the preview of a landing page. */
  slug: ['mau', 'hang', 'listing', 'bo_loc', 'luc', 'tinh', 'nhap', 'phan'],
} as const
