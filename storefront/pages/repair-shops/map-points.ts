import type { Position } from '#pure/distance.ts'

interface MapSize {
  width: number
  height: number
  margin: number
}

/**
 * Places positions on a plane of this size, north up, without distorting distances: the spread of all of them fills it.
 * Far enough from the poles for Vietnam; equal positions stand in the middle.
 */
export function mapPoints(
  positions: readonly Position[],
  { width, height, margin }: MapSize,
): { x: number; y: number }[] {
  const latitudes = positions.map(({ latitude }) => latitude)
  const longitudes = positions.map(({ longitude }) => longitude)
  const [south, north] = [Math.min(...latitudes), Math.max(...latitudes)]
  const [west, east] = [Math.min(...longitudes), Math.max(...longitudes)]
  const shrinking = Math.cos((((south + north) / 2) * Math.PI) / 180)
  const spread_x = (east - west) * shrinking
  const spread_y = north - south
  const scale = Math.min(
    (width - 2 * margin) / Math.max(spread_x, 1e-6),
    (height - 2 * margin) / Math.max(spread_y, 1e-6),
  )
  return positions.map(({ latitude, longitude }) => ({
    x: Math.round(width / 2 + (longitude - (west + east) / 2) * shrinking * scale),
    y: Math.round(height / 2 - (latitude - (south + north) / 2) * scale),
  }))
}
