import type { LocatedShop, ShopDirectory, ShopKind } from '#contracts/storefront/locations.ts'
import { slugify } from '#pure/vietnamese/vietnamese-text.ts'
import type { CurrentProvinceOf } from '#shop/location/current-provinces.ts'

/** A filter of shops; absent fields are ignored. */
export interface ShopFilter {
  /** The numbers of the retailer that lie in the province. */
  province_ids?: readonly number[] | undefined
  district?: string | undefined
  kind?: ShopKind | undefined
  company_id?: number | undefined
}

/** Returns the shops that match a filter, in the given order (contract §7 `shops`). */
export function filterShops(shops: readonly LocatedShop[], filter: ShopFilter): LocatedShop[] {
  const { province_ids, district, kind, company_id } = filter
  return shops.filter(
    (shop) =>
      (province_ids === undefined || province_ids.includes(shop.province.Id ?? 0)) &&
      (district === undefined || shop.district.slug === district) &&
      (kind === undefined || shop.kinds.includes(kind)) &&
      (company_id === undefined || shop.company_id === company_id),
  )
}

/** Returns one page of a list; the first page is 1. */
export function pageOf<Row>(rows: readonly Row[], page: number, size: number): Row[] {
  return rows.slice((page - 1) * size, page * size)
}

/** Returns the number of shops in each province of today and district; districts are sorted by name. */
export function directoryOf(
  shops: readonly LocatedShop[],
  currentProvinceOf: CurrentProvinceOf,
): ShopDirectory {
  const provinces = Map.groupBy(shops, (shop) => shop.current_province.province_id)
  return {
    total: shops.length,
    provinces: [...provinces].map(([province_id, here]) => {
      const districts = [...Map.groupBy(here, (shop) => shop.district.slug)]
        .map(([slug, shops_there]) => ({
          name: shops_there[0]?.district.Name ?? '',
          slug,
          total: shops_there.length,
        }))
        .toSorted((one, other) => name_collator.compare(one.name, other.name))
      const { name, province_ids, former } = currentProvinceOf(province_id)
      const province = { Id: province_id, Name: name, Code: null, slug: slugify(name) }
      return { province, province_ids, former, total: here.length, districts }
    }),
  }
}

/** Quận 2 before Quận 10, Đ after D. */
const name_collator = new Intl.Collator('vi', { numeric: true })
