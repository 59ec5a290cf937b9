import type { LocatedShop, ShopDirectory, ShopKind } from '#contracts/storefront/locations.ts'

/** Which shops are wanted; what is absent does not matter. */
export interface ShopWish {
  province_id?: number | undefined
  district?: string | undefined
  kind?: ShopKind | undefined
  company_id?: number | undefined
}

/** The shops that a wish is about, in the order they came (contract §7 `shops`). */
export function wantedShops(shops: readonly LocatedShop[], wish: ShopWish): LocatedShop[] {
  const { province_id, district, kind, company_id } = wish
  return shops.filter(
    (shop) =>
      (province_id === undefined || shop.province.Id === province_id) &&
      (district === undefined || shop.district.slug === district) &&
      (kind === undefined || shop.kinds.includes(kind)) &&
      (company_id === undefined || shop.company_id === company_id),
  )
}

/** One page of a list, from 1. */
export function pageOf<Row>(rows: readonly Row[], page: number, size: number): Row[] {
  return rows.slice((page - 1) * size, page * size)
}

/** How many shops there are in which provinces and districts; districts as a reader expects them. */
export function directoryOf(shops: readonly LocatedShop[]): ShopDirectory {
  const provinces = [...Map.groupBy(shops, (shop) => shop.province.slug).values()]
  return {
    total: shops.length,
    provinces: provinces.flatMap((here) => {
      const [first] = here
      if (!first) return []
      const districts = [...Map.groupBy(here, (shop) => shop.district.slug)]
        .map(([slug, shops_there]) => ({
          name: shops_there[0]?.district.Name ?? '',
          slug,
          total: shops_there.length,
        }))
        .toSorted((one, other) => in_reading_order.compare(one.name, other.name))
      return [{ province: first.province, total: here.length, districts }]
    }),
  }
}

/** Quận 2 before Quận 10, Đ after D. */
const in_reading_order = new Intl.Collator('vi', { numeric: true })
