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

/** Page size of contract §9. */
const shops_per_page = 1_000
const shops_in_header = 3
const max_in_header = 20
const max_pages = 10_000

/** The GraphQL operations `shops`, `shop_header` and `shops_by_product_sku_province_id` (contract §3, §7). */
export function locationsGraphql(service: Service<typeof locations>): GraphqlPart {
  return {
    type_defs: shop_type_defs,
    sizes: {
      shops: { usual: shops_per_page, max: shops_per_page },
      // The answer includes the first shops of every province.
      shop_header: { usual: 100, max: 100 },
      shops_by_product_sku_province_id: { usual: 100, max: 100 },
    },
    query: {
      async shops({ filter, page, size }: ShopsArguments) {
        const { total, ...result } = await service.findShops(null, {
          province_id: filter?.province_id ?? undefined,
          district: filter?.district?.slice(0, 100),
          kind: filter?.kind ? (filter.kind.replace('_', '-') as ShopKind) : undefined,
          company_id: filter?.company_id ?? undefined,
          page: clamp(page ?? 1, max_pages),
          size: clamp(size ?? shops_per_page, shops_per_page),
        })
        return { total, page: result.page, size: result.size, data: result.data.map(graphqlShop) }
      },
      shop_header: (args: HeaderArguments) => header(service, args),
      async shops_by_product_sku_province_id(args: { sku: string; province_id: number }) {
        const { sku, province_id } = args
        if (sku === '' || sku.length > 100) return []
        const result = await service.shopsWithSku(null, { sku, province_id })
        return result.map(({ shop, level }) => ({ ...graphqlShop(shop), stock_level: level }))
      },
    },
  }
}

async function header(service: Service<typeof locations>, args: HeaderArguments) {
  const size = clamp(args.size ?? shops_in_header, max_in_header)
  const paged = { page: 1, size: shops_per_page }
  const province_id = args.province_id ?? default_province_id
  const [{ data, total }, { data: here }, directory] = await Promise.all([
    service.findShops(null, paged),
    service.findShops(null, { ...paged, province_id }),
    service.shopDirectory(null, {}),
  ])
  const by_province = Map.groupBy(data, (shop) => shop.current_province.province_id)
  const provinces = directory.provinces.map(({ province, total: there }) => ({
    province,
    total: there,
    shops: pageOf(by_province.get(province.Id ?? 0) ?? [], 1, size).map(graphqlShop),
  }))
  const { latitude, longitude } = args
  const nearest =
    latitude != null && longitude != null
      ? byDistance(data, { latitude, longitude }).map(({ location }) => location)
      : here
  return {
    total,
    province_total: here.length,
    provinces,
    nearest: pageOf(nearest, 1, size).map(graphqlShop),
  }
}

/** Returns a shop as GraphQL represents it: names of enumeration values have no hyphen. */
function graphqlShop(shop: LocatedShop) {
  return { ...shop, kinds: shop.kinds.map((kind) => kind.replace('-', '_')), stock_level: null }
}

function clamp(value: number, max: number): number {
  return Math.min(Math.max(value, 1), max)
}
