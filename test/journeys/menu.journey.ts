import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeProblems } from '#test/support/axe.ts'
import { journey } from '#test/support/journey.ts'

const shop = journey()
const button = (page: Page) =>
  page.getByRole('banner').getByRole('link', { name: 'Danh mục', exact: true })
const menu = (page: Page) => page.getByRole('dialog', { name: 'Danh mục sản phẩm' })

test('by keyboard: Enter opens, arrows move, Escape closes and restores the focus', async () => {
  const page = await shop.enter('/')
  await button(page).focus()
  await page.keyboard.press('Enter')
  await menu(page).waitFor()
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  await expect.poll(focused).toBe('Điện thoại')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  expect(await focused()).toBe('Laptop')
  await page.keyboard.press('ArrowRight')
  expect(await menu(page).getByRole('heading', { name: 'Thương hiệu' }).count()).toBe(1)
  await page.keyboard.press('ArrowLeft')
  expect(await focused()).toBe('Laptop')
  expect(await axeProblems(page)).toEqual([])
  await page.keyboard.press('Escape')
  await menu(page).waitFor({ state: 'detached' })
  expect(await focused()).toBe('Danh mục')
})

test('by mouse: hovering opens, leaving closes; a press keeps it open, another closes it', async () => {
  const page = await shop.enter('/')
  await button(page).hover()
  await menu(page).waitFor()
  await page.mouse.move(700, 890)
  await menu(page).waitFor({ state: 'detached' })
  await button(page).hover()
  await menu(page).waitFor()
  await button(page).click()
  await page.mouse.move(700, 890)
  await page.waitForTimeout(500)
  expect(await menu(page).count()).toBe(1)
  await button(page).click()
  expect(await menu(page).count()).toBe(0)
})

test('a link of the menu is followed and closes the menu', async () => {
  const page = await shop.enter('/')
  await button(page).click()
  await menu(page).getByRole('link', { name: 'Laptop', exact: true }).hover()
  await menu(page).getByRole('link', { name: 'Lenovo', exact: true }).click()
  await page.waitForURL(/\/laptop\?brand=lenovo/)
  await expect.poll(() => menu(page).count()).toBe(0)
})

test('below the categories it leads to the services, the campaigns and the news', async () => {
  const page = await shop.enter('/')
  await button(page).click()
  const row = (name: string) => menu(page).getByRole('link', { name, exact: true }).first()
  await row('Tin công nghệ').hover()
  await menu(page).getByRole('heading', { name: 'Chuyên mục' }).waitFor()
  expect(await axeProblems(page)).toEqual([])
  await row('Khuyến mãi').hover()
  await menu(page).getByRole('link', { name: 'Xả hàng trưng bày' }).waitFor()
  await row('Sửa chữa').hover()
  await menu(page).getByRole('link', { name: 'Sửa chữa laptop' }).click()
  await page.waitForURL(/\/dich-vu\/sua-chua-laptop$/)
})

test('if the menu cannot be fetched, the link leads to its page', async () => {
  const visit = await shop.visit()
  await visit.page.route('**/api/catalog/v1/menu?*', (route) => route.abort())
  await visit.open('/')
  await button(visit.page).click()
  await visit.page.waitForURL(/\/danh-muc$/)
  expect(await visit.page.getByRole('heading', { level: 1 }).textContent()).toBe('Tất cả danh mục')
  visit.forgive(/catalog\/v1\/menu|ERR_FAILED/)
})

test('without JavaScript the link leads to all categories', async () => {
  const page = await shop.enter('/', { javascript: false })
  await button(page).click()
  await page.waitForURL(/\/danh-muc$/)
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Tất cả danh mục')
})

test('a tab that began at the cart gets header and footer when it goes to another page', async () => {
  const page = await shop.enter('/cart')
  await page.getByRole('link', { name: /về trang chủ/ }).click()
  await page.getByText('Tổng đài hỗ trợ miễn phí').waitFor()
  expect(await page.getByRole('contentinfo').count()).toBe(1)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Hệ thống cửa hàng' }).click()
  await page.waitForURL(/he-thong-cua-hang/)
})
