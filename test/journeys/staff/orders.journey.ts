import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { addresses } from '#admin/addresses/addresses.ts'
import { orderPath, orderShopPath } from '#admin/addresses/paths.ts'
import { dataOf, type Order, guestOf } from '#test/support/buyer.ts'
import { journey } from '#test/support/journey.ts'
import { innerScrollers, no_problems, problemsOf } from '#test/support/screens.ts'
import { itemInStock } from '#test/support/shopping.ts'
import { visitAsStaff } from '#test/support/staff.ts'
import { emptyTables } from '#test/support/database-templates.ts'

const shop = journey({ env: { RATE_LIMITS: 'off' } })
const people = [
  ['Nguyễn Văn An', '0912 345 678'],
  ['Trần Thị Bình', '0987 654 178'],
  ['Lê Hoàng Phúc', '0905 111 222'],
] as const

/** Two colours of a phone are two goods: whoever picks, packs or calls has to read which one. */
const colored = /^Redmi Note 15 Pro\+ 5G 8GB 256GB · (Đen|Nâu|Xanh băng)$/
let codes: string[] = []

/** Three orders that wait for confirmation, the oldest first. */
beforeEach(async () => {
  await emptyTables(shop.db, 'sales_order')
  codes = []
  for (const [name, phone] of people) codes.push(await order(name, phone))
})

test.each([
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
])('lists, orders and the start page are accessible and fit $width pixels', async (size) => {
  const { page, open } = await visitAsStaff(shop, addresses.today.path, size)
  expect(await problemsOf(page, 'orders-today')).toEqual(no_problems)
  await open(addresses.orders.path)
  expect(await problemsOf(page, 'orders-list')).toEqual(no_problems)
  if (size.width < 801) await chooseOnPhone(page)
  await open(`${addresses.orders_bulk.path}?action=cancel&code=${codes[0]}&code=${codes[1]}`)
  expect(await problemsOf(page, 'orders-bulk')).toEqual(no_problems)
  await open(orderPath(codes[1] ?? ''))
  await page.getByText(colored).waitFor()
  await page.getByText('Hủy đơn…').click()
  expect(await problemsOf(page, 'orders-order')).toEqual(no_problems)
  await open(orderShopPath(codes[1] ?? ''))
  expect(await problemsOf(page, 'orders-shop')).toEqual(no_problems)
  await open(`${orderPath(codes[1] ?? '')}/phieu-soan`)
  await page.getByText(colored).waitFor()
  expect(await problemsOf(page, 'orders-print')).toEqual(no_problems)
  await page.getByRole('link', { name: 'Phiếu bán K80' }).click()
  await page.getByRole('heading', { name: 'Phiếu bán hàng' }).waitFor()
  await page.getByText(colored).waitFor()
  expect(await problemsOf(page, 'orders-receipt')).toEqual(no_problems)
})

/** States and filters of a list open from below on a phone; a choice closes them and is applied. */
async function chooseOnPhone(page: Page): Promise<void> {
  expect(await innerScrollers(page)).toEqual([])
  await page.getByRole('button', { name: /^Tất cả/ }).click()
  await page.getByRole('link', { name: /^Chờ xác nhận/ }).click()
  await page.waitForURL(/state=pending/)
  await page.getByRole('button', { name: /^Chờ xác nhận/ }).waitFor()
  await page.getByRole('button', { name: 'Lọc', exact: true }).click()
  await page.locator('select[name=paid]').selectOption('no')
  await page.waitForURL(/paid=no/)
  await page.getByRole('button', { name: 'Lọc (1)' }).waitFor()
  await page.getByRole('link', { name: 'Bỏ lọc' }).click()
  await page.getByRole('button', { name: 'Lọc', exact: true }).waitFor()
}

test('one key confirms an order, and the next one opens by itself', async () => {
  const { page } = await visitAsStaff(shop, orderPath(codes[0] ?? ''))
  for (const [n, code] of codes.entries()) {
    await heading(page, code)
    await page.keyboard.press('e')
    if (n < codes.length - 1) await page.getByRole('status').getByText(code).waitFor()
  }
  await page.waitForURL(`**${addresses.orders.path}?state=pending`)
  await page.getByText('Không tìm thấy đơn nào.').waitFor()
  expect(await statesOf()).toEqual(['confirmed', 'confirmed', 'confirmed'])
})

test.each([
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
])('one key writes what came of a call, and the next one opens, $width pixels', async (size) => {
  const { page } = await visitAsStaff(shop, addresses.order_calls.path, size)
  const calling = (code: string) =>
    page.getByRole('heading', { level: 1, name: `Gọi ${code}` }).waitFor()
  await calling(codes[0] ?? '')
  await page.getByRole('link', { name: '0912 345 678' }).waitFor()
  await page.getByText('Hẹn gọi lại…').click()
  expect(await problemsOf(page, 'orders-call')).toEqual(no_problems)
  await page.keyboard.press('1')
  await calling(codes[1] ?? '')
  await page.getByRole('status').getByText('đã xác nhận').waitFor()
  await page.keyboard.press('2')
  await calling(codes[2] ?? '')
  await page.keyboard.press('5')
  await page.getByLabel('Lý do hủy').selectOption('changed_mind')
  await page.getByRole('button', { name: 'Hủy đơn này' }).click()
  await page.getByText(/^Không có đơn nào cần gọi lúc này/).waitFor()
  expect(await problemsOf(page, 'orders-no-call')).toEqual(no_problems)
  expect(await statesOf()).toEqual(['confirmed', 'pending', 'cancelled'])
})

test('an order is called, and given to somebody, before scripts', async () => {
  const { page, open } = await visitAsStaff(shop, addresses.order_calls.path, { javascript: false })
  await page.getByRole('button', { name: /^Không nghe máy/ }).click()
  await page.getByRole('status').getByText('không nghe máy').waitFor()
  await open(orderPath(codes[0] ?? ''))
  await page.getByLabel('Giao cho').selectOption({ label: 'Điều hành (demo)' })
  await page.getByRole('button', { name: 'Giao việc' }).click()
  await page.getByText('giao việc cho').waitFor()
  expect(await statesOf()).toEqual(['pending', 'pending', 'pending'])
})

test('another shop ships an order, by keys and before scripts', async () => {
  const code = codes[0] ?? ''
  for (const javascript of [true, false]) {
    const { page, open } = await visitAsStaff(shop, orderPath(code), { javascript })
    await page.getByRole('link', { name: 'Đổi kho xuất' }).click()
    await page.getByRole('heading', { level: 1, name: 'Đổi kho xuất' }).waitFor()
    const first = page.getByRole('radio').first()
    await first.focus()
    await page.keyboard.press('Space')
    const name = await first.locator('xpath=..').innerText()
    await page.getByLabel('Lý do').fill('Gần khách hơn')
    await page.keyboard.press('Enter')
    await heading(page, code)
    await page.getByText('đổi kho xuất').first().waitFor()
    await open(orderPath(code))
    const shop_now = await page.getByText('Cửa hàng xuất:').innerText()
    expect(shop_now).toBe(`Cửa hàng xuất: ${name.split('\n')[0]}`)
  }
})

test('a caller is found by their phone: paste and Enter', async () => {
  const { page } = await visitAsStaff(shop, addresses.orders.path)
  await page.keyboard.press('/')
  await page.keyboard.insertText('+84 987.654.178')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Trần Thị Bình' }).waitFor()
  await page.getByText('09•• ••• 178').waitFor()
  await page
    .getByRole('link', { name: codes[1] ?? '' })
    .first()
    .click()
  await heading(page, codes[1] ?? '')
  await page.getByText('09•• ••• 178').first().waitFor()
  await page.getByRole('button', { name: 'Hiện' }).click()
  await page.getByRole('link', { name: '0987 654 178' }).waitFor()
  await page.getByText('đã xem số điện thoại').waitFor()
  expect(await page.getByRole('button', { name: 'Hiện' }).count()).toBe(0)
})

test('rows are chosen by keys, and a bulk action shows each order before and after', async () => {
  const { page, hydrated } = await visitAsStaff(shop, addresses.orders.path)
  for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key)
  await page.getByText('Đã chọn 2').waitFor()
  await page.getByRole('button', { name: 'Xác nhận', exact: true }).click()
  await page.getByRole('heading', { name: 'Xác nhận nhiều đơn' }).waitFor()
  // Somebody else is faster with one of them.
  const other = await visitAsStaff(shop, orderPath(codes[2] ?? ''))
  await other.page.keyboard.press('e')
  await other.page.getByRole('status').waitFor()
  await page.getByRole('button', { name: 'Xác nhận 2 đơn' }).click()
  await page.getByRole('status').getByText('Xong: 2/2 đơn').waitFor()
  await page.getByText('Không làm được 1').waitFor()
  await page.getByText('Đơn đã đổi sau khi bạn xem').waitFor()
  await page.goto(addresses.orders.path)
  await hydrated()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await heading(page, codes[2] ?? '')
  expect(await statesOf()).toEqual(['pending', 'confirmed', 'confirmed'])
})

test('of two editors the later one is refused, and what they wrote stays', async () => {
  const path = orderPath(codes[0] ?? '')
  const lan = await visitAsStaff(shop, path)
  const huy = await visitAsStaff(shop, path)
  await huy.page.getByText('Hủy đơn…').click()
  await huy.page.getByLabel('Lý do hủy').selectOption('duplicate')
  await huy.page.getByLabel('Ghi chú nội bộ').fill('Khách đặt hai lần')
  await huy.page
    .getByRole('textbox', { name: /Ghi chú/ })
    .last()
    .fill('Gọi lại chiều nay')
  await lan.page.keyboard.press('e')
  await lan.page.getByRole('status').waitFor()
  await huy.page.getByRole('button', { name: 'Hủy đơn này' }).click()
  await huy.page.getByRole('alert').getByText('Đơn đã đổi trong lúc bạn xem').waitFor()
  expect(await huy.page.getByLabel('Ghi chú nội bộ').inputValue()).toBe('Khách đặt hai lần')
  const note = huy.page.getByRole('textbox', { name: /Ghi chú/ }).last()
  expect(await note.inputValue()).toBe('Gọi lại chiều nay')
  expect(await statesOf()).toEqual(['confirmed', 'pending', 'pending'])
  huy.forgive(/answer 409|status of 409/)
})

test('lists, moves and notes work before scripts', async () => {
  const { page, open } = await visitAsStaff(shop, addresses.orders.path, { javascript: false })
  await page.getByLabel('Tìm đơn').fill('binh tran')
  await page.getByRole('button', { name: 'Tìm', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: codes[1] ?? '' }).waitFor()
  await page.locator('textarea[name=text]').fill('Khách hẹn sau 18 giờ')
  await page.getByRole('button', { name: 'Ghi nội bộ' }).click()
  await page.getByText('Khách hẹn sau 18 giờ').waitFor()
  await page.getByRole('button', { name: /^Xác nhận/ }).click()
  await page
    .getByRole('status')
    .getByText(codes[1] ?? '')
    .waitFor()
  await open(orderPath(codes[1] ?? ''))
  await page.getByRole('button', { name: /Giao cho vận chuyển/ }).waitFor()
  expect(await statesOf()).toEqual(['pending', 'confirmed', 'pending'])
})

const heading = (page: Page, code: string) =>
  page.getByRole('heading', { level: 1, name: code }).waitFor()

async function order(name: string, phone: string): Promise<string> {
  const buyer = await guestOf(shop)
  const { item_id } = await itemInStock(shop.db, 'redmi-note-15-pro-plus-5g-8gb-256gb')
  await buyer.prepare(item_id, 1, { name, phone })
  return dataOf<Order>(await buyer.order()).code
}

async function statesOf(): Promise<string[]> {
  const { rows } = await sql<{ state: string }>`
    select state from sales_order order by order_id`.execute(shop.db)
  return rows.map(({ state }) => state)
}
