import { expect, test } from 'vitest'
import { formatDong } from '#pure/money.ts'
import { journey } from '#test/support/journey.ts'
import { itemInStock, putBeside, putInCart, setStock } from '#test/support/shopping.ts'
import { startCombo } from '#test/support/baskets/small-offers.ts'

const shop = journey()
const phone = 'iphone-18-pro-max-256gb'
const laptop = 'macbook-air-13-m5-16gb-512gb'

test('quantity, selection and removal of lines change the sum at once', async () => {
  const [first_item, second_item] = [
    await itemInStock(shop.db, phone),
    await itemInStock(shop.db, laptop),
  ]
  const visit = await shop.visit()
  const { page } = visit
  await putInCart(visit, first_item.item_id)
  await putInCart(visit, second_item.item_id)
  await visit.open('/cart')
  const sum = page.getByText('Tạm tính:')
  const reads = async (text: string) => {
    await expect.poll(() => sum.textContent()).toContain(text)
  }
  await reads(formatDong(first_item.sale_price + second_item.sale_price))
  await page.getByRole('button', { name: 'Mua ngay (2)' }).waitFor()

  const first = page.getByRole('listitem').filter({ hasText: first_item.name })
  await first.getByRole('button', { name: 'Tăng số lượng' }).click()
  await reads(formatDong(2 * first_item.sale_price + second_item.sale_price))
  await page.getByRole('checkbox', { name: `Chọn ${second_item.name}` }).uncheck()
  await reads(formatDong(2 * first_item.sale_price))
  await page.getByRole('button', { name: 'Mua ngay (2)' }).waitFor()

  await expectCart([first_item.item_id, 2, true], [second_item.item_id, 1, false])
  await page.reload()
  await visit.hydrated()
  await reads(formatDong(2 * first_item.sale_price))
  expect(await first.getByRole('textbox', { name: 'Số lượng' }).inputValue()).toBe('2')
  await page.getByRole('button', { name: `Xóa ${first_item.name} khỏi giỏ hàng` }).click()
  await first.waitFor({ state: 'detached' })
  await reads('0đ')
})

test('a line at a combo price has its own quantity, selection and removal', async () => {
  const [main, beside] = [
    await itemInStock(shop.db, phone),
    await itemInStock(shop.db, 'airpods-pro-3'),
  ]
  const [main_product_id, product_id] = [main.item_id, beside.item_id]
  const combo_item_id = await startCombo(shop.db, { main_product_id, product_id, price: 777_000 })
  const visit = await shop.visit()
  const { page } = visit
  await putInCart(visit, main.item_id, 2)
  await putInCart(visit, beside.item_id)
  await putBeside(visit, beside.item_id, { main_product_combo_id: main.item_id, combo_item_id })
  await visit.open('/cart')
  const lines = page.getByRole('listitem').filter({ hasText: beside.name })
  const atCombo = lines.filter({ hasText: formatDong(777_000) })
  await expect.poll(() => lines.count()).toBe(2)

  await atCombo.getByRole('button', { name: 'Tăng số lượng' }).click()
  await expectCart([main.item_id, 2, true], [beside.item_id, 1, true], [beside.item_id, 2, true])
  await atCombo.getByRole('checkbox').uncheck()
  await expectCart([main.item_id, 2, true], [beside.item_id, 1, true], [beside.item_id, 2, false])
  await atCombo.getByRole('button', { name: /^Xóa/ }).click()
  await expectCart([main.item_id, 2, true], [beside.item_id, 1, true])
  await page.reload()
  await visit.hydrated()
  expect(await lines.count()).toBe(1)
  expect(await atCombo.count()).toBe(0)
})

test('a line that another tab removed: the shopper sees a message', async () => {
  const item = await itemInStock(shop.db, laptop)
  const visit = await shop.visit()
  const { page } = visit
  await putInCart(visit, item.item_id)
  await visit.open('/cart')
  await shop.db.deleteFrom('cart_item').where('item_id', '=', item.item_id).execute()
  await page.getByRole('button', { name: `Xóa ${item.name} khỏi giỏ hàng` }).click()
  const notice = page.getByText('Sản phẩm này không còn trong giỏ hàng của bạn.')
  await expect.poll(() => notice.count()).toBeGreaterThan(0)
  await page.getByText('Giỏ hàng của bạn đang trống.').waitFor()
  visit.forgive(/404/)
})

test('an empty cart says so and leads home', async () => {
  const page = await shop.enter('/cart')
  await page.getByText('Giỏ hàng của bạn đang trống.').waitFor()
  const sign_in = page.getByRole('main').getByRole('link', { name: 'Đăng nhập' })
  expect(await sign_in.getAttribute('href')).toBe('/dang-nhap?tiep_tuc=%2Fcart')
  await page.getByRole('link', { name: 'Quay lại trang chủ' }).click()
  await page.waitForURL(`${shop.url}/`)
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
})

test('nothing selected: a message instead of a checkout', async () => {
  const item = await itemInStock(shop.db, laptop)
  const visit = await shop.visit()
  await putInCart(visit, item.item_id)
  await visit.open('/cart')
  await visit.page.getByRole('checkbox', { name: `Chọn ${item.name}` }).uncheck()
  await visit.page.getByRole('button', { name: /^Mua ngay/ }).click()
  await visit.page.getByText('Vui lòng chọn ít nhất một sản phẩm.').waitFor()
  expect(new URL(visit.page.url()).pathname).toBe('/cart')
})

test('an item that sold out meanwhile is shown as "Hết hàng" and cannot be bought', async () => {
  const item = await itemInStock(shop.db, 'airpods-pro-3')
  const visit = await shop.visit()
  await putInCart(visit, item.item_id)
  await setStock(shop.db, item.item_id, 0)
  await visit.open('/cart')
  await visit.page.getByText('Hết hàng', { exact: true }).waitFor()
  const choice = visit.page.getByRole('checkbox', { name: `Chọn ${item.name}` })
  expect(await choice.isDisabled()).toBe(true)
  await visit.page.getByRole('button', { name: 'Mua ngay (0)' }).waitFor()
  await visit.page.getByRole('link', { name: /^Xem màu khác và sản phẩm tương tự/ }).click()
  await visit.page.waitForURL(`${shop.url}/airpods-pro-3`)
})

test('an item that sells out before the checkout is refused with a message', async () => {
  const item = await itemInStock(shop.db, 'galaxy-s26-ultra-12gb-256gb')
  const visit = await shop.visit()
  await putInCart(visit, item.item_id)
  await visit.open('/cart')
  await setStock(shop.db, item.item_id, 0)
  await visit.page.getByRole('button', { name: 'Mua ngay (1)' }).click()
  await visit.page.getByRole('alert').filter({ hasText: 'hết hàng' }).waitFor()
  await visit.page.getByText('Hết hàng', { exact: true }).waitFor()
  expect(new URL(visit.page.url()).pathname).toBe('/cart')
})

test('less in stock than in the cart: the shopper can take the rest', async () => {
  const item = await itemInStock(shop.db, 'iphone-17-256gb')
  const visit = await shop.visit()
  await putInCart(visit, item.item_id, 3)
  await setStock(shop.db, item.item_id, 2)
  await visit.open('/cart')
  await visit.page.getByText('Chỉ còn 2').waitFor()
  await visit.page.getByRole('button', { name: 'Đổi thành 2' }).click()
  await visit.page.getByText('Chỉ còn 2').waitFor({ state: 'detached' })
  expect(await visit.page.getByRole('textbox', { name: 'Số lượng' }).inputValue()).toBe('2')
})

test('a changed price is shown beside the old one', async () => {
  const item = await itemInStock(shop.db, 'xiaomi-15t-12gb-256gb')
  const visit = await shop.visit()
  await putInCart(visit, item.item_id)
  const dearer = item.sale_price + 100_000
  await shop.db
    .updateTable('price')
    .set({ sale_price: dearer, list_price: item.list_price + 100_000 })
    .where('product_id', '=', item.item_id)
    .where('province_id', 'is', null)
    .execute()
  await visit.open('/cart')
  await visit.page.getByText('Giá đã thay đổi').waitFor()
  const line = visit.page.getByRole('listitem').filter({ hasText: item.name })
  expect(await line.textContent()).toContain(formatDong(item.sale_price))
  await expect
    .poll(() => visit.page.getByText('Tạm tính:').textContent())
    .toContain(formatDong(dearer))
})

test('another province has another price, also in the cart', async () => {
  const item = await itemInStock(shop.db, phone)
  const there = await shop.db
    .selectFrom('price')
    .where('product_id', '=', item.item_id)
    .where('province_id', '=', 24)
    .selectAll()
    .executeTakeFirstOrThrow()
  const price_there = there.sale_price ?? there.list_price
  expect(price_there).not.toBe(item.sale_price)
  const visit = await shop.visit()
  await putInCart(visit, item.item_id)
  await visit.context.addCookies([{ name: 'province_id', value: '24', url: shop.url }])
  await visit.open('/cart')
  await visit.page.getByText('Giá đã thay đổi').waitFor()
  const sum = visit.page.getByText('Tạm tính:')
  await expect.poll(() => sum.textContent()).toContain(formatDong(price_there))
  await visit.page.getByRole('button', { name: 'Mua ngay (1)' }).click()
  await visit.page.waitForURL('**/cart/payment-info')
  await visit.page.getByText(formatDong(price_there)).last().waitFor()
})

test('without scripts every button of the cart posts a form and returns to the cart', async () => {
  const item = await itemInStock(shop.db, laptop)
  const visit = await shop.visit({ javascript: false })
  const { page } = visit
  await putInCart(visit, item.item_id)
  await visit.open('/cart')
  await page.getByRole('button', { name: 'Tăng số lượng' }).click()
  await page.getByRole('button', { name: 'Mua ngay (2)' }).waitFor()
  await page.getByRole('checkbox', { name: `Chọn ${item.name}` }).uncheck()
  await page.getByRole('button', { name: 'Cập nhật' }).click()
  await page.getByRole('button', { name: 'Mua ngay (0)' }).waitFor()
  await page.getByRole('button', { name: 'Chọn tất cả' }).click()
  await page.getByRole('button', { name: 'Mua ngay (2)' }).waitFor()
  await page.getByRole('button', { name: `Xóa ${item.name} khỏi giỏ hàng` }).click()
  await page.getByText('Giỏ hàng của bạn đang trống.').waitFor()
  expect(await page.getByRole('listitem').filter({ hasText: item.name }).count()).toBe(0)
  await expectCart()
})

type CartRow = [item_id: number, quantity: number, is_selected: boolean]

/** Expects these rows in the cart of the newest customer, who is this test's shopper. */
async function expectCart(...rows: CartRow[]): Promise<void> {
  const inDatabase = async () => {
    const cart_rows = await shop.db
      .selectFrom('cart_item')
      .where('customer_id', '=', (sql) =>
        sql.selectFrom('customer').select((max) => max.fn.max('customer_id').as('newest')),
      )
      .orderBy('item_id')
      .orderBy('item_quantity')
      .selectAll()
      .execute()
    return cart_rows.map((row) => [row.item_id, row.item_quantity, row.is_selected])
  }
  await expect.poll(inDatabase).toEqual([...rows].sort((a, b) => a[0] - b[0]))
}
