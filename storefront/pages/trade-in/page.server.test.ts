import { beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { addTradeIns, old_phone, some_imei } from '#test/goods/trade-ins.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { products, shops } from '#test/support/small-shop.ts'

// 15:00 on Friday, 2026-11-20, in Vietnam.
const checkout = openCheckout()
beforeAll(() => addTradeIns(checkout.own.db))

async function browser() {
  const token = await checkout.door.guest()
  const headers = { cookie: `token=${token}`, 'sec-fetch-site': 'same-origin' }
  const open = async (path: string) => (await checkout.door.call('GET', path, { headers })).text
  const send = (path: string, fields: Record<string, string>) =>
    checkout.door.call('POST', path, { form: new URLSearchParams(fields), headers })
  return { open, send }
}

const root = '/thu-cu-doi-moi'
const answered = `ban=${old_phone}&h1=yes&h2=scratched&h3=no&len_doi=${products.phone}`
const plain = (html: string) => html.replaceAll('<!-- -->', '')

test('the picker lists devices by tab and words, and keeps the new device', async () => {
  const { open } = await browser()
  const all = plain(await open(`${root}?len_doi=${products.phone}`))
  expect(all).toMatch(/Giá thu dự kiến đến .*9\.000\.000đ.*\(bản 512GB\)/)
  expect(all).toContain(`${root}/may-cu?len_doi=${products.phone}`)
  expect(all).toContain('Sản phẩm 11')
  expect(await open(`${root}/iphone`)).toContain(`href="${root}/may-cu"`)
  expect(await open(`${root}/samsung`)).toContain('Rất tiếc chưa có kết quả phù hợp')
  expect(await open(`${root}?q=zzz`)).toContain('Rất tiếc chưa có kết quả phù hợp')
  expect((await checkout.door.call('GET', `${root}/khong-co`)).status).toBe(404)
})

test('the page of a model says what each answer takes off, and the value once all are given', async () => {
  const { open } = await browser()
  expect(await open(`${root}/may-cu`)).toContain('Thu cũ Máy cũ giá đến 9.000.000đ (bản 512GB)')
  const asked = plain(await open(`${root}/may-cu?h1=yes`))
  expect(asked).toContain('−500.000đ')
  expect(asked).toContain('Còn 2 câu chưa trả lời')
  expect(asked).toContain('href="#cau-2"')
  expect(plain(await open(`${root}/may-cu`))).toContain('Trả lời hết 3 câu')
  expect(asked).not.toContain('Tiếp tục định giá')
  const valued = plain(await open(`${root}/may-cu?${answered}`))
  expect(valued).toContain('4.400.000đ')
  expect(valued).toContain('Số tiền bù thêm')
  expect(valued).toContain('26.090.000đ')
  expect(valued).toContain('Tiếp tục định giá')
  const found = plain(await open(`${root}/may-cu?tim=san+pham+11`))
  expect(found).toContain(`len_doi=${products.phone_version}`)
})

test('an IMEI opens its model, or says that it is not known', async () => {
  await sql`insert into unit (product_id, imei1, state, order_code, created_at)
    values (${products.phone}, '490154203237518', 'sold', 'DH1', now())`.execute(checkout.own.db)
  const { send, open } = await browser()
  const ask = `${root}/bao-gia`
  const known = await send(ask, { intent: 'imei', imei: '490154203237518' })
  expect(known.headers.get('location')).toBe(`${root}/may-cu?ban=${old_phone}`)
  const unknown = await send(ask, { intent: 'imei', imei: some_imei })
  expect(await open(unknown.headers.get('location') ?? '')).toContain('chưa biết đây là mẫu máy')
  const wrong = await send(ask, { intent: 'imei', imei: '123' })
  expect([wrong.status, wrong.text]).toEqual([422, expect.stringContaining('IMEI có 15 chữ số')])
})

test('a form asks for a quote, which shows its code; its owner cancels it', async () => {
  const { open, send } = await browser()
  const here = `${root}/bao-gia?may=may-cu&${answered}&tinh=30`
  expect(plain(await open(here))).toContain('Cửa hàng 1')
  const fields = {
    ...{ intent: 'ask', device_code: old_phone, target_item_id: String(products.phone) },
    ...{ 'answers[power]': 'yes', 'answers[body]': 'scratched', 'answers[box]': 'no' },
    ...{ province_id: '30', value_seen: '4400000', visit_on: '2026-11-21', imei: some_imei },
    ...{ customer_name: 'Nguyễn Văn An', customer_phone: '0913 555 001' },
  }
  const without_shop = await send(here, fields)
  expect(without_shop.text).toContain('Vui lòng chọn cửa hàng.')
  expect(without_shop.text).toContain('value="0913 555 001"')
  const sent = await send(here, { ...fields, erp_shop_id: String(shops.first) })
  const location = sent.headers.get('location') ?? ''
  expect([sent.status, location]).toEqual([
    303,
    expect.stringMatching(/bao-gia\?code=TC261120-[0-9A-Z]{8}$/),
  ])
  const quoted = plain(await open(location))
  expect(quoted).toContain('ĐÃ CÓ MÃ BÁO GIÁ')
  expect(quoted).toContain('data:image/svg+xml')
  expect(quoted).toContain('26.090.000đ')
  expect(quoted).toContain('“Thanh toán khi nhận hàng”')
  expect(quoted).not.toContain('0913 555 001')
  expect((await checkout.door.call('GET', location)).status).toBe(404)
  const code = location.split('code=')[1] ?? ''
  const wrong = await send(location, { intent: 'order', code, order_code: 'DH-X' })
  expect(wrong.text).toContain('thu máy và thanh toán khi nhận hàng')
  await send(location, { intent: 'cancel', code })
  expect(await open(location)).toContain('BÁO GIÁ ĐÃ HỦY')
})

test('the product page says what it costs with the highest bonus', async () => {
  const { open } = await browser()
  const page = plain(await open('/san-pham-11'))
  expect(page).not.toContain('Giá lên đời từ')
  await sql`update product set identified_by = 'imei' where product_id = ${products.phone}`.execute(
    checkout.own.db,
  )
  const device = plain(await open('/san-pham-11'))
  expect(device).toContain('Giá lên đời từ 30.490.000đ')
  expect(device).toContain(`${root}?len_doi=${products.phone}`)
})

test('the list of all devices begins with 24, with a picture of those that the shop sells', async () => {
  await sql`insert into trade_device (code, model_code, model_name, name, variant, brand_name, device_kind, base_price,
      product_id, position)
    select 'doi-' || n, 'doi-' || n, 'Đời ' || n, 'Đời ' || n, '', 'Nokia', 'dien-thoai', 100000,
      ${products.phone_version}, 100 + n from generate_series(1, 30) n`.execute(checkout.own.db)
  await sql`insert into product_media (product_id, position, src, alt, width, height)
    values (${products.phone}, 0, '/media/a.webp', 'a', 960, 960) on conflict do nothing`.execute(
    checkout.own.db,
  )
  const { open } = await browser()
  const tiles = (html: string) => html.match(/Giá thu dự kiến đến/g)?.length
  const first = plain(await open(root))
  expect(tiles(first)).toBe(24)
  expect(first).toMatch(/Xem thêm \d+ máy/)
  expect(first).toContain('/media/a.webp')
  const whole = plain(await open(`${root}?xem=tat-ca`))
  expect(tiles(whole)).toBeGreaterThan(30)
  expect(whole).not.toContain('Xem thêm')
  expect(tiles(plain(await open(`${root}?q=doi`)))).toBe(30)
})
