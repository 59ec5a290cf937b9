import type { ShopDirectory } from '#contracts/storefront/locations.ts'
import type { OfficialProvince } from '#contracts/storefront/units.ts'

/** The province of today that an address asks for, by any number of it (decision 357). */
export function chosenProvince(provinces: readonly OfficialProvince[], asked: number | null) {
  const found = provinces.find(({ province_ids }) => asked !== null && province_ids.includes(asked))
  return { province_id: found?.province_ids[0] ?? asked, province_name: found?.name ?? null }
}

/** The districts of that province which have shops. */
export function districtsOf(provinces: ShopDirectory['provinces'], asked: number | null) {
  const found = provinces.find(({ province_ids }) => asked !== null && province_ids.includes(asked))
  return found?.districts ?? []
}
