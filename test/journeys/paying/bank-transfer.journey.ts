import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { readVietQr } from '#pure/vietnamese/vietqr.ts'
import { axeProblems } from '#test/support/axe.ts'
import type { Visit, VisitOptions } from '#test/support/browser.ts'
import { journey } from '#test/support/journey.ts'
import { home_address } from '#test/support/buyer.ts'
import { readQrPicture } from '#test/support/qr-reader.ts'
import { layoutShift, sidewaysScroll, takePicture, takeWindow } from '#test/support/screens.ts'
import {
  type DemoItem,
  goToPaymentInfo,
  itemInStock,
  orderOf,
  putInCart,
  stockOf,
} from '#test/support/shopping.ts'
import { enterAsStaff } from '#test/support/staff.ts'

const shop = journey()
let item: DemoItem

beforeEach(async () => {
  item = await itemInStock(shop.db, 'iphone-18-pro-max-256gb')
})

const sizes = [
  { width: 320, height: 568 },
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]

test.each(sizes)(
  'paying by QR at $width pixels: the page notices the payment by itself',
  async (size) => {
    const { visit, code } = await atTheQrCode(size)
    const { page } = visit
    const popup = page.getByRole('dialog', { name: 'Quét mã để thanh toán' })
    await popup.getByText(/Mã QR hết hạn sau 0[45]:\d\d/).waitFor()
    await takeWindow(page, 'qr-popup')
    expect(await axeProblems(page)).toEqual([])
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
    const transfer = readVietQr((await qrOnScreen(page)) ?? '')
    const order = await orderOf(shop.db, code)
    expect(transfer).toEqual({
      bank_bin: '970422',
      account_number: 'TIEMDEMO000000',
      amount: order.grand_total,
      purpose: code.replace('-', ''),
    })
    const bank = await atTheBank(visit)
    expect(await axeProblems(bank)).toEqual([])
    await takePicture(bank, 'test-bank')
    await bank.getByRole('button', { name: 'Chuyển khoản', exact: true }).click()
    await bank.getByText('Cửa hàng đáp 200: {"success":true}').waitFor()
    // Nothing is pressed here: the page asks for the result and goes on by itself.
    await page.bringToFront()
    await page.waitForURL('**/cart/success/bank_transfer*')
    await page.getByText('ĐẶT HÀNG THÀNH CÔNG').waitFor()
    await page.getByText(/Cửa hàng đã nhận đủ/).waitFor()
    await takePicture(page, 'transfer-paid')
    expect(await axeProblems(page)).toEqual([])
    expect((await orderOf(shop.db, code)).state).toBe('pending')
  },
)

test('the popup: clicks outside keep it open; closing, copying, an expired code', async () => {
  const { visit, code } = await atTheQrCode({ width: 390, height: 844 })
  const { page, context } = visit
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const popup = page.getByRole('dialog')
  await page.mouse.click(5, 5)
  expect(await popup.isVisible()).toBe(true)
  await popup.getByRole('button', { name: 'Sao chép nội dung' }).click()
  await popup.getByText('Đã sao chép nội dung').waitFor({ state: 'attached' })
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code.replace('-', ''))
  await popup.getByRole('button', { name: 'Đóng' }).click()
  await popup.waitFor({ state: 'detached' })
  // The page shows the same then, and after a reload.
  await takePicture(page, 'bank-transfer-info')
  expect(await axeProblems(page)).toEqual([])
  await page.getByRole('button', { name: 'Tôi đã thanh toán' }).click()
  await page.getByText(/Cửa hàng chưa nhận được tiền/).waitFor()
  await shop.db
    .updateTable('transfer_code')
    .set({ expires_at: new Date(Date.now() - 1_000) })
    .execute()
  expect(await layoutShift(page, page.url())).toBeLessThan(0.01)
  await page.getByText('Mã QR đã hết hạn').waitFor()
  await takePicture(page, 'qr-over')
  expect(await axeProblems(page)).toEqual([])
  await page.getByRole('button', { name: 'Tạo mã mới' }).click()
  await page.getByText(/Mã QR hết hạn sau 0[45]:\d\d/).waitFor()
})

test('cancelling asks for confirmation, cancels the order and releases its stock', async () => {
  const before = await stockOf(shop.db, item.item_id)
  const { visit, code } = await atTheQrCode({ width: 390, height: 844 })
  const { page } = visit
  expect(await stockOf(shop.db, item.item_id)).toBe(before - 1)
  await page.getByRole('link', { name: 'Hủy đơn hàng' }).click()
  await page.getByRole('dialog', { name: 'Hủy đơn hàng?' }).waitFor()
  await takeWindow(page, 'transfer-give-up')
  expect(await axeProblems(page)).toEqual([])
  await page.getByRole('link', { name: 'Tiếp tục chuyển khoản' }).click()
  await page.getByRole('link', { name: 'Hủy đơn hàng' }).click()
  await page.getByRole('button', { name: 'Hủy đơn hàng' }).click()
  await page.getByText('ĐƠN HÀNG ĐÃ HỦY').waitFor()
  expect((await orderOf(shop.db, code)).state).toBe('cancelled')
  expect(await stockOf(shop.db, item.item_id)).toBe(before)
  // A step back does not show the same order once more.
  await page.goBack()
  await page.waitForURL('**/cart')
})

test('changing to cash on delivery', async () => {
  const { visit, code } = await atTheQrCode({ width: 1440, height: 900 })
  const { page } = visit
  await page.getByRole('link', { name: 'Hủy đơn hàng' }).click()
  await page.getByRole('button', { name: 'Đổi sang thanh toán khi nhận hàng' }).click()
  await page.waitForURL('**/cart/success/cod*')
  expect(await orderOf(shop.db, code)).toMatchObject({ state: 'pending', payment_method: 'cod' })
})

test.each([
  ['Chuyển thiếu 1.000đ', /còn thiếu 1\.000đ/],
  ['Chuyển thừa 1.000đ', /nhận đủ .* Cửa hàng nhận thừa 1\.000đ/],
  ['Vào tài khoản khác', /vào một tài khoản khác/],
])('%s: the page shows what was received', async (button, pattern) => {
  const { visit } = await atTheQrCode({ width: 390, height: 844 })
  const bank = await atTheBank(visit)
  await bank.getByText('Tình huống khác').click()
  await bank.getByRole('button', { name: button }).click()
  await bank.getByText('Cửa hàng đáp 200').waitFor()
  await visit.page.bringToFront()
  const message = visit.page.getByText(pattern)
  await expect.poll(() => message.isVisible(), { timeout: 10_000 }).toBe(true)
})

test('a late payment, a second payment and a forged message', async () => {
  const { visit, code } = await atTheQrCode({ width: 1440, height: 900 })
  const { page } = visit
  const bank = await atTheBank(visit)
  const sheet = await bank.locator('form.pay').boundingBox()
  expect((sheet?.x ?? 0) + (sheet?.width ?? 0) / 2).toBeCloseTo(720, -1)
  await bank.getByText('Tình huống khác').click()
  await bank.getByRole('button', { name: 'Tin giả (sai chữ ký)' }).click()
  await bank.getByText('Cửa hàng đáp 401').waitFor()
  expect((await orderOf(shop.db, code)).state).toBe('awaiting_payment')
  await bank.getByText('Tình huống khác').click()
  await bank.getByRole('button', { name: 'Chuyển trễ (đơn hết hạn trước)' }).click()
  await bank.getByText('Cửa hàng đáp 200').waitFor()
  await page.bringToFront()
  await page.getByText('ĐẶT HÀNG THÀNH CÔNG').waitFor()
  await bank.getByRole('button', { name: 'Chuyển khoản', exact: true }).click()
  await bank.getByText('Cửa hàng đáp 200').waitFor()
  await page.bringToFront()
  await page.getByText(/Cửa hàng nhận thừa/).waitFor()
  await takePicture(page, 'transfer-double')
})

test('without scripts: the page shows the code, and a button asks for the state of the payment', async () => {
  const { visit } = await atTheQrCode({ javascript: false })
  const { page } = visit
  await page.getByRole('img', { name: /^Mã VietQR chuyển/ }).waitFor()
  expect(await page.getByText(/Mã QR hết hạn sau/).isVisible()).toBe(false)
  await takePicture(page, 'bank-transfer-no-script')
  await page.getByRole('button', { name: 'Tôi đã thanh toán' }).click()
  await page.getByText(/Cửa hàng chưa nhận được tiền/).waitFor()
  const bank = await atTheBank(visit)
  await bank.getByRole('button', { name: 'Chuyển khoản', exact: true }).click()
  await page.getByRole('button', { name: 'Tôi đã thanh toán' }).click()
  await page.getByText('ĐẶT HÀNG THÀNH CÔNG').waitFor()
})

test('only staff see payments that do not match', async () => {
  const { visit, code } = await atTheQrCode({ width: 1440, height: 900 })
  const bank = await atTheBank(visit)
  await bank.getByText('Tình huống khác').click()
  await bank.getByRole('button', { name: 'Chuyển thiếu 1.000đ' }).click()
  await bank.getByText('Cửa hàng đáp 200').waitFor()
  await sql`
    update payment set held_since = now() from sales_order o
    where o.order_id = payment.order_id and o.code = ${code}`.execute(shop.db)
  const { page: stranger, context } = await shop.visit()
  await stranger.goto('/noi-bo/doi-soat')
  expect(new URL(stranger.url()).pathname).toBe('/noi-bo/dang-nhap')
  await enterAsStaff(context, shop.url)
  await stranger.goto('/noi-bo/doi-soat')
  await stranger.getByRole('heading', { name: /^Chờ xử lý \(/ }).waitFor()
  await stranger.getByRole('heading', { name: /đang giữ để kiểm tra \(1\)/ }).waitFor()
  await takePicture(stranger, 'payment-review')
  expect(await axeProblems(stranger)).toEqual([])
  const row = stranger.getByRole('row', { name: new RegExp(code) }).first()
  await row.getByRole('button', { name: 'Nhận cho đơn hàng' }).click()
  await row.getByText('Đã nhận cho đơn hàng').waitFor()
  expect((await orderOf(shop.db, code)).state).toBe('pending')
})

/** Makes an order and goes to its QR popup. */
async function atTheQrCode(options: VisitOptions): Promise<{ visit: Visit; code: string }> {
  const visit = await shop.visit(options)
  const { page } = visit
  await putInCart(visit, item.item_id)
  await goToPaymentInfo(visit)
  // The address form has journeys of its own.
  const headers = { 'sec-fetch-site': 'same-origin' }
  const answer = await visit.context.request.post('/api/cart/v1/quote/address', {
    headers,
    data: home_address,
  })
  expect(answer.ok()).toBe(true)
  await visit.open('/cart/payment')
  await page.getByRole('radio', { name: /Chuyển khoản ngân hàng qua mã QR/ }).check()
  await page.getByRole('button', { name: 'Thanh toán', exact: true }).click()
  await page.waitForURL('**/cart/bank-transfer-info*')
  await page.getByRole('img', { name: /^Mã VietQR chuyển/ }).waitFor()
  return { visit, code: new URL(page.url()).searchParams.get('code') ?? '' }
}

/** Opens the test bank in its own window, with the data of the QR code. */
async function atTheBank({ page, context }: Visit): Promise<Page> {
  const [bank] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: 'Mở ngân hàng thử' }).click(),
  ])
  await bank.getByText('Tình huống khác').waitFor()
  return bank
}

/** Reads the QR code from a screenshot, as a phone's camera would. */
async function qrOnScreen(page: Page): Promise<string | null> {
  const shot = await page.getByRole('img', { name: /^Mã VietQR chuyển/ }).screenshot()
  const { data, width, height } = await page.evaluate(async (base64) => {
    const picture = new Image()
    picture.src = `data:image/png;base64,${base64}`
    await picture.decode()
    const canvas = document.createElement('canvas')
    canvas.width = picture.width
    canvas.height = picture.height
    const context_2d = canvas.getContext('2d')
    context_2d?.drawImage(picture, 0, 0)
    const pixels = context_2d?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
    return { data: [...pixels], width: canvas.width, height: canvas.height }
  }, shot.toString('base64'))
  return readQrPicture(new Uint8ClampedArray(data), width, height)
}
