import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { byDistance, distanceKm } from '#pure/distance.ts'

const saigon = { latitude: 10.7769, longitude: 106.7009 }
const hanoi = { latitude: 21.0278, longitude: 105.8342 }
const position = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
})

describe('distanceKm', () => {
  test('from TP.HCM to Hà Nội it is about 1,144 km', () => {
    expect(distanceKm(saigon, hanoi)).toBeGreaterThan(1_130)
    expect(distanceKm(saigon, hanoi)).toBeLessThan(1_155)
  })

  test('is the same both ways, zero to the same position, at most half the circumference of the globe', () => {
    fc.assert(
      fc.property(position, position, (from, to) => {
        const there = distanceKm(from, to)
        expect(there).toBeCloseTo(distanceKm(to, from), 6)
        expect(there).toBeGreaterThanOrEqual(0)
        expect(there).toBeLessThanOrEqual(20_016)
        expect(distanceKm(from, from)).toBeCloseTo(0, 6)
      }),
    )
  })
})

test('byDistance: nearest first, unknown positions last and in their sequence', () => {
  const nowhere = { latitude: null, longitude: null }
  const locations = [
    { name: 'first unknown', ...nowhere },
    { name: 'Hà Nội', ...hanoi },
    { name: 'second unknown', ...nowhere },
    { name: 'TP.HCM', ...saigon },
  ]
  const names = byDistance(locations, { latitude: 10.8, longitude: 106.7 }).map(
    ({ location }) => location.name,
  )
  expect(names).toEqual(['TP.HCM', 'Hà Nội', 'first unknown', 'second unknown'])
})
