import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { axeProblems } from '#test/support/axe.ts'
import type { Visit, VisitOptions } from '#test/support/browser.ts'
import { journey } from '#test/support/journey.ts'
import { sidewaysScroll, takeWindow } from '#test/support/screens.ts'
import {
  fillHomeAddress,
  goToPayment,
  goToPaymentInfo,
  itemInStock,
  openStep,
  orderOf,
  putInCart,
  shopper,
} from '#test/support/shopping.ts'

/** A factor of 0.05: two starts of a payment in ten minutes are the limit. */
const shop = journey({ env: { RATE_LIMITS: '0.05' } })
const sentence = 'Quý khách thao tác quá nhanh, vui lòng nhấn xác thực Recaptcha!'
let buyers = 0

beforeAll(() =>
  sql`insert into promotion (kind, name, payment_method, value, min_total) values
    ('payment', 'ZaloPay giảm 90.000đ', 'zalopay', 90000, 0)`.execute(shop.db),
)

/** Makes an order that waits for money, after which no payment may be started without a captcha. */
async function limitedOrder(
  method: RegExp,
  options: VisitOptions,
): Promise<Visit & { code: string }> {
  const visit = await shop.visit(options)
  const { page, context } = visit
  buyers += 1
  const item = await itemInStock(shop.db, 'redmi-note-15-pro-plus-5g-8gb-256gb')
  await putInCart(visit, item.item_id)
  await goToPaymentInfo(visit)
  await openStep(page, 'Sửa thông tin khách hàng')
  await fillHomeAddress(page, {
    ...shopper,
    phone: `09123457${String(buyers).padStart(2, '0')}`,
    email: `khach${buyers}@example.com`,
  })
  await goToPayment(page)
  await page.getByRole('radio', { name: method }).check()
  await page.getByRole('button', { name: 'Thanh toán', exact: true }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/cart/payment'))
  const { code } = await shop.db
    .selectFrom('sales_order')
    .orderBy('order_id', 'desc')
    .select('code')
    .executeTakeFirstOrThrow()
  const headers = { 'sec-fetch-site': 'same-origin' }
  const data = { order_code: 'KHONGCO', payment_method: 'vnpay' }
  for (let times = 0; times < 2; times++)
    await context.request.post('/api/cart/v1/order/payment', { headers, data })
  visit.forgive(/answer 4\d\d|status of 4\d\d/)
  return { ...visit, code }
}

async function solve({ page }: Visit): Promise<void> {
  await page.getByText(sentence).waitFor()
  expect(await page.getByText(sentence).count()).toBe(1)
  await page.getByRole('checkbox', { name: 'Tôi không phải là robot' }).press('Space')
}

test.each([320, 1440])(
  'paying again from the page of an order, too often: a captcha beside the press, at %i',
  async (width) => {
    const visit = await limitedOrder(/VNPAY/, { width })
    const { page } = visit
    await visit.open(`/cart/success/vnpay?code=${visit.code}`)
    await visit.hydrated()
    await page.locator('button[value=retry]').click()
    const box = page.getByRole('checkbox', { name: 'Tôi không phải là robot' })
    await box.waitFor()
    expect(await axeProblems(page)).toEqual([])
    expect(await sidewaysScroll(page)).toBe(0)
    await takeWindow(page, 'captcha-of-an-order')
    await solve(visit)
    await page.locator('button[value=approve]').waitFor({ timeout: 30_000 })
  },
)

test('another way to pay with another total: each captcha goes on with its own press', async () => {
  const visit = await limitedOrder(/VNPAY/, { width: 390 })
  const { page } = visit
  await visit.open(`/cart/pay-again?code=${visit.code}`)
  await visit.hydrated()
  await page.getByRole('radio', { name: /ZaloPay/ }).check()
  await page.getByRole('button', { name: 'Thanh toán', exact: true }).click()
  await solve(visit)
  const asked = page.getByRole('dialog', { name: 'Tổng tiền sẽ thay đổi' })
  await asked.getByRole('button', { name: 'Đồng ý thanh toán' }).click({ timeout: 30_000 })
  await solve(visit)
  await page.locator('button[value=approve]').waitFor({ timeout: 30_000 })
  const { payment_method } = await orderOf(shop.db, visit.code)
  expect(payment_method).toBe('zalopay')
})

test('cash instead of a transfer, too often: the captcha is in sight', async () => {
  const visit = await limitedOrder(/Chuyển khoản/, { width: 390 })
  const { page } = visit
  await page.getByRole('link', { name: 'Hủy đơn hàng' }).click()
  await page.getByRole('button', { name: 'Đổi sang thanh toán khi nhận hàng' }).click()
  await page.getByText(sentence).waitFor()
  await takeWindow(page, 'captcha-cash-instead')
  await solve(visit)
  await page.waitForURL('**/cart/success/cod*', { timeout: 30_000 })
  const { payment_method } = await orderOf(shop.db, visit.code)
  expect(payment_method).toBe('cod')
})
