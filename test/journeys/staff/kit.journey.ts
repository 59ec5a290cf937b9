import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { addresses, pathWith } from '#admin/addresses/addresses.ts'
import { orderPath } from '#admin/addresses/paths.ts'
import { axeProblems } from '#test/support/axe.ts'
import { dataOf, guestOf, type Order } from '#test/support/buyer.ts'
import { journey } from '#test/support/journey.ts'
import { takePicture } from '#test/support/screens.ts'
import { itemInStock } from '#test/support/shopping.ts'
import { visitAsStaff } from '#test/support/staff.ts'

const shop = journey({ env: { RATE_LIMITS: 'off' } })

test('the main pages are accessible in the dark; what is printed stays light', async () => {
  const code = await order()
  const { page, open } = await visitAsStaff(shop, addresses.account.path)
  await page.getByRole('button', { name: 'Tối', exact: true }).click()
  await page.locator('html.dark').waitFor()
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const problems: Record<string, string[]> = {}
  const { today, orders, account, stock, reconciliation, roles } = addresses
  for (const { path, page: name } of [today, orders, account, stock]) {
    await open(path)
    await takePicture(page, `dark-${name}`)
    problems[path] = await axeProblems(page)
  }
  for (const path of [orderPath(code), reconciliation.path, roles.path]) {
    await open(path)
    problems[path] = await axeProblems(page)
  }
  await takePicture(page, 'dark-roles')
  expect(Object.values(problems).flat()).toEqual([])
  expect(await ground()).toBe('rgb(13, 19, 34)')
  await page.emulateMedia({ media: 'print' })
  expect(await ground()).toBe('rgb(255, 255, 255)')
  await page.emulateMedia({ media: 'screen' })
  await open(pathWith(addresses.order_print, { code }))
  expect(await ground()).toBe('rgb(238, 242, 248)')
  await open(addresses.account.path)
  await page.getByRole('button', { name: 'Theo thiết bị' }).click()
  await page.locator('html.system').waitFor()
  expect(await ground()).toBe('rgb(238, 242, 248)')
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await ground()).toBe('rgb(13, 19, 34)')
})

test('"g" and a key open a page of the menu, and a filter is saved and opened by its name', async () => {
  const { page } = await visitAsStaff(shop, addresses.orders.path, { width: 390, height: 844 })
  await page.keyboard.press('g')
  await page.keyboard.press('i')
  await page.waitForURL(`**${addresses.units.path}`)
  await page.keyboard.press('g')
  await page.keyboard.press('d')
  await page.waitForURL(`**${addresses.orders.path}`)
  // The list before it has such a button too, and the address changes first.
  await page.locator('select[name=paid]').waitFor({ state: 'attached' })
  await page.getByRole('button', { name: 'Lọc', exact: true }).click()
  await page.locator('select[name=paid]').selectOption('no')
  await page.waitForURL(/paid=no/)
  await page.getByText('Lưu bộ lọc này').click()
  await page.getByPlaceholder('Tên bộ lọc').pressSequentially('gd của tôi')
  await takePicture(page, 'views-form')
  await page.getByRole('button', { name: 'Lưu', exact: true }).click()
  const link = page.getByRole('link', { name: 'gd của tôi' })
  await link.waitFor()
  expect(await link.getAttribute('aria-current')).toBe('page')
  expect(await axeProblems(page)).toEqual([])
  await takePicture(page, 'views-list')
  await page.getByRole('link', { name: 'Sửa', exact: true }).click()
  await page.getByRole('button', { name: 'Đổi tên' }).waitFor()
  expect(await axeProblems(page)).toEqual([])
  await takePicture(page, 'views-page')
})

test('the first stop of the Tab key leads past the menu', async () => {
  const { page } = await visitAsStaff(shop, addresses.counts.path)
  const focused = page.locator(':focus')
  await page.keyboard.press('Tab')
  expect(await focused.textContent()).toBe('Đến nội dung')
  await page.keyboard.press('Enter')
  await page.locator('main:focus').waitFor()
  await page.keyboard.press('Tab')
  await page.locator('main :focus').waitFor()
})

test('typed fields are not lost without a question, and a column is hidden by its link', async () => {
  const { page } = await visitAsStaff(shop, addresses.cod_rules.path)
  const field = page.getByLabel('Phải gọi khách rồi mới xác nhận, từ')
  const leave = () => page.getByRole('link', { name: 'Đơn hàng' }).click()
  const question = page.getByRole('heading', { name: 'Bạn đã nhập nhưng chưa lưu' })
  await field.fill('20.000.000')
  // The question is loaded once the page works.
  await page.waitForLoadState('networkidle')
  await leave()
  await question.waitFor()
  expect(await axeProblems(page)).toEqual([])
  await takePicture(page, 'unsaved')
  await page.getByRole('button', { name: 'Ở lại' }).click()
  expect(await field.inputValue()).toBe('20.000.000')
  await page.getByRole('button', { name: 'Lưu', exact: true }).click()
  await page.getByText(/đổi lúc/).waitFor()
  await field.fill('1')
  await leave()
  await page.getByRole('button', { name: 'Rời trang' }).click()
  await page.waitForURL(`**${addresses.orders.path}`)
  await order()
  await page.reload()
  const heading = page.getByRole('columnheader', { name: 'Lúc đặt' })
  await heading.waitFor()
  await page.getByText('Cột', { exact: true }).click()
  expect(await axeProblems(page)).toEqual([])
  await page.getByRole('link', { name: 'Ẩn cột Lúc đặt' }).click()
  await heading.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Hiện cột Lúc đặt' }).click()
  await heading.waitFor()
})

test('a form that was sent before the question about typed fields was loaded counts as sent', async () => {
  const { page } = await visitAsStaff(shop, addresses.counts.path)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const later = '**/frame-later-*.js'
  await page.route(later, async (route) => {
    await released
    await route.continue()
  })
  await page.goto(shop.url + addresses.people.path)
  await page.getByLabel('Họ tên').fill('Lê Thu Trang')
  await page.getByLabel(/^Tên đăng nhập/).fill(`trang.${crypto.randomUUID().slice(0, 6)}`)
  await page.getByRole('checkbox', { name: 'Kế toán' }).check()
  await page.getByRole('button', { name: 'Thêm và lấy liên kết mời' }).click()
  await page.getByText(/loi-moi\?token=/).waitFor()
  const loaded = page.waitForResponse(later)
  release()
  await loaded
  await page.waitForLoadState('networkidle')
  await page.getByRole('link', { name: 'Đơn hàng' }).click()
  await page.waitForURL(`**${addresses.orders.path}`)
  expect(await page.getByRole('dialog').count()).toBe(0)
})

test('what was typed is offered again after a close, sealed, and nothing is left after signing out', async () => {
  const { page } = await visitAsStaff(shop, addresses.cod_rules.path)
  const field = () => page.getByLabel('Phải gọi khách rồi mới xác nhận, từ')
  const keptOn = (tab: Page) =>
    tab.evaluate(() =>
      Object.entries(localStorage).flatMap(([item, text]) =>
        item.startsWith('noi-bo:') ? [text] : [],
      ),
    )
  await page.waitForLoadState('networkidle')
  await field().fill('17.000.000')
  await expect.poll(() => keptOn(page)).toHaveLength(1)
  expect((await keptOn(page)).join()).not.toContain('17.000.000')
  // The tab is closed without a question: as a crash would.
  const again = await page.context().newPage()
  await page.close({ runBeforeUnload: false })
  await again.goto(shop.url + addresses.cod_rules.path)
  const offer = again.getByRole('region', { name: 'Bản nháp' })
  await offer.waitFor()
  expect(await axeProblems(again)).toEqual([])
  await takePicture(again, 'draft-offer')
  await offer.getByRole('button', { name: 'Dùng lại' }).click()
  const typed = again.getByLabel('Phải gọi khách rồi mới xác nhận, từ')
  expect(await typed.inputValue()).toBe('17.000.000')
  await again.getByRole('button', { name: 'Lưu', exact: true }).click()
  await expect.poll(() => typed.inputValue()).toBe('17.000.000')
  await expect.poll(() => keptOn(again)).toEqual([])
  await typed.fill('18.000.000')
  await expect.poll(() => keptOn(again)).toHaveLength(1)
  again.on('dialog', (dialog) => void dialog.accept())
  await again.getByRole('button', { name: 'Đăng xuất' }).click()
  await again.waitForURL('**/dang-nhap**')
  expect(await keptOn(again)).toEqual([])
})

async function order(): Promise<string> {
  const buyer = await guestOf(shop)
  const { item_id } = await itemInStock(shop.db, 'redmi-note-15-pro-plus-5g-8gb-256gb')
  await buyer.prepare(item_id, 1, { name: 'Lan', phone: '0912345678' })
  return dataOf<Order>(await buyer.order()).code
}
