import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeProblems } from '#test/support/axe.ts'
import { journey } from '#test/support/journey.ts'
import { takeWindow } from '#test/support/screens.ts'

const shop = journey()
const widths = [320, 390, 820, 1440]
const sized = (width: number) => ({ width, height: width < 800 ? 844 : 900, touch: width < 800 })

/** The edges of the first element that matches; null if none is shown. */
async function boxOf(page: Page, selector: string) {
  const shown = page.locator(selector).filter({ visible: true })
  return (await shown.count()) === 0 ? null : shown.first().boundingBox()
}

test.each([390, 1440])(
  'the province dialog starts in its search, and Enter takes what is found, at %i',
  async (width) => {
    const { page, open } = await shop.visit(sized(width))
    await open('/dien-thoai')
    const button = page.getByRole('link', { name: /Xem giá tại/ }).filter({ visible: true })
    await button.first().click()
    await page.getByRole('dialog', { name: 'Chọn tỉnh, thành phố' }).waitFor()
    await page.keyboard.type('da nang')
    await page.getByRole('button', { name: /Đà Nẵng/ }).waitFor()
    expect(await page.getByPlaceholder('Nhập tên tỉnh, thành phố').inputValue()).toBe('da nang')
    await page.keyboard.press('Enter')
    await page.getByText('Đã chuyển sang giá và tồn kho tại Đà Nẵng.').waitFor()
    await button.filter({ hasText: 'Đà Nẵng' }).first().waitFor()
  },
)

test('in the province dialog arrow keys go through the list, and one Escape closes it', async () => {
  const { page, open } = await shop.visit(sized(1440))
  await open('/dien-thoai')
  const link = page.getByRole('link', { name: /Xem giá tại/ }).filter({ visible: true })
  const dialog = page.getByRole('dialog', { name: 'Chọn tỉnh, thành phố' })
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  await link.first().click()
  await dialog.waitFor()
  await page.keyboard.type('hai')
  await dialog.getByRole('button', { name: /Hải Phòng/ }).waitFor()
  const found = await dialog.getByRole('listitem').allTextContents()
  await page.keyboard.press('ArrowDown')
  expect(await focused()).toBe(found[0])
  await page.keyboard.press('ArrowUp')
  expect(await page.getByPlaceholder('Nhập tên tỉnh, thành phố').inputValue()).toBe('hai')
  expect(await focused()).toBe('')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  expect(await focused()).toContain('Xem giá tại')
})

test('a panel that the pointer and the press ask for is loaded once, so nothing typed is lost', async () => {
  const { page, open } = await shop.visit(sized(390))
  await open('/dien-thoai')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const link = page.getByRole('link', { name: /Xem giá tại/ }).filter({ visible: true })
  await link.first().evaluate((element: HTMLElement) => {
    // React has not rendered between the two, as under a finger.
    element.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))
    element.click()
  })
  await page.getByRole('dialog', { name: 'Chọn tỉnh, thành phố' }).waitFor()
  await page.waitForLoadState('networkidle')
  expect(asked.filter((path) => path.endsWith('/official-provinces'))).toHaveLength(1)
})

test('on a phone the comparison lets the page scroll, and its names stay', async () => {
  const { page, open } = await shop.visit(sized(390))
  const ids = await shop.db
    .selectFrom('slug')
    .where('path', 'in', ['iphone-18-pro-max-256gb', 'galaxy-s26-ultra-12gb-256gb'])
    .where('kind', '=', 'product')
    .select('entity_id')
    .execute()
  await open(`/so-sanh?ids=${ids.map(({ entity_id }) => entity_id).join(',')}`)
  const table = page.getByRole('region', { name: /^Bảng so sánh/ })
  const held = await table.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)
  expect(held).toBeLessThanOrEqual(1)
  await page.mouse.move(200, 600)
  await page.mouse.wheel(0, 900)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(600)
  const names = page.locator('[aria-hidden] > span', { hasText: 'iPhone 18 Pro Max' })
  const header = await boxOf(page, 'header')
  const box = await names.first().boundingBox()
  expect(box?.y).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0) - 1)
  expect(box?.y).toBeLessThan(200)
  // What is beside the window is reached sideways, and the names go with it.
  await table.evaluate((element) => element.scrollTo({ left: 120 }))
  await expect.poll(async () => (await names.first().boundingBox())?.x).toBeLessThan(box?.x ?? 0)
  expect(await axeProblems(page)).toEqual([])
})

test('another colour keeps a gallery: its own main picture and the shared views', async () => {
  const { page, open } = await shop.visit()
  await open('/iphone-18-pro-max-256gb')
  const small = page.getByRole('list', { name: 'Ảnh nhỏ' }).getByRole('listitem')
  const main = page.getByRole('list', { name: 'Ảnh lớn' }).getByRole('img').first()
  const count = await small.count()
  const before = await main.getAttribute('src')
  expect(count).toBeGreaterThan(1)
  await page.getByRole('link', { name: /^Bạc/ }).click()
  await page.waitForURL(/mau=bac/)
  await expect.poll(() => main.getAttribute('src')).not.toBe(before)
  await expect.poll(() => small.count()).toBe(count)
})

test.each(widths)('toasts, header and dialogs never stand on each other, at %i', async (width) => {
  const { page, open } = await shop.visit(sized(width))
  for (const scrolled of [0, 600]) {
    await open('/airpods-pro-3')
    await page.evaluate((top) => scrollTo(0, top), scrolled)
    const add = page.getByRole('button', { name: 'Thêm vào giỏ' }).filter({ visible: true })
    await add.first().click()
    await page.getByText('Đã thêm vào giỏ hàng').waitFor()
    const toast = await boxOf(page, '.toast-corner > div')
    // On a wide screen the buy buttons of the page scroll with it; their copy stays at the bottom.
    const bar = width < 801 ? '[data-buy-bar]' : '[data-wide-buy-bar]'
    for (const other of ['header', 'header + nav', bar]) {
      const below = await boxOf(page, other)
      if (below === null || toast === null) continue
      const is_apart = toast.y >= below.y + below.height || below.y >= toast.y + toast.height
      expect([other, is_apart]).toEqual([other, true])
    }
  }
  await takeWindow(page, 'toast')
  // A dialog hides the toast, which is still there when it is closed.
  await page.evaluate(() => scrollTo(0, 0))
  const province = page.getByRole('link', { name: /Xem giá tại/ }).filter({ visible: true })
  await province.first().click()
  await page.getByRole('dialog', { name: 'Chọn tỉnh, thành phố' }).waitFor()
  expect(await page.getByText('Đã thêm vào giỏ hàng').isVisible()).toBe(false)
  await page.waitForTimeout(5_500)
  await page.keyboard.press('Escape')
  expect(await page.getByText('Đã thêm vào giỏ hàng').isVisible()).toBe(true)
})

test.each([390, 1440])(
  'after „Xem … kết quả“ the first results are in sight, at %i',
  async (width) => {
    const { page, open } = await shop.visit(sized(width))
    await open('/dien-thoai')
    await page.evaluate(() => scrollTo(0, 2_500))
    await page.getByRole('link', { name: /^Bộ lọc/ }).focus()
    await page.keyboard.press('Enter')
    const panel = page.getByRole('dialog', { name: 'Bộ lọc' })
    await panel.getByText('Samsung', { exact: false }).first().click()
    await expect
      .poll(() => panel.getByRole('button', { name: /^Xem \d+ kết quả$/ }).textContent())
      .not.toBe('Xem 124 kết quả')
    await panel.getByRole('button', { name: /^Xem \d+ kết quả$/ }).click()
    await page.waitForURL(/brand=samsung/)
    await expect
      .poll(async () => (await boxOf(page, '#danh-sach article'))?.y ?? -1)
      .toBeGreaterThanOrEqual(54)
    const first = await boxOf(page, '#danh-sach article')
    expect(first?.y).toBeLessThan(0.7 * sized(width).height)
    await takeWindow(page, 'results-in-sight')
  },
)

test.each([820, 1440])('the left column of a product page has no hole, at %i', async (width) => {
  const { page, open } = await shop.visit(sized(width))
  for (const path of [
    '/iphone-18-pro-max-256gb',
    '/airpods-pro-3',
    '/galaxy-s26-ultra-12gb-256gb',
  ]) {
    await open(path)
    const hole = await page.evaluate(() => {
      const faq = document.querySelector('#hoi-dap')?.closest('section')
      const grid = faq?.parentElement?.parentElement
      if (!faq || !grid) return null
      return grid.getBoundingClientRect().bottom - faq.getBoundingClientRect().bottom
    })
    expect([path, (hole ?? 9_999) < 850]).toEqual([path, true])
  }
})
