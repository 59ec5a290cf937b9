import type { LocatedShop } from '#contracts/storefront/locations.ts'
import { publicPage } from '#storefront/runtime/page.ts'
import type { PlacedShop, ShopsData } from '#storefront/pages/shops/shops-data.ts'
import { shopsGraph } from '#storefront/seo/structured-data/shops-graph.ts'

const LONGEST = 100

/** /he-thong-cua-hang?province=&district=: every shop that people can walk into (contract §1, §3). */
export const page = publicPage<ShopsData>({
  tags: () => ['locations'],
  structured: ({ shops }, shop) => (shops.length === 0 ? null : shopsGraph(shops, shop)),
  loader: async ({ url, services }) => {
    const province_id = numberIn(url.searchParams.get('province'))
    const asked = (url.searchParams.get('district') ?? '').slice(0, LONGEST)
    // A district belongs to a province: left alone in the address it says nothing.
    const district = province_id === null || asked === '' ? null : asked
    const [directory, provinces, found] = await Promise.all([
      services.locations.shopDirectory(null, {}),
      services.locations.provinces(null, {}),
      services.locations.findShops(null, {
        province_id: province_id ?? undefined,
        district: district ?? undefined,
        page: 1,
        size: 1_000,
      }),
    ])
    const here = directory.provinces.find((each) => each.province.Id === province_id)
    const known = provinces.find((each) => each.province_id === province_id)
    return {
      total: directory.total,
      provinces: directory.provinces.map(({ province, total }) => ({
        province_id: province.Id ?? 0,
        name: province.Name,
        total,
      })),
      districts: here?.districts ?? [],
      chosen: { province_id, province_name: known?.name ?? null, district },
      shops: found.data.map(placed),
    }
  },
})

function placed(shop: LocatedShop): PlacedShop {
  return {
    id: shop.id,
    code: shop.code,
    name: shop.name,
    address: shop.address,
    ward: shop.ward.Name,
    district: shop.district.Name,
    province: shop.province.Name,
    time_opening: shop.time_opening,
    phone: shop.phone,
    image: shop.image,
    kinds: shop.kinds,
    zalo_link: shop.zalo_link,
    map_link: shop.google_link ?? shop.google_map_address,
    latitude: shop.latitude,
    longitude: shop.longitude,
  }
}

function numberIn(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,3}$/.test(text) ? Number(text) : null
}
