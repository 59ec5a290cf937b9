import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import type { Database } from '#db/schema.ts'
import type { Visit } from '#test/support/browser.ts'
import { setFreeStock } from '#test/support/stock-ledger.ts'

/** A colour of a demo product with its data from the database, which journeys expect to see. */
export interface DemoItem {
  item_id: number
  path: string
  name: string
  color_name: string
  list_price: number
  sale_price: number
  stock: number
}

/** Returns the colours of the version at a root address, with their price for the whole country. */
export async function itemsAt(db: Database, path: string): Promise<DemoItem[]> {
  const rows = await db
    .selectFrom('slug')
    .innerJoin('product as color', 'color.parent_id', 'slug.entity_id')
    .innerJoin('product as version', 'version.product_id', 'color.parent_id')
    .innerJoin('price', 'price.product_id', 'color.product_id')
    .leftJoin('stock', 'stock.product_id', 'color.product_id')
    .where('slug.path', '=', path)
    .where('slug.kind', '=', 'product')
    .where('price.province_id', 'is', null)
    .where('price.customer_group_id', 'is', null)
    .groupBy(['color.product_id', 'version.name', 'price.list_price', 'price.sale_price'])
    .orderBy('color.position')
    .orderBy('color.product_id')
    .select((sql) => [
      'color.product_id as item_id',
      'version.name',
      'color.color_name',
      'price.list_price',
      'price.sale_price',
      sql.fn.coalesce(sql.fn.sum<number>('stock.quantity'), sql.val(0)).as('stock'),
    ])
    .execute()
  return rows.map((row) => ({
    ...row,
    path,
    color_name: row.color_name ?? '',
    sale_price: row.sale_price ?? row.list_price,
    stock: Number(row.stock),
  }))
}

/** Returns the first colour in stock; throws when there is none. */
export async function itemInStock(db: Database, path: string): Promise<DemoItem> {
  const item_found = (await itemsAt(db, path)).find((item) => item.stock > 0)
  if (!item_found) throw new ReferenceError(`nothing in stock at ${path}`)
  return item_found
}

export async function stockOf(db: Database, item_id: number): Promise<number> {
  const { stock } = await db
    .selectFrom('stock')
    .where('product_id', '=', item_id)
    .select((sql) => sql.fn.coalesce(sql.fn.sum<number>('quantity'), sql.val(0)).as('stock'))
    .executeTakeFirstOrThrow()
  return Number(stock)
}

/** Sets the stock of an item to `quantity` in one shop and to 0 in the others. */
export async function setStock(db: Database, item_id: number, quantity: number): Promise<void> {
  const rows = await db.selectFrom('stock').where('product_id', '=', item_id).selectAll().execute()
  const first = rows[0]?.shop_id
  await setFreeStock(db, 0, sql`product_id = ${item_id}`)
  if (first === undefined) return
  await setFreeStock(db, quantity, sql`product_id = ${item_id} and shop_id = ${first}`)
}

/** Adds an item to the visitor's cart by the API, for journeys that begin at the cart. */
export async function putInCart(visit: Visit, item_id: number, quantity = 1): Promise<void> {
  const { request } = visit.context
  const own = { 'sec-fetch-site': 'same-origin' }
  const session = await request.post('/session', { headers: own })
  if (!session.ok()) throw new Error(`no session: ${session.status()}`)
  const added = await request.post('/api/cart/v1/cart', {
    headers: own,
    data: { item_id, item_quantity: quantity },
  })
  if (!added.ok()) throw new Error(`not added to the cart: ${await added.text()}`)
}

/** Adds an item at a combo price; its main item is in the cart already. */
export async function putBeside(
  { context }: Visit,
  item_id: number,
  combo: { main_product_combo_id: number; combo_item_id: number },
): Promise<void> {
  const headers = { 'sec-fetch-site': 'same-origin' }
  const data = { item_id, ...combo }
  const added = await context.request.post('/api/cart/v1/cart', { headers, data })
  if (!added.ok()) throw new Error(`not added to the cart: ${await added.text()}`)
}

/** Goes from a filled cart to the form with the order information. */
export async function goToPaymentInfo({ page, open }: Visit): Promise<void> {
  await open('/cart')
  await page.getByRole('button', { name: /^Mua ngay/ }).click()
  await page.waitForURL('**/cart/payment-info')
}

export const shopper = {
  name: 'Nguyễn Thị Ánh',
  phone: '+84 912.345.678',
  email: 'anh.nguyen@example.com',
  ward_name: 'Phường Bến Thành',
  street: '12 Lê Lợi',
}

/** Fills in the form for home delivery. */
export async function fillHomeAddress(page: Page, typed = shopper): Promise<void> {
  await openStep(page, 'Sửa thông tin khách hàng')
  await page.getByLabel('Họ và tên', { exact: true }).fill(typed.name)
  await page.getByLabel('Số điện thoại', { exact: true }).fill(typed.phone)
  await page.getByLabel(/^Email/).fill(typed.email)
  await openDestination(page)
  await page.getByLabel('Phường / Xã').fill(typed.ward_name)
  await page.getByLabel('Số nhà, tên đường').fill(typed.street)
}

/** A phone shows one step of the form at a time: opens one that is folded. */
export async function openStep(
  page: Page,
  button: 'Sửa thông tin khách hàng' | 'Thêm yêu cầu khác' | 'Sửa yêu cầu khác',
): Promise<void> {
  await page.getByRole('heading', { name: 'THÔNG TIN KHÁCH HÀNG' }).waitFor()
  const folded = page.getByRole('button', { name: button })
  if (await folded.isVisible()) await folded.click()
}

/** The same for where the order goes, after the customer is filled in. */
export async function openDestination(page: Page): Promise<void> {
  const destination = page.getByRole('radio', { name: /Giao hàng tận nơi/ })
  if (!(await destination.isVisible())) {
    await page.getByRole('button', { name: 'Tiếp tục' }).click()
  }
  await destination.waitFor()
}

/** Presses "Tiếp tục" and waits for the payment page. */
export async function goToPayment(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Tiếp tục' }).click()
  await page.waitForURL('**/cart/payment')
}

/** The shopper's phone as pages show it. */
export const shown_phone = '0912 345 678'

/** Presses "Thanh toán" and waits for the success page; returns the order's code. */
export async function pay(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Thanh toán', exact: true }).click()
  await page.waitForURL('**/cart/success/cod*')
  await page.getByText('ĐẶT HÀNG THÀNH CÔNG').waitFor()
  return new URL(page.url()).searchParams.get('code') ?? ''
}

/** Reads an order with its lines from the database. */
export async function orderOf(db: Database, code: string) {
  const order = await db
    .selectFrom('sales_order')
    .where('code', '=', code)
    .selectAll()
    .executeTakeFirstOrThrow()
  const lines = await db
    .selectFrom('sales_order_line')
    .where('order_id', '=', order.order_id)
    .orderBy('position')
    .selectAll()
    .execute()
  return { ...order, lines }
}
