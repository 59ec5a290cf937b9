import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { addresses } from '#admin/addresses/addresses.ts'
import { journey } from '#test/support/journey.ts'
import { no_problems, problemsOf } from '#test/support/screens.ts'
import { staffHeaders, visitAsStaff } from '#test/support/staff.ts'

const shop = journey({ env: { RATE_LIMITS: 'off' } })

// A role of the demo has its account and its shop once somebody has entered with it.
beforeAll(() => staffHeaders(shop, 'sales'))

test('an order for a caller is sent as a link, and the shopper orders by it on a phone', async () => {
  const { page } = await visitAsStaff(shop, addresses.drafts.path, { width: 1440, height: 900 })
  await begin(page, (await unitOfSeller()).sku)
  await page.getByLabel('Tỉnh, thành phố').selectOption('Hồ Chí Minh')
  await page.getByLabel('Phường, xã').selectOption('Phường Tân Định')
  expect(await page.getByLabel('Họ và tên').inputValue()).toBe('Trần Bình')
  await page.getByLabel('Số nhà, tên đường').fill('12 Trần Quang Khải')
  await page.getByLabel(/Giảm riêng/).fill('150.000')
  await page.getByLabel('Lý do giảm').fill('Khách quen')
  await page.getByRole('button', { name: 'Lưu và tính giá' }).click()
  await page.getByText('-150.000đ').waitFor()
  expect(await problemsOf(page, 'draft')).toEqual(no_problems)
  await page.getByRole('button', { name: 'Tạo link báo giá' }).click()
  const link = (await page.locator('code').textContent()) ?? ''

  const visit = await shop.visit({ width: 360, height: 740 })
  await visit.open(new URL(link).pathname)
  expect(await problemsOf(visit.page, 'shared-quote')).toEqual(no_problems)
  await visit.page.getByRole('button', { name: 'Đặt hàng theo báo giá này' }).click()
  await visit.page.getByText('Giảm giá riêng').waitFor()
  await visit.page.getByRole('radio', { name: /khi nhận hàng/ }).check()
  await visit.page.getByRole('button', { name: 'Thanh toán', exact: true }).first().click()
  await visit.page.getByText('ĐẶT HÀNG THÀNH CÔNG').waitFor()
  await page.getByRole('link', { name: 'Tất cả đơn đang lập' }).click()
  await page.getByText(/^DH\d/).waitFor()
  expect(await problemsOf(page, 'drafts')).toEqual(no_problems)
})

test('a phone is sold at the counter of a shop with one scan, on a phone', async () => {
  const as_seller = { width: 360, height: 740, role: 'sales' }
  const { page } = await visitAsStaff(shop, addresses.drafts.path, as_seller)
  const { shop: name, sku, imei } = await unitOfSeller()
  await begin(page, sku)
  await page.getByLabel('Nhận tại cửa hàng').check()
  await page.getByLabel(/^Cửa hàng/).selectOption(name)
  await page.getByRole('button', { name: 'Lưu và tính giá' }).click()
  await page.getByLabel(/Bán tại quầy/).fill(imei)
  expect(await problemsOf(page, 'draft-counter')).toEqual(no_problems)
  await page.getByRole('button', { name: /^Đã thu .*, giao hàng$/ }).click()
  await page.getByRole('heading', { level: 1, name: /^DH/ }).waitFor()
  await page.getByText('Bán tại quầy').first().waitFor()
})

/** Begins an order of a phone for a buyer who is named. */
async function begin(page: Page, sku: string): Promise<void> {
  await page.getByRole('button', { name: 'Lập đơn mới' }).click()
  await page.getByLabel(/Tìm hàng/).fill(sku)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /^Thêm / }).click()
  await page.getByLabel(/^Số lượng/).waitFor()
  await page.getByLabel('Họ và tên').fill('Trần Bình')
  await page.getByLabel('Số điện thoại').fill('0987 654 321')
}

interface SellersUnit {
  shop: string
  sku: string
  imei: string
}

/** A unit that lies free in the shop of the seller. */
async function unitOfSeller(): Promise<SellersUnit> {
  const { rows } = await sql<SellersUnit>`
    select shop.name as shop, product.sku, unit.imei1 as imei
    from staff_role_grant join staff using (staff_id) join staff_shop using (staff_id)
      join shop using (shop_id) join unit on unit.shop_id = shop.shop_id and unit.state = 'in_stock'
      join product on product.product_id = unit.product_id
      join stock on stock.product_id = unit.product_id and stock.shop_id = unit.shop_id
    where role_code = 'sales' and is_demo and unit.imei1 is not null and stock.quantity > 2
    order by shop.shop_id, unit.unit_id limit 1`.execute(shop.db)
  const [unit] = rows
  if (unit === undefined) throw new RangeError('no phone in the shop of the seller')
  return unit
}
