import type { LocatedShop } from '#contracts/storefront/locations.ts'
import { offeredProvinces } from '#storefront/commerce/province/offered-provinces.ts'
import { chosenProvince, districtsOf } from '#storefront/commerce/province/chosen-province.ts'
import { publicPage } from '#storefront/runtime/page.ts'
import type { ListedShop, ShopsData } from '#storefront/pages/shops/shops-data.ts'
import { shopsGraph } from '#storefront/seo/structured-data/shops-graph.ts'

const MAX_DISTRICT_LENGTH = 100

/** /he-thong-cua-hang?province=&district=: the shops that customers can visit (contract §1, §3). */
export const page = publicPage<ShopsData>({
  tags: () => ['locations'],
  structured: ({ shops }, shop) => (shops.length === 0 ? null : shopsGraph(shops, shop)),
  loader: async ({ url, services }) => {
    const asked = numberIn(url.searchParams.get('province'))
    const requested = (url.searchParams.get('district') ?? '').slice(0, MAX_DISTRICT_LENGTH)
    // A district slug is only unique in its province: without a province it is ignored.
    const district = asked === null || requested === '' ? null : requested
    const [directory, all_provinces, result] = await Promise.all([
      services.locations.shopDirectory(null, {}),
      services.locations.officialProvinces(null, {}),
      services.locations.findShops(null, {
        province_id: asked ?? undefined,
        district: district ?? undefined,
        page: 1,
        size: 1_000,
      }),
    ])
    const { total, provinces } = directory
    return {
      total,
      provinces: offeredProvinces(directory),
      districts: districtsOf(provinces, asked),
      chosen: { ...chosenProvince(all_provinces, asked), district },
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
    current_province: shop.current_province.name,
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
