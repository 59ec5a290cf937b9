import type { Page } from 'playwright-core'
import type { Database } from '#db/schema.ts'
import type { Visit } from '#test/support/browser.ts'

/** A colour of a product as the database knows it: what the journeys expect to see. */
export interface Goods {
  item_id: number
  path: string
  name: string
  color_name: string
  list_price: number
  sale_price: number
  stock: number
}

/** The colours of the version at a root address, with their price for the whole country. */
export async function goodsAt(db: Database, path: string): Promise<Goods[]> {
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

/** The first colour that can be bought. */
export async function oneOf(db: Database, path: string): Promise<Goods> {
  const found = (await goodsAt(db, path)).find((goods) => goods.stock > 0)
  if (!found) throw new ReferenceError(`nothing in stock at ${path}`)
  return found
}

export async function stockOf(db: Database, item_id: number): Promise<number> {
  const { stock } = await db
    .selectFrom('stock')
    .where('product_id', '=', item_id)
    .select((sql) => sql.fn.coalesce(sql.fn.sum<number>('quantity'), sql.val(0)).as('stock'))
    .executeTakeFirstOrThrow()
  return Number(stock)
}

/** Makes exactly `pieces` the stock of an item, in one shop. */
export async function setStock(db: Database, item_id: number, pieces: number): Promise<void> {
  const rows = await db.selectFrom('stock').where('product_id', '=', item_id).selectAll().execute()
  const first = rows[0]?.shop_id
  await db.updateTable('stock').set({ quantity: 0 }).where('product_id', '=', item_id).execute()
  if (pieces === 0 || first === undefined) return
  await db
    .updateTable('stock')
    .set({ quantity: pieces })
    .where('product_id', '=', item_id)
    .where('shop_id', '=', first)
    .execute()
}

/** Puts pieces into the visitor's cart without the pages: where a journey begins at the cart. */
export async function putInCart(visit: Visit, item_id: number, pieces = 1): Promise<void> {
  const { request } = visit.context
  const own = { 'sec-fetch-site': 'same-origin' }
  const session = await request.post('/session', { headers: own })
  if (!session.ok()) throw new Error(`no session: ${session.status()}`)
  const added = await request.post('/api/cart/v1/cart', {
    headers: own,
    data: { item_id, item_quantity: pieces },
  })
  if (!added.ok()) throw new Error(`not put into the cart: ${await added.text()}`)
}

/** The same for an item at a combo's price, beside a main one that lies in the cart. */
export async function putBeside(
  { context }: Visit,
  item_id: number,
  combo: { main_product_combo_id: number; combo_item_id: number },
): Promise<void> {
  const headers = { 'sec-fetch-site': 'same-origin' }
  const data = { item_id, ...combo }
  const added = await context.request.post('/api/cart/v1/cart', { headers, data })
  if (!added.ok()) throw new Error(`not put into the cart: ${await added.text()}`)
}

/** From a cart with goods to the form for the order. */
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

/** Types who receives at home. */
export async function fillHomeAddress(page: Page, typed = shopper): Promise<void> {
  await page.getByLabel('Họ và tên', { exact: true }).fill(typed.name)
  await page.getByLabel('Số điện thoại', { exact: true }).fill(typed.phone)
  await page.getByLabel(/^Email/).fill(typed.email)
  await page.getByLabel('Phường / Xã').fill(typed.ward_name)
  await page.getByLabel('Số nhà, tên đường').fill(typed.street)
}

/** On to the last step: "Tiếp tục". */
export async function goToPayment(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Tiếp tục' }).click()
  await page.waitForURL('**/cart/payment')
}

/** A number as people write it: 0912 345 678. */
export const shown_phone = '0912 345 678'

/** Presses "Thanh toán" and waits for the result; the order's code. */
export async function pay(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Thanh toán', exact: true }).click()
  await page.waitForURL('**/cart/success/cod*')
  await page.getByText('ĐẶT HÀNG THÀNH CÔNG').waitFor()
  return new URL(page.url()).searchParams.get('code') ?? ''
}

/** The order in the database, with its lines. */
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
