import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeProblems } from '#test/support/axe.ts'
import { journey } from '#test/support/journey.ts'
import { layoutShift, takeWindow } from '#test/support/screens.ts'

const shop = journey()
const field = (page: Page) => page.getByLabel('Tìm kiếm sản phẩm')
const options = (page: Page) => page.getByRole('option')
const suggestions = '**/api/search/v1/suggest?*'

test('half a word without accents finds the product; arrows and Enter open it', async () => {
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

test('Enter searches for the typed words; the history stores them and can be cleared', async () => {
  const page = await shop.enter('/')
  for (const query of ['tai nghe', 'iphone 17']) {
    await field(page).fill(query)
    await options(page).last().waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.searchParams.get('q') === query)
  }
  await field(page).fill('')
  await page.getByRole('option', { name: 'tai nghe', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Xóa “iphone 17” khỏi lịch sử' }).click()
  expect(await page.evaluate(() => localStorage.getItem('searched_words'))).toBe('["tai nghe"]')
  await page.getByRole('button', { name: 'Xóa tất cả' }).click()
  expect(await page.evaluate(() => localStorage.getItem('searched_words'))).toBeNull()
})

test('words that are typed while results are loading stay in the field', async () => {
  const page = await shop.enter('/')
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(/tim-kiem/, async (route) => {
    await released
    await route.continue()
  })
  await field(page).fill('tai nghe')
  await options(page).last().waitFor()
  await page.keyboard.press('Enter')
  await field(page).fill('iphone 17')
  await options(page).last().waitFor()
  release()
  await page.getByRole('heading', { name: /tai nghe/ }).waitFor()
  expect(await field(page).inputValue()).toBe('iphone 17')
  expect(await options(page).count()).toBeGreaterThan(0)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.searchParams.get('q') === 'iphone 17')
  await page.goBack()
  await page.getByRole('heading', { name: /tai nghe/ }).waitFor()
  expect(await field(page).inputValue()).toBe('tai nghe')
})

test('Escape closes and keeps the text; Home and End select first and last; a press outside closes', async () => {
  const page = await shop.enter('/')
  await field(page).fill('iphone')
  // The answer has come: until then the only choice is to search for the word.
  await options(page).filter({ hasText: 'đ' }).first().waitFor()
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

test('a late answer is not shown for a newer query', async () => {
  const { page, open } = await shop.visit()
  let delayed_route: Route | null = null
  await page.route(suggestions, (route) => {
    if (new URL(route.request().url()).searchParams.get('q') !== 'samsung') return route.continue()
    delayed_route = route
  })
  await open('/')
  await field(page).fill('samsung')
  await expect.poll(() => delayed_route !== null).toBe(true)
  await field(page).fill('airpods')
  await options(page).filter({ hasText: 'AirPods' }).first().waitFor()
  await (delayed_route as Route | null)?.continue().catch(() => undefined)
  await page.waitForTimeout(300)
  expect(await options(page).filter({ hasText: 'AirPods' }).count()).toBeGreaterThan(0)
})

test('an answer that comes late leaves the chosen suggestion chosen', async () => {
  const { page, open } = await shop.visit()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(suggestions, async (route) => {
    if (new URL(route.request().url()).searchParams.get('q') === 'iphone') await released
    await route.continue()
  })
  await open('/')
  await field(page).fill('iphone')
  const all = page.getByRole('option', { name: /Xem tất cả kết quả cho “iphone”/ })
  await all.waitFor()
  await page.keyboard.press('ArrowUp')
  expect(await all.getAttribute('aria-selected')).toBe('true')
  release()
  await options(page).filter({ hasText: 'đ' }).first().waitFor()
  expect(await all.getAttribute('aria-selected')).toBe('true')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/tim-kiem\?q=iphone/)
})

test('keys of an input method are ignored while it composes', async () => {
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

test('without suggestions the words can still be searched for', async () => {
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
  'open suggestions are accessible and shift no layout: %s',
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

test('suggestions that come late move nothing under the finger', async () => {
  const { page, hydrated } = await shop.visit({ width: 390, height: 844, touch: true })
  await page.route(suggestions, async (route) => {
    await page.waitForTimeout(900)
    await route.continue().catch(() => undefined)
  })
  await layoutShift(page, '/')
  await hydrated()
  await field(page).pressSequentially('ip 17', { delay: 30 })
  await options(page).filter({ hasText: 'iPhone 17' }).first().waitFor()
  expect(await page.evaluate(() => window.layout_shift)).toBeLessThanOrEqual(0.01)
})

test('suggestions for more letters that come late move nothing either', async () => {
  const { page, hydrated } = await shop.visit({ width: 390, height: 844, touch: true })
  await layoutShift(page, '/')
  await hydrated()
  await field(page).pressSequentially('sam')
  await options(page).filter({ hasText: 'đ' }).first().waitFor()
  await page.route(suggestions, async (route) => {
    await page.waitForTimeout(900)
    await route.continue().catch(() => undefined)
  })
  const shown = await options(page).allTextContents()
  await field(page).pressSequentially('sung s26')
  await page.getByRole('option', { name: /Xem tất cả kết quả cho “samsung s26”/ }).waitFor()
  await options(page).filter({ hasText: 'S26' }).filter({ hasText: 'đ' }).first().waitFor()
  await page.waitForTimeout(1_500)
  expect(await options(page).allTextContents()).not.toEqual(shown)
  expect(await page.evaluate(() => window.layout_shift)).toBeLessThanOrEqual(0.01)
})

test('on a phone the arrow at the left closes the suggestions', async () => {
  const page = await shop.enter('/', { width: 390, height: 844, touch: true })
  await field(page).click()
  await field(page).fill('iphone')
  await options(page).first().waitFor()
  await page.getByRole('button', { name: 'Đóng tìm kiếm' }).click()
  await options(page).first().waitFor({ state: 'detached' })
  expect(await field(page).inputValue()).toBe('iphone')
})
