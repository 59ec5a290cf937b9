import { byDistance } from '#pure/distance.ts'

/** A province with the number of its shops that have an item, and the average position of all of its shops. */
export interface StockedProvince {
  province_id: number
  shop_count: number
  shop_total: number
  latitude: number | null
  longitude: number | null
  /** True for the shopper's own province. */
  is_here: boolean
}

/**
 * Sorts the provinces that have the item: the shopper's own first, then by the distance of their average
 * positions. If the shopper's province has no shops, the given order stays: popular provinces first.
 */
export function nearestFirst(provinces: readonly StockedProvince[]): StockedProvince[] {
  const here = provinces.find((province) => province.is_here)
  const stocked = provinces.filter((province) => province.shop_count > 0)
  if (here === undefined || here.latitude === null || here.longitude === null) return stocked
  const from = { latitude: here.latitude, longitude: here.longitude }
  return byDistance(stocked, from).map(({ location }) => location)
}
