import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { journey } from '#test/support/journey.ts'

const shop = journey()
const slides = (page: Page) => page.getByRole('region', { name: 'Nổi bật' })
const current = (page: Page) => slides(page).locator('[aria-current=true]').first().textContent()
const seen = (page: Page) => page.getByRole('list', { name: 'Sản phẩm đã xem' })

test('slides change after 7 s, stop by the button, and change by arrow keys and tabs', async () => {
  const page = await shop.enter('/', { motion: true })
  const first = await current(page)
  await expect.poll(() => current(page), { timeout: 10_000 }).not.toBe(first)
  const tabs = slides(page).locator('button[aria-current], li > button')
  await slides(page).getByRole('button', { name: 'Dừng tự chuyển' }).click()
  await tabs.first().click()
  await expect.poll(() => current(page)).toBe(first)
  await page.mouse.move(5, 5)
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await page.waitForTimeout(8_000)
  expect(await current(page)).toBe(first)
  await tabs.first().focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => current(page)).not.toBe(first)
})

test('with reduced motion the slides do not move', async () => {
  const page = await shop.enter('/')
  const first = await current(page)
  await page.waitForTimeout(8_000)
  expect(await current(page)).toBe(first)
})

test('the first slide is preloaded; the page can be read without JavaScript', async () => {
  const page = await shop.enter('/', { javascript: false })
  const preloads = page.locator('link[rel=preload][as=image]')
  expect(await preloads.count()).toBeGreaterThan(0)
  await page.getByRole('heading', { name: 'Tư vấn chọn mua' }).waitFor()
  await page.getByRole('heading', { name: 'Đang giảm sâu' }).waitFor()
  expect(await seen(page).count()).toBe(0)
})

test('on a phone the home page is less than 7,000 pixels long, and every row that is swept shows a part of what follows', async () => {
  const { page, open } = await shop.visit({ width: 390, height: 844 })
  await open('/')
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  expect(height).toBeLessThan(7_000)
  const rows = await page.locator('main ul, main ol').evaluateAll((lists) =>
    lists
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 8)
      .map((list) => {
        const edge = list.getBoundingClientRect().right
        const cut = [...list.children].filter((child) => {
          const { left, right } = child.getBoundingClientRect()
          return left < edge - 12 && right > edge + 12
        })
        return [list.getAttribute('aria-label'), cut.length > 0]
      }),
  )
  expect(rows.length).toBeGreaterThan(6)
  // A slide fills its window: tabs below it name the others.
  expect(rows.filter(([name, is_cut]) => name !== null && is_cut !== true)).toEqual([])
})

test('viewed products are shown on the home page until the history is cleared', async () => {
  const { page, open } = await shop.visit()
  await open('/')
  const ids = await page.evaluate(async () => {
    const answer = await fetch('/api/search/v1/products?q=airpods&size=2')
    const { data } = (await answer.json()) as { data: { products: { product_id: number }[] } }
    return data.products.map((product) => product.product_id)
  })
  await page.evaluate(
    (stored_ids) => localStorage.setItem('viewed_products', stored_ids),
    JSON.stringify(ids),
  )
  await open('/')
  await page.getByRole('heading', { name: 'Sản phẩm đã xem' }).scrollIntoViewIfNeeded()
  await seen(page).getByRole('link').first().waitFor()
  expect(await seen(page).getByRole('link').count()).toBe(2)
  await page.getByRole('button', { name: 'Xóa lịch sử' }).click()
  await expect.poll(() => seen(page).count()).toBe(0)
})

test('a promotion page that a link opens is never seen without its own styles, however late they come', async () => {
  const page = await shop.enter('/')
  const late_styles = { asked: 0 }
  await page.route('**/assets/landing-*.css', async (route) => {
    late_styles.asked += 1
    await page.waitForTimeout(700)
    await route.continue()
  })
  // Its ground in the first frame that shows it; transparent without its styles.
  const first_ground = page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const look = () => {
          const landing = document.querySelector('.landing')
          if (landing) resolve(getComputedStyle(landing).backgroundColor)
          else requestAnimationFrame(look)
        }
        look()
      }),
  )
  await page.locator('main').evaluate((main) => {
    const link = Object.assign(document.createElement('a'), { href: '/khuyen-mai-8-3' })
    main.append(link)
    link.click()
  })
  expect(await first_ground).toMatch(/^rgb\(/)
  expect(late_styles.asked).toBe(1)
  await page.getByRole('heading', { level: 1, name: 'Thương là' }).waitFor()
})
