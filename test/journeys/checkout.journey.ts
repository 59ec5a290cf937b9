import { beforeEach, expect, test } from 'vitest'
import { formatDong } from '#pure/money.ts'
import type { Visit, VisitOptions } from '#test/support/browser.ts'
import { axeProblems } from '#test/support/axe.ts'
import { journey } from '#test/support/journey.ts'
import { takeWindow } from '#test/support/screens.ts'
import {
  fillHomeAddress,
  type DemoItem,
  goToPayment,
  goToPaymentInfo,
  itemInStock,
  orderOf,
  pay,
  putInCart,
  setStock,
  shown_phone,
  stockOf,
} from '#test/support/shopping.ts'

const shop = journey()
let item: DemoItem

beforeEach(async () => {
  item = await itemInStock(shop.db, 'iphone-18-pro-max-256gb')
})

test('wrong fields have messages beside them, keep what was typed, and the first one is scrolled into view', async () => {
  const { page } = await atPaymentInfo({ width: 390, height: 844 })
  await page.getByLabel('Họ và tên', { exact: true }).fill('Trần Văn Ơn')
  await page.getByLabel('Số điện thoại', { exact: true }).fill('0168 234 5678')
  await page.getByLabel(/^Email/).fill('khong-phai-email')
  await page.getByRole('button', { name: 'Tiếp tục' }).click()
  const phone = page.getByLabel('Số điện thoại', { exact: true })
  await expect.poll(() => phone.getAttribute('aria-invalid')).toBe('true')
  await page.getByText('Đầu số 0168 đã đổi thành 038').waitFor()
  await page.getByText('Email không đúng').waitFor()
  expect(await page.getByLabel('Họ và tên', { exact: true }).inputValue()).toBe('Trần Văn Ơn')
  expect(await phone.inputValue()).toBe('0168 234 5678')
  // The page may end before the field is as high as it would be on a longer one.
  const isHigh = (y: number) => y > 140 && y < 300
  await expect.poll(async () => isHigh((await phone.boundingBox())?.y ?? 0)).toBe(true)
  await expect.poll(() => phone.evaluate((field) => field === document.activeElement)).toBe(true)
})

test('a step opens at its top, and going back returns to the place that was left', async () => {
  const { page } = await atPaymentInfo({ width: 390, height: 844 })
  await fillHomeAddress(page)
  const onward = page.getByRole('button', { name: 'Tiếp tục' })
  await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
  const left_at = await page.evaluate(() => scrollY)
  expect(left_at).toBeGreaterThan(300)
  await onward.click()
  await page.getByRole('heading', { name: '3. THANH TOÁN' }).waitFor()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await page.getByRole('heading', { name: '2. THÔNG TIN ĐƠN HÀNG' }).waitFor()
  await page.getByRole('button', { name: 'Sửa thông tin khách hàng' }).waitFor()
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(300)
})

test('the same without scripts', async () => {
  const visit = await atPaymentInfo({ javascript: false })
  const { page } = visit
  await page.getByLabel('Họ và tên', { exact: true }).fill('Trần Văn Ơn')
  await page.getByLabel('Số điện thoại', { exact: true }).fill('123')
  await page.getByLabel('Phường / Xã').fill('Phường Bến Thành')
  await page.getByLabel('Số nhà, tên đường').fill('1 Lê Lợi')
  await page.getByLabel('Ghi chú').fill('Gọi trước khi đến')
  await page.getByRole('button', { name: 'Tiếp tục' }).click()
  await page.getByText('Số điện thoại không đúng').waitFor()
  expect(await page.getByLabel('Họ và tên', { exact: true }).inputValue()).toBe('Trần Văn Ơn')
  expect(await page.getByLabel('Số điện thoại', { exact: true }).inputValue()).toBe('123')
  expect(await page.getByLabel('Ghi chú').inputValue()).toBe('Gọi trước khi đến')
  visit.forgive(/422/)
})

test('each empty required field has a message', async () => {
  const { page } = await atPaymentInfo()
  await page.getByRole('button', { name: 'Tiếp tục' }).click()
  await page.getByText('Vui lòng nhập số nhà, tên đường.').waitFor()
  const wrong = page.locator('[aria-invalid=true]')
  await expect.poll(() => wrong.count()).toBe(4)
  for (const field of await wrong.all()) {
    const id = (await field.getAttribute('aria-describedby'))?.split(' ')[0] ?? ''
    expect(await page.locator(`[id="${id}"]`).textContent()).toMatch(/^Vui lòng/)
  }
})

test('picking up at a shop that has the item', async () => {
  const { page } = await atPaymentInfo()
  await page.getByLabel('Họ và tên', { exact: true }).fill('Lê Thị Bưởi')
  await page.getByLabel('Số điện thoại', { exact: true }).fill('0987654321')
  await page.getByRole('radio', { name: /Nhận tại cửa hàng/ }).check()
  const first = page.getByRole('radiogroup').getByRole('radio').first()
  await first.check()
  const erp_shop_id = Number(await first.getAttribute('value'))
  await goToPayment(page)
  const order = await orderOf(shop.db, await pay(page))
  expect(order.recipient).toMatchObject({ shipping_method: 'store_pickup', erp_shop_id })
})

test('another province has other shops', async () => {
  const { page } = await atPaymentInfo()
  await page.getByRole('radio', { name: /Nhận tại cửa hàng/ }).check()
  const province = page.getByLabel('Tỉnh / Thành phố').last()
  const hanoi = await province.locator('option', { hasText: 'Hà Nội' }).getAttribute('value')
  await province.selectOption(hanoi)
  await page.getByText('Cửa hàng còn đủ hàng tại Hà Nội').waitFor()
  const shops = page.getByRole('radiogroup').getByRole('radio')
  await expect.poll(() => shops.count()).toBeGreaterThan(0)
})

test('another person receives the order', async () => {
  const { page } = await atPaymentInfo()
  await fillHomeAddress(page)
  await page.getByText('Nhờ người khác nhận hàng').click()
  await page.getByLabel('Tên người nhận').fill('Phạm Quốc Khánh')
  await page.getByLabel('Số điện thoại người nhận').fill('0356 789 012')
  await goToPayment(page)
  await page.getByText('Phạm Quốc Khánh').first().waitFor()
  const { recipient } = await orderOf(shop.db, await pay(page))
  expect(recipient).toMatchObject({
    recipient_name: 'Phạm Quốc Khánh',
    recipient_phone: '0356789012',
    phone: '0912345678',
  })
})

test('a double click on "Thanh toán" makes one order', async () => {
  const { page } = await atPayment()
  const before = await stockOf(shop.db, item.item_id)
  await page.getByRole('button', { name: 'Thanh toán', exact: true }).dblclick()
  await page.waitForURL('**/cart/success/cod*')
  const code = new URL(page.url()).searchParams.get('code') ?? ''
  const { customer_id } = await orderOf(shop.db, code)
  const orders = await shop.db
    .selectFrom('sales_order')
    .where('customer_id', '=', customer_id)
    .selectAll()
    .execute()
  expect(orders).toHaveLength(1)
  expect(await stockOf(shop.db, item.item_id)).toBe(before - 1)
})

test('two tabs that both pay make one order', async () => {
  const visit = await atPayment()
  const other = await visit.context.newPage()
  await other.goto('/cart/payment')
  const codes = await Promise.all([pay(visit.page), pay(other)])
  expect(codes[0]).toBe(codes[1])
})

test('after the order the back button makes no second order', async () => {
  const { page } = await atPayment()
  const code = await pay(page)
  await page.goBack()
  await page.waitForURL(
    (url) => url.pathname === '/cart' || url.pathname.startsWith('/cart/success'),
  )
  const { customer_id } = await orderOf(shop.db, code)
  const { count } = await shop.db
    .selectFrom('sales_order')
    .where('customer_id', '=', customer_id)
    .select((sql) => sql.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBe(1)
})

test('sold out at the last step: a message and a link back, no order', async () => {
  item = await itemInStock(shop.db, 'macbook-air-13-m5-16gb-512gb')
  const { page } = await atPayment()
  await setStock(shop.db, item.item_id, 0)
  await page.getByRole('button', { name: 'Thanh toán', exact: true }).click()
  await page
    .getByText(/hết hàng/)
    .first()
    .waitFor()
  await page.getByRole('link', { name: 'Xem lại giỏ hàng' }).first().waitFor()
  expect(new URL(page.url()).pathname).toBe('/cart/payment')
})

test('a changed price is shown before it is charged', async () => {
  item = await itemInStock(shop.db, 'galaxy-s26-ultra-12gb-256gb')
  const { page } = await atPayment()
  const dearer = item.sale_price + 500_000
  await shop.db
    .updateTable('price')
    .set({ sale_price: dearer, list_price: item.list_price + 500_000 })
    .where('product_id', '=', item.item_id)
    .where('province_id', 'is', null)
    .execute()
  await page.getByRole('button', { name: 'Thanh toán', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Tổng tiền đã thay đổi' })
  await dialog.waitFor()
  expect(await dialog.textContent()).toContain(formatDong(item.sale_price))
  expect(await dialog.textContent()).toContain(formatDong(dearer))
  expect(await axeProblems(page)).toEqual([])
  await takeWindow(page, 'total-changed-open')
  await dialog.getByRole('button', { name: 'Xác nhận mua' }).click()
  await page.waitForURL('**/cart/success/cod*')
  const code = new URL(page.url()).searchParams.get('code') ?? ''
  expect(await orderOf(shop.db, code)).toMatchObject({ grand_total: dearer })
})

test('without an open checkout its pages redirect to the cart', async () => {
  const visit = await shop.visit()
  for (const path of ['/cart/payment-info', '/cart/payment']) {
    await visit.open(path)
    expect(new URL(visit.page.url()).pathname).toBe('/cart')
  }
})

test('the payment page before the address redirects to the form', async () => {
  const visit = await atPaymentInfo()
  await visit.open('/cart/payment')
  expect(new URL(visit.page.url()).pathname).toBe('/cart/payment-info')
})

test('an order of another customer is not shown', async () => {
  const { page } = await atPayment()
  const code = await pay(page)
  const other = await shop.visit()
  const answer = await other.page.goto(`/cart/success/cod?code=${code}`)
  expect(await other.page.content()).not.toContain(shown_phone)
  expect(await other.page.content()).not.toContain('12 Lê Lợi')
  expect(answer?.status()).toBe(404)
  other.forgive(/404/)
})

test('offline: the click shows a message and typed fields stay', async () => {
  const visit = await atPaymentInfo()
  const { page } = visit
  await fillHomeAddress(page)
  await visit.context.setOffline(true)
  await page.getByRole('button', { name: 'Tiếp tục' }).click()
  await page
    .getByText(/Không kết nối được|mất kết nối|Chưa gửi được/i)
    .first()
    .waitFor()
  expect(await page.getByLabel('Họ và tên', { exact: true }).inputValue()).toBe('Nguyễn Thị Ánh')
  await visit.context.setOffline(false)
  await goToPayment(page)
  visit.forgive(/ERR_INTERNET_DISCONNECTED/)
})

test('a form that is not answered: after 20 seconds a message, and typed fields stay', async () => {
  const visit = await atPaymentInfo()
  const { page } = visit
  await fillHomeAddress(page)
  await page.clock.install()
  await page.route('**/_data/cart/payment-info**', () => undefined)
  await page.getByRole('button', { name: 'Tiếp tục' }).click()
  await page.waitForRequest('**/_data/cart/payment-info**').catch(() => undefined)
  await page.clock.fastForward(20_000)
  await page.getByText('Không kết nối được với cửa hàng').first().waitFor()
  expect(await page.getByLabel('Họ và tên', { exact: true }).inputValue()).toBe('Nguyễn Thị Ánh')
  await page.unroute('**/_data/cart/payment-info**')
  await page.clock.resume()
  await goToPayment(page)
})

async function atPaymentInfo(options?: VisitOptions): Promise<Visit> {
  const visit = await shop.visit(options)
  await putInCart(visit, item.item_id)
  await goToPaymentInfo(visit)
  return visit
}

async function atPayment(options?: VisitOptions): Promise<Visit> {
  const visit = await atPaymentInfo(options)
  await fillHomeAddress(visit.page)
  await goToPayment(visit.page)
  return visit
}
