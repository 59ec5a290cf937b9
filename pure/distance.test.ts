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
  test('from TP.HCM to Hà Nội are some 1.144 km', () => {
    expect(distanceKm(saigon, hanoi)).toBeGreaterThan(1_130)
    expect(distanceKm(saigon, hanoi)).toBeLessThan(1_155)
  })

  test('is the same both ways, nothing to oneself, never more than half the globe', () => {
    fc.assert(
      fc.property(position, position, (one, other) => {
        const there = distanceKm(one, other)
        expect(there).toBeCloseTo(distanceKm(other, one), 6)
        expect(there).toBeGreaterThanOrEqual(0)
        expect(there).toBeLessThanOrEqual(20_016)
        expect(distanceKm(one, one)).toBeCloseTo(0, 6)
      }),
    )
  })
})

test('byDistance: nearest first, unknown places last and in their order', () => {
  const nowhere = { latitude: null, longitude: null }
  const places = [
    { name: 'first unknown', ...nowhere },
    { name: 'Hà Nội', ...hanoi },
    { name: 'second unknown', ...nowhere },
    { name: 'TP.HCM', ...saigon },
  ]
  const names = byDistance(places, { latitude: 10.8, longitude: 106.7 }).map(
    ({ place }) => place.name,
  )
  expect(names).toEqual(['TP.HCM', 'Hà Nội', 'first unknown', 'second unknown'])
})
