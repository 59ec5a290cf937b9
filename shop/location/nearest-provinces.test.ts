import { expect, test } from 'vitest'
import { nearestFirst, type StockedProvince } from '#shop/location/nearest-provinces.ts'

const ids: Record<string, number> = { 'Hồ Chí Minh': 30, 'Hải Phòng': 26, 'Hà Nội': 24 }
const province = (name: string, fields: Partial<StockedProvince>): StockedProvince => ({
  province_id: ids[name] ?? 0,
  shop_count: 1,
  shop_total: 1,
  latitude: null,
  longitude: null,
  is_here: false,
  ...fields,
})
const hanoi = { latitude: 21.03, longitude: 105.85 }
const haiphong = { latitude: 20.86, longitude: 106.68 }
const saigon = { latitude: 10.78, longitude: 106.7 }
const names = (provinces: StockedProvince[]) =>
  nearestFirst(provinces).map(({ province_id }) =>
    Object.keys(ids).find((name) => ids[name] === province_id),
  )

test('the nearest come first, without provinces that have no stock', () => {
  const all = [
    province('Hồ Chí Minh', saigon),
    province('Hải Phòng', haiphong),
    province('Hà Nội', { ...hanoi, shop_count: 0, is_here: true }),
  ]
  expect(names(all)).toEqual(['Hải Phòng', 'Hồ Chí Minh'])
})

test('the shopper’s own province is the nearest', () => {
  const all = [province('Hồ Chí Minh', saigon), province('Hà Nội', { ...hanoi, is_here: true })]
  expect(names(all)).toEqual(['Hà Nội', 'Hồ Chí Minh'])
})

test('without shops in the own province the order stays', () => {
  expect(names([province('Hồ Chí Minh', saigon), province('Hà Nội', hanoi)])).toEqual([
    'Hồ Chí Minh',
    'Hà Nội',
  ])
})
