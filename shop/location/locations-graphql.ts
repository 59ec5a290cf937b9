import type { LocatedShop, locations, ShopKind } from '#contracts/storefront/locations.ts'
import type { GraphqlPart } from '#platform/graphql/graphql.ts'
import { byDistance } from '#pure/distance.ts'
import type { Service } from '#pure/contract.ts'
import { default_province_id } from '#pure/default-province.ts'
import { shop_type_defs } from '#shop/location/graphql-types.ts'
import { pageOf } from '#shop/location/shop-list.ts'

interface ShopsArguments {
  filter?: {
    province_id?: number | null
    district?: string | null
    kind?: 'ban_hang' | 'sua_chua' | null
    company_id?: number | null
  } | null
  page?: number | null
  size?: number | null
}

interface HeaderArguments {
  province_id?: number | null
  latitude?: number | null
  longitude?: number | null
  size?: number | null
}

/** contract §9. */
const shops_a_page = 1_000
const shops_in_header = 3
const most_in_header = 20
const most_pages = 10_000

/** The GraphQL operations `shops`, `shop_header` and `shops_by_product_sku_province_id` (contract §3, §7). */
export function locationsGraphql(service: Service<typeof locations>): GraphqlPart {
  return {
    type_defs: shop_type_defs,
    sizes: {
      shops: { usual: shops_a_page, most: shops_a_page },
      // Every province gives its first shops too.
      shop_header: { usual: 100, most: 100 },
      shops_by_product_sku_province_id: { usual: 100, most: 100 },
    },
    query: {
      async shops({ filter, page, size }: ShopsArguments) {
        const { total, ...found } = await service.findShops(null, {
          province_id: filter?.province_id ?? undefined,
          district: filter?.district?.slice(0, 100),
          kind: filter?.kind ? (filter.kind.replace('_', '-') as ShopKind) : undefined,
          company_id: filter?.company_id ?? undefined,
          page: within(page ?? 1, most_pages),
          size: within(size ?? shops_a_page, shops_a_page),
        })
        return { total, page: found.page, size: found.size, data: found.data.map(shopSaid) }
      },
      shop_header: (given: HeaderArguments) => header(service, given),
      async shops_by_product_sku_province_id(given: { sku: string; province_id: number }) {
        const { sku, province_id } = given
        if (sku === '' || sku.length > 100) return []
        const found = await service.shopsWithSku(null, { sku, province_id })
        return found.map(({ shop, level }) => ({ ...shopSaid(shop), stock_level: level }))
      },
    },
  }
}

async function header(service: Service<typeof locations>, given: HeaderArguments) {
  const size = within(given.size ?? shops_in_header, most_in_header)
  const { data, total } = await service.findShops(null, { page: 1, size: shops_a_page })
  const by_province = Map.groupBy(data, (shop) => shop.province.Id)
  const provinces = [...by_province.values()].map((shops) => ({
    province: shops[0]?.province,
    total: shops.length,
    shops: pageOf(shops, 1, size).map(shopSaid),
  }))
  const here = by_province.get(given.province_id ?? default_province_id) ?? []
  const { latitude, longitude } = given
  const nearest =
    latitude != null && longitude != null
      ? byDistance(data, { latitude, longitude }).map(({ place }) => place)
      : here
  return {
    total,
    province_total: here.length,
    provinces,
    nearest: pageOf(nearest, 1, size).map(shopSaid),
  }
}

/** A shop as GraphQL says it: words of an enumeration hold no hyphen. */
function shopSaid(shop: LocatedShop) {
  return { ...shop, kinds: shop.kinds.map((kind) => kind.replace('-', '_')), stock_level: null }
}

function within(value: number, most: number): number {
  return Math.min(Math.max(value, 1), most)
}
