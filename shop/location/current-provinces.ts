import type { CurrentProvince, Province } from '#contracts/storefront/locations.ts'
import type { OfficialProvince } from '#contracts/storefront/units.ts'

/** Tells for a number of the retailer the province of today in which it lies (decision 357). */
export type CurrentProvinceOf = (province_id: number) => CurrentProvince

/** Returns how the retailer's numbers of the former 63 provinces lead to the 34 of today. */
export function currentProvinces(
  official: readonly OfficialProvince[],
  numbered: readonly Province[],
): CurrentProvinceOf {
  const name_of = new Map(numbered.map(({ province_id, name }) => [province_id, name]))
  const known = new Map<number, CurrentProvince>()
  for (const { name, province_ids } of official) {
    const [province_id, ...others] = province_ids
    if (province_id === undefined) continue
    const former = others
      .map((each) => ({ province_id: each, name: name_of.get(each) ?? '' }))
      .toSorted((one, other) => one.name.localeCompare(other.name, 'vi'))
    for (const each of province_ids) known.set(each, { province_id, name, province_ids, former })
  }
  return (province_id) =>
    known.get(province_id) ?? { province_id, name: '', province_ids: [province_id], former: [] }
}
