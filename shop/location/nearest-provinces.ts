import { byDistance } from '#pure/distance.ts'

/** A province with shops: how many of them have the thing, and the middle of all of them. */
export interface StockedProvince {
  province_id: number
  name: string
  shop_count: number
  latitude: number | null
  longitude: number | null
  /** The shopper's own. */
  is_here: boolean
}

/**
 * Provinces that have the thing: the shopper's own, then the nearest by the middle of their shops. From
 * a province without shops nothing is near or far: the order of the list stays, popular ones first.
 */
export function nearestFirst(provinces: readonly StockedProvince[]): StockedProvince[] {
  const here = provinces.find((province) => province.is_here)
  const stocked = provinces.filter((province) => province.shop_count > 0)
  if (here === undefined || here.latitude === null || here.longitude === null) return stocked
  const from = { latitude: here.latitude, longitude: here.longitude }
  return byDistance(stocked, from).map(({ place }) => place)
}
