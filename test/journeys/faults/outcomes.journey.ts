import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { axeProblems } from '#test/support/axe.ts'
import type { Visit, VisitOptions } from '#test/support/browser.ts'
import { home_address } from '#test/support/buyer.ts'
import { journey } from '#test/support/journey.ts'
import { sidewaysScroll, takePicture } from '#test/support/screens.ts'
import { type DemoItem, itemInStock, putBeside, putInCart } from '#test/support/shopping.ts'

const shop = journey({ offers: true })
const phone = { width: 390, height: 844 }
let item: DemoItem

beforeEach(async () => {
  item = await itemInStock(shop.db, 'redmi-note-15-pro-plus-5g-8gb-256gb')
})

/** Orders what is in the cart, paid in this way, by the buttons of the last page only. */
async function order(visit: Visit, method: RegExp): Promise<void> {
  const { page, open, context } = visit
  await open('/cart')
  await page.getByRole('button', { name: /^Mua ngay/ }).click()
  await page.waitForURL('**/cart/payment-info')
  const headers = { 'sec-fetch-site': 'same-origin' }
  const path = '/api/cart/v1/quote/address'
  expect((await context.request.post(path, { headers, data: home_address })).ok()).toBe(true)
  await open('/cart/payment')
  await page.getByRole('radio', { name: method }).check()
  await page.getByRole('button', { name: 'Thanh toán', exact: true }).click()
}

async function ordered(method: RegExp, options: VisitOptions = phone): Promise<Visit> {
  const visit = await shop.visit(options)
  await putInCart(visit, item.item_id)
  await order(visit, method)
  return visit
}

/** What each page of an order must keep: one button that stands out, no step that is not done, no fault of layout. */
async function expectOneState(page: Page, steps: 'done' | 'at_payment' | 'none', name: string) {
  expect(await page.locator('main .button.bg-accent').count()).toBe(1)
  expect(await page.getByText('không trả lại').count()).toBe(0)
  const done = page.getByRole('navigation', { name: 'Các bước đặt hàng' }).getByText('(đã xong)')
  expect(await done.count()).toBe({ done: 3, at_payment: 2, none: 0 }[steps])
  expect(await sidewaysScroll(page)).toBe(0)
  expect(await axeProblems(page)).toEqual([])
  await takePicture(page, `outcome-${name}`)
}

test('waiting and failed payments: the state, one way on, and no step that is not done', async () => {
  const visit = await ordered(/VNPAY/)
  const { page } = visit
  await page.getByText('Tình huống khác').waitFor()
  expect(await page.getByRole('button', { name: 'Ngân hàng từ chối' }).isVisible()).toBe(false)
  expect(await axeProblems(page)).toEqual([])
  await takePicture(page, 'sandbox-provider')
  const provider = page.url()
  const code = /code%3D(DH[\w-]+)/.exec(provider)?.[1] ?? ''
  await visit.open(`/cart/success/vnpay?code=${code}`)
  await page.getByRole('heading', { name: 'ĐƠN HÀNG ĐANG CHỜ THANH TOÁN' }).waitFor()
  await page.getByRole('button', { name: 'Tiếp tục thanh toán' }).waitFor()
  await expectOneState(page, 'at_payment', 'waiting')
  await page.goto(provider)
  await page.getByText('Tình huống khác').click()
  await page.getByRole('button', { name: 'Ngân hàng từ chối' }).click()
  await page.getByRole('heading', { name: 'THANH TOÁN KHÔNG THÀNH CÔNG' }).waitFor()
  await visit.hydrated()
  await page.getByRole('button', { name: 'Thử lại thanh toán' }).waitFor()
  await expectOneState(page, 'at_payment', 'failed')
})

test('a transfer that was too small says what is missing, with the way to pay the rest', async () => {
  const visit = await ordered(/mã QR/)
  const { page, context } = visit
  const [bank] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: 'Mở ngân hàng thử' }).click(),
  ])
  await bank.getByText('Tình huống khác').click()
  await bank.getByRole('button', { name: 'Chuyển thiếu 1.000đ' }).click()
  await bank.getByText('Cửa hàng đáp 200').waitFor()
  const code = new URL(page.url()).searchParams.get('code') ?? ''
  await visit.open(`/cart/success/bank_transfer?code=${code}`)
  await page.getByRole('heading', { name: 'CÒN THIẾU 1.000đ' }).waitFor()
  await expectOneState(page, 'at_payment', 'missing')
  await page.getByRole('link', { name: 'Trả nốt 1.000đ' }).click()
  await page.getByRole('img', { name: /^Mã VietQR chuyển 1\.000đ/ }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/cart/bank-transfer-info')
})

test('a new order tells when it comes, what happens next and what fits; a cancelled one fills the cart again', async () => {
  const visit = await ordered(/khi nhận hàng/)
  const { page } = visit
  await page.getByRole('heading', { name: 'ĐẶT HÀNG THÀNH CÔNG' }).waitFor()
  await visit.hydrated()
  await page
    .getByText(/^(Dự kiến: )?Giao (trước|ngày)/)
    .first()
    .waitFor()
  const next = page.getByRole('region', { name: 'TIẾP THEO LÀ GÌ?' })
  expect(await next.getByRole('listitem').count()).toBe(3)
  const fitting = page.getByRole('region', { name: 'HỢP VỚI ĐƠN HÀNG CỦA BẠN' })
  expect(await fitting.getByRole('listitem').count()).toBeGreaterThanOrEqual(2)
  await expectOneState(page, 'done', 'new')
  await page.getByRole('link', { name: 'Hủy đơn hàng' }).click()
  await page.getByText('Tìm được giá tốt hơn').click()
  await page.getByRole('button', { name: 'Hủy đơn hàng' }).click()
  await page.getByRole('heading', { name: 'ĐƠN HÀNG ĐÃ HỦY' }).waitFor()
  await page.getByText('Bạn đã hủy đơn: Tìm được giá tốt hơn', { exact: true }).waitFor()
  await expectOneState(page, 'none', 'cancelled')
  await page.getByRole('button', { name: 'Đặt lại' }).click()
  await page.waitForURL('**/cart')
  await page
    .getByRole('link', { name: item.name.split(' | ')[0] ?? '' })
    .first()
    .waitFor()
  expect(await page.locator('input[name=item_quantity]').inputValue()).toBe('1')
})

test('a combo line names its main goods, in the cart and in the order', async () => {
  const { rows } = { rows: await comboOf('iphone-18-pro-max-256gb') }
  const [combo] = rows
  expect(combo).toBeDefined()
  const main = await itemInStock(shop.db, 'iphone-18-pro-max-256gb')
  const visit = await shop.visit(phone)
  const { page, open } = visit
  await putInCart(visit, main.item_id)
  await putBeside(visit, combo?.item_id ?? 0, {
    main_product_combo_id: main.item_id,
    combo_item_id: combo?.combo_item_id ?? 0,
  })
  await open('/cart')
  await page.getByText('Mua kèm iPhone 18 Pro Max 256GB', { exact: true }).waitFor()
  await order(visit, /mã QR/)
  await page.getByRole('img', { name: /^Mã VietQR chuyển/ }).waitFor()
  const code = new URL(page.url()).searchParams.get('code') ?? ''
  await open(`/cart/success/bank_transfer?code=${code}`)
  await page.getByText('Mua kèm iPhone 18 Pro Max 256GB', { exact: true }).waitFor()
})

async function comboOf(path: string) {
  const page = await fetch(`${shop.url}/_data/${path}`)
  const { answer } = (await page.json()) as {
    answer: { data: { product: { combos: { item_id: number; combo_item_id: number }[] } } }
  }
  return answer.data.product.combos
}

test('VietQR on the shopper’s own phone: the picture is saved, each field copied, a bank app opened', async () => {
  const visit = await ordered(/mã QR/, { ...phone, touch: true })
  const { page, context } = visit
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const popup = page.getByRole('dialog', { name: 'Quét mã để thanh toán' })
  for (const field of ['ngân hàng', 'số tài khoản', 'chủ tài khoản', 'số tiền', 'nội dung']) {
    await popup.getByRole('button', { name: `Sao chép ${field}` }).click()
    await popup.getByText(`Đã sao chép ${field}`).waitFor({ state: 'attached' })
  }
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    popup.getByRole('button', { name: 'Lưu ảnh mã QR' }).click(),
  ])
  expect(saved.suggestedFilename()).toMatch(/^vietqr-DH[\w-]+\.png$/)
  const png = await readFile(await saved.path())
  expect(png.subarray(1, 4).toString()).toBe('PNG')
  expect(png.readUInt32BE(16)).toBe(720)
  const apps = popup.getByRole('region', { name: 'Mở ứng dụng ngân hàng trên máy này' })
  expect(await apps.getByRole('link').count()).toBe(12)
  expect(await axeProblems(page)).toEqual([])
  // A demo has no account that a bank knows: its own bank opens.
  const [bank] = await Promise.all([
    context.waitForEvent('page'),
    apps.getByRole('link', { name: 'MB Bank' }).click(),
  ])
  await bank.getByRole('button', { name: 'Chuyển khoản', exact: true }).click()
  await bank.getByText('Cửa hàng đáp 200').waitFor()
  await page.bringToFront()
  await page.getByText('ĐẶT HÀNG THÀNH CÔNG').waitFor()
})
