import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { HubData } from '#storefront/pages/repair-hub/hub-data.ts'
import type { RepairShopsData } from '#storefront/pages/repair-shops/repair-shops-data.ts'
import type { RepairData } from '#storefront/pages/repair-service/repair-data.ts'
import { openDoor } from '#test/support/door.ts'
import { openDemoShop } from '#test/support/catalog.ts'

const demo = openDemoShop()

async function dataAt<Data>(path: string): Promise<Data> {
  const answer = await demo.door.call('GET', `/_data${path}`)
  expect(answer.status).toBe(200)
  const body = JSON.parse(answer.text) as { answer: { detour?: { data: Data }; data: Data } }
  return body.answer.data
}

describe('the page of a repair service', () => {
  test('offers its options as a form that works without scripts, and describes them', async () => {
    const { status, text } = await demo.door.call('GET', '/thay-pin-iphone-13')
    expect(status).toBe(200)
    expect(/<title>([^|<]*)/.exec(text)?.[1]).toBe('Thay pin iPhone 13 giá từ 890.000đ ')
    expect(/<link rel="canonical" href="[^"]+\/thay-pin-iphone-13"\/>/.test(text)).toBe(true)
    expect(/<form [^>]*action="\/dat-lich" method="get"/.test(text)).toBe(true)
    expect(text.match(/name="dich_vu"[^>]*value="10000000\d\d"/g)).toHaveLength(2)
    const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(text) ?? []
    const { '@graph': things } = JSON.parse(json) as { '@graph': Record<string, unknown>[] }
    expect(things.map((thing) => thing['@type'])).toEqual(['Service', 'BreadcrumbList', 'FAQPage'])
    expect(things[0]?.['offers']).toMatchObject({ lowPrice: 890_000, highPrice: 1_160_000 })
  })

  test('its other button puts the chosen option into the cart of services', async () => {
    const headers = { cookie: `token=${await demo.door.guest()}`, 'sec-fetch-site': 'same-origin' }
    const send = (dich_vu: string) => {
      const form = new URLSearchParams({ intent: 'add-service', dich_vu })
      return demo.door.call('POST', '/cart', { headers, form })
    }
    const added = await send('1000000005')
    expect(added.status).toBe(303)
    expect(added.headers.get('location')).toBe('/cart/booking')
    const { text } = await demo.door.call('GET', '/cart/booking', { headers })
    expect(text.includes('Thay pin iPhone 13')).toBe(true)
    expect(text.includes('Pin dung lượng cao')).toBe(true)
    expect((await send('')).headers.get('location')).not.toBe('/cart/booking')
  })

  test('lists the shops of the province that have the part, with its grades', async () => {
    const { service, shops } = await dataAt<RepairData>('/thay-man-hinh-iphone-13')
    const labels = service.options.map(({ label }) => label)
    expect(shops.length).toBeGreaterThan(0)
    expect(shops.flatMap(({ grades }) => grades).filter((it) => !labels.includes(it))).toEqual([])
    await sql`update repair_part_stock set quantity = 0 where option_id in (
      select option_id from repair_option where service_id = ${service.service_id})`.execute(
      demo.own.db,
    )
    const fresh = await openDoor(demo.own)
    const { text } = await fresh.call('GET', '/thay-man-hinh-iphone-13')
    await fresh.close()
    expect(text.includes('Chưa có chi nhánh nào tại Hồ Chí Minh')).toBe(true)
  })

  test('cleaning takes no part: every repair shop does it', async () => {
    const { service, shops } = await dataAt<RepairData>('/ve-sinh-laptop-dell-xps-13')
    const { rows } = await sql<{ shops: number }>`select count(*)::int as shops from shop
      join province using (province_id)
      where official_code = (select official_code from province where province_id = 30)
        and is_active and 'sua-chua' = any(kinds)`.execute(demo.own.db)
    expect(service.needs_part).toBe(false)
    expect(shops).toHaveLength(rows[0]?.shops ?? 0)
  })

  test('a service that is switched off, or has no option left, is not found', async () => {
    await sql`update repair_service set is_active = false where sku = 'SC-iphone-13-ep-kinh'`.execute(
      demo.own.db,
    )
    await sql`update repair_option set is_active = false where service_id = (
      select service_id from repair_service where sku = 'SC-iphone-13-thay-loa')`.execute(
      demo.own.db,
    )
    for (const path of ['/ep-kinh-iphone-13', '/thay-loa-iphone-13']) {
      expect((await demo.door.call('GET', path)).status).toBe(404)
    }
    const hub = await dataAt<HubData>('/dich-vu/sua-chua-dien-thoai?q=iphone%2013')
    const paths = hub.models.flatMap(({ services }) => services.map(({ path }) => path))
    expect(paths).toContain('/thay-vo-iphone-13')
    expect(paths).not.toContain('/ep-kinh-iphone-13')
    expect(paths).not.toContain('/thay-loa-iphone-13')
  })
})

describe('the hubs', () => {
  test.each([
    ['sua-chua-dien-thoai', 49, 8],
    ['sua-chua-apple-watch', 5, 3],
    ['sua-chua-may-tinh-bang', 3, 3],
    ['sua-chua-laptop', 16, 6],
  ])('/dich-vu/%s has all models and kinds of repair', async (hub, models, kinds) => {
    const data = await dataAt<HubData>(`/dich-vu/${hub}`)
    expect(data.models).toHaveLength(models)
    expect(data.kinds).toHaveLength(kinds)
  })

  test('an unknown hub is not found', async () => {
    expect((await demo.door.call('GET', '/dich-vu/sua-chua-tu-lanh')).status).toBe(404)
  })

  test('finds models without accents, and shows the prices of one kind', async () => {
    const found = await dataAt<HubData>('/dich-vu/sua-chua-dien-thoai?q=Galaxy%20S25%20ultra')
    expect(found.models.map(({ name }) => name)).toEqual(['Galaxy S25 Ultra'])
    const priced = await dataAt<HubData>('/dich-vu/sua-chua-apple-watch?dich_vu=thay-pin')
    expect(priced.priced?.cards).toHaveLength(5)
    const { text } = await demo.door.call('GET', '/dich-vu/sua-chua-dien-thoai?q=zzz')
    expect(text.includes('Chưa có dịch vụ cho “zzz”')).toBe(true)
    expect(text.includes('content="noindex, follow"')).toBe(true)
  })
})

describe('/dia-chi-he-thong-sua-chua-dienthoaivui', () => {
  const path = '/dia-chi-he-thong-sua-chua-dienthoaivui'

  test('lists every repair shop, and no other, with what it can do at once', async () => {
    const { shops, total } = await dataAt<RepairShopsData>(path)
    const { rows } = await sql<{ shop_id: number; services: number }>`
      select shop_id, (select count(distinct service_id)::integer from repair_service
        join repair_part using (part_code) join repair_option using (service_id)
        where repair_service.is_active and repair_option.is_active and (not needs_part or exists (
          select from repair_part_stock stock where stock.option_id = repair_option.option_id
            and stock.shop_id = shop.shop_id and quantity > reserved))) as services
      from shop where is_active and 'sua-chua' = any(kinds)`.execute(demo.own.db)
    expect(total).toBe(rows.length)
    expect(shops.map(({ id, service_count }) => [id, service_count]).toSorted()).toEqual(
      rows.map(({ shop_id, services }) => [shop_id, services]).toSorted(),
    )
  })

  test('shows pictures and Zalo, and the shops of one district of a province', async () => {
    const { shops, districts } = await dataAt<RepairShopsData>(`${path}?province=30`)
    expect(districts.reduce((sum, { total }) => sum + total, 0)).toBe(shops.length)
    const [district] = districts
    const query = `?province=30&district=${district?.slug}`
    const here = await dataAt<RepairShopsData>(path + query)
    expect(here.shops).toHaveLength(district?.total ?? 0)
    expect(here.chosen.district).toBe(district?.slug)
    const { text } = await demo.door.call('GET', path + query)
    for (const { zalo_link, image } of here.shops) {
      expect([zalo_link?.startsWith('https://'), image === null]).toEqual([true, false])
      expect(text.includes(`href="${zalo_link}"`)).toBe(true)
    }
    // The slug of a district means nothing without its province.
    const everywhere = await dataAt<RepairShopsData>(`${path}?district=${district?.slug}`)
    expect([everywhere.chosen.district, everywhere.shops.length]).toEqual([null, everywhere.total])
  })

  test('draws the shops of a province by itself, and loads nothing from elsewhere', async () => {
    const { text } = await demo.door.call('GET', `${path}?province=30`)
    const { shops } = await dataAt<RepairShopsData>(`${path}?province=30`)
    expect(text.match(/<circle /g)).toHaveLength(shops.length)
    expect(/<(?:img|iframe|script)[^>]+src="https?:/.test(text)).toBe(false)
    expect(text.includes('content="noindex, follow"')).toBe(true)
    const nowhere = await demo.door.call('GET', `${path}?province=63`)
    expect(nowhere.status).toBe(200)
    expect(nowhere.text.includes('Chưa có cửa hàng sửa chữa')).toBe(true)
  })
})

test('the sitemap names hubs and services', async () => {
  const index = await demo.door.call('GET', '/sitemap.xml')
  expect(index.text).toContain('/sitemap/repair-1.xml')
  const services = await demo.door.call('GET', '/sitemap/repair-1.xml')
  expect(services.text).toContain('/thay-pin-iphone-13</loc>')
  expect((await demo.door.call('GET', '/sitemap/pages-1.xml')).text).toContain(
    '/dich-vu/sua-chua-laptop',
  )
})
