import { z } from 'zod'
import { id, provinceId } from '#contracts/fields.ts'
import { operation } from '#pure/contract.ts'

/** A province by the retailer's own number; `official_code` is the unit in force since 2025-07-01. */
export const Province = z.object({
  province_id: z.int(),
  name: z.string(),
  slug: z.string(),
  official_code: z.string(),
  is_popular: z.boolean(),
})
export type Province = z.infer<typeof Province>

const Place = z.object({
  Id: z.int().nullable(),
  Name: z.string(),
  Code: z.string().nullable(),
  slug: z.string(),
})

/** A shop with the fields of spec §3. */
export const Shop = z.object({
  id: z.int(),
  external_id: z.int(),
  code: z.string(),
  name: z.string(),
  company_id: z.int(),
  address: z.string(),
  time_opening: z.string(),
  phone: z.string(),
  image: z.string().nullable(),
  gallery: z.array(z.string()),
  ward: Place,
  district: Place,
  province: Place,
  zalo_link: z.string().nullable(),
  google_link: z.string().nullable(),
  google_map_address: z.string().nullable(),
  shop_description: z.string().nullable(),
  note: z.string().nullable(),
})
export type Shop = z.infer<typeof Shop>

/** How much of a product a shop has: a word for the shopper, never the count. */
export const ShopStock = z.object({ shop: Shop, level: z.enum(['in_stock', 'few_left']) })
export type ShopStock = z.infer<typeof ShopStock>

/** Provinces and shops. Served under /api/locations. */
export const locations = {
  provinces: operation({
    method: 'GET',
    path: '/v1/provinces',
    summary: 'Provinces that can be shopped from, popular ones first.',
    access: 'public',
    input: z.object({}),
    output: z.array(Province),
  }),
  shops: operation({
    method: 'GET',
    path: '/v1/shops',
    summary: 'Shops that sell, of one province or of all.',
    access: 'public',
    input: z.object({ province_id: provinceId.optional() }),
    output: z.array(Shop),
  }),
  shopsWithStock: operation({
    method: 'GET',
    path: '/v1/shops/stock',
    summary: 'Shops of a province that have an item now.',
    access: 'public',
    input: z.object({ item_id: id, province_id: provinceId, item_quantity: id.default(1) }),
    output: z.array(ShopStock),
  }),
}
