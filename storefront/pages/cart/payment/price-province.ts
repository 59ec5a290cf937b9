import type { Quote } from '#contracts/storefront/quote.ts'
import type { OfficialProvince } from '#contracts/storefront/units.ts'

/** The prices of an order are those of another province than the one where it is received. */
export interface ProvinceConflict {
  price_province: string
  receiving_province: string
  /** The retailer's number of the prices where the order is received. */
  receiving_province_id: number
}

/** Returns the conflict, or null if both are in the same province in force (decision 110). */
export function provinceConflict(
  quote: Pick<Quote, 'province_id' | 'recipient'>,
  provinces: readonly OfficialProvince[],
): ProvinceConflict | null {
  const inForce = (id: number | undefined) =>
    provinces.find(({ province_ids }) => id !== undefined && province_ids.includes(id))
  const price = inForce(quote.province_id)
  const receiving = inForce(quote.recipient?.province_id)
  const receiving_province_id = receiving?.province_ids[0]
  if (!price || !receiving || receiving_province_id === undefined || price === receiving) {
    return null
  }
  return {
    price_province: price.name,
    receiving_province: receiving.name,
    receiving_province_id,
  }
}
