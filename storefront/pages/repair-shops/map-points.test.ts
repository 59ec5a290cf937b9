import { describe, expect, test } from 'vitest'
import { mapPoints } from '#storefront/pages/repair-shops/map-points.ts'
import { openNow } from '#storefront/pages/repair-shops/open-now.ts'

const size = { width: 400, height: 200, margin: 20 }

describe('the drawn map', () => {
  test('has north above and east to the right, within its margins', () => {
    const [south_west, north_east] = mapPoints(
      [
        { latitude: 10.7, longitude: 106.6 },
        { latitude: 10.8, longitude: 106.8 },
      ],
      size,
    )
    expect(south_west).toEqual({ x: 43, y: 180 })
    expect(north_east).toEqual({ x: 357, y: 20 })
  })

  test('puts one shop into the middle', () => {
    expect(mapPoints([{ latitude: 10, longitude: 106 }], size)).toEqual([{ x: 200, y: 100 }])
    expect(mapPoints([], size)).toEqual([])
  })
})

test.each([
  ['08:00', 'Đang mở cửa, đến 21:30'],
  ['21:29', 'Đang mở cửa, đến 21:30'],
  ['21:30', 'Đã đóng cửa, mở lại 08:00 ngày mai'],
  ['07:59', 'Đã đóng cửa, mở lại 08:00 hôm nay'],
])('at %s it says „%s“', (time, text) => {
  expect(openNow('08:00 - 21:30', time)?.text).toBe(text)
  expect(openNow('8h - 21h30', time)?.text).toBe(text)
  expect(openNow('cả ngày', time)).toBeNull()
})
