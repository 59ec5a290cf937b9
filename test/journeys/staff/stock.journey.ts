import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { addresses } from '#admin/addresses/addresses.ts'
import { receiptPath, transferPath, unitPath } from '#admin/addresses/paths.ts'
import { journey } from '#test/support/journey.ts'
import { no_problems, problemsOf } from '#test/support/screens.ts'
import { findStockErrors } from '#shop/views/stock/stock-proof-store.ts'
import { visitAsStaff } from '#test/support/staff.ts'

const shop = journey({ env: { RATE_LIMITS: 'off' } })

test.each([
  { width: 360, height: 740 },
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
])('units, receipts, transfers and counts are accessible and fit $width pixels', async (size) => {
  const { page, open } = await visitAsStaff(shop, addresses.units.path, size)
  expect(await problemsOf(page, 'stock-units')).toEqual(no_problems)
  const [code = ''] = await codesAt(1, 1)
  await open(unitPath(code))
  expect(await problemsOf(page, 'stock-unit')).toEqual(no_problems)
  await open(addresses.receipts.path)
  expect(await problemsOf(page, 'stock-receipts')).toEqual(no_problems)
  await open(receiptPath('PN000001'))
  await page.getByText('2 dòng chưa nhận được').waitFor()
  expect(await problemsOf(page, 'stock-receipt')).toEqual(no_problems)
  await open(addresses.transfers.path)
  expect(await problemsOf(page, 'stock-transfers')).toEqual(no_problems)
  await open(transferPath('CK000001'))
  await page.getByText('hàng ở đâu?').click()
  expect(await problemsOf(page, 'stock-transfer')).toEqual(no_problems)
  await open(addresses.counts.path)
  await page.locator('[name=shop_id]').selectOption('1')
  await page.locator('[name=category_id]').selectOption({ label: 'Máy tính bảng' })
  await page.getByRole('button', { name: 'Bắt đầu đếm' }).click()
  await page.getByRole('heading', { name: /^KK\d{6}$/ }).waitFor()
  await scan(page, await codesAt(1, 3, 'may-tinh-bang'))
  await page.getByRole('heading', { name: 'Đã đếm 3' }).waitFor()
  expect(await problemsOf(page, 'stock-count')).toEqual(no_problems)
  await page.getByRole('button', { name: 'Chốt đếm' }).click()
  await page.getByText(/máy thiếu/).waitFor()
  expect(await problemsOf(page, 'stock-count-closed')).toEqual(no_problems)
})

test.each([
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
])('the list of stock has filters and keys, and fits $width pixels', async (size) => {
  const { page, open } = await visitAsStaff(shop, addresses.stock.path, size)
  expect(await problemsOf(page, 'stock-list')).toEqual(no_problems)
  await open(`${addresses.stock.path}?shop=1&kind=none_free`)
  await page.getByRole('link', { name: 'Bỏ lọc' }).click()
  await page.waitForURL((url) => url.search === '')
  // A phone opens the filters from below; a choice closes them.
  if (size.width < 801) await page.getByRole('button', { name: 'Lọc', exact: true }).click()
  await page.locator('[name=shop]').selectOption('2')
  await page.waitForURL(/shop=2/)
  // The whole list had rows of this shop too: keys wait until only these are left.
  const rows = page.locator('[data-row]')
  await expect.poll(() => rows.filter({ hasNotText: 'Võ Thị Sáu' }).count()).toBe(0)
  await rows.first().waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Tất cả tồn kho' }).waitFor()
  expect(await problemsOf(page, 'stock-row')).toEqual(no_problems)
})

test('twelve phones are sent with twelve scans and one click, and received with twelve scans', async () => {
  const { page } = await visitAsStaff(shop, addresses.transfers.path)
  await page.locator('[name=from_shop_id]').selectOption('1')
  await page.locator('[name=to_shop_id]').selectOption('3')
  await page.getByRole('button', { name: 'Tạo phiếu' }).click()
  await page.getByRole('heading', { name: /^CK\d{6}$/ }).waitFor()
  const codes = await codesAt(1, 12)
  await scan(page, codes)
  await page.getByRole('button', { name: 'Gửi 12 đi' }).click()
  await page.getByText('Đã nhận 0 / 12').waitFor()
  await scan(page, codes.slice(0, 11))
  await page.getByText('Đã nhận 11 / 12').waitFor()
  await scan(page, [codes[0] ?? ''])
  await page.getByRole('alert').getByText(`${codes[0]}: mã này quét rồi.`).waitFor()
  expect(await page.getByText('mã này quét rồi').count()).toBe(1)
  await scan(page, codes.slice(11))
  await page.getByText('Đã xong', { exact: true }).waitFor()
  expect(await findStockErrors(shop.db)).toEqual([])
})

test('a receipt is booked with one click, and its wrong lines stay', async () => {
  const { page } = await visitAsStaff(shop, receiptPath('PN000001'))
  const cost = page.getByLabel('Giá vốn một chiếc (đ)').first()
  await cost.fill('8.500.000')
  await page.getByRole('button', { name: 'Lưu nháp' }).first().click()
  await page.getByText('8.500.000đ một chiếc').waitFor()
  await page.getByRole('button', { name: 'Nhận 33 vào kho' }).click()
  await page.getByText('Đã nhận 33 vào kho. Còn 2 dòng sai chưa nhận.').waitFor()
  expect(await findStockErrors(shop.db)).toEqual([])
})

/** Types codes as a scanner does: fast, each with Enter, without waiting for an answer. */
async function scan(page: Page, codes: readonly string[]): Promise<void> {
  for (const code of codes) {
    await page.keyboard.insertText(code)
    await page.keyboard.press('Enter')
  }
}

/** Codes of units in stock at a shop. */
async function codesAt(shop_id: number, count: number, category = 'dien-thoai'): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select coalesce(imei1, serial) as code from unit join product using (product_id)
      join category using (category_id)
    where unit.shop_id = ${shop_id} and state = 'in_stock' and category.code = ${category}
    order by unit_id desc limit ${count}`.execute(shop.db)
  return rows.map(({ code }) => code)
}
