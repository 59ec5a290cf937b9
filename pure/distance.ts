/** A position on the globe, in degrees. */
export interface Position {
  latitude: number
  longitude: number
}

const earth_km = 6_371
const radians = Math.PI / 180

/** The great-circle distance between two positions in kilometres (haversine on a sphere; error at most 0.5 %). */
export function distanceKm(from: Position, to: Position): number {
  const north = (to.latitude - from.latitude) * radians
  const east = (to.longitude - from.longitude) * radians
  const shrinking = Math.cos(from.latitude * radians) * Math.cos(to.latitude * radians)
  const chord = Math.sin(north / 2) ** 2 + shrinking * Math.sin(east / 2) ** 2
  return 2 * earth_km * Math.asin(Math.min(1, Math.sqrt(chord)))
}

/** Sorts locations by distance, nearest first. Those without a position come last, in their former sequence. */
export function byDistance<Location extends { latitude: number | null; longitude: number | null }>(
  locations: readonly Location[],
  from: Position,
): { location: Location; km: number | null }[] {
  return locations
    .map((location) => {
      const { latitude, longitude } = location
      const is_known = latitude !== null && longitude !== null
      return { location, km: is_known ? distanceKm(from, { latitude, longitude }) : null }
    })
    .toSorted((a, b) => (a.km ?? Infinity) - (b.km ?? Infinity) || 0)
}
