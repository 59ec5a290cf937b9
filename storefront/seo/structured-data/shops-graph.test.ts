import { expect, test } from 'vitest'
import type { ShopIdentity } from '#storefront/runtime/page.ts'
import type { ListedShop } from '#storefront/pages/shops/shops-data.ts'
import { shopsGraph } from '#storefront/seo/structured-data/shops-graph.ts'

const branch: ListedShop = {
  id: 1,
  code: 'CH001',
  name: 'Cửa hàng Trần Quang Khải',
  address: '466 Trần Quang Khải, Phường Tân Định, Quận 1, Hồ Chí Minh',
  ward: 'Phường Tân Định',
  district: 'Quận 1',
  province: 'Hồ Chí Minh',
  current_province: 'Hồ Chí Minh',
  time_opening: '08:00 - 21:30',
  phone: '028 7100 1001',
  image: '/media/shops/cua-hang-1.webp',
  kinds: ['ban-hang'],
  zalo_link: null,
  map_link: 'https://maps.example/1',
  latitude: 10.78,
  longitude: 106.68,
}
const shop = { name: 'Điện Thoại Vui', public_url: 'https://shop.example' } as ShopIdentity

function storeOf(changes: Partial<ListedShop>): Record<string, unknown> {
  const graph = shopsGraph([{ ...branch, ...changes }], shop) as {
    '@graph': [Record<string, unknown>]
  }
  return graph['@graph'][0]
}

test('a shop as an ElectronicsStore', () => {
  expect(storeOf({})).toEqual({
    '@type': 'ElectronicsStore',
    '@id': 'https://shop.example/he-thong-cua-hang#CH001',
    name: 'Cửa hàng Trần Quang Khải',
    url: 'https://shop.example/he-thong-cua-hang',
    telephone: '028 7100 1001',
    image: 'https://shop.example/media/shops/cua-hang-1.webp',
    address: {
      '@type': 'PostalAddress',
      streetAddress: '466 Trần Quang Khải, Phường Tân Định',
      addressLocality: 'Quận 1',
      addressRegion: 'Hồ Chí Minh',
      addressCountry: 'VN',
    },
    geo: { '@type': 'GeoCoordinates', latitude: 10.78, longitude: 106.68 },
    hasMap: 'https://maps.example/1',
    openingHours: 'Mo-Su 08:00-21:30',
    parentOrganization: {
      '@type': 'Organization',
      name: 'Điện Thoại Vui',
      url: 'https://shop.example',
    },
  })
})

test('unknown values are left out', () => {
  const bare = storeOf({
    time_opening: 'Cả ngày',
    latitude: null,
    image: null,
    map_link: null,
    address: '1 Đường Khác',
  })
  expect(Object.keys(bare)).not.toEqual(
    expect.arrayContaining(['openingHours', 'geo', 'image', 'hasMap']),
  )
  expect(bare['openingHours']).toBeUndefined()
  expect(bare['address']).toMatchObject({ streetAddress: '1 Đường Khác' })
})
