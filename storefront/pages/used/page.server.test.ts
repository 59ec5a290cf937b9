import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { openDemoShop } from '#test/support/catalog.ts'

const demo = openDemoShop()

const textOf = async (path: string) => {
  const { status, text } = await demo.door.call('GET', path)
  expect([path, status]).toEqual([path, 200])
  return text.replaceAll('<!-- -->', '')
}

describe('/may-cu', () => {
  test('shows cards with the price of new goods, and filters that are links and a form', async () => {
    const text = await textOf(
      '/may-cu?loai=dien-thoai&hang=good&gia_den=10.000.000&sap_xep=price-asc',
    )
    expect(text).toMatch(/<h1[^>]*>Máy cũ<\/h1>/)
    expect(text).toMatch(/Giá hàng mới: <del>[\d.]+đ<\/del>/)
    expect(text).toMatch(/Tiết kiệm: [\d.]+đ/)
    expect(text).toMatch(/Còn \d+ máy · /)
    expect(text).toMatch(/href="\/[a-z0-9-]+-cu\?hang=good"/)
    expect(text).not.toContain('?hang=scratched"')
    expect(text).toContain('aria-label="Bỏ lọc Cũ đẹp"')
    expect(text).toContain('aria-label="Bỏ lọc Đến 10.000.000đ"')
    expect(text).toContain('aria-label="Bỏ lọc Giá thấp đến cao"')
    expect(text).toMatch(/name="robots" content="noindex, follow"/)
    expect(text).toMatch(/<input[^>]*(checked=""[^>]*value="good"|value="good"[^>]*checked="")/)
  })

  test('ignores filters that are nonsense, and says when nothing fits', async () => {
    await textOf('/may-cu?hang=x&pin=abc&gia_tu=-1&tinh=99999999&sap_xep=y&page=0')
    expect(await textOf('/may-cu?gia_den=1')).toContain('Chưa có máy nào phù hợp')
    expect(await textOf('/may-cu')).toMatch(/rel="canonical" href="[^"]+\/may-cu"/)
  })
})

test('the page of a used version lists its devices, with a form for each that can be bought', async () => {
  const { rows } = await sql<{ path: string; imei_id: number; item_id: number }>`
    select path, min(imei_id) as imei_id, min(used_unit.product_id) as item_id from used_unit
    join slug on kind = 'product' and entity_id = version_id and is_current
    where state = 'listed' group by path having count(*) = 1 limit 1`.execute(demo.own.db)
  const [row] = rows
  const text = await textOf(`/${row?.path}`)
  expect(text).toContain('Danh sách máy')
  expect(text).toContain(`name="meta[imei_id]" value="${row?.imei_id}"`)
  const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(text) ?? []
  const { '@graph': things } = JSON.parse(json) as { '@graph': Record<string, unknown>[] }
  expect(things[0]).toMatchObject({
    itemCondition: 'https://schema.org/UsedCondition',
    offers: [
      { '@type': 'Offer', sku: `CU-${row?.imei_id}`, availability: 'https://schema.org/InStock' },
    ],
  })

  const headers = { cookie: `token=${await demo.door.guest()}`, 'sec-fetch-site': 'same-origin' }
  const form = new URLSearchParams({
    ...{ intent: 'add', item_id: String(row?.item_id), item_type: '1', item_quantity: '1' },
    ...{ 'meta[imei_id]': String(row?.imei_id), buy_now: '1' },
  })
  const added = await demo.door.call('POST', '/cart', { headers, form })
  expect([added.status, added.headers.get('location')]).toEqual([303, '/cart'])
  const cart = await demo.door.call('GET', '/cart', { headers })
  expect(cart.text.replaceAll('<!-- -->', '')).toMatch(/Máy cũ, IMEI …[0-9A-Z]{4} · /)
})

test('a device has its passport with a QR code; a sold one says so; an unknown one is not found', async () => {
  const text = await textOf('/may-cu/700001')
  expect(text).toMatch(/Kết quả kiểm tra/)
  expect(text).toMatch(/alt="Mã QR mở trang của máy này"/)
  expect(text).toMatch(/Linh kiện đã thay<\/dt><dd[^>]*>Pin \(chính hãng\)/)
  expect(text).toContain('"itemCondition":"https://schema.org/UsedCondition"')
  const sold = await textOf('/may-cu/700002')
  expect(sold).toContain('Đã bán')
  expect(sold).not.toContain('meta[imei_id]')
  for (const path of ['/may-cu/1', '/may-cu/x', '/may-cu/99999999999999999999']) {
    expect((await demo.door.call('GET', path)).status).toBe(404)
  }
})

test('the sitemap names used versions, and the feed says that they are used', async () => {
  const part = await textOf('/sitemap/used-1.xml')
  expect(part).toMatch(/-cu<\/loc>/)
  const feed = await textOf('/feed/google.xml')
  const item = feed.split('<item>').find((one) => one.includes('<g:id>CU-700001</g:id>'))
  expect(item).toContain('<g:condition>used</g:condition>')
  expect(item).toContain('/may-cu/700001')
  expect(feed).not.toContain('<g:id>CU-700002</g:id>')
})

test('list, version and device print the fees by which the shop takes goods back', async () => {
  const { rows } = await sql<{ path: string; imei_id: number }>`
    select path, imei_id from used_unit join slug on kind = 'product' and entity_id = version_id
      and is_current where state = 'listed' limit 1`.execute(demo.own.db)
  const paths = ['/may-cu', `/${rows[0]?.path}`, `/may-cu/${rows[0]?.imei_id}`]
  const shown = 'Máy lỗi được đổi trong 30 ngày. Không ưng ý: trả trong 30 ngày trừ 20%, 31–60 ngày'
  for (const path of paths) expect(await textOf(path)).toContain(`${shown} trừ 40%.`)
  await sql`update return_fee set percent = 25 where reason = 'not_liked' and up_to_day = 30`.execute(
    demo.own.db,
  )
  for (const path of paths) expect(await textOf(path)).toContain('trong 30 ngày trừ 25%')
})
