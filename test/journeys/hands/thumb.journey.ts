import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { journey } from '#test/support/journey.ts'
import { itemInStock, orderOf, shopper } from '#test/support/shopping.ts'

const shop = journey()
const product = '/iphone-18-pro-max-256gb'
/** WCAG 2.5.8. What buys is at least as large as a thumb needs: 44. */
const smallest = 24
const thumb = 44

test('the whole purchase with a thumb only', async () => {
  const wanted = await itemInStock(shop.db, product.slice(1))
  const page = await shop.enter('/', { width: 390, height: 844, is_phone: true })
  await tap(page.getByRole('navigation', { name: 'Điều hướng nhanh' }).getByText('Danh mục'))
  await page.waitForURL('**/danh-muc')
  await page.getByRole('heading', { level: 1, name: 'Tất cả danh mục' }).waitFor()
  await tap(page.locator('main').getByRole('link', { name: 'Điện thoại', exact: true }))
  await page.waitForURL('**/dien-thoai')
  await page.getByRole('heading', { level: 1, name: /Điện thoại/ }).waitFor()
  await tap(page.locator(`main a[href="${product}"]`).first())
  await page.waitForURL(`**${product}`)
  await tap(page.getByRole('region', { name: 'Màu sắc' }).getByText(wanted.color_name).last())
  await page.getByText(`Màu sắc: ${wanted.color_name}`).waitFor()
  await tap(page.getByRole('button', { name: /^MUA NGAY/ }), thumb)
  await page.waitForURL('**/cart')
  await tap(page.getByRole('button', { name: 'Mua ngay (1)' }), thumb)
  await page.waitForURL('**/cart/payment-info')
  await type(page, 'Họ và tên', shopper.name)
  await type(page, 'Số điện thoại', shopper.phone)
  await tap(page.getByRole('button', { name: 'Tiếp tục' }), thumb)
  await page.getByRole('button', { name: 'Sửa thông tin khách hàng' }).waitFor()
  await type(page, 'Phường / Xã', shopper.ward_name)
  await type(page, 'Số nhà, tên đường', shopper.street)
  await tap(page.getByRole('button', { name: 'Tiếp tục' }), thumb)
  await page.waitForURL('**/cart/payment')
  await tap(page.getByRole('button', { name: 'Thanh toán', exact: true }), thumb)
  await page.waitForURL('**/cart/success/cod*')
  await page.getByText('ĐẶT HÀNG THÀNH CÔNG').waitFor()
  const order = await orderOf(shop.db, new URL(page.url()).searchParams.get('code') ?? '')
  expect(order).toMatchObject({ state: 'pending', lines: [{ item_id: wanted.item_id }] })
})

/** Taps the middle of what is pressed, which must be large enough and lie under nothing else. */
async function tap(target: Locator, least = smallest): Promise<void> {
  const page = target.page()
  await target.waitFor()
  const { x, y, width, height, is_free } = await target.evaluate((element) => {
    element.scrollIntoView({ block: 'center', behavior: 'instant' })
    const pressed = element.closest('a, button, label') ?? element
    const { x, y, width, height } = element.getBoundingClientRect()
    const seen = document.elementFromPoint(x + width / 2, y + height / 2)
    const box = pressed.getBoundingClientRect()
    const is_free = seen !== null && (pressed.contains(seen) || seen.contains(pressed))
    return { x: x + width / 2, y: y + height / 2, width: box.width, height: box.height, is_free }
  })
  expect([String(target), is_free, width >= least, height >= least]).toEqual([
    String(target),
    ...[true, true, true],
  ])
  await page.touchscreen.tap(x, y)
}

/** Taps a field and types, as the keyboard of a phone does: it comes up a moment later, and takes no letter before. */
async function type(page: Page, label: string, words: string): Promise<void> {
  const field = page.getByLabel(label, { exact: true })
  await tap(field, thumb)
  await page.waitForTimeout(500)
  await page.keyboard.type(words)
  await expect.poll(() => field.inputValue()).toBe(words)
}
