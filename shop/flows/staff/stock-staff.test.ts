import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { dataOf, type Order } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { freeStock, products, shops } from '#test/support/small-shop.ts'
import { staffHeaders } from '#test/support/staff.ts'
import { assertStock } from '#test/support/stock-ledger.ts'

const checkout = openCheckout()
const path = '/noi-bo/ton-kho'
let headers: { cookie: string }
const key = { product_id: String(products.rare), shop_id: String(shops.repairs) }
const row_path = `${path}?${new URLSearchParams(key)}`

beforeAll(async () => {
  headers = await staffHeaders(checkout.door)
})

const open = async (address: string) => (await checkout.door.call('GET', address, { headers })).text

async function count(fields: Record<string, string>): Promise<{ status: number; text: string }> {
  const form = new URLSearchParams({ ...key, reason: 'Kiểm kệ', ...fields })
  const own = { ...headers, 'sec-fetch-site': 'same-origin' }
  return checkout.door.call('POST', row_path, { form, headers: own })
}

test('the list is searched by SKU, name and shop', async () => {
  expect(await open(`${path}?q=sku-11`)).toContain('SKU-11')
  expect(await open(`${path}?q=sku-11`)).not.toContain('SKU-21')
  expect(await open(`${path}?shop=CH003`)).not.toContain('CH001')
  expect(await open(`${path}?shop=3`)).not.toContain('CH001')
  expect(await open(`${path}?q=khong-co`)).toContain('Không tìm thấy dòng tồn kho nào.')
  expect(await open(`${path}?product_id=1&shop_id=99`)).toContain(
    'Không tìm thấy dòng tồn kho nào.',
  )
})

test('the list shows rows with nothing free, with a shortage, or with devices without a code', async () => {
  expect(await open(`${path}?kind=none_free`)).not.toContain('SKU-31')
  expect(await open(`${path}?kind=short`)).toContain('Không tìm thấy dòng tồn kho nào.')
  const { db } = checkout.own
  await sql`update product set identified_by = 'imei' where product_id = ${products.rare}`.execute(
    db,
  )
  const text = await open(`${path}?kind=unnamed`)
  expect(text).toContain('3 máy chưa có mã')
  expect(text).not.toContain('SKU-11')
  await sql`update product set identified_by = null where product_id = ${products.rare}`.execute(db)
  expect(await open(`${path}?kind=unnamed`)).not.toContain('SKU-31')
  expect(await open(`${path}?kind=khac`)).toContain('SKU-31')
})

test('a count sets on hand by a movement with its reason and person', async () => {
  expect(await open(row_path)).toContain('SKU-31')
  expect((await count({ on_hand: '7', on_hand_seen: '3' })).status).toBe(303)
  const text = await open(row_path)
  for (const shown of ['Kiểm kệ', '+4', 'Kiểm đếm']) expect(text).toContain(shown)
  expect(await freeStock(checkout.own.db, products.rare)).toBe(7)
  await assertStock(checkout.own.db)
})

test('a count is refused without a reason, and when on hand has changed since', async () => {
  expect((await count({ on_hand: '1', on_hand_seen: '3', reason: ' ' })).status).toBe(422)
  const stale = await count({ on_hand: '1', on_hand_seen: '2' })
  expect(stale.status).toBe(409)
  expect(stale.text).toContain('Tồn tại kệ vừa đổi thành 3.')
  expect(await freeStock(checkout.own.db, products.rare)).toBe(3)
})

test('a count below what is reserved shows the shortage with its orders', async () => {
  const buyer = await checkout.buyer()
  await buyer.prepare(products.phone, 5)
  const { code } = dataOf<Order>(await buyer.order())
  const phone = { product_id: String(products.phone), shop_id: String(shops.first) }
  expect((await count({ ...phone, on_hand: '0', on_hand_seen: '2' })).status).toBe(303)
  const text = await open(`${path}?${new URLSearchParams(phone)}`)
  expect(text).toContain(`Thiếu 2 cho các đơn: ${code}`)
  await assertStock(checkout.own.db)
})
