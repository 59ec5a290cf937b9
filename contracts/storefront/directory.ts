import { z } from 'zod'
import { dong, page, provinceId, whole } from '#contracts/fields.ts'
import { operation } from '#pure/contract.ts'
import { default_province_id } from '#pure/default-province.ts'

/** A page that search engines may index, with the time when its content last changed. */
export const DirectoryEntry = z.object({
  path: z.string(),
  changed_at: z.iso.datetime(),
  image: z.string().nullable(),
})
export type DirectoryEntry = z.infer<typeof DirectoryEntry>

export const DirectoryKind = z.enum([
  'product',
  'category',
  'tag',
  'brand',
  'post',
  'post_category',
  'repair',
  'used',
  'landing',
  'page',
])
export type DirectoryKind = z.infer<typeof DirectoryKind>

/** One colour for sale, as marketplaces list it. Prices are those of a guest in the province. */
export const Offer = z.object({
  item_id: z.int(),
  sku: z.string(),
  /** The version that the colour belongs to; feeds group colours by it. */
  product_id: z.int(),
  name: z.string(),
  color_name: z.string().nullable(),
  color_slug: z.string().nullable(),
  path: z.string(),
  /** Plain text without HTML tags. */
  description: z.string(),
  brand: z.string(),
  /** From the top category down. */
  categories: z.array(z.string()),
  images: z.array(z.string()),
  /** The maker's codes; null: not known. */
  gtin: z.string().nullable(),
  mpn: z.string().nullable(),
  price: dong,
  special_price: dong.nullable(),
  /** When the first rule of special_price ends; null: it has no end date. */
  special_until: z.iso.datetime().nullable(),
  /** The fee of its delivery in đồng. */
  shipping_fee: dong,
  is_in_stock: z.boolean(),
  /** The number of a used device, which exists once; null: it is new. */
  imei_id: z.int().nullable(),
  /** YYYY-MM-DD on which the sale starts, if that is in the future. */
  launch_on: z.string().nullable(),
})
export type Offer = z.infer<typeof Offer>

/** All public pages and offers of the shop, for crawlers and feeds. Served under /api/directory. */
export const directory = {
  entries: operation({
    method: 'GET',
    path: '/v1/entries',
    summary: 'Pages of a kind that may be indexed, in a stable sequence.',
    access: 'public',
    input: z.object({
      kind: DirectoryKind,
      page: page.default(1),
      size: whole(1, 10_000).default(10_000),
    }),
    output: z.object({
      total: z.int(),
      /** The latest change among all entries; null when there are none. */
      changed_at: z.iso.datetime().nullable(),
      entries: z.array(DirectoryEntry),
    }),
  }),
  offers: operation({
    method: 'GET',
    path: '/v1/offers',
    summary:
      'Items with a price, sorted by id. To get the next page, send `next_after` as `after`, until it is null.',
    access: 'public',
    input: z.object({
      after: whole(0, 9_007_199_254_740_991).default(0),
      size: whole(1, 2_000).default(1_000),
      province_id: provinceId.default(default_province_id),
    }),
    output: z.object({ offers: z.array(Offer), next_after: z.int().nullable() }),
  }),
}
