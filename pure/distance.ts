/** A place on the globe, in degrees. */
export interface Position {
  latitude: number
  longitude: number
}

const earth_km = 6_371
const radians = Math.PI / 180

/** Kilometres between two places as the crow flies (haversine on a sphere: 0.5 % off at most). */
export function distanceKm(one: Position, other: Position): number {
  const north = (other.latitude - one.latitude) * radians
  const east = (other.longitude - one.longitude) * radians
  const shrinking = Math.cos(one.latitude * radians) * Math.cos(other.latitude * radians)
  const chord = Math.sin(north / 2) ** 2 + shrinking * Math.sin(east / 2) ** 2
  return 2 * earth_km * Math.asin(Math.min(1, Math.sqrt(chord)))
}

/** Nearest first; what has no position comes last, in the order it came. */
export function byDistance<Placed extends { latitude: number | null; longitude: number | null }>(
  places: readonly Placed[],
  from: Position,
): { place: Placed; km: number | null }[] {
  return places
    .map((place) => {
      const { latitude, longitude } = place
      const is_known = latitude !== null && longitude !== null
      return { place, km: is_known ? distanceKm(from, { latitude, longitude }) : null }
    })
    .toSorted((one, other) => (one.km ?? Infinity) - (other.km ?? Infinity) || 0)
}
