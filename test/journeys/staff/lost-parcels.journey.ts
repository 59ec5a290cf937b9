import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { addresses } from '#admin/addresses/addresses.ts'
import { orderPath, packPath, parcelPath } from '#admin/addresses/paths.ts'
import { dataOf, type Order, guestOf } from '#test/support/buyer.ts'
import { journey } from '#test/support/journey.ts'
import { no_problems, problemsOf } from '#test/support/screens.ts'
import { itemInStock } from '#test/support/shopping.ts'
import { visitAsStaff } from '#test/support/staff.ts'
import { emptyTables } from '#test/support/database-templates.ts'

const shop = journey({ env: { RATE_LIMITS: 'off' } })
let codes: string[] = []
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

test.each([
  { width: 390, height: 844, javascript: true },
  { width: 1440, height: 900, javascript: true },
  { width: 390, height: 844, javascript: false },
])('goods of lost parcels are sent again or paid back: %o', async (options) => {
  const [first, second] = [await packWithoutScripts(0), await packWithoutScripts(1)]
  const { page, open } = await visitAsStaff(shop, addresses.today.path, options)
  // Without scripts nothing can look for problems.
  const problems = async (name: string) =>
    options.javascript ? problemsOf(page, name) : no_problems
  for (const code of [first, second]) {
    await open(parcelPath(code))
    await page.getByRole('button', { name: 'Bàn giao' }).click()
    await page.getByRole('button', { name: 'Báo thất lạc, hỏng' }).click()
    await page.getByRole('heading', { name: /^Hàng thất lạc/ }).waitFor()
  }
  await open(orderPath(codes[0] ?? ''))
  expect(await problems('lost-order')).toEqual(no_problems)
  await page.getByRole('link', { name: 'Gửi lại hoặc kết thúc' }).click()
  await page.getByRole('button', { name: 'Gửi lại hàng' }).waitFor()
  expect(await problems('lost-parcel')).toEqual(no_problems)
  await page.getByRole('button', { name: 'Gửi lại hàng' }).click()
  await page.getByRole('button', { name: 'Gửi lại hàng' }).waitFor({ state: 'detached' })
  await open(orderPath(codes[0] ?? ''))
  await page
    .locator(`main a[href="${packPath(codes[0] ?? '')}"]`)
    .first()
    .waitFor()
  expect(await problems('lost-sent-again')).toEqual(no_problems)
  await open(parcelPath(second))
  await page.getByLabel('Lý do không gửi lại').fill('Hãng báo mất ở kho Bình Tân')
  await page.getByRole('button', { name: 'Kết thúc đơn' }).click()
  await page.getByRole('button', { name: 'Kết thúc đơn' }).waitFor({ state: 'detached' })
  await open(orderPath(codes[1] ?? ''))
  await page.getByText('kết thúc đơn vì hàng thất lạc').waitFor()
  expect(await problems('lost-ended')).toEqual(no_problems)
  expect(await statesOf()).toEqual(['replaced', 'written_off'])
})

async function packWithoutScripts(n: number): Promise<string> {
  const { page } = await visitAsStaff(shop, packPath(codes[n] ?? ''), { javascript: false })
  await page.getByLabel(/^Quét từng món/).fill(`${imeis[n] ?? ''}\n`)
  await page.getByRole('button', { name: 'Gói xong, in tem' }).click()
  return (await page.getByRole('heading', { level: 2, name: /^VD/ }).textContent()) ?? ''
}

async function confirmedOrder(name: string): Promise<string> {
  const buyer = await guestOf(shop)
  const { item_id } = await itemInStock(shop.db, 'redmi-note-15-pro-plus-5g-8gb-256gb')
  await buyer.prepare(item_id, 1, { name })
  const { code } = dataOf<Order>(await buyer.order())
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
