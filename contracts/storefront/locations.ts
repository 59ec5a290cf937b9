import { z } from 'zod'
import { DeliveryPromise } from '#contracts/delivery-promise.ts'
import { id, page, provinceId, whole } from '#contracts/fields.ts'
import { unitOperations } from '#contracts/storefront/units.ts'
import { operation } from '#pure/contract.ts'

/** A province by the retailer's own id. `official_code` is the province in force since 2025-07-01. */
export const Province = z.object({
  province_id: z.int(),
  name: z.string(),
  slug: z.string(),
  official_code: z.string(),
  is_popular: z.boolean(),
})
export type Province = z.infer<typeof Province>

const AdministrativeUnit = z.object({
  Id: z.int().nullable(),
  Name: z.string(),
  Code: z.string().nullable(),
  slug: z.string(),
})

/** A shop, with the fields of contract §3. */
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
  ward: AdministrativeUnit,
  district: AdministrativeUnit,
  province: AdministrativeUnit,
  zalo_link: z.string().nullable(),
  google_link: z.string().nullable(),
  google_map_address: z.string().nullable(),
  shop_description: z.string().nullable(),
  note: z.string().nullable(),
})
export type Shop = z.infer<typeof Shop>

/** What a shop does: sales or repairs. */
export const ShopKind = z.enum(['ban-hang', 'sua-chua'])
export type ShopKind = z.infer<typeof ShopKind>

/** A shop with its kinds and coordinates, for lists and maps. */
export const LocatedShop = Shop.extend({
  /** The province of today in which it is. `province` is the one of its postal address. */
  current_province: z.object({ province_id: z.int(), name: z.string() }),
  kinds: z.array(ShopKind),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
})
export type LocatedShop = z.infer<typeof LocatedShop>

/** A province of today, as shoppers choose it for its shops. Any number of `province_ids` leads to it. */
export const CurrentProvince = z.object({
  /** The number of the retailer's province with the same name. */
  province_id: z.int(),
  name: z.string(),
  province_ids: z.array(z.int()),
  /** Provinces before 2025-07-01 that became a part of it. */
  former: z.array(z.object({ province_id: z.int(), name: z.string() })),
})
export type CurrentProvince = z.infer<typeof CurrentProvince>

/** The number of shops by province of today and district. */
export const ShopDirectory = z.object({
  total: z.int(),
  provinces: z.array(
    z.object({
      province: AdministrativeUnit,
      ...CurrentProvince.pick({ province_ids: true, former: true }).shape,
      total: z.int(),
      districts: z.array(z.object({ name: z.string(), slug: z.string(), total: z.int() })),
    }),
  ),
})
export type ShopDirectory = z.infer<typeof ShopDirectory>

/** The stock level of an item at a shop. The exact count is not shown to shoppers. */
export const ShopStock = z.object({ shop: LocatedShop, level: z.enum(['in_stock', 'few_left']) })
export type ShopStock = z.infer<typeof ShopStock>

/**
 * Provinces, shops and administrative units. Served under /api/locations. The shops of a `province_id` are those of the
 * whole province of today in which it lies (decision 357).
 */
export const locations = {
  provinces: operation({
    method: 'GET',
    path: '/v1/provinces',
    summary: 'Provinces that shoppers can choose, popular ones first.',
    access: 'public',
    input: z.object({}),
    output: z.array(Province),
  }),
  shops: operation({
    method: 'GET',
    path: '/v1/shops',
    summary: 'Shops with sales, of one province or of all.',
    access: 'public',
    input: z.object({ province_id: provinceId.optional() }),
    output: z.array(LocatedShop),
  }),
  shopsWithStock: operation({
    method: 'GET',
    path: '/v1/shops/stock',
    summary: 'Shops of a province that have an item in stock now.',
    access: 'public',
    input: z.object({ item_id: id, province_id: provinceId, item_quantity: id.default(1) }),
    output: z.array(ShopStock),
  }),
  provincesWithStock: operation({
    method: 'GET',
    path: '/v1/provinces/stock',
    summary:
      'Provinces with shops that have an item in stock now. The nearest to the given province come first.',
    access: 'public',
    input: z.object({ item_id: id, province_id: provinceId }),
    /** `shop_count` of the `shop_total` selling shops have it. */
    output: z.array(CurrentProvince.extend({ shop_count: z.int(), shop_total: z.int() })),
  }),
  deliveryPromises: operation({
    method: 'GET',
    path: '/v1/delivery/promises',
    summary:
      'When an order of now arrives in a province, or can be collected in its shops. `near`: a shop of the province has everything; `away`: none has. Which of them is true the stock says.',
    access: 'public',
    input: z.object({ province_id: provinceId }),
    output: z.object({
      near: DeliveryPromise,
      away: DeliveryPromise,
      shops: z.array(z.object({ shop_id: z.int(), promise: DeliveryPromise })),
    }),
  }),
  ...unitOperations,
  findShops: operation({
    method: 'GET',
    path: '/v1/shops/list',
    summary:
      'Shops open to visitors, filtered by province, district, kind and company. At most 1,000 per page (contract §9).',
    access: 'public',
    input: z.object({
      province_id: provinceId.optional(),
      /** The slug of a district, such as quan-1. */
      district: z.string().max(100).optional(),
      kind: ShopKind.optional(),
      company_id: whole(1, 2_147_483_647).optional(),
      page: page.default(1),
      size: whole(1, 1_000).default(1_000),
    }),
    output: z.object({
      total: z.int(),
      page: z.int(),
      size: z.int(),
      data: z.array(LocatedShop),
    }),
  }),
  shopDirectory: operation({
    method: 'GET',
    path: '/v1/shops/directory',
    summary: 'Provinces and districts with shops, and the number of shops in each.',
    access: 'public',
    input: z.object({ kind: ShopKind.optional() }),
    output: ShopDirectory,
  }),
  shopsWithSku: operation({
    method: 'GET',
    path: '/v1/shops/sku',
    summary:
      'Shops of a province that have a SKU in stock now. The SKU is of a colour, or of a version (then any of its colours).',
    access: 'public',
    input: z.object({ sku: z.string().min(1).max(100), province_id: provinceId }),
    output: z.array(z.object({ shop: LocatedShop, level: ShopStock.shape.level })),
  }),
}
