import { expect, test } from 'vitest'
import { axeProblems } from '#test/support/axe.ts'
import { openStatic, slowDown } from '#test/support/early-press.ts'
import { journey } from '#test/support/journey.ts'
import { sidewaysScroll, takePicture } from '#test/support/screens.ts'
import {
  fillHomeAddress,
  goToPaymentInfo,
  itemInStock,
  openDestination,
  putInCart,
  shopper,
} from '#test/support/shopping.ts'

const shop = journey({ offers: true })
const phone = 'iphone-18-pro-256gb'
const cable = 'cap-baseus-dynamic-usb-c-100w-2m'
const widths = [320, 390, 1440]

const dongOf = (text: string | null | undefined) => Number((text ?? '').replace(/\D/g, ''))

test.each(widths)(
  'the cheapest way of a cart is taken and undone in one press each, and paid: %i',
  async (width) => {
    const visit = await shop.visit({ width, height: 844 })
    const { page } = visit
    await putInCart(visit, (await itemInStock(shop.db, phone)).item_id)
    await visit.open('/cart')
    // Which code is the best one depends on the season.
    const offer = page.getByText(/^Rẻ nhất cho giỏ này: trả bằng .* mã [A-Z0-9]+/)
    const code = /mã ([A-Z0-9]+)/.exec((await offer.textContent()) ?? '')?.[1] ?? ''
    await offer.waitFor()
    await page.getByText('Chọn mã').click()
    await page.getByText('Mã PHUKIEN15 không áp dụng cho sản phẩm trong đơn hàng này.').waitFor()
    expect(await axeProblems(page)).toEqual([])
    expect(await sidewaysScroll(page)).toBe(0)
    await takePicture(page, `cart-offers-${width}`)
    const total = page.getByText(/^Tạm tính:/)
    const before = dongOf(await total.textContent())
    const apply = page.getByRole('status').getByRole('button', { name: 'Áp dụng' })
    const undo = page.getByRole('button', { name: 'Hoàn tác' })
    await apply.click()
    await undo.waitFor()
    const told = page.getByText(new RegExp(`^Đã chọn trả bằng .* dùng mã ${code}: bớt [\\d.]+đ$`))
    const saved = dongOf(/bớt ([\d.]+đ)$/.exec((await told.textContent()) ?? '')?.[1])
    expect(dongOf(await total.textContent())).toBe(before - saved)
    const lines = await page.getByRole('region', { name: 'Sản phẩm trong giỏ' }).boundingBox()
    const foot = await page.locator('form:has(button[value=checkout])').boundingBox()
    if (!lines || !foot) throw new ReferenceError('the cart has no lines or no foot')
    const is_beside = foot.x > lines.x + lines.width
    const is_low_and_seen = foot.height < 120 && foot.y + foot.height <= 844
    expect([is_beside, is_beside || is_low_and_seen]).toEqual([width === 1440, true])
    expect(await axeProblems(page)).toEqual([])
    await takePicture(page, `cart-offers-taken-${width}`)
    await undo.click()
    await offer.waitFor()
    await apply.click()
    await undo.waitFor()
    await page.getByRole('button', { name: /^Mua ngay/ }).click()
    await page.waitForURL('**/cart/payment-info?payment_method=*')
    await fillHomeAddress(page)
    await page.getByRole('button', { name: 'Tiếp tục' }).click()
    await page.waitForURL('**/cart/payment?payment_method=*')
    const { searchParams } = new URL(page.url())
    const chosen = page.locator('input[name=payment_method]:checked')
    expect(await chosen.getAttribute('value')).toBe(searchParams.get('payment_method'))
    await page.getByRole('status').getByText(code).waitFor()
    const lesser = page.getByRole('radio', { name: /Fundiin/ })
    expect(await lesser.isVisible()).toBe(false)
    await page.getByText(/^Xem thêm \d cách thanh toán$/).click()
    await lesser.check()
    expect(await axeProblems(page)).toEqual([])
    await takePicture(page, `payment-methods-${width}`)
  },
)

test('a code of the list is taken 100 ms after it is seen, on a slow phone', async () => {
  const visit = await shop.visit({ width: 390, height: 844 })
  const { page } = visit
  await putInCart(visit, (await itemInStock(shop.db, phone)).item_id)
  const endSlowdown = await slowDown(visit)
  await openStatic(page, '/cart')
  await page.getByText('Chọn mã').click()
  await page.getByRole('button', { name: 'Dùng mã MOINGAY50' }).click()
  await page.getByRole('button', { name: 'Bỏ mã MOINGAY50' }).waitFor({ timeout: 40_000 })
  await endSlowdown()
  expect(await page.getByText('Đang dùng').isVisible()).toBe(true)
})

test.each(widths)('a small cart says what is missing for a free delivery: %i', async (width) => {
  const visit = await shop.visit({ width, height: 844 })
  const { page } = visit
  await putInCart(visit, (await itemInStock(shop.db, cable)).item_id)
  await visit.open('/cart')
  const missing = page.getByText(/^Mua thêm [\d.]+đ để được miễn phí giao hàng$/)
  await missing.waitFor()
  expect(await sidewaysScroll(page)).toBe(0)
  await takePicture(page, `free-delivery-${width}`)
  await goToPaymentInfo(visit)
  await page.getByLabel('Họ và tên', { exact: true }).fill(shopper.name)
  await page.getByLabel('Số điện thoại', { exact: true }).fill(shopper.phone)
  await openDestination(page)
  await missing.filter({ visible: true }).first().waitFor()
  expect(await axeProblems(page)).toEqual([])
  await page.getByText('Nhận tại cửa hàng').first().click()
  await expect.poll(() => missing.first().isVisible()).toBe(false)
})
