/** A link to the way to a shop: to its position if that is known, else to its address. */
export function directionsTo({
  latitude,
  longitude,
  address,
}: {
  latitude: number | null
  longitude: number | null
  address: string
}): string {
  const target = latitude === null ? address : `${latitude},${longitude}`
  return `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(target)}`
}
