import { expect, test } from 'vitest'
import { axeProblems } from '#test/support/axe.ts'
import { journey } from '#test/support/journey.ts'
import { sidewaysScroll } from '#test/support/screens.ts'

const shop = journey()

/** Ids of the products at these addresses, joined by commas. */
async function idsOf(...paths: string[]): Promise<string> {
  const rows = await shop.db
    .selectFrom('slug')
    .where('path', 'in', paths)
    .where('kind', '=', 'product')
    .select(['path', 'entity_id'])
    .execute()
  const ids = new Map(rows.map((row) => [row.path, row.entity_id]))
  return paths.map((path) => ids.get(path)).join(',')
}

const phones = ['iphone-18-pro-max-256gb', 'galaxy-s26-ultra-12gb-256gb'] as const

test('products are marked on cards, stay marked on other pages, and are compared from the tray', async () => {
  const visit = await shop.visit()
  const { page, open } = visit
  await open('/dien-thoai')
  const boxes = page.getByRole('checkbox', { name: /^So sánh/ })
  await boxes.nth(0).check()
  await boxes.nth(1).check()
  const tray = page.getByRole('region', { name: 'So sánh sản phẩm' })
  await tray.getByRole('link', { name: 'So sánh ngay' }).waitFor()
  expect(await axeProblems(page)).toEqual([])
  await open('/laptop')
  await page.getByRole('button', { name: 'So sánh (2)' }).click()
  await tray.getByRole('link', { name: 'So sánh ngay' }).click()
  await page.waitForURL(/\/so-sanh\?ids=\d+,\d+$/)
  await page.getByRole('heading', { level: 1, name: 'So sánh điện thoại' }).waitFor()
  expect(await tray.count()).toBe(0)
})

test('a product of another category starts a new list, with a message', async () => {
  const { page, open } = await shop.visit()
  await open('/dien-thoai')
  await page
    .getByRole('checkbox', { name: /^So sánh/ })
    .first()
    .check()
  await open('/laptop')
  await page
    .getByRole('checkbox', { name: /^So sánh/ })
    .first()
    .check()
  await page.getByText(/Chỉ so sánh được sản phẩm cùng loại/).waitFor()
  expect(await page.getByRole('button', { name: /^Bỏ .* khỏi so sánh$/ }).count()).toBe(1)
})

test('without JavaScript: rows, only differences, another product by search', async () => {
  const { page, open } = await shop.visit({ javascript: false })
  await open(`/so-sanh?ids=${await idsOf(...phones)}`)
  const rows = page.getByRole('row')
  const all = await rows.count()
  await page.getByRole('link', { name: 'Chỉ xem điểm khác nhau' }).click()
  await page.waitForURL(/khac=1/)
  expect(await rows.count()).toBeLessThan(all)
  await page.getByRole('link', { name: /^Đổi Samsung/ }).click()
  await page.getByRole('searchbox', { name: 'Tìm điện thoại' }).fill('iphone 17')
  const picker = page.getByRole('region', { name: 'Đổi sang sản phẩm khác' })
  await picker.getByRole('button', { name: 'Tìm', exact: true }).click()
  await picker
    .getByRole('link', { name: /^iPhone 17/ })
    .first()
    .click()
  await page.getByRole('columnheader', { name: /iPhone 17/ }).waitFor()
  expect(await page.getByRole('columnheader', { name: /Samsung/ }).count()).toBe(0)
})

test('products of other categories and unknown ids are left out; an empty comparison says what to do', async () => {
  const page = await shop.enter(
    `/so-sanh?ids=${await idsOf(phones[0], 'airpods-pro-3', phones[1])},999999`,
  )
  await page.getByText(/1 sản phẩm đã được bỏ ra/).waitFor()
  expect(await page.getByRole('columnheader').count()).toBeGreaterThan(2)
  await page.goto('/so-sanh?ids=abc')
  await page.getByText('Chưa chọn sản phẩm nào để so sánh').waitFor()
})

test.each([320, 390, 820, 1440])(
  'the table fits a window of %i px and axe finds nothing',
  async (width) => {
    const { page, open } = await shop.visit({ width })
    await open(
      `/so-sanh?ids=${await idsOf(...phones, 'xiaomi-17-ultra-16gb-512gb', 'iphone-17-256gb')}`,
    )
    expect(await sidewaysScroll(page)).toBe(0)
    expect(await axeProblems(page)).toEqual([])
  },
)

test('with text twice as large the page of the smallest phone does not scroll sideways', async () => {
  const { page, context, open } = await shop.visit({ width: 320, height: 700 })
  const devtools = await context.newCDPSession(page)
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
  await open(`/so-sanh?ids=${await idsOf(...phones)}`)
  expect(await sidewaysScroll(page)).toBe(0)
})

test.each([320, 360, 390, 430])(
  'on a phone of %i px a part of the third product is seen, and the names move with the table',
  async (width) => {
    const { page, open } = await shop.visit({ width, height: 740 })
    await open(`/so-sanh?ids=${await idsOf(...phones, 'xiaomi-17-ultra-16gb-512gb')}`)
    const table = page.getByRole('region', { name: /^Bảng so sánh/ })
    const edges = await table.evaluate((area) => ({
      end: area.getBoundingClientRect().right,
      columns: [...area.querySelectorAll('th[scope=col]')].map((cell) => {
        const { left, right } = cell.getBoundingClientRect()
        return { left, right }
      }),
    }))
    const cut = edges.columns.filter(
      ({ left, right }) => left < edges.end - 12 && right > edges.end + 12,
    )
    expect(cut).toHaveLength(1)
    // The keyboard scrolls it, and the names above it follow.
    await table.focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => table.evaluate((area) => area.scrollLeft)).toBeGreaterThan(20)
    const names = page.locator('[aria-hidden] > span:has-text("Samsung")')
    const column = page.getByRole('columnheader', { name: /Samsung/ })
    await expect
      .poll(async () =>
        Math.abs(((await names.boundingBox())?.x ?? 0) - ((await column.boundingBox())?.x ?? 99)),
      )
      .toBeLessThan(3)
  },
)
