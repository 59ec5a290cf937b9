import type { LocatedShop } from '#contracts/storefront/locations.ts'
import { publicPage } from '#storefront/runtime/page.ts'
import type { ListedShop, ShopsData } from '#storefront/pages/shops/shops-data.ts'
import { shopsGraph } from '#storefront/seo/structured-data/shops-graph.ts'

const MAX_DISTRICT_LENGTH = 100

/** /he-thong-cua-hang?province=&district=: the shops that customers can visit (contract §1, §3). */
export const page = publicPage<ShopsData>({
  tags: () => ['locations'],
  structured: ({ shops }, shop) => (shops.length === 0 ? null : shopsGraph(shops, shop)),
  loader: async ({ url, services }) => {
    const province_id = numberIn(url.searchParams.get('province'))
    const requested = (url.searchParams.get('district') ?? '').slice(0, MAX_DISTRICT_LENGTH)
    // A district slug is only unique in its province: without a province it is ignored.
    const district = province_id === null || requested === '' ? null : requested
    const [directory, provinces, result] = await Promise.all([
      services.locations.shopDirectory(null, {}),
      services.locations.provinces(null, {}),
      services.locations.findShops(null, {
        province_id: province_id ?? undefined,
        district: district ?? undefined,
        page: 1,
        size: 1_000,
      }),
    ])
    const chosen_directory = directory.provinces.find(({ province }) => province.Id === province_id)
    const chosen_province = provinces.find((province) => province.province_id === province_id)
    return {
      total: directory.total,
      provinces: directory.provinces.map(({ province, total }) => ({
        province_id: province.Id ?? 0,
        name: province.Name,
        total,
      })),
      districts: chosen_directory?.districts ?? [],
      chosen: { province_id, province_name: chosen_province?.name ?? null, district },
      shops: result.data.map(toListedShop),
    }
  },
})

function toListedShop(shop: LocatedShop): ListedShop {
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
