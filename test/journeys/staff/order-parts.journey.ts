import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addresses } from '#admin/addresses/addresses.ts'
import { orderGoodsPath, orderPath, orderSplitPath } from '#admin/addresses/paths.ts'
import { dataOf, type Order, guestOf } from '#test/support/buyer.ts'
import { journey } from '#test/support/journey.ts'
import { no_problems, problemsOf } from '#test/support/screens.ts'
import { itemInStock } from '#test/support/shopping.ts'
import { visitAsStaff } from '#test/support/staff.ts'

const shop = journey({ env: { RATE_LIMITS: 'off' } })
const sizes = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]

test.each(sizes)('a paid order is swapped for dearer goods, at $width pixels', async (size) => {
  const code = await placed({ [phone]: 1, [charger]: 1 })
  await pay(code)
  const { page } = await visitAsStaff(shop, orderGoodsPath(code), size)
  await page.getByLabel(/^Bỏ bao nhiêu.*Redmi/).fill('1')
  await page.getByLabel('Tìm tên hoặc quét SKU').fill('iphone 17 pro')
  await page.keyboard.press('Enter')
  const more = page.getByLabel(/^Thêm bao nhiêu/).first()
  await more.fill('1')
  await page.keyboard.press('Enter')
  await page.getByText('Khách trả thêm khoảng').waitFor()
  expect(await problemsOf(page, 'order-apart')).toEqual(no_problems)
  await page.getByRole('button', { name: 'Lập đơn riêng' }).click()
  await page.getByText('Đổi món của đơn').waitFor()
  expect(await problemsOf(page, 'order-apart-draft')).toEqual(no_problems)
  await page.getByRole('button', { name: 'Đặt, trả tiền khi nhận hàng' }).click()
  await page.getByRole('link', { name: `Món thêm của đơn ${code}` }).waitFor()
  expect(await problemsOf(page, 'order-apart-order')).toEqual(no_problems)
  await page.getByRole('link', { name: `Món thêm của đơn ${code}` }).click()
  await page.getByRole('heading', { level: 1, name: code }).waitFor()
  await page.getByText('bỏ bớt món').first().waitFor()
})

test.each(sizes)('an order is split in two, at $width pixels', async (size) => {
  const code = await placed({ [phone]: 1, [charger]: 3 })
  const { page } = await visitAsStaff(shop, orderPath(code), size)
  await page.getByRole('link', { name: 'Tách đơn' }).click()
  await page.getByLabel(/^Tách bao nhiêu.*Anker/).fill('2')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Sau khi tách' }).waitFor()
  expect(await problemsOf(page, 'order-split')).toEqual(no_problems)
  await page.getByLabel('Lý do').fill('Cáp giao trước')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: `Tách từ đơn ${code}` }).waitFor()
  expect(await problemsOf(page, 'order-split-part')).toEqual(no_problems)
})

test.each(sizes)('orders that look alike are joined, at $width pixels', async (size) => {
  await sql`update sales_order set kept_apart_at = now()`.execute(shop.db)
  const [older, newer] = [await placed({ [phone]: 1 }), await placed({ [phone]: 1, [charger]: 1 })]
  await sql`update sales_order set kept_apart_at = now() where code = ${older}`.execute(shop.db)
  const { page } = await visitAsStaff(shop, addresses.orders_alike.path, size)
  const pair = page.getByRole('region', { name: `Đơn ${older} và ${newer}` })
  await pair.waitFor()
  expect(await problemsOf(page, 'orders-alike')).toEqual(no_problems)
  await pair.getByRole('button', { name: /^Gộp thành/ }).click()
  await page.getByRole('heading', { level: 1, name: older }).waitFor()
  await page.getByRole('link', { name: `Đã gộp đơn ${newer}` }).waitFor()
})

test.each(sizes)('another shop ships several orders, at $width pixels', async (size) => {
  const codes = [await placed({ [charger]: 1 }), await placed({ [charger]: 1 })]
  const chosen = codes.map((code) => `&code=${code}`).join('')
  const { page } = await visitAsStaff(
    shop,
    `${addresses.orders_bulk.path}?action=move_shop${chosen}`,
    size,
  )
  await page
    .locator('[name=shop_id]')
    .first()
    .selectOption(await shopWith(charger))
  await page.getByRole('button', { name: 'Xem từng đơn' }).click()
  await page.getByText('Sẽ đổi kho xuất: 2').waitFor()
  expect(await problemsOf(page, 'orders-bulk-shop')).toEqual(no_problems)
  await page.getByLabel('Lý do').fill('Kho cũ đóng cửa')
  await page.getByRole('button', { name: 'Đổi kho xuất 2 đơn' }).click()
  await page.getByText('Kho xuất mới:').waitFor()
  await page.getByText('Xong', { exact: true }).first().waitFor()
  expect(await problemsOf(page, 'orders-bulk-shop-done')).toEqual(no_problems)
})

test('orders are split and kept apart before scripts', async () => {
  const code = await placed({ [charger]: 2 })
  const { page, open } = await visitAsStaff(shop, orderSplitPath(code), { javascript: false })
  await page.getByLabel(/^Tách bao nhiêu/).fill('2')
  await page.getByRole('button', { name: 'Xem hai đơn' }).click()
  await page.getByRole('alert').getByText('Để lại ít nhất một món').waitFor()
  await page.getByLabel(/^Tách bao nhiêu/).fill('1')
  await page.getByRole('button', { name: 'Xem hai đơn' }).click()
  await page.getByLabel('Lý do').fill('Giao sau')
  await page.getByRole('button', { name: 'Tách và báo khách' }).click()
  await page.getByRole('link', { name: `Tách từ đơn ${code}` }).waitFor()
  const again = await placed({ [charger]: 2 })
  await open(addresses.orders_alike.path)
  const pair = page.getByRole('region', { name: new RegExp(`và ${again}$`) })
  await pair.getByRole('button', { name: 'Giữ cả hai' }).click()
  await page.waitForURL(`**${addresses.orders_alike.path}`)
  expect(await pair.count()).toBe(0)
})

const phone = 'redmi-note-15-pro-plus-5g-8gb-256gb'
const charger = 'cap-anker-bio-usb-c-to-c-240w-1-8m'

/** An order, paid on delivery, of units of products by their page. */
async function placed(goods: Readonly<Record<string, number>>): Promise<string> {
  const buyer = await guestOf(shop)
  const chosen: Record<number, number> = {}
  for (const [page, quantity] of Object.entries(goods)) {
    const { item_id } = await itemInStock(shop.db, page)
    dataOf(await buyer.add(item_id, quantity))
    chosen[item_id] = quantity
  }
  dataOf(await buyer.quote(chosen))
  dataOf(await buyer.address({ name: 'Nguyễn Văn An', phone: '0912 345 678', ward_id: 26_737 }))
  return dataOf<Order>(await buyer.order()).code
}

/** A shop that has enough of a product and ships none of the orders. */
async function shopWith(path: string): Promise<string> {
  const { item_id } = await itemInStock(shop.db, path)
  const { rows } = await sql<{ shop_id: number }>`
    select shop_id from stock where product_id = ${item_id} and quantity > 4
      and shop_id not in (select shop_id from sales_order where shop_id is not null)
    order by quantity desc, shop_id limit 1`.execute(shop.db)
  return String(rows[0]?.shop_id)
}

/** Its whole total came by transfer. */
async function pay(code: string): Promise<void> {
  await sql`
    with own as (update sales_order set is_paid = true where code = ${code} returning order_id, grand_total),
      came as (insert into bank_message (relay, relay_id, order_id, amount, account_number, content, outcome, received_at)
        select 'sepay', ${code}, order_id, grand_total, '0987654321', ${code}, 'paid', now() from own)
    update payment set state = 'paid' from own where payment.order_id = own.order_id`.execute(
    shop.db,
  )
}
