import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeProblems } from '#test/support/axe.ts'
import { journey } from '#test/support/journey.ts'
import { sidewaysScroll, takePicture, takeWindow } from '#test/support/screens.ts'

const shop = journey()
/** A busy machine renders a new list later than its address changes. */
const longer_timeout = { timeout: 8_000 }
const phone = { width: 390, height: 844, touch: true }

const cards = (page: Page) => page.locator('main article').count()
const total = async (page: Page) =>
  Number(/(\d+) sản phẩm/.exec((await page.locator('h1').textContent()) ?? '')?.[1])

test('a filter narrows the list at once; panel, scroll position and focus stay', async () => {
  const page = await shop.enter('/dien-thoai')
  const all = await total(page)
  await page.getByRole('button', { name: /^Dung lượng RAM/ }).click()
  const panel = page.getByRole('dialog', { name: 'Dung lượng RAM' })
  const before = await page.evaluate(() => scrollY)
  await panel.getByRole('link', { name: /^8 GB/ }).click()
  await page.waitForURL('**/dien-thoai?ram_gb=8')
  await expect.poll(() => total(page), longer_timeout).toBeLessThan(all)
  const with_8_gb = await total(page)
  expect(await panel.isVisible()).toBe(true)
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('8 GB')
  await panel.getByRole('link', { name: /^12 GB/ }).click()
  await page.waitForURL('**/dien-thoai?ram_gb=12,8')
  await expect.poll(() => total(page), longer_timeout).toBeGreaterThan(with_8_gb)
  const with_both = await total(page)
  await panel.getByRole('button', { name: `Xem ${with_both} kết quả` }).click()
  expect(await panel.isVisible()).toBe(false)
  expect(await page.evaluate(() => scrollY)).toBe(before)
  expect(await page.getByText(`${with_both} sản phẩm`, { exact: true }).count()).toBe(2)
  await page.getByRole('link', { name: /^Bỏ lọc Dung lượng RAM 12 GB/ }).click()
  await page.waitForURL('**/dien-thoai?ram_gb=8')
  await page.goBack()
  await page.waitForURL('**/dien-thoai?ram_gb=12,8')
  await expect.poll(() => total(page), longer_timeout).toBe(with_both)
})

test('the panel of all filters updates its count at every tick', async () => {
  const page = await shop.enter('/dien-thoai', phone)
  await page.getByRole('link', { name: 'Bộ lọc' }).click()
  const panel = page.getByRole('dialog', { name: 'Bộ lọc' })
  await panel.getByText('Xiaomi', { exact: false }).click()
  const submit = panel.getByRole('button', { name: /^Xem \d+ kết quả/ })
  await expect.poll(() => submit.textContent(), longer_timeout).toBe('Xem 22 kết quả')
  expect(await axeProblems(page)).toEqual([])
  await takeWindow(page, 'filter-panel')
  await panel.getByText('8 GB', { exact: false }).first().click()
  await expect.poll(() => submit.textContent(), longer_timeout).not.toBe('Xem 22 kết quả')
  const label = (await submit.textContent()) ?? ''
  await submit.click()
  await page.waitForURL('**/dien-thoai?brand=xiaomi&ram_gb=*')
  await expect.poll(() => total(page), longer_timeout).toBe(Number(/\d+/.exec(label)?.[0]))
})

test('a price range is typed or set by the slider', async () => {
  const page = await shop.enter('/dien-thoai')
  await page.getByRole('button', { name: /^Giá/ }).click()
  const panel = page.getByRole('dialog', { name: 'Giá' })
  await panel.getByLabel('Giá từ', { exact: true }).focus()
  const slider = panel.getByRole('slider', { name: 'Giá đến (kéo)' })
  await slider.waitFor()
  await panel.getByLabel('Giá từ', { exact: true }).fill('5000000')
  await slider.press('Home')
  expect(await panel.getByLabel('Giá đến', { exact: true }).inputValue()).not.toBe('')
  await panel.getByLabel('Giá đến', { exact: true }).fill('9000000')
  await panel.getByRole('button', { name: 'Áp dụng khoảng giá' }).click()
  await page.waitForURL('**/dien-thoai?min_price=5000000&max_price=9000000')
  expect(await page.getByRole('link', { name: /^Bỏ lọc Giá/ }).textContent()).toContain(
    '5.000.000đ – 9.000.000đ',
  )
})

test('everything works without JavaScript', async () => {
  const page = await shop.enter('/dien-thoai', { javascript: false })
  await page
    .getByRole('link', { name: /^Apple/ })
    .first()
    .click()
  await page.waitForURL('**/dien-thoai?brand=apple')
  expect(await page.locator('h1').textContent()).toContain('Điện thoại Apple')
  await page.getByRole('link', { name: 'Bộ lọc' }).click()
  await page.waitForURL('**bo_loc=1')
  await page.getByText('256 GB', { exact: false }).first().click()
  await page.getByRole('button', { name: 'Xem kết quả' }).click()
  await page.waitForURL(/\/dien-thoai\?.*storage_gb=256/)
  expect(await page.getByRole('link', { name: /^Bỏ lọc/ }).count()).toBe(2)
  await page.goto('/dien-thoai')
  await page.getByRole('link', { name: /^Xem thêm 20/ }).click()
  await page.waitForURL('**page=2#sp-21')
  expect(await cards(page)).toBe(40)
})

test('“Xem thêm” adds products below and keeps the scroll position', async () => {
  const page = await shop.enter('/dien-thoai')
  const more = page.getByRole('link', { name: /^Xem thêm 20/ })
  await more.hover()
  const before = await page.evaluate(() => scrollY)
  await more.click()
  await expect.poll(() => cards(page), longer_timeout).toBe(40)
  expect(await page.evaluate(() => scrollY)).toBe(before)
})

test('a list redirects to its canonical address', async () => {
  const page = await shop.enter('/dien-thoai?brand=samsung,apple,khong-co&mau=1&utm_source=zalo')
  await page.waitForURL('**/dien-thoai?brand=apple,samsung')
  const brands = page.getByRole('navigation', { name: 'Thương hiệu' })
  expect(await brands.getByRole('link', { name: /bỏ chọn/ }).count()).toBe(2)
  // The row of brands shows what is chosen: it is not said twice.
  expect(await page.getByText('Đang lọc theo').count()).toBe(0)
})

test('a single brand is a page of its own, a combination is not', async () => {
  const visit = await shop.visit()
  const { page } = visit
  const robots = () => page.locator('meta[name=robots]').getAttribute('content')
  const canonical = () => page.locator('link[rel=canonical]').getAttribute('href')
  await visit.open('/dien-thoai?brand=apple')
  expect(await robots()).toBe('index, follow')
  expect(await canonical()).toMatch(/\/dien-thoai\?brand=apple$/)
  expect(await page.title()).toContain('Điện thoại Apple')
  await visit.open('/dien-thoai?brand=apple&ram_gb=8')
  expect(await robots()).toBe('noindex, follow')
  expect(await canonical()).toMatch(/\/dien-thoai$/)
})

test('an empty list says which filter to remove', async () => {
  const page = await shop.enter('/dien-thoai?brand=nokia&ram_gb=12')
  const suggestion = page.getByRole('link', { name: /^Bỏ Dung lượng RAM: 12 GB/ })
  expect(await suggestion.textContent()).toContain('2 sản phẩm')
  await suggestion.click()
  await expect.poll(() => total(page), longer_timeout).toBe(2)
})

test('a need that is swept into sight on a phone leaves the page as wide as the window', async () => {
  const page = await shop.enter('/dien-thoai', { width: 390, height: 844, is_phone: true })
  const needs = page.getByRole('region', { name: 'Chọn theo nhu cầu' }).getByRole('link')
  await needs.last().click()
  await page.waitForURL(/need=/)
  await needs.last().and(page.locator('[aria-current]')).waitFor()
  expect(await sidewaysScroll(page)).toBe(0)
})

test('a search without results shows other products', async () => {
  const page = await shop.enter('/tim-kiem?q=zzzzqqqq')
  expect(await page.locator('h1').textContent()).toContain('Không tìm thấy')
  expect(await cards(page)).toBeGreaterThan(4)
})

test.each([
  ['category-empty', '/dien-thoai?brand=nokia&ram_gb=12'],
  ['filters', '/dien-thoai?bo_loc=1'],
  ['accessories', '/phu-kien'],
  ['tag', '/the-san-pham/dien-thoai-gap'],
  ['brand', '/thuong-hieu/apple'],
])('%s is accessible, at 320 and at 1440', async (name, path) => {
  for (const width of [320, 1440]) {
    const page = await shop.enter(path, { width })
    expect(await sidewaysScroll(page)).toBe(0)
    expect(await axeProblems(page)).toEqual([])
    await takePicture(page, `listing-${name}`)
  }
})
