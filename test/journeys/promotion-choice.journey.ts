import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { formatDong } from '#pure/money.ts'
import { axeProblems } from '#test/support/axe.ts'
import { journey } from '#test/support/journey.ts'
import { sidewaysScroll, takePicture } from '#test/support/screens.ts'
import {
  fillHomeAddress,
  goToPayment,
  itemInStock,
  orderOf,
  pay,
  shopper,
} from '#test/support/shopping.ts'

const shop = journey({ offers: true })
const phone = 'iphone-17-pro-max-256gb'
const charger = 'Tặng củ sạc Apple 40W'
const cable = 'Tặng cáp Apple USB-C 60W 1m'

const group = (page: Page) =>
  page.getByRole('group', { name: 'Nhận thêm 1 trong các khuyến mãi sau' }).first()
const gifts = (page: Page) =>
  page.getByRole('listitem').filter({ hasText: 'Quà tặng' }).filter({ hasText: '0đ' })

test.each([
  ['with scripts', { width: 1440 }, shopper],
  [
    'without scripts',
    { width: 390, height: 844, javascript: false },
    { ...shopper, phone: '0912 345 102' },
  ],
])('a gift is chosen, carried, changed and ordered: %s', async (way, options, buyer) => {
  const visit = await shop.visit(options)
  const { page, open } = visit
  const look = async (name: string) => {
    if (way === 'without scripts') return
    expect(await axeProblems(page)).toEqual([])
    expect(await sidewaysScroll(page)).toBe(0)
    await takePicture(page, name)
  }
  await open(`/${phone}`)
  await visit.hydrated()
  expect(await group(page).getByLabel(charger).isChecked()).toBe(true)
  await group(page).getByLabel(charger).focus()
  await page.keyboard.press('ArrowDown')
  expect(await group(page).getByLabel(cable).isChecked()).toBe(true)
  await look('promotion-choice')
  await page
    .getByRole('button', { name: /^MUA NGAY/ })
    .first()
    .click()
  await page.waitForURL('**/cart')
  await visit.hydrated()
  await gifts(page).getByText('Cáp Apple USB-C').waitFor()
  await page.getByText('Đổi', { exact: true }).click()
  expect(await group(page).getByLabel(cable).isChecked()).toBe(true)
  await look('promotion-choice-cart')
  await group(page).getByLabel(charger).check()
  const goods = page.getByRole('region', { name: 'Sản phẩm trong giỏ' })
  await goods.getByRole('button', { name: 'Áp dụng' }).click()
  await gifts(page).getByText('Củ sạc Apple 40W Dynamic').waitFor()
  expect(await gifts(page).count()).toBe(1)
  await page.getByRole('button', { name: 'Mua ngay (1)' }).click()
  await page.waitForURL('**/cart/payment-info')
  await fillHomeAddress(page, buyer)
  await goToPayment(page)
  const code = await pay(page)
  const { lines } = await orderOf(shop.db, code)
  expect(lines.map(({ line_total }) => line_total)).toEqual([35_990_000, 0])
  expect(lines[1]?.name).toContain('Củ sạc Apple 40W Dynamic')
})

test('a discount or a gift: the cart has the price of the chosen promotion', async () => {
  const galaxy = 'galaxy-s26-ultra-12gb-256gb'
  const item = await itemInStock(shop.db, galaxy)
  const visit = await shop.visit({ width: 390, height: 844, touch: true })
  const { page, open } = visit
  await open(`/${galaxy}`)
  await visit.hydrated()
  await group(page)
    .getByText(/^Giá bên trên đã gồm “Giảm ngay 500.000đ”/)
    .waitFor()
  await takePicture(page, 'promotion-choice-price')
  await group(page).getByLabel('Tặng củ sạc UGREEN Nexode 65W').check()
  await page
    .getByRole('button', { name: /^MUA NGAY/ })
    .first()
    .click()
  await page.waitForURL('**/cart')
  const line = page
    .getByRole('listitem')
    .filter({ hasText: item.name })
    .filter({ has: page.getByRole('button', { name: /^Xóa/ }) })
  expect(await line.first().textContent()).toContain(formatDong(item.sale_price))
  expect(await page.getByText('Giá đã thay đổi').count()).toBe(0)
  await gifts(page).getByText('Củ sạc UGREEN Nexode 65W').waitFor()
  await shop.db
    .updateTable('promotion')
    .set({ is_active: false })
    .where('name', '=', 'Tặng củ sạc UGREEN Nexode 65W')
    .execute()
  await page.reload()
  await page.getByText('Ưu đãi bạn chọn đã kết thúc.').waitFor()
  expect(await line.first().textContent()).toContain(formatDong(item.sale_price - 500_000))
  expect(await axeProblems(page)).toEqual([])
  await takePicture(page, 'promotion-choice-lost')
})

test('items that are bought together keep the chosen promotion', async () => {
  const visit = await shop.visit({ width: 390, height: 844, touch: true })
  const { page, open } = visit
  await open(`/${phone}`)
  await visit.hydrated()
  await group(page).getByLabel(cable).check()
  await page.getByRole('button', { name: /^Mua \d sản phẩm/ }).click()
  await page.waitForURL('**/cart')
  await gifts(page).getByText('Cáp Apple USB-C').waitFor()
  expect(await gifts(page).count()).toBe(1)
  await page.getByText('Đổi', { exact: true }).click()
  expect(await sidewaysScroll(page)).toBe(0)
  await takePicture(page, 'promotion-choice-cart')
})
