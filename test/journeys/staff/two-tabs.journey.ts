import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { bannerPath, popupPath } from '#admin/addresses/campaign-paths.ts'
import { addresses } from '#admin/addresses/addresses.ts'
import { journey } from '#test/support/journey.ts'
import { photo } from '#test/pictures/test-pictures.ts'
import { enterAsStaff, visitAsStaff } from '#test/support/staff.ts'

const shop = journey({ env: { RATE_LIMITS: 'off' } })

/** Opens a path in two tabs of one browser. */
async function twoTabs(path: string, role = 'content'): Promise<[Page, Page]> {
  const visit = await shop.visit({ width: 1440, height: 900 })
  await enterAsStaff(visit.page.context(), shop.url, role)
  const other = await visit.page.context().newPage()
  await visit.open(path)
  await other.goto(shop.url + path)
  for (const page of [visit.page, other]) await page.waitForLoadState('networkidle')
  return [visit.page, other]
}

const told = (page: Page) => page.getByRole('alert').getByText('vừa được người khác sửa').waitFor()

test('who saves a popup second is told, keeps what was typed, and may save it then', async () => {
  const [first, second] = await twoTabs(popupPath(2))
  const title = (page: Page) => page.getByRole('textbox', { name: /Tiêu đề/ })
  const save = (page: Page) => page.getByRole('button', { name: 'Lưu', exact: true }).click()
  await title(first).fill('Chữ của người thứ nhất')
  await title(second).fill('Chữ của người thứ hai')
  await save(first)
  await first.getByRole('link', { name: 'Chữ của người thứ nhất' }).waitFor()
  await save(second)
  await told(second)
  expect(await title(second).inputValue()).toBe('Chữ của người thứ hai')
  expect(await second.getByRole('heading', { name: 'Sửa popup' }).isVisible()).toBe(true)
  await save(second)
  await second.getByRole('link', { name: 'Chữ của người thứ hai' }).waitFor()
})

test('who saves the blocks of a page second keeps them', async () => {
  const as_writer = { width: 1440, height: 900, role: 'content' }
  const list = await visitAsStaff(shop, addresses.landing_pages.path, as_writer)
  const link = list.page.locator(`a[href^="${addresses.landing_pages.path}/"]:not([href$="/moi"])`)
  const [first, second] = await twoTabs((await link.first().getAttribute('href')) ?? '')
  const blocks = (page: Page) => page.locator('input[name=blocks]').inputValue()
  const before = await blocks(first)
  await second.getByRole('button', { name: /xuống/i }).first().click()
  const moved = await blocks(second)
  expect(moved).not.toBe(before)
  const save = (page: Page) => page.getByRole('button', { name: 'Lưu nháp' }).click()
  await save(first)
  await first.getByText('Đang sửa bản nháp.').waitFor()
  await save(second)
  await told(second)
  expect(await blocks(second)).toBe(moved)
})

test('who sets a lender second is told, keeps what was typed, and may save it then', async () => {
  const [first, second] = await twoTabs(addresses.lenders.path, 'director')
  const company = (page: Page) => page.locator('li.sheet').first()
  const mail = (page: Page) => company(page).getByLabel('Email nhận hồ sơ')
  const save = (page: Page) => company(page).getByRole('button', { name: 'Lưu' }).click()
  for (const page of [first, second]) await company(page).getByText('Cách gửi hồ sơ').click()
  await mail(first).fill('mot@congty.example')
  await mail(second).fill('hai@congty.example')
  await save(first)
  await first.waitForFunction(() => document.querySelector('li.sheet [value="mot@congty.example"]'))
  await save(second)
  await second.getByRole('alert').getByText('người khác vừa đổi').waitFor()
  expect(await mail(second).inputValue()).toBe('hai@congty.example')
  await save(second)
  await second.waitForFunction(() =>
    document.querySelector('li.sheet [value="hai@congty.example"]'),
  )
})

test('a banner is seen before it is saved, keeps its picture when it is refused, and is moved by keyboard', async () => {
  const as_writer = { width: 1440, height: 900, role: 'content' }
  const { page } = await visitAsStaff(shop, bannerPath('moi'), as_writer)
  await page.waitForLoadState('networkidle')
  await page.getByLabel(/^Chữ \(/).fill('Ngày hội | Giá tốt')
  await page.getByLabel(/^Mở trang/).fill('/khong-co')
  const { name, bytes } = await photo('#cfe0f5', 'slide.jpg', { width: 1380, height: 480 })
  const wide = page.getByLabel(/^Ảnh màn hình rộng/)
  await wide.setInputFiles({ name, mimeType: 'image/jpeg', buffer: bytes })
  await page.locator('figure img[src^="data:image/jpeg"]').first().waitFor()
  await page.locator('figure').first().getByText('Ngày hội').waitFor()
  const save = page.getByRole('button', { name: 'Lưu', exact: true })
  await save.click()
  await page.getByRole('alert').getByText('Cửa hàng không có trang này').waitFor()
  await page.getByLabel(/^Mở trang/).fill('/laptop')
  await save.click()
  const row = page.getByRole('row', { name: /Ngày hội/ })
  const rises = row.getByRole('button', { name: /Lên trước/ })
  await rises.waitFor()
  const before = await row.evaluate((element) =>
    [...(element.parentElement?.children ?? [])].indexOf(element),
  )
  await rises.focus()
  await page.keyboard.press('Enter')
  await page.waitForFunction((n) => {
    const rows = [...document.querySelectorAll('tbody tr')]
    return rows.findIndex((one) => one.textContent?.includes('Ngày hội')) === n - 1
  }, before)
  const focused = () => document.activeElement?.textContent ?? ''
  await page.waitForFunction(() => document.activeElement?.textContent?.includes('Ngày hội'))
  expect(await page.evaluate(focused)).toContain('Lên trước: Ngày hội')
})
