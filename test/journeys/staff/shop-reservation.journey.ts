import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { addresses } from '#admin/addresses/addresses.ts'
import { journey } from '#test/support/journey.ts'
import { no_problems, problemsOf } from '#test/support/screens.ts'
import { visitAsStaff } from '#test/support/staff.ts'

const shop = journey()
const slug = 'redmi-note-15-pro-plus-5g-8gb-256gb'
/** A unit with a code, at a shop of the province that visitors begin in. */
let piece: { imei: string; shop_name: string; item_id: number; price: number }

beforeAll(async () => {
  const { rows } = await sql<typeof piece>`
    select unit.imei1 as imei, shop.name as shop_name, unit.product_id as item_id,
      coalesce(price.sale_price, price.list_price) as price
    from unit join shop using (shop_id) join stock using (product_id, shop_id)
      join product on product.product_id = unit.product_id
      join slug on slug.kind = 'product' and slug.entity_id = product.parent_id and slug.is_current
      join price on price.product_id = product.product_id and price.province_id is null
    where unit.state = 'in_stock' and slug.path = ${slug} and shop.province_id = 30 and 'ban-hang' = any(shop.kinds)
      and stock.quantity > 0 and unit.imei1 is not null
    order by unit_id limit 1`.execute(shop.db)
  if (rows[0] === undefined) throw new RangeError('the demo has no such phone')
  ;[piece] = rows as [typeof piece]
})

async function look(page: Page, name: string): Promise<void> {
  const problems = await problemsOf(page, `shop-reservation-${name}`)
  expect([name, problems]).toEqual([name, no_problems])
}

test.each([
  [{ width: 390, height: 844 }, '0912345031'],
  [{ width: 1440, height: 900 }, '0912345032'],
])('a piece is set aside from its page, and sold at the counter: %j', async (size, phone) => {
  const page = await shop.enter(`/${slug}`, size)
  await page.getByRole('link', { name: 'Đặt giữ tại cửa hàng' }).first().click()
  await page.getByRole('heading', { name: 'Đặt giữ tại cửa hàng' }).waitFor()
  await page.goto(`${shop.url}/dat-giu/${piece.item_id}?tinh=30`)
  await look(page, 'form')
  // Without a name it says so, and keeps what was chosen.
  await page.getByRole('radio', { name: piece.shop_name }).check()
  await page.getByLabel('Số điện thoại').fill(phone)
  await page.getByRole('button', { name: 'Giữ hàng 24 giờ' }).click()
  await page.getByText('Vui lòng nhập họ tên.').waitFor()
  expect(await page.getByRole('radio', { name: piece.shop_name }).isChecked()).toBe(true)
  await look(page, 'problem')
  await page.getByLabel('Họ và tên').fill('Trần Thị Bình')
  // With the keyboard alone.
  await page.getByLabel('Họ và tên').press('Enter')
  await page.getByRole('heading', { name: 'CỬA HÀNG ĐÃ GIỮ HÀNG CHO BẠN' }).waitFor()
  await page.getByText(/Còn 23 giờ 5\d phút/).waitFor()
  await look(page, 'made')
  const code = new URL(page.url()).searchParams.get('code') ?? ''

  const { page: counter } = await visitAsStaff(shop, addresses.shop_reservations.path, size)
  await counter.getByText('Trần Thị Bình').first().waitFor()
  await look(counter, 'staff-list')
  await counter.getByLabel('Quét hoặc gõ mã giữ hàng').fill(code)
  await counter.getByLabel('Quét hoặc gõ mã giữ hàng').press('Enter')
  await counter.getByRole('button', { name: /Bán tại quầy, thu/ }).waitFor()
  await look(counter, 'staff-one')
  await counter.getByLabel('Quét IMEI, serial hoặc mã hàng').fill('không có mã này')
  await counter.getByLabel('Quét IMEI, serial hoặc mã hàng').press('Enter')
  await counter.getByText('Chưa đúng hàng').waitFor()
  const { rows } = await sql<{ imei: string }>`
    select unit.imei1 as imei from unit join shop_reservation one using (product_id, shop_id)
    where one.code = ${code} and unit.state = 'in_stock' order by unit_id limit 1`.execute(shop.db)
  await counter.getByLabel('Quét IMEI, serial hoặc mã hàng').fill(rows[0]?.imei ?? '')
  await counter.getByLabel('Quét IMEI, serial hoặc mã hàng').press('Enter')
  await counter.waitForURL(/\/noi-bo\/don-hang\/DH/)
  await page.reload()
  await page.getByRole('heading', { name: 'BẠN ĐÃ NHẬN HÀNG' }).waitFor()
  await look(page, 'sold')
})

test('without scripts it is set aside, listed, and cancelled by its link in another browser', async () => {
  const page = await shop.enter(`/dat-giu/${piece.item_id}?tinh=30`, {
    width: 390,
    javascript: false,
  })
  await page.getByLabel('Họ và tên').fill('Lê Văn Cường')
  await page.getByLabel('Số điện thoại').fill('0912345033')
  await page.getByRole('button', { name: 'Giữ hàng 24 giờ' }).click()
  await page.getByRole('heading', { name: 'CỬA HÀNG ĐÃ GIỮ HÀNG CHO BẠN' }).waitFor()
  const link = await page.getByRole('link', { name: 'liên kết giữ hàng' }).getAttribute('href')
  await page.goto(`${shop.url}/cart/dat-giu`)
  await page.getByText('Giữ đến').waitFor()
  const other = await shop.enter(link ?? '', { width: 390, javascript: false })
  await other.getByRole('link', { name: 'Hủy giữ hàng' }).click()
  await other.getByRole('button', { name: 'Hủy giữ hàng' }).click()
  await other.getByRole('heading', { name: 'ĐÃ HỦY GIỮ HÀNG' }).waitFor()
  await page.reload()
  expect(await page.getByText('đã hủy giữ hàng').count()).toBe(1)
})
