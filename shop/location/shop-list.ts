import type { LocatedShop, ShopDirectory, ShopKind } from '#contracts/storefront/locations.ts'

/** A filter of shops; absent fields are ignored. */
export interface ShopFilter {
  province_id?: number | undefined
  district?: string | undefined
  kind?: ShopKind | undefined
  company_id?: number | undefined
}

/** Returns the shops that match a filter, in the given order (contract §7 `shops`). */
export function filterShops(shops: readonly LocatedShop[], filter: ShopFilter): LocatedShop[] {
  const { province_id, district, kind, company_id } = filter
  return shops.filter(
    (shop) =>
      (province_id === undefined || shop.province.Id === province_id) &&
      (district === undefined || shop.district.slug === district) &&
      (kind === undefined || shop.kinds.includes(kind)) &&
      (company_id === undefined || shop.company_id === company_id),
  )
}

/** Returns one page of a list; the first page is 1. */
export function pageOf<Row>(rows: readonly Row[], page: number, size: number): Row[] {
  return rows.slice((page - 1) * size, page * size)
}

/** Returns the number of shops in each province and district; districts are sorted by name. */
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
        .toSorted((one, other) => name_collator.compare(one.name, other.name))
      return [{ province: first.province, total: here.length, districts }]
    }),
  }
}

/** Quận 2 before Quận 10, Đ after D. */
const name_collator = new Intl.Collator('vi', { numeric: true })
