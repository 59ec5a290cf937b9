import type { Locator } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { axeProblems } from '#test/support/axe.ts'
import type { Visit, VisitOptions } from '#test/support/browser.ts'
import { journey } from '#test/support/journey.ts'
import { sidewaysScroll, takeWindow } from '#test/support/screens.ts'
import {
  fillHomeAddress,
  type DemoItem,
  goToPaymentInfo,
  itemInStock,
  putInCart,
  shopper,
  openStep,
} from '#test/support/shopping.ts'

/**
 * A factor of 0.05: two addresses and one voucher in ten minutes and one order of a phone in an
 * hour are the limits.
 */
const shop = journey({ env: { RATE_LIMITS: '0.05' }, offers: true })
const sentence = 'Quý khách thao tác quá nhanh, vui lòng nhấn xác thực Recaptcha!'
let item: DemoItem
let buyers = 0

beforeEach(async () => {
  item = await itemInStock(shop.db, 'iphone-17-256gb')
})

async function atPaymentInfo(options: VisitOptions = {}): Promise<Visit> {
  const visit = await shop.visit(options)
  await putInCart(visit, item.item_id)
  await goToPaymentInfo(visit)
  await visit.hydrated()
  return visit
}

/** Fields with another phone each time: limits also count by phone. */
function typed() {
  buyers += 1
  return { ...shopper, phone: `09123456${String(buyers).padStart(2, '0')}` }
}

const onward = { name: 'Tiếp tục' }

/** Pixels between the end of one element and the start of the next. */
async function distanceTo(before: Locator, after: Locator): Promise<number> {
  const [upper, lower] = await Promise.all([before.boundingBox(), after.boundingBox()])
  return Math.abs((lower?.y ?? 0) - (upper?.y ?? 0) - (upper?.height ?? 0))
}

/** Saves the address once more often than the limit allows. */
async function saveTooOften({ page, open }: Visit): Promise<void> {
  for (let times = 0; times < 2; times++) {
    await fillHomeAddress(page, typed())
    await page.getByRole('button', onward).click()
    await page.waitForURL('**/cart/payment')
    await open('/cart/payment-info')
  }
  await fillHomeAddress(page, typed())
  await openStep(page, 'Thêm yêu cầu khác')
  await page.getByLabel('Ghi chú').fill('Gọi trước khi đến')
  await page.getByRole('button', onward).click()
  await page.getByText(sentence).waitFor()
}

test.each([320, 1440])(
  'too many addresses: a solved captcha lets the shopper go on, by keyboard, at %i',
  async (width) => {
    const visit = await atPaymentInfo({ width })
    const { page } = visit
    await saveTooOften(visit)
    const box = page.getByRole('checkbox', { name: 'Tôi không phải là robot' })
    await box.waitFor()
    expect(await page.getByLabel('Ghi chú').inputValue()).toBe('Gọi trước khi đến')
    expect(await page.getByLabel('Số nhà, tên đường').inputValue()).toBe(shopper.street)
    expect(await axeProblems(page)).toEqual([])
    expect(await sidewaysScroll(page)).toBe(0)
    await takeWindow(page, 'captcha-asked')
    // It stands where the press was, in the notice that says why.
    const notice = page.getByRole('alert').filter({ has: box })
    expect(await notice.textContent()).toContain('Xác nhận bên dưới để tiếp tục.')
    expect(await page.getByText(sentence).count()).toBe(1)
    expect(await distanceTo(notice, page.getByRole('button', onward))).toBeLessThan(200)
    // Once it is solved, the form goes on by itself.
    await box.press('Space')
    await page.waitForURL('**/cart/payment', { timeout: 30_000 })
    await visit.open('/cart/payment-info')
    await page.getByRole('button', onward).click()
    // A solved captcha is good for one attempt.
    await page.getByText(sentence).waitFor()
    expect(await page.getByRole('checkbox', { name: 'Tôi không phải là robot' }).isChecked()).toBe(
      false,
    )
  },
)

test('without scripts the message says how long to wait and which number to call', async () => {
  const visit = await atPaymentInfo({ javascript: false, width: 390 })
  const { page } = visit
  await saveTooOften(visit)
  await page.getByText('Trình duyệt của bạn đang tắt JavaScript').waitFor()
  await page.getByText(/thử lại sau \d+ phút/).waitFor()
  expect(await page.getByRole('link', { name: '1800 2064' }).count()).toBeGreaterThan(0)
  expect(await page.getByRole('checkbox', { name: 'Tôi không phải' }).count()).toBe(0)
  expect(await page.getByLabel('Ghi chú').inputValue()).toBe('Gọi trước khi đến')
  await takeWindow(page, 'captcha-without-scripts')
  visit.forgive(/answer 429|status of 429/)
})

test('too many orders of one phone: the payment page asks for a captcha, then orders', async () => {
  const phone = typed()
  for (const is_first of [true, false]) {
    const visit = await atPaymentInfo({ width: 390 })
    const { page } = visit
    await fillHomeAddress(page, phone)
    await page.getByRole('button', onward).click()
    await page.waitForURL('**/cart/payment')
    await page.getByRole('radio', { name: /khi nhận hàng/ }).check()
    await page.getByRole('button', { name: 'Thanh toán', exact: true }).click()
    if (is_first) {
      await page.waitForURL('**/cart/success/cod*')
      continue
    }
    await page.getByText(sentence).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(await axeProblems(page)).toEqual([])
    await takeWindow(page, 'captcha-at-payment')
    await page.getByText('Tôi không phải là robot').click()
    await page.waitForURL('**/cart/success/cod*', { timeout: 30_000 })
  }
})

test('a captcha that cannot be loaded says so, and can be tried again', async () => {
  const visit = await atPaymentInfo({ width: 390 })
  const { page } = visit
  await saveTooOften(visit)
  const way = '**/api/captcha/challenge'
  await page.route(way, (route) => route.abort())
  const box = page.getByRole('checkbox', { name: 'Tôi không phải là robot' })
  await box.click()
  await page.getByText('Chưa được. Vui lòng nhấn lại.').waitFor()
  await page.unroute(way)
  await box.click()
  await page.waitForURL('**/cart/payment', { timeout: 30_000 })
  await expect.poll(() => page.getByText(sentence).count()).toBe(0)
  visit.forgive(/captcha\/challenge|ERR_FAILED/)
})

/** Enters a code, of which the limit allows one. */
async function enterCode({ page }: Visit, code: string): Promise<void> {
  await page.getByLabel('Nhập mã giảm giá').fill(code)
  await page.locator('button[value=voucher]').filter({ hasText: 'Áp dụng' }).click()
}

/** Solves the captcha, which stands inside of `place`. */
async function solveIn(place: Locator): Promise<void> {
  await place.getByText(sentence).waitFor()
  expect(await place.page().getByText(sentence).count()).toBe(1)
  await place.getByText('Tôi không phải là robot').click()
}

test('too many codes in the cart: a solved captcha goes on with the press it was asked for', async () => {
  const visit = await shop.visit({ width: 390 })
  const { page } = visit
  await putInCart(visit, item.item_id)
  await visit.open('/cart')
  const codes = page.getByRole('region', { name: 'MÃ GIẢM GIÁ' })
  await enterCode(visit, 'KHONGCO')
  await page.getByText('Mã giảm giá không tồn tại.').waitFor()
  const offer = page.getByRole('status').filter({ hasText: 'Rẻ nhất cho giỏ này' })
  await offer.getByRole('button', { name: 'Áp dụng' }).click()
  await takeWindow(page, 'captcha-cheapest-way')
  await solveIn(page.locator('div').filter({ has: offer }).last())
  await page.getByRole('button', { name: 'Hoàn tác' }).waitFor({ timeout: 30_000 })
  const codeOf = async (button: Locator, verb: string) =>
    ((await button.first().getAttribute('aria-label')) ?? '').replace(`${verb} mã `, '')
  const kept = await codeOf(page.getByRole('button', { name: /^Bỏ mã / }), 'Bỏ')
  const other = await codeOf(page.locator('button[aria-label^="Dùng mã "]'), 'Dùng')
  await enterCode(visit, other)
  await solveIn(codes)
  const asked = page.getByRole('dialog', { name: 'Đổi mã giảm giá?' })
  await asked.getByRole('button', { name: 'Dùng mã mới' }).click()
  await solveIn(codes)
  await page.getByRole('button', { name: `Bỏ mã ${other}` }).waitFor({ timeout: 30_000 })
  await page.getByText('Chọn mã').click()
  await page.getByRole('button', { name: `Dùng mã ${kept}` }).click()
  const row = page.getByRole('listitem').filter({ hasText: kept })
  await row.getByText(sentence).waitFor()
  expect(await axeProblems(page)).toEqual([])
  expect(await sidewaysScroll(page)).toBe(0)
  await takeWindow(page, 'captcha-code-of-the-list')
  await solveIn(row)
  await page.getByRole('button', { name: `Bỏ mã ${kept}` }).waitFor({ timeout: 30_000 })
  expect(await page.getByText(sentence).count()).toBe(0)
  visit.forgive(/answer 4\d\d|status of 4\d\d/)
})

test('too many codes at the payment: a solved captcha changes the code and orders nothing', async () => {
  const visit = await atPaymentInfo({ width: 390 })
  const { page } = visit
  await fillHomeAddress(page, typed())
  await page.getByRole('button', onward).click()
  await page.waitForURL('**/cart/payment')
  await enterCode(visit, 'KHONGCO')
  await page.getByText('Mã giảm giá không tồn tại.').waitFor()
  const offer = page.getByRole('status').filter({ hasText: 'Rẻ nhất cho đơn này' })
  await offer.getByRole('button', { name: 'Áp dụng' }).click()
  await solveIn(page.locator('div').filter({ has: offer }).last())
  await page.getByRole('button', { name: 'Hoàn tác' }).waitFor({ timeout: 30_000 })
  expect(new URL(page.url()).pathname).toBe('/cart/payment')
  visit.forgive(/answer 4\d\d|status of 4\d\d/)
})
