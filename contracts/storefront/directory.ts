import { z } from 'zod'
import { dong, page, provinceId, whole } from '#contracts/fields.ts'
import { operation } from '#pure/contract.ts'
import { default_province_id } from '#pure/default-province.ts'

/** A page that search engines may list, with the moment when what it says last changed. */
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
])
export type DirectoryKind = z.infer<typeof DirectoryKind>

/** One colour on offer, as marketplaces list it. Prices are a guest's in the province. */
export const Offer = z.object({
  item_id: z.int(),
  sku: z.string(),
  /** The version whose colour it is: what groups colours in a feed. */
  product_id: z.int(),
  name: z.string(),
  color_name: z.string().nullable(),
  color_slug: z.string().nullable(),
  path: z.string(),
  /** Without tags. */
  description: z.string(),
  brand: z.string(),
  /** From the top category down. */
  categories: z.array(z.string()),
  images: z.array(z.string()),
  price: dong,
  special_price: dong.nullable(),
  is_in_stock: z.boolean(),
  /** The day it goes on sale, when that is to come. */
  launch_on: z.string().nullable(),
})
export type Offer = z.infer<typeof Offer>

/** Everything the shop has to show, for machines that list it. Served under /api/directory. */
export const directory = {
  entries: operation({
    method: 'GET',
    path: '/v1/entries',
    summary: 'Pages of a kind that may be indexed, in a lasting order.',
    access: 'public',
    input: z.object({
      kind: DirectoryKind,
      page: page.default(1),
      size: whole(1, 10_000).default(10_000),
    }),
    output: z.object({
      total: z.int(),
      /** The newest change among all of them; null when there is none. */
      changed_at: z.iso.datetime().nullable(),
      entries: z.array(DirectoryEntry),
    }),
  }),
  offers: operation({
    method: 'GET',
    path: '/v1/offers',
    summary: 'Items with a price, by number; ask on with the last `next_after` until it is null.',
    access: 'public',
    input: z.object({
      after: whole(0, 9_007_199_254_740_991).default(0),
      size: whole(1, 2_000).default(1_000),
      province_id: provinceId.default(default_province_id),
    }),
    output: z.object({ offers: z.array(Offer), next_after: z.int().nullable() }),
  }),
}
