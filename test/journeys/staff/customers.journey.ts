import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { addresses } from '#admin/addresses/addresses.ts'
import { customerPath } from '#admin/addresses/paths.ts'
import { dataOf, type Order, guestOf } from '#test/support/buyer.ts'
import { journey } from '#test/support/journey.ts'
import { no_problems, problemsOf } from '#test/support/screens.ts'
import { itemInStock } from '#test/support/shopping.ts'
import { visitAsStaff } from '#test/support/staff.ts'
import { emptyTables } from '#test/support/database-templates.ts'

const shop = journey({ env: { RATE_LIMITS: 'off' } })
let codes: string[] = []

/** Two orders of one phone, and one of another. */
beforeEach(async () => {
  await emptyTables(shop.db, 'sales_order', 'customer_profile')
  codes = []
  codes.push(await order('Nguyễn Văn An', '0912 345 678'))
  codes.push(await order('Nguyễn Văn An', '+84912345678'))
  codes.push(await order('Trần Thị Bình', '0987 345 678'))
})

test.each([
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
])('the search box and customers are accessible and fit $width pixels', async (size) => {
  const { page, open } = await visitAsStaff(shop, `${addresses.find.path}?q=5678`, size)
  await page.getByRole('heading', { level: 2, name: 'Khách hàng' }).waitFor()
  expect(await problemsOf(page, 'find')).toEqual(no_problems)
  await open(`${addresses.find.path}?q=khong-co-gi-nhu-the`)
  expect(await problemsOf(page, 'find-nothing')).toEqual(no_problems)
  await open(addresses.customers.path)
  expect(await problemsOf(page, 'customers')).toEqual(no_problems)
  await open(customerPath(codes[0] ?? ''))
  await page.getByRole('textbox', { name: 'Ghi chú' }).fill('Gọi sau 17 giờ')
  await page.getByRole('button', { name: 'Ghi', exact: true }).click()
  await page.getByText('Gọi sau 17 giờ').last().waitFor()
  await page.getByLabel('Lý do').fill('Hai lần không nhận hàng')
  await page.getByRole('button', { name: 'Phải trả trước' }).click()
  await page.getByRole('button', { name: 'Bỏ chặn' }).waitFor()
  await page.getByRole('button', { name: 'Hiện' }).click()
  await page.getByRole('link', { name: '0912 345 678' }).waitFor()
  expect(await problemsOf(page, 'customer')).toEqual(no_problems)
  await page.getByLabel('Số điện thoại kia, hoặc mã đơn').fill('0987 345 678')
  await page.keyboard.press('Enter')
  await page.getByLabel('Vì sao biết là một người').fill('Khách gọi báo dùng hai số')
  expect(await problemsOf(page, 'customer-other-phone')).toEqual(no_problems)
  await page.getByRole('button', { name: 'Gộp: cùng một khách' }).click()
  await page.getByRole('heading', { name: 'Đơn hàng (3)' }).waitFor()
  expect(await problemsOf(page, 'customer-two-phones')).toEqual(no_problems)
  await page.getByLabel('Gộp nhầm? Lý do tách').fill('Hai người khác nhau')
  await page.getByRole('button', { name: /^Tách/ }).last().click()
  await page.getByText('Chưa gộp với số nào.').waitFor()
})

test('what is scanned outside of a field opens it, and presses nothing on the page', async () => {
  const { page } = await visitAsStaff(shop, addresses.order_calls.path)
  await page.getByRole('heading', { level: 1, name: /^Gọi / }).waitFor()
  const [, other = ''] = codes
  await scan(page, other)
  await page.getByRole('heading', { level: 1, name: other }).waitFor()
  await page.goBack()
  await scan(page, '0987345678')
  await page.getByRole('heading', { level: 1, name: 'Trần Thị Bình' }).waitFor()
  const { rows } = await sql`select from call_attempt`.execute(shop.db)
  expect(rows).toEqual([])
})

test('one box finds before scripts too', async () => {
  const { page } = await visitAsStaff(shop, addresses.today.path, { javascript: false })
  await page.getByRole('searchbox', { name: 'Tìm mọi thứ' }).fill('0987.345.678')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Trần Thị Bình' }).waitFor()
  expect(new URL(page.url()).pathname).toBe(customerPath(codes[2] ?? ''))
})

/**
 * Presses the keys of a code as a scanner does: within some milliseconds, so no key waits for the answer to the one
 * before. Single digits are keys of the call queue.
 */
async function scan(page: Page, code: string): Promise<void> {
  await Promise.all([...code, 'Enter'].map((key) => page.keyboard.press(key)))
}

async function order(name: string, phone: string): Promise<string> {
  const buyer = await guestOf(shop)
  const { item_id } = await itemInStock(shop.db, 'redmi-note-15-pro-plus-5g-8gb-256gb')
  await buyer.prepare(item_id, 1, { name, phone })
  return dataOf<Order>(await buyer.order()).code
}
