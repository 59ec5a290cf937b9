import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { addresses } from '#admin/addresses/addresses.ts'
import {
  askRefundPath,
  newReturnPath,
  orderGoodsPath,
  orderPath,
  returnPath,
} from '#admin/addresses/paths.ts'
import { returnUrl } from '#storefront/addresses/order-return.ts'
import { dataOf, type Order, guestOf } from '#test/support/buyer.ts'
import { journey } from '#test/support/journey.ts'
import { knock } from '#test/support/knock.ts'
import { photo } from '#test/pictures/test-pictures.ts'
import { no_problems, problemsOf } from '#test/support/screens.ts'
import { itemInStock } from '#test/support/shopping.ts'
import { staffHeaders, visitAsStaff } from '#test/support/staff.ts'

const shop = journey({ env: { RATE_LIMITS: 'off' } })
/** Orders of a phone that their customers have, one for each test. */
let codes: string[] = []

beforeAll(async () => {
  codes = [await delivered(), await delivered()]
})

test.each([
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
])('returns and requests for refunds are accessible and fit $width pixels', async (size) => {
  const code = codes[size.width === 360 ? 0 : 1] ?? ''
  const { page, open, forgive } = await visitAsStaff(shop, orderPath(code), size)
  await page.getByText(/^Đã thu 9\.990\.000đ/).waitFor()
  await page.getByRole('link', { name: 'Đề nghị hoàn tiền' }).click()
  await page.getByLabel('Số tiền (đồng)').fill('99.000.000')
  await page.getByLabel('Lý do').fill('Giao trễ')
  await page.getByRole('button', { name: 'Gửi đề nghị' }).click()
  await page
    .getByRole('alert')
    .getByText(/^Đơn chỉ còn/)
    .waitFor()
  // Who mistyped goes on with what they wrote.
  expect(await page.getByLabel('Lý do').inputValue()).toBe('Giao trễ')
  forgive(/answer 409|status of 409/)
  await open(newReturnPath(code))
  await page.getByRole('button', { name: 'Nhận hàng' }).waitFor()
  expect(await problemsOf(page, 'return-new')).toEqual(no_problems)
  await page.getByLabel('IMEI hoặc serial').fill(await soldUnit(code))
  await page.getByLabel('Khách đổi ý').click()
  await page.getByRole('button', { name: 'Nhận hàng' }).click()
  await page.getByRole('heading', { name: 'Kiểm hàng' }).waitFor()
  expect(await problemsOf(page, 'return-inspect')).toEqual(no_problems)
  await page.getByLabel('Đã mở, không lỗi').click()
  await page.getByLabel('Máy đã đăng xuất tài khoản của khách').click()
  await page.getByRole('button', { name: 'Kiểm xong' }).click()
  await page.getByRole('button', { name: /^Nhận trả và đề nghị hoàn/ }).waitFor()
  expect(await problemsOf(page, 'return-settle')).toEqual(no_problems)
  await page.getByRole('button', { name: /^Nhận trả và đề nghị hoàn/ }).click()
  await page.getByText('chờ người khác duyệt').waitFor()
  await open(addresses.returns.path)
  expect(await problemsOf(page, 'returns')).toEqual(no_problems)
  await open(addresses.return_rules.path)
  expect(await problemsOf(page, 'return-rules')).toEqual(no_problems)
  await open(askRefundPath(code))
  await page.getByRole('button', { name: 'Rút đề nghị' }).first().waitFor()
  expect(await problemsOf(page, 'refund-requests')).toEqual(no_problems)
})

test('a shopper asks on a phone, with a picture, and staff say where to bring the goods', async () => {
  const order_code = await delivered()
  const { rows } = await sql<{ secret: string }>`
    select secret from sales_order where code = ${order_code}`.execute(shop.db)
  const asking = await shop.enter(returnUrl(order_code, rows[0]?.secret), {
    width: 360,
    height: 740,
  })
  expect(await problemsOf(asking, 'return-ask')).toEqual(no_problems)
  await asking.getByLabel('Sản phẩm bị lỗi').check()
  await asking.getByLabel('Đổi sản phẩm cùng loại').check()
  await asking.getByRole('button', { name: 'Gửi yêu cầu' }).click()
  await asking.getByText('Đã gửi yêu cầu').waitFor()
  const { name, bytes } = await photo()
  const picture = { name, mimeType: 'image/jpeg', buffer: bytes }
  await asking.getByLabel('Thêm ảnh').setInputFiles(picture)
  await asking.getByAltText('Ảnh 1 bạn đã gửi').waitFor()
  expect(await problemsOf(asking, 'return-asked')).toEqual(no_problems)
  const heading = await asking.getByRole('heading', { name: 'YÊU CẦU' }).textContent()
  const { page } = await visitAsStaff(shop, returnPath(heading?.split(' ').at(-1) ?? ''))
  await page.getByText('Ảnh · 1').waitFor()
  expect(await problemsOf(page, 'return-answer')).toEqual(no_problems)
  await page.getByRole('button', { name: 'Duyệt, nhắn khách' }).click()
  await page.getByRole('heading', { name: 'Hàng đã về?' }).waitFor()
  await asking.reload()
  await asking.getByText('Đã duyệt').waitFor()
})

test.each([
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
])('goods are taken off an order, and others added, at $width pixels', async (size) => {
  const code = await placed(2)
  const { page } = await visitAsStaff(shop, orderGoodsPath(code), size)
  await page.getByRole('spinbutton').fill('1')
  await page.getByRole('button', { name: 'Tìm và xem đơn sau khi sửa' }).click()
  await page.getByText('Tổng mới').waitFor()
  expect(await problemsOf(page, 'order-goods')).toEqual(no_problems)
  await page.getByLabel('Lý do').fill('Khách chỉ lấy một máy')
  await page.getByRole('button', { name: 'Sửa và báo khách' }).click()
  await page.getByRole('heading', { level: 1, name: code }).waitFor()
  await page.getByText('bỏ bớt món').first().waitFor()
  await page.getByRole('link', { name: 'Sửa món' }).click()
  await page.getByLabel('Tìm tên hoặc quét SKU').fill('ốp lưng')
  await page.keyboard.press('Enter')
  const more = page.getByLabel(/^Thêm bao nhiêu/).first()
  await more.fill('2')
  await page.keyboard.press('Enter')
  await page.getByText('Thu khi nhận hàng').waitFor()
  expect(await problemsOf(page, 'order-goods-more')).toEqual(no_problems)
  await page.getByLabel('Lý do').fill('Khách lấy thêm ốp')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: code }).waitFor()
  await page.getByText('thêm hoặc đổi món').first().waitFor()
})

test('goods are swapped before scripts', async () => {
  const code = await placed(1)
  const { page } = await visitAsStaff(shop, orderGoodsPath(code), { javascript: false })
  await page.getByLabel(/^Bỏ bao nhiêu/).fill('1')
  await page.getByLabel('Tìm tên hoặc quét SKU').fill('sạc')
  await page.getByRole('button', { name: 'Tìm và xem đơn sau khi sửa' }).click()
  await page.getByRole('alert').getByText('Bỏ hết món').waitFor()
  await page
    .getByLabel(/^Thêm bao nhiêu/)
    .first()
    .fill('1')
  await page.getByRole('button', { name: 'Tìm và xem đơn sau khi sửa' }).click()
  await page.getByLabel('Lý do').fill('Khách đổi món')
  await page.getByRole('button', { name: 'Sửa và báo khách' }).click()
  await page.getByText('thêm hoặc đổi món').first().waitFor()
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(code)
})

const phone = 'redmi-note-15-pro-plus-5g-8gb-256gb'

async function placed(quantity: number): Promise<string> {
  const buyer = await guestOf(shop)
  const { item_id } = await itemInStock(shop.db, phone)
  await buyer.prepare(item_id, quantity)
  return dataOf<Order>(await buyer.order()).code
}

async function delivered(): Promise<string> {
  const code = await placed(1)
  const headers = { ...(await staffHeaders(shop)), 'sec-fetch-site': 'same-origin' }
  for (const [n, intent] of ['confirm', 'ship', 'deliver'].entries()) {
    const form = new URLSearchParams({ intent, version: String(n + 1) })
    await knock(shop.url + orderPath(code), 'POST', { form, headers })
  }
  return code
}

async function soldUnit(order_code: string): Promise<string> {
  const { rows } = await sql<{ imei1: string }>`
    select imei1 from unit where order_code = ${order_code} and state = 'sold'`.execute(shop.db)
  return rows[0]?.imei1 ?? ''
}
