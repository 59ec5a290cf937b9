import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeProblems } from '#test/support/axe.ts'
import { journey } from '#test/support/journey.ts'
import { sidewaysScroll, takePicture } from '#test/support/screens.ts'
import {
  fillHomeAddress,
  goToPayment,
  goToPaymentInfo,
  itemInStock,
  putInCart,
} from '#test/support/shopping.ts'
import type { Visit } from '#test/support/browser.ts'
import { enterAsStaff } from '#test/support/staff.ts'

const shop = journey()

/** An item in no flash sale, so that every payment method is offered for it. */
const ordinaryItem = async () =>
  (await itemInStock(shop.db, 'redmi-note-15-pro-plus-5g-8gb-256gb')).item_id

async function atPayment(visit: Visit): Promise<Page> {
  await putInCart(visit, await ordinaryItem())
  await goToPaymentInfo(visit)
  await fillHomeAddress(visit.page)
  await goToPayment(visit.page)
  return visit.page
}

async function checkPage(page: Page, name: string): Promise<void> {
  expect(await axeProblems(page)).toEqual([])
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
  await takePicture(page, name)
}

/** Presses the button beside the typed voucher; offered ones have buttons of their own. */
const applyTyped = (page: Page) =>
  page
    .locator('form', { has: page.getByLabel('Nhập mã giảm giá') })
    .getByRole('button', { name: 'Áp dụng' })
    .click()

const pay = (page: Page) => page.getByRole('button', { name: 'Thanh toán', exact: true }).click()

test('a voucher, a declined payment, a second attempt, the payment, and the order cancelled', async () => {
  const visit = await shop.visit({ width: 390, height: 844 })
  const page = await atPayment(visit)
  await page.getByLabel('Nhập mã giảm giá').fill('khong-co')
  await applyTyped(page)
  await page.getByText('Mã giảm giá không tồn tại').waitFor()
  visit.forgive(/422/)
  // The refused code is kept and selected, with the reason below it.
  await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toBe('khong-co')
  await page.getByLabel('Nhập mã giảm giá').fill('chaoban')
  await applyTyped(page)
  await page.getByRole('button', { name: 'Bỏ mã CHAOBAN' }).waitFor()
  await page.waitForFunction(() => document.activeElement?.textContent === 'Áp dụng')
  await page.getByRole('radio', { name: /VNPAY/ }).check()
  await checkPage(page, 'payment-voucher')
  await pay(page)
  await page.getByText('Tình huống khác').click()
  await page.locator('button[value=decline]').click()
  await page.waitForURL('**/cart/success/vnpay*')
  await visit.hydrated()
  await page.getByRole('heading', { name: 'THANH TOÁN KHÔNG THÀNH CÔNG' }).waitFor()
  await checkPage(page, 'order-failed')
  await page.getByRole('link', { name: 'Đổi phương thức' }).click()
  await page.getByRole('heading', { name: 'ĐỔI PHƯƠNG THỨC THANH TOÁN' }).waitFor()
  await checkPage(page, 'pay-again')
  await pay(page)
  await page.locator('button[value=approve]').click()
  await page.waitForURL('**/cart/success/vnpay*')
  await visit.hydrated()
  await page.getByRole('heading', { name: 'ĐẶT HÀNG THÀNH CÔNG' }).waitFor()
  await page.getByText('Đã nhận thanh toán: VNPAY').waitFor()
  await askInvoice(visit)
  await checkPage(page, 'order-paid')
  await page.getByRole('link', { name: 'Hủy đơn hàng' }).click()
  await page.getByText('Lý do khác').click()
  await page.getByLabel('Lý do của bạn').fill('Đổi ý')
  await checkPage(page, 'order-cancel')
  await page.getByRole('button', { name: 'Hủy đơn hàng' }).click()
  await page.getByRole('heading', { name: 'ĐƠN HÀNG ĐÃ HỦY' }).waitFor()
  expect(await page.getByText('Bạn đã hủy đơn: Đổi ý', { exact: true }).count()).toBe(1)
  await page.getByText(/Cửa hàng (sẽ hoàn|đã hoàn) lại/).waitFor()
  await checkPage(page, 'order-cancelled')
  await page.getByRole('button', { name: 'Đặt lại' }).click()
  await page.waitForURL('**/cart')
  expect(await page.locator('input[name=item_quantity]').inputValue()).toBe('1')
})

async function askInvoice(visit: Visit): Promise<void> {
  const { page } = visit
  await page.getByText('Yêu cầu xuất hóa đơn công ty').click()
  await page.getByRole('button', { name: 'Gửi yêu cầu' }).click()
  await page.getByText('Vui lòng nhập mã số thuế.').waitFor()
  visit.forgive(/422/)
  await checkPage(page, 'order-invoice')
  await page.getByLabel('Tên công ty').fill('Công ty TNHH An Phát')
  await page.getByLabel('Mã số thuế').fill('0101243150')
  await page.getByLabel('Địa chỉ công ty').fill('1 Tràng Tiền, Hà Nội')
  await page.getByLabel('Nhận hóa đơn qua email').fill('ketoan@an-phat.example')
  await page.getByRole('button', { name: 'Gửi yêu cầu' }).click()
  await page.getByText('Sửa hóa đơn công ty').waitFor()
  expect(await page.getByText(/An Phát · MST 0101243150/).count()).toBe(1)
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Sửa hóa đơn')
  await checkPage(page, 'order-invoice-asked')
}

test('the same without scripts', async () => {
  const visit = await shop.visit({ javascript: false })
  const page = await atPayment(visit)
  await page.getByLabel('Nhập mã giảm giá').fill('chaoban')
  await applyTyped(page)
  await page.getByRole('button', { name: 'Bỏ mã CHAOBAN' }).click()
  await page.getByRole('radio', { name: /VNPAY/ }).check()
  await pay(page)
  const provider = page.url()
  const code = /code%3D(DH[\w-]+)/.exec(provider)?.[1] ?? ''
  await visit.open(`/cart/success/vnpay?code=${code}`)
  await page.getByRole('heading', { name: 'ĐƠN HÀNG ĐANG CHỜ THANH TOÁN' }).waitFor()
  await takePicture(page, 'order-waiting-no-script')
  await page.getByRole('link', { name: 'Xem lại trạng thái thanh toán' }).click()
  await page.getByRole('button', { name: 'Tiếp tục thanh toán' }).click()
  await page.locator('button[value=approve]').click()
  await page.getByRole('heading', { name: 'ĐẶT HÀNG THÀNH CÔNG' }).waitFor()
  await page.getByRole('link', { name: 'Hủy đơn hàng' }).click()
  await page.getByRole('button', { name: 'Hủy đơn hàng' }).click()
  expect(await page.locator('h1').textContent()).toBe('ĐƠN HÀNG ĐÃ HỦY')
})

test('an abandoned cart is restored in another browser', async () => {
  const owner = await shop.visit()
  await putInCart(owner, await ordinaryItem(), 2)
  const saved = await owner.context.request.post('/api/cart/v1/abandon-cart', {
    headers: { 'sec-fetch-site': 'same-origin' },
    data: {},
  })
  const { url_path } = ((await saved.json()) as { data: { url_path: string } }).data
  const visitor = await shop.visit({ width: 320, height: 700 })
  await visitor.open(url_path)
  await visitor.page.getByText('Giá và hàng vẫn như khi bạn rời đi.').waitFor()
  await checkPage(visitor.page, 'abandonment')
  await visitor.page.getByRole('link', { name: 'Xem giỏ hàng' }).click()
  await visitor.page.waitForURL('**/cart')
  await visitor.page.getByRole('heading', { level: 1, name: 'Giỏ hàng của bạn' }).waitFor()
  expect(await visitor.page.locator('input[name=item_quantity]').inputValue()).toBe('2')
})

test('staff see sent notifications, and a mail is readable', async () => {
  const visit = await shop.visit({ width: 390, height: 844 })
  const page = await atPayment(visit)
  await page.getByRole('radio', { name: /Thanh toán khi nhận hàng/ }).check()
  await pay(page)
  await page.waitForURL('**/cart/success/cod*')
  const code = new URL(page.url()).searchParams.get('code') ?? ''
  const { page: staff, context } = await shop.visit()
  await enterAsStaff(context, shop.url)
  const mail = staff.getByText(`Đặt hàng thành công: ${code}`)
  await expect
    .poll(() => staff.goto(`${shop.url}/noi-bo/hop-thu`).then(() => mail.count()), {
      timeout: 15_000,
    })
    .toBe(1)
  await mail.click()
  await checkPage(staff, 'outbox')
  await staff.getByRole('link', { name: 'Xem thư như người nhận thấy' }).first().click()
  await staff.getByRole('link', { name: 'Theo dõi đơn hàng' }).waitFor()
  await checkPage(staff, 'order-mail')
})
