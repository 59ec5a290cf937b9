import { describe, expect, test } from 'vitest'
import type { ShopsData } from '#storefront/pages/shops/shops-data.ts'
import { distanceText } from '#storefront/commerce/nearby/nearby.tsx'
import { openDemoShop } from '#test/support/catalog.ts'

const demo = openDemoShop()

async function shopsAt(query: string): Promise<ShopsData> {
  const answer = await demo.door.call('GET', `/_data/he-thong-cua-hang${query}`)
  expect(answer.status).toBe(200)
  const body = JSON.parse(answer.text) as { answer: { data: ShopsData } }
  return body.answer.data
}

describe('/he-thong-cua-hang', () => {
  test('is a public page that may be indexed, with one block of structured data', async () => {
    const answer = await demo.door.call('GET', '/he-thong-cua-hang')
    expect(answer.status).toBe(200)
    expect(answer.headers.getSetCookie()).toEqual([])
    expect(answer.text).toContain('<meta name="robots" content="index, follow"/>')
    expect(answer.text).toMatch(/<link rel="canonical" href="[^"]+\/he-thong-cua-hang"\/>/)
    expect(answer.text.match(/<script type="application\/ld\+json">/g)).toHaveLength(1)
    expect(answer.headers.get('content-security-policy')).toContain("script-src 'self'")
    expect(answer.headers.get('permissions-policy')).toContain('geolocation=(self)')
  })

  test('counts shops by province; the counts add up to the total', async () => {
    const { total, provinces, shops, districts } = await shopsAt('')
    expect(shops).toHaveLength(total)
    expect(provinces.reduce((sum, province) => sum + province.count, 0)).toBe(total)
    expect(districts).toEqual([])
  })

  test('filters by province, then by district', async () => {
    const in_province = await shopsAt('?province=30')
    expect(in_province.chosen).toEqual({
      province_id: 30,
      province_name: 'Hồ Chí Minh',
      district: null,
    })
    expect(in_province.shops.every((shop) => shop.current_province === 'Hồ Chí Minh')).toBe(true)
    expect(in_province.shops.map((shop) => shop.province)).toContain('Bình Dương')
    expect(in_province.districts.reduce((sum, district) => sum + district.total, 0)).toBe(
      in_province.shops.length,
    )
    const names = in_province.districts.map(({ name }) => name)
    expect(names.indexOf('Quận 10')).toBeGreaterThan(names.indexOf('Quận 3'))
    const in_district = await shopsAt('?province=30&district=quan-1')
    expect(in_district.shops.length).toBe(
      in_province.districts.find(({ slug }) => slug === 'quan-1')?.total,
    )
  })

  test('a former number is of the province in which it lies now', async () => {
    const [former, now] = [await shopsAt('?province=9'), await shopsAt('?province=30')]
    expect(former).toEqual(now)
    expect(former.provinces.find(({ province_id }) => province_id === 30)).toMatchObject({
      name: 'Hồ Chí Minh',
      former: [
        { province_id: 3, name: 'Bà Rịa - Vũng Tàu' },
        { province_id: 9, name: 'Bình Dương' },
      ],
    })
    const html = (await demo.door.call('GET', '/he-thong-cua-hang')).text
    expect(html).toContain('<option value="9">Bình Dương (nay thuộc Hồ Chí Minh)</option>')
    expect(html).not.toContain('>Bình Dương (3')
  })

  test('says how many of the shops only repair', async () => {
    const html = (await demo.door.call('GET', '/he-thong-cua-hang?province=24')).text
    expect(html).toContain('11 cửa hàng: 9 bán hàng, 2 chỉ sửa chữa')
  })

  test.each(['?province=abc', '?province=-1', '?province=1e3', '?province=', '?district=quan-1'])(
    '%s filters nothing',
    async (query) => {
      expect((await shopsAt(query)).shops.length).toBe(59)
    },
  )

  test.each([
    '?province=63',
    '?province=9999',
    '?province=30&district=khong-co',
    `?province=30&district=${'x'.repeat(3_000)}`,
  ])('%s finds no shop and shows a message', async (query) => {
    expect((await shopsAt(query)).shops).toEqual([])
    const answer = await demo.door.call('GET', `/he-thong-cua-hang${query}`)
    expect(answer.status).toBe(200)
    expect(answer.text).toContain('Chưa có cửa hàng')
    expect(answer.text).not.toContain('ld+json">')
    expect(answer.text).toContain('content="noindex, follow"')
  })
})

test.each([
  [0, '10 m'],
  [0.8523, '850 m'],
  [2.34, '2,3 km'],
  [12.6, '13 km'],
  [1_144.2, '1.144 km'],
])('%d km is shown as %s', (km, text) => {
  expect(distanceText(km)).toBe(text)
})
