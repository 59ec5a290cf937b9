import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { addresses } from '#admin/addresses/addresses.ts'
import { orderPath, packPath, parcelPath } from '#admin/addresses/paths.ts'
import { dataOf, type Order, guestOf } from '#test/support/buyer.ts'
import { journey } from '#test/support/journey.ts'
import { no_problems, problemsOf } from '#test/support/screens.ts'
import { itemInStock } from '#test/support/shopping.ts'
import { enterAsStaff, visitAsStaff } from '#test/support/staff.ts'
import { emptyTables } from '#test/support/database-templates.ts'

const shop = journey({ env: { RATE_LIMITS: 'off' } })
let codes: string[] = []
let sku = ''
/** A unit on hand for each order. */
let imeis: string[] = []

/** Two confirmed orders, the older one first. */
beforeEach(async () => {
  await emptyTables(shop.db, 'sales_order')
  codes = [await confirmedOrder('Nguyễn Văn An'), await confirmedOrder('Trần Thị Bình')]
  imeis = []
  for (const code of codes) {
    const { rows } = await sql<{ imei: string }>`
      select imei1 as imei from unit join reservation using (product_id, shop_id)
        join sales_order using (order_id)
      where unit.state = 'in_stock' and code = ${code} and not imei1 = any(${imeis}::text[])
      order by unit_id limit 1`.execute(shop.db)
    imeis.push(rows[0]?.imei ?? '')
  }
})

test('a packer scans SKU and IMEI, prints the label and scans the next one: no click', async () => {
  const { page } = await visitAsStaff(shop, addresses.packing.path)
  for (const [n, code] of codes.entries()) {
    await page.getByRole('heading', { level: 1, name: 'Đóng gói' }).waitFor()
    await scan(page, sku)
    await page.getByRole('heading', { level: 1, name: code }).waitFor()
    await scan(page, imeis[n] ?? '')
    await page.getByRole('heading', { level: 2, name: /^VD/ }).waitFor()
    await page.getByText('0912345678').waitFor()
    await page.keyboard.press('e')
  }
  await page.getByText('Không còn đơn nào chờ đóng gói.').waitFor()
  await scan(page, sku)
  await page.getByRole('alert').getByText('Không có đơn chờ gói nào').waitFor()
  expect(await statesOf()).toEqual(['created', 'created'])
})

test('the key of the next order works as soon as the label is in sight, however late the page is loaded again', async () => {
  const { page } = await visitAsStaff(shop, packPath(codes[0] ?? ''))
  await page.route(/\/_data\/.*dong-goi\/./, async (route) => {
    if (route.request().method() === 'GET') await setTimeout(600)
    await route.continue()
  })
  await scan(page, imeis[0] ?? '')
  await page.getByRole('heading', { level: 2, name: /^VD/ }).waitFor()
  await page.keyboard.press('e')
  await page.getByRole('heading', { level: 1, name: 'Đóng gói', exact: true }).waitFor()
  expect(await page.getByRole('row', { name: codes[1] ?? '' }).count()).toBe(1)
})

test('a wrong unit is named and packs nothing', async () => {
  const { page, open, forgive } = await visitAsStaff(shop, packPath(codes[0] ?? ''))
  await scan(page, sku)
  await scan(page, imeis[0] ?? '')
  await page.getByRole('heading', { level: 2, name: /^VD/ }).waitFor()
  await open(packPath(codes[1] ?? ''))
  await scan(page, 'SAI-HANG')
  await page.getByRole('alert').getByText('“SAI-HANG” không thuộc đơn này').waitFor()
  expect(await page.getByLabel(/^Quét từng món/).inputValue()).toContain('SAI-HANG')
  await page.getByText('0/1').waitFor()
  await page.getByLabel(/^Quét từng món/).fill('SAI-HANG SAI-KHAC')
  await page.getByRole('button', { name: 'Gói xong, in tem' }).click()
  await page.getByRole('alert').getByText('“SAI-KHAC” không thuộc đơn này').waitFor()
  expect(await page.getByText(/không thuộc đơn này/i).count()).toBe(1)
  expect(await statesOf()).toEqual(['created'])
  forgive(/answer 422|status of 422/)
})

test.each([
  { width: 360, height: 740, javascript: true },
  { width: 1440, height: 900, javascript: true },
  { width: 390, height: 844, javascript: false },
])('an order is packed as two parcels, $width pixels, scripts: $javascript', async (options) => {
  const code = await confirmedOrder('Lê Hoàng Phúc', 2)
  const { rows } = await sql<{ imei: string }>`
    select imei1 as imei from unit join reservation using (product_id, shop_id) join sales_order using (order_id)
    where unit.state = 'in_stock' and code = ${code} and imei1 is not null order by unit_id limit 2`.execute(
    shop.db,
  )
  const { page, open } = await visitAsStaff(shop, packPath(code), options)
  // Without scripts nothing can look for problems.
  const problems = async (name: string) =>
    options.javascript ? problemsOf(page, name) : no_problems
  for (const [n, button] of ['Gói riêng phần đã quét', 'Gói xong, in tem'].entries()) {
    await page.getByLabel(/^Quét từng món/).fill(rows[n]?.imei ?? '')
    await page.getByRole('button', { name: button }).click()
    await page.getByText(n === 0 ? /Kiện 1$/ : 'Kiện 2/2').waitFor()
    expect(await problems(`parcels-part-${n + 1}`)).toEqual(no_problems)
  }
  await open(orderPath(code))
  await page.getByText('Kiện 1/2').waitFor()
  expect(await problems('parcels-parts-order')).toEqual(no_problems)
})

test('parcels are handed over by scanning and end with their orders, without scripts too', async () => {
  const packed = [await packWithoutScripts(0), await packWithoutScripts(1)]
  const { page } = await visitAsStaff(shop, addresses.hand_over.path)
  for (const code of packed) await scan(page, code)
  await scan(page, 'VDKHONGCO')
  await page.getByText('Đã quét 2 / 2 vận đơn').waitFor()
  await page.getByText('không có ở đây: VDKHONGCO').waitFor()
  await page.getByRole('button', { name: 'Bàn giao tất cả' }).click()
  await page.getByRole('heading', { name: /^Biên bản bàn giao 2 vận đơn/ }).waitFor()
  await page.getByRole('alert').getByText('không có vận đơn này').waitFor()
  expect(await problemsOf(page, 'parcels-note')).toEqual(no_problems)
  await page.getByRole('link', { name: 'Biên bản trong ngày' }).click()
  await page.getByRole('heading', { level: 1, name: /^Biên bản bàn giao \d/ }).waitFor()
  await page.getByRole('heading', { name: /^Biên bản bàn giao 2 vận đơn/ }).waitFor()
  const reader = await shop.visit()
  await enterAsStaff(reader.page.context(), shop.url, 'auditor')
  await reader.open(parcelPath(packed[0] ?? ''))
  await reader.page.getByText('Đã bàn giao').waitFor()
  expect(await reader.page.getByRole('button', { name: /^Tem/ }).count()).toBe(0)
  const other = await visitAsStaff(shop, parcelPath(packed[0] ?? ''), { javascript: false })
  await other.page.getByRole('button', { name: /^Tem/ }).waitFor()
  await other.page.getByLabel('Ghi chú cho bước này').fill('Để ở bảo vệ')
  await other.page.getByRole('button', { name: 'Đã giao' }).click()
  await other.page.getByText('Để ở bảo vệ').waitFor()
  await other.open(orderPath(codes[0] ?? ''))
  await other.page.getByRole('link', { name: packed[0] ?? '' }).waitFor()
  expect(await statesOf()).toEqual(['delivered', 'handed_over'])
})

test.each([
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
])('packing, label, parcels and one parcel are accessible and fit $width pixels', async (size) => {
  const { page, open } = await visitAsStaff(shop, addresses.packing.path, size)
  expect(await problemsOf(page, 'parcels-queue')).toEqual(no_problems)
  await page.getByRole('link', { name: 'Phiếu nhặt hàng' }).click()
  await page
    .getByText(/^Phiếu nhặt hàng · \d+ chiếc/)
    .first()
    .waitFor()
  expect(await problemsOf(page, 'parcels-collect')).toEqual(no_problems)
  await open(packPath(codes[0] ?? ''))
  expect(await problemsOf(page, 'parcels-pack')).toEqual(no_problems)
  await scan(page, imeis[0] ?? '')
  await page.getByRole('heading', { level: 2, name: /^VD/ }).waitFor()
  expect(await problemsOf(page, 'parcels-label')).toEqual(no_problems)
  const { rows } = await sql<{ code: string }>`select code from parcel`.execute(shop.db)
  await open(parcelPath(rows[0]?.code ?? ''))
  expect(await problemsOf(page, 'parcels-one')).toEqual(no_problems)
  await open(addresses.hand_over.path)
  expect(await problemsOf(page, 'parcels-hand-over')).toEqual(no_problems)
  await open(addresses.hand_over_notes.path)
  expect(await problemsOf(page, 'parcels-notes')).toEqual(no_problems)
  await open(addresses.parcels.path)
  expect(await problemsOf(page, 'parcels-list')).toEqual(no_problems)
  await open(orderPath(codes[0] ?? ''))
  expect(await problemsOf(page, 'parcels-order')).toEqual(no_problems)
})

test('on a phone the menu opens over the page, without scripts too, and closes with the next page', async () => {
  for (const javascript of [true, false]) {
    const { page } = await visitAsStaff(shop, addresses.packing.path, {
      width: 360,
      height: 740,
      javascript,
    })
    const link = page.getByRole('link', { name: 'Tồn kho' })
    expect(await link.isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Menu' }).click()
    await link.click()
    await page.getByRole('heading', { level: 1, name: 'Tồn kho' }).waitFor()
    await link.waitFor({ state: 'hidden' })
  }
})

/** Types a code as a scanner does: quickly, with Enter at its end. */
async function scan(page: Page, code: string): Promise<void> {
  await page.keyboard.insertText(code)
  await page.keyboard.press('Enter')
}

async function packWithoutScripts(n: number): Promise<string> {
  const { page } = await visitAsStaff(shop, packPath(codes[n] ?? ''), { javascript: false })
  await page.getByLabel(/^Quét từng món/).fill(`${imeis[n] ?? ''}\n`)
  await page.getByRole('button', { name: 'Gói xong, in tem' }).click()
  return (await page.getByRole('heading', { level: 2, name: /^VD/ }).textContent()) ?? ''
}

async function confirmedOrder(name: string, quantity = 1): Promise<string> {
  const buyer = await guestOf(shop)
  const { item_id } = await itemInStock(shop.db, 'redmi-note-15-pro-plus-5g-8gb-256gb')
  await buyer.prepare(item_id, quantity, { name })
  const { code, items } = dataOf<Order>(await buyer.order())
  sku = items[0]?.sku ?? ''
  // An order of the demo may have gifts: these journeys pack one unit.
  await sql`delete from sales_order_line where is_gift`.execute(shop.db)
  await sql`update sales_order set state = 'confirmed', version = 2 where code = ${code}`.execute(
    shop.db,
  )
  return code
}

async function statesOf(): Promise<string[]> {
  const { rows } = await sql<{ state: string }>`
    select state from parcel order by parcel_id`.execute(shop.db)
  return rows.map(({ state }) => state)
}
