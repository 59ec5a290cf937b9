import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { addresses } from '#admin/addresses/addresses.ts'
import { customerPath, orderPath } from '#admin/addresses/paths.ts'
import { dataOf, type Order } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { products } from '#test/support/small-shop.ts'
import { staffHeaders } from '#test/support/staff.ts'
import { emptyTables } from '#test/support/database-templates.ts'

const checkout = openCheckout()
let headers: { cookie: string }
let code: string

beforeAll(async () => {
  headers = await staffHeaders(checkout.door)
})
beforeEach(async () => {
  await emptyTables(checkout.own.db, 'sales_order', 'customer_profile')
  const buyer = await checkout.buyer()
  await buyer.prepare(products.cable)
  code = dataOf<Order>(await buyer.order()).code
  await sql`update sales_order set phone = '+84912345678'`.execute(checkout.own.db)
})

const get = (path: string) => checkout.door.call('GET', path, { headers })
const find = (q: string) => get(`${addresses.find.path}?${new URLSearchParams({ q })}`)
const send = (fields: Record<string, string>) =>
  checkout.door.call('POST', customerPath(code), {
    form: new URLSearchParams(fields),
    headers: { ...headers, 'sec-fetch-site': 'same-origin' },
  })

test('the search box opens what it finds, before scripts and with them', async () => {
  const { text } = await get(addresses.orders.path)
  expect(text).toMatch(/<form(?=[^>]*action="\/noi-bo\/tim")(?=[^>]*role="search")/)
  const answers = [await find(code), await find('+84 912 345 678')]
  expect(answers.map((answer) => [answer.status, answer.headers.get('location')])).toEqual([
    [303, orderPath(code)],
    [303, customerPath(code)],
  ])
  const data = await get(`/noi-bo/_data/tim?q=${code}`)
  expect(JSON.parse(data.text)).toEqual({ kind: 'redirect', location: orderPath(code) })
  for (const q of ['', '!!', 'DH261120-00000000']) expect((await find(q)).status).toBe(200)
  expect((await find('DH261120-00000000')).text).toContain('Không tìm thấy gì')
})

test('a customer is read, noted, shown and blocked by plain forms', async () => {
  const before = (await get(customerPath(code))).text
  expect(before).toContain('09•• ••• 678')
  expect(before).not.toContain('912345678')
  const shown = await send({ intent: 'show_phone' })
  expect([shown.status, shown.text.includes('0912 345 678')]).toEqual([200, true])
  expect((await send({ intent: 'note', text: 'Gọi sau 17 giờ' })).status).toBe(303)
  const unreasoned = await send({ intent: 'block', version: '1', block: 'prepay', reason: ' ' })
  expect([unreasoned.status, unreasoned.text.includes('Cần ghi lý do')]).toEqual([422, true])
  const blocked = { intent: 'block', version: '1', block: 'prepay', reason: 'Bom hàng' }
  expect((await send(blocked)).status).toBe(303)
  const late = await send({ ...blocked, block: 'no_orders' })
  expect([late.status, late.text.includes('vừa đổi: khách này bây giờ')]).toEqual([409, true])
  const { text } = await get(customerPath(code))
  for (const part of ['Gọi sau 17 giờ', 'đã xem số điện thoại', 'Phải trả trước', 'Bỏ chặn']) {
    expect(text).toContain(part)
  }
  expect((await send({ intent: 'nothing' })).status).toBe(422)
  expect((await get(addresses.customers.path)).text).toContain(customerPath(code))
  expect((await get(customerPath('DH261120-00000000'))).status).toBe(404)
  expect((await get(orderPath(code))).text).toContain(customerPath(code))
})

test('a second phone of the customer is looked up, joined and parted by plain forms', async () => {
  const first = code
  const buyer = await checkout.buyer()
  await buyer.prepare(products.cable)
  const { code: other_code } = dataOf<Order>(await buyer.order())
  await sql`update sales_order set phone = '+84987654321' where code = ${other_code}`.execute(
    checkout.own.db,
  )
  const unknown = await send({ intent: 'look_up', other: '0355 555 555' })
  expect([unknown.status, unknown.text.includes('Chưa ai đặt hàng bằng số này')]).toEqual([
    404,
    true,
  ])
  const looked = await send({ intent: 'look_up', other: '0987 654 321' })
  expect([looked.status, looked.text.includes('Gộp: cùng một khách')]).toEqual([200, true])
  const join = { intent: 'join', other_code, reason: 'Khách báo đổi số' }
  expect((await send({ ...join, reason: ' ' })).status).toBe(422)
  expect((await send(join)).status).toBe(303)
  const again = await send(join)
  expect([again.status, again.text.includes('đã là của một khách')]).toEqual([409, true])
  const joined = (await get(customerPath(first))).text
  for (const part of [
    other_code,
    '09•• ••• 321',
    'gộp với một số khác của khách',
    'Tách 09•• ••• 678',
  ]) {
    expect(joined).toContain(part)
  }
  expect(joined).not.toMatch(/912345678|987654321/)
  expect((await send({ intent: 'part', part_code: other_code, reason: 'Gộp nhầm' })).status).toBe(
    303,
  )
  expect((await get(customerPath(first))).text).not.toContain(other_code)
})
