import { afterAll, expect, test } from 'vitest'
import { journey } from '#test/support/journey.ts'
import { doubleText, isInSight, readOn } from '#test/support/screens.ts'

const shop = journey({ host: 'localhost' })

// Known and harmless (decision 186).
const others = () => shop.complaints.filter((line) => !line.includes('Unsupported runtime'))
afterAll(() => void shop.complaints.splice(0, shop.complaints.length, ...others()))

test('the prompt of Google lies above the buttons that buy, at twice the size of text too', async () => {
  const { page, open } = await shop.visit({ width: 390, height: 844, one_tap: true })
  await page.addInitScript(doubleText)
  await open('/airpods-pro-3')
  await readOn(page)
  await page.getByRole('region', { name: 'Đăng nhập nhanh bằng Google' }).waitFor()
  for (const size of ['200%', '100%']) {
    await page.evaluate((wanted) => {
      document.documentElement.style.fontSize = wanted
    }, size)
    for (const name of [/^MUA NGAY/, 'Thêm vào giỏ', 'Đóng']) {
      const button = page.getByRole('button', { name }).last()
      expect([size, String(name), await button.evaluate(isInSight)]).toEqual([
        size,
        String(name),
        true,
      ])
    }
  }
})

const card_name = { name: 'Đăng nhập nhanh bằng Google' }
/** contract §9: it comes 4 s after a page is loaded. */
const after_ms = 4_000

test.each([
  [390, 844],
  [1440, 900],
])('at %i px it waits until the shopper has read on', async (width, height) => {
  const { page, open } = await shop.visit({ width, height, one_tap: true })
  const card = page.getByRole('region', card_name)
  await open('/dien-thoai')
  await page.waitForTimeout(after_ms + 1_500)
  expect(await card.count()).toBe(0)
  await readOn(page)
  await card.waitFor()
  // One row on a phone.
  const most = width < 800 ? 60 : 200
  expect((await card.boundingBox())?.height).toBeLessThanOrEqual(most)
  // At the top of the next page it waits again, and nobody has closed it.
  await page
    .getByRole('link', { name: 'Laptop', exact: true })
    .first()
    .evaluate((link) => {
      ;(link as HTMLAnchorElement).click()
    })
  await page.waitForURL('**/laptop')
  await card.waitFor({ state: 'detached' })
  await readOn(page)
  await card.waitFor()
  expect(await page.evaluate(() => localStorage.getItem('one-tap-closed'))).toBe(null)
})

test('on a wide list it makes way for what the shopper opens', async () => {
  const { page, open } = await shop.visit({ one_tap: true })
  const card = page.getByRole('region', card_name)
  await open('/dien-thoai')
  await readOn(page)
  await card.waitFor()
  const criteria = page.getByRole('region', { name: 'Chọn theo tiêu chí' })
  await page.getByRole('banner').getByRole('link', { name: 'Danh mục', exact: true }).click()
  await page.getByRole('dialog', { name: 'Danh mục sản phẩm' }).waitFor()
  expect(await card.count()).toBe(0)
  await open('/dien-thoai')
  await readOn(page)
  await card.waitFor()
  await criteria.getByRole('button', { name: /^Giá/ }).first().click()
  await card.waitFor({ state: 'detached' })
})

test('it does not come once a list was sorted, or with products to compare', async () => {
  const sorted = await shop.visit({ one_tap: true })
  await sorted.open('/dien-thoai')
  const sorts = sorted.page.getByRole('navigation', { name: 'Sắp xếp theo' })
  await sorts.getByRole('link', { name: 'Bán chạy' }).click()
  await sorted.page.waitForURL('**/dien-thoai?sort=selling')
  await sorts.getByRole('link', { name: 'Khuyến mãi hot' }).click()
  await sorted.page.waitForURL('**/dien-thoai')
  const comparing = await shop.visit({ one_tap: true })
  await comparing.open('/dien-thoai')
  await comparing.page
    .getByRole('checkbox', { name: /^So sánh/ })
    .first()
    .check()
  await comparing.open('/laptop')
  await comparing.page.getByRole('button', { name: 'So sánh (1)' }).waitFor()
  await comparing.page.waitForTimeout(after_ms + 1_500)
  for (const { page } of [sorted, comparing]) {
    expect(await page.getByRole('region', card_name).count()).toBe(0)
  }
})

test('on a phone it goes away once a bar for comparing comes or a list is sorted', async () => {
  const { page, open } = await shop.visit({ width: 390, height: 844, one_tap: true })
  const card = page.getByRole('region', card_name)
  await open('/dien-thoai')
  await readOn(page)
  await card.waitFor()
  await page
    .getByRole('checkbox', { name: /^So sánh/ })
    .first()
    .check()
  await card.waitFor({ state: 'detached' })
  await page.evaluate(() => localStorage.removeItem('compare'))
  await open('/dien-thoai')
  await readOn(page)
  await card.waitFor()
  const sorts = page.getByRole('navigation', { name: 'Sắp xếp theo' })
  await sorts.getByRole('link', { name: 'Bán chạy' }).click()
  await card.waitFor({ state: 'detached' })
  expect(await page.evaluate(() => localStorage.getItem('one-tap-closed'))).toBe(null)
})
