import type { OfficialProvince } from '#contracts/storefront/units.ts'
import { isNamedProvince } from '#pure/vietnamese/province-words.ts'

/** A province in force, with the retailer's number of its prices (decision 110). */
export interface PriceProvince extends OfficialProvince {
  province_id: number
}

/** Returns the provinces in force that the retailer has prices for: popular ones first. */
export function priceProvinces(provinces: readonly OfficialProvince[]): {
  popular: PriceProvince[]
  others: PriceProvince[]
} {
  const sold = provinces.flatMap((province) => {
    const [province_id] = province.province_ids
    return province_id === undefined ? [] : [{ ...province, province_id }]
  })
  const rank = ({ popular_position }: PriceProvince) => popular_position ?? 0
  return {
    popular: sold
      .filter((one) => one.popular_position !== null)
      .toSorted((one, other) => rank(one) - rank(other)),
    others: sold.filter((one) => one.popular_position === null),
  }
}

/** Returns the provinces whose name in force or before 2025-07-01 has the typed text. */
export function provincesNamed(provinces: readonly PriceProvince[], typed: string) {
  return provinces.filter((one) => isNamedProvince([one.name, ...one.former_names], typed))
}

/** True if the province of the current prices is in this one, under its own or a former name. */
export function isOf(province: PriceProvince, current: { province_id: number }): boolean {
  return province.province_ids.includes(current.province_id)
}
