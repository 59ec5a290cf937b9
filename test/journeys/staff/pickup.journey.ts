import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { addresses } from '#admin/addresses/addresses.ts'
import { orderPath, orderShopPath, pickupPath } from '#admin/addresses/paths.ts'
import { successUrl } from '#storefront/addresses/cart-links.ts'
import { type Buyer, dataOf, guestOf, type Order } from '#test/support/buyer.ts'
import { journey } from '#test/support/journey.ts'
import { no_problems, problemsOf, takePicture } from '#test/support/screens.ts'
import { itemInStock } from '#test/support/shopping.ts'
import { visitAsStaff } from '#test/support/staff.ts'
import { emptyTables } from '#test/support/database-templates.ts'

const shop = journey({ env: { RATE_LIMITS: 'off' } })
let order: Order
let buyer: Buyer
let imei: string

/** A confirmed order that is picked up. */
beforeEach(async () => {
  await emptyTables(shop.db, 'sales_order')
  buyer = await guestOf(shop)
  const { item_id } = await itemInStock(shop.db, 'redmi-note-15-pro-plus-5g-8gb-256gb')
  const { rows } = await sql<{ imei: string; shop_id: number }>`
    select unit.imei1 as imei, shop_id from unit join shop using (shop_id) join stock using (product_id, shop_id)
    where unit.state = 'in_stock' and unit.product_id = ${item_id} and 'ban-hang' = any(shop.kinds)
      and stock.quantity > 0
    order by unit_id limit 1`.execute(shop.db)
  imei = rows[0]?.imei ?? ''
  const pickup = { shipping_method: 'store_pickup', erp_shop_id: rows[0]?.shop_id }
  await buyer.prepare(item_id, 1, { ...pickup, note: 'Đến sau 18 giờ' })
  order = dataOf<Order>(await buyer.order())
  // An order of the demo may have gifts: these journeys prepare one unit.
  await sql`delete from sales_order_line where is_gift`.execute(shop.db)
  await sql`update sales_order set state = 'confirmed', version = 2`.execute(shop.db)
})

test.each([
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
])(
  'an order is prepared, shown by its shopper, paid and collected at $width pixels',
  async (size) => {
    const { page, open } = await visitAsStaff(shop, addresses.pickups.path, size)
    await page.getByText('Nguyễn Văn An').waitFor()
    expect(await problemsOf(page, 'pickups-list')).toEqual(no_problems)
    await page.getByRole('link', { name: order.code }).click()
    await page.getByLabel('Quét từng món').waitFor()
    expect(await problemsOf(page, 'pickup-prepare')).toEqual(no_problems)
    await scan(page, imei)
    await page.getByRole('button', { name: 'Soạn xong, báo khách' }).click()
    await page.getByLabel('Mã của khách').waitFor()
    expect(await problemsOf(page, 'pickup-ready')).toEqual(no_problems)

    const code = await codeOf()
    expect(await page.content()).not.toContain(code)
    const shopper = await shop.visit(size)
    await shopper.open(successUrl('cod', order.code, order.secret))
    await shopper.page.getByAltText('Mã QR nhận hàng').waitFor()
    await shopper.page.getByText(`${code.slice(0, 3)} ${code.slice(3)}`).waitFor()
    expect(await problemsOf(shopper.page, 'pickup-shopper')).toEqual(no_problems)

    await open(addresses.today.path)
    await page.getByRole('link', { name: 'Chờ khách đến lấy' }).click()
    // The scan finds its field, wherever the focus is.
    await page.getByLabel('Khách đến lấy: quét mã QR').blur()
    const keys = [...`${order.code}.${code}`, 'Enter']
    await Promise.all(keys.map((key) => page.keyboard.press(key)))
    await page.getByText('Đúng khách: đúng mã nhận hàng').waitFor()
    await page.getByLabel(/^Quét IMEI/).focus()
    await scan(page, imei)
    expect(await problemsOf(page, 'pickup-collect')).toEqual(no_problems)
    await page.getByRole('button', { name: /^Đã thu .* giao hàng$/ }).click()
    await page.getByText('Khách đã nhận hàng.').waitFor()
    expect(await stateOf()).toEqual({ state: 'delivered', paid: order.totals.grand_total })
    await open(orderPath(order.code))
    await page.getByText('thu tiền mặt').waitFor()
  },
)

test.each([
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
])('an order moves to another shop once its shopper agrees, at $width pixels', async (size) => {
  const { page } = await visitAsStaff(shop, orderPath(order.code), size)
  await page.getByRole('link', { name: 'Đổi nơi lấy' }).click()
  await page.getByText('gọi hỏi khách trước').waitFor()
  const shops = page.getByRole('radio')
  const name = (await shops.first().locator('xpath=..').locator('span').first().innerText()).split(
    '\n',
  )[0]
  await shops.first().check()
  await page.getByLabel('Lý do').fill('Cửa hàng ngập nước')
  expect(await problemsOf(page, 'pickup-move')).toEqual(no_problems)
  const press = page.getByRole('button', { name: 'Đổi nơi lấy và báo khách' })
  await press.click()
  // The browser asks for the tick first: nothing is sent.
  const agreed = page.getByLabel(/^Khách đồng ý đến lấy ở cửa hàng mới/)
  expect(await agreed.evaluate((box: HTMLInputElement) => box.validity.valueMissing)).toBe(true)
  await agreed.check()
  await press.click()
  await page.getByRole('heading', { level: 1, name: order.code }).waitFor()
  await page
    .getByText(name ?? 'no shop')
    .first()
    .waitFor()
  await page.getByText('Cửa hàng ngập nước').first().waitFor()
  expect(await problemsOf(page, 'pickup-moved')).toEqual(no_problems)
  const { rows } = await sql<{ body: string }>`
    select body from outbox where template = 'pickup_moved' and channel = 'sms'`.execute(shop.db)
  expect(rows).toHaveLength(1)
  const shopper = await shop.visit(size)
  await shopper.open(successUrl('cod', order.code, order.secret))
  await shopper.page
    .getByText(name ?? 'no shop')
    .first()
    .waitFor()
  expect(await problemsOf(shopper.page, 'pickup-moved-shopper')).toEqual(no_problems)
})

test('an order stays at its shop without the yes of its shopper, before scripts too', async () => {
  const { page, forgive } = await visitAsStaff(shop, orderShopPath(order.code), {
    javascript: false,
  })
  await page.getByRole('radio').first().check()
  await page.getByLabel('Lý do').fill('Gần khách hơn')
  // A browser that does not ask for the tick sends the form without it.
  await page.locator('form').evaluateAll((forms) => {
    for (const form of forms as HTMLFormElement[]) form.noValidate = true
  })
  await page.getByRole('button', { name: 'Đổi nơi lấy và báo khách' }).click()
  await page.getByRole('alert').getByText('Chưa đổi: khách đến lấy tại cửa hàng').waitFor()
  expect(await movesOf()).toEqual([])
  await page.getByRole('radio').first().check()
  await page.getByLabel('Lý do').fill('Gần khách hơn')
  await page.getByLabel(/^Khách đồng ý/).check()
  await page.getByRole('button', { name: 'Đổi nơi lấy và báo khách' }).click()
  await page.getByRole('heading', { level: 1, name: order.code }).waitFor()
  expect(await movesOf()).toEqual(['move_shop'])
  forgive(/answer 409|status of 409/)
})

test('a closed day is set for all shops, and the product page says when it is collected', async () => {
  const year = new Date().getFullYear() + 1
  for (const size of [
    { width: 360, height: 740 },
    { width: 1440, height: 900 },
  ]) {
    const { page } = await visitAsStaff(shop, addresses.delivery_rules.path, size)
    await page.getByLabel('Ngày', { exact: true }).fill(`${year}-03-15`)
    await page.getByLabel('Lý do').fill('Kiểm kê')
    await page.getByRole('button', { name: 'Thêm ngày nghỉ' }).click()
    const remove = page.getByRole('button', { name: `Bỏ ngày nghỉ 15/03/${year}` })
    await remove.waitFor()
    expect(await problemsOf(page, 'delivery-rules')).toEqual(no_problems)
    await remove.click()
    await remove.waitFor({ state: 'detached' })
    const shopper = await shop.visit(size)
    await shopper.open('/redmi-note-15-pro-plus-5g-8gb-256gb')
    await shopper.page.getByText(/^Nhận \d\d:\d\d .* tại /).waitFor()
    await takePicture(shopper.page, 'pickup-product')
  }
})

test('works without scripts; a wrong code and a wrong unit are named', async () => {
  const { page, open, forgive } = await visitAsStaff(shop, pickupPath(order.code), {
    javascript: false,
  })
  await page.getByLabel('Quét từng món').fill('SAI-HANG')
  await page.getByRole('button', { name: 'Soạn xong, báo khách' }).click()
  await page.getByText('“SAI-HANG” không thuộc đơn này').waitFor()
  await open(pickupPath(order.code))
  await page.getByLabel('Quét từng món').fill(imei)
  await page.getByRole('button', { name: 'Soạn xong, báo khách' }).click()
  await page.getByLabel('Mã của khách').fill('1')
  await page.getByRole('button', { name: 'Kiểm mã' }).click()
  await page.getByText('Quét mã QR của khách, hoặc gõ 6 số').first().waitFor()
  await page.getByLabel('Mã của khách').fill('5678')
  await page.getByRole('button', { name: 'Kiểm mã' }).click()
  await page.getByLabel(/^Quét IMEI/).fill(imei)
  await page.getByRole('button', { name: /^Đã thu/ }).click()
  await page.getByText('Khách đã nhận hàng.').waitFor()
  expect((await stateOf())?.state).toBe('delivered')
  forgive(/answer 422|status of 422/)
})

/** Types a code as a scanner does: quickly, with Enter at its end. */
async function scan(page: Page, code: string): Promise<void> {
  await page.keyboard.insertText(code)
  await page.keyboard.press('Enter')
}

async function codeOf(): Promise<string> {
  const query = `code=${order.code}`
  const shown = dataOf<Order>(await buyer.call('GET', `/api/cart/v1/order?${query}`))
  return shown.pickup?.code ?? ''
}

/** How its shop was changed. */
async function movesOf(): Promise<string[]> {
  const { rows } = await sql<{ move: string }>`
    select move from sales_order_event where move = 'move_shop'`.execute(shop.db)
  return rows.map(({ move }) => move)
}

async function stateOf() {
  const { rows } = await sql<{ state: string; paid: number }>`
    select o.state, sum(p.amount)::bigint as paid from sales_order o join payment p using (order_id)
    where p.state = 'paid' group by o.state`.execute(shop.db)
  return rows[0]
}
