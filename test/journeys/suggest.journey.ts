import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeProblems } from '#test/support/axe.ts'
import { journey } from '#test/support/journey.ts'
import { layoutShift, takeWindow } from '#test/support/screens.ts'

const shop = journey()
const field = (page: Page) => page.getByLabel('Tìm kiếm sản phẩm')
const options = (page: Page) => page.getByRole('option')
const suggestions = '**/api/search/v1/suggest?*'

test('half a word without accents finds the goods; arrows and Enter lead there', async () => {
  const page = await shop.enter('/')
  await field(page).pressSequentially('galaxy s26 ul', { delay: 30 })
  const product = options(page).filter({ hasText: 'Galaxy S26 Ultra' }).filter({ hasText: 'đ' })
  await product.first().waitFor()
  expect(await field(page).getAttribute('aria-expanded')).toBe('true')
  expect(await product.first().locator('mark').allTextContents()).toEqual(['Galaxy', 'S26', 'Ul'])
  const wanted = await product.first().getAttribute('id')
  const activeId = () => field(page).getAttribute('aria-activedescendant')
  for (let presses = 0; (await activeId()) !== wanted && presses < 20; presses++) {
    await page.keyboard.press('ArrowDown')
  }
  expect(await activeId()).toBe(wanted)
  await page.keyboard.press('Enter')
  await page.waitForURL(/galaxy-s26-ultra/)
  expect(await options(page).count()).toBe(0)
})

test('Enter searches for the words as they are; they are remembered and can be removed', async () => {
  const page = await shop.enter('/')
  for (const words of ['tai nghe', 'iphone 17']) {
    await field(page).fill(words)
    await options(page).last().waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.searchParams.get('q') === words)
  }
  await field(page).fill('')
  await page.getByRole('option', { name: 'tai nghe', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Xóa “iphone 17” khỏi lịch sử' }).click()
  expect(await page.evaluate(() => localStorage.getItem('searched_words'))).toBe('["tai nghe"]')
  await page.getByRole('button', { name: 'Xóa tất cả' }).click()
  expect(await page.evaluate(() => localStorage.getItem('searched_words'))).toBeNull()
})

test('Escape closes and keeps the words; Home and End go to the ends; a press beside closes', async () => {
  const page = await shop.enter('/')
  await field(page).fill('iphone')
  await options(page).last().waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('End')
  expect(await options(page).last().getAttribute('aria-selected')).toBe('true')
  await page.keyboard.press('Home')
  expect(await options(page).first().getAttribute('aria-selected')).toBe('true')
  await page.keyboard.press('Escape')
  expect(await options(page).count()).toBe(0)
  expect(await field(page).inputValue()).toBe('iphone')
  await page.keyboard.press('ArrowDown')
  await options(page).first().waitFor()
  await page.mouse.click(20, 600)
  await options(page).first().waitFor({ state: 'detached' })
})

test('an answer that comes late is not shown for newer words', async () => {
  const { page, open } = await shop.visit()
  let held: Route | null = null
  await page.route(suggestions, (route) => {
    if (new URL(route.request().url()).searchParams.get('q') !== 'samsung') return route.continue()
    held = route
  })
  await open('/')
  await field(page).fill('samsung')
  await expect.poll(() => held !== null).toBe(true)
  await field(page).fill('airpods')
  await options(page).filter({ hasText: 'AirPods' }).first().waitFor()
  await (held as Route | null)?.continue().catch(() => undefined)
  await page.waitForTimeout(300)
  expect(await options(page).filter({ hasText: 'AirPods' }).count()).toBeGreaterThan(0)
})

test('while an input method composes, its keys are its own', async () => {
  const page = await shop.enter('/')
  await field(page).fill('dien thoai')
  await options(page).first().waitFor()
  const compose = (key: string) =>
    field(page).dispatchEvent('keydown', { key, isComposing: true, bubbles: true })
  await compose('ArrowDown')
  expect(await field(page).getAttribute('aria-activedescendant')).toBeNull()
  await compose('Escape')
  expect(await options(page).count()).toBeGreaterThan(0)
  expect(await field(page).inputValue()).toBe('dien thoai')
})

test('without an answer the words can still be searched for', async () => {
  const visit = await shop.visit()
  await visit.page.route(suggestions, (route) => route.abort())
  await visit.open('/')
  await field(visit.page).fill('iphone')
  await visit.page.getByRole('option', { name: /Xem tất cả kết quả cho “iphone”/ }).click()
  await visit.page.waitForURL(/\/tim-kiem\?q=iphone/)
  expect(await field(visit.page).inputValue()).toBe('iphone')
  visit.forgive(/suggest|ERR_FAILED/)
})

test('without JavaScript the field is a plain form', async () => {
  const page = await shop.enter('/', { javascript: false })
  await field(page).fill('iphone')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/tim-kiem\?q=iphone/)
  expect(await field(page).inputValue()).toBe('iphone')
})

test.each([
  ['phone', 390, 844],
  ['desktop', 1440, 900],
] as const)(
  'open suggestions are for everybody and move nothing: %s',
  async (_name, width, height) => {
    const visit = await shop.visit({ width, height, touch: width < 800 })
    const { page } = visit
    expect(await layoutShift(page, '/')).toBeLessThanOrEqual(0.01)
    await visit.hydrated()
    await page.evaluate(() => localStorage.setItem('searched_words', '["tai nghe","iphone 17"]'))
    await field(page).click()
    await options(page).first().waitFor()
    expect(await axeProblems(page)).toEqual([])
    await takeWindow(page, 'suggest-history')
    await field(page).pressSequentially('ip 17', { delay: 30 })
    await options(page).filter({ hasText: 'iPhone 17' }).first().waitFor()
    expect(await axeProblems(page)).toEqual([])
    await takeWindow(page, 'suggest')
    expect(await page.evaluate(() => window.layout_shift)).toBeLessThanOrEqual(0.01)
  },
)

test('a phone leaves the suggestions by the arrow at the left', async () => {
  const page = await shop.enter('/', { width: 390, height: 844, touch: true })
  await field(page).click()
  await field(page).fill('iphone')
  await options(page).first().waitFor()
  await page.getByRole('button', { name: 'Đóng tìm kiếm' }).click()
  await options(page).first().waitFor({ state: 'detached' })
  expect(await field(page).inputValue()).toBe('iphone')
})
