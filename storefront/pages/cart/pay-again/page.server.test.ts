import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dataOf, type Order } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { products } from '#test/support/small-shop.ts'

const checkout = openCheckout()

beforeAll(async () => {
  await sql`insert into promotion (kind, name, payment_method, value, min_total) values
    ('payment', 'VNPAY giảm 50.000đ', 'vnpay', 50000, 0),
    ('payment', 'ZaloPay giảm 90.000đ', 'zalopay', 90000, 0),
    ('payment', 'MoMo giảm 900.000đ', 'momo', 900000, 40000000)`.execute(checkout.own.db)
})
afterAll(() => sql`delete from promotion`.execute(checkout.own.db))

/** An order that waits to be paid by VNPAY, and its page without scripts. */
async function waitingOrder() {
  const buyer = await checkout.buyer()
  await buyer.prepare(products.phone)
  const order = dataOf<Order>(
    await buyer.order({ payment_method: 'vnpay', grand_total: 30_940_000 }),
  )
  const headers = { cookie: `token=${buyer.token}`, origin: 'http://localhost:3000' }
  const path = `/cart/pay-again?code=${order.code}`
  const send = (fields: Record<string, string>, to = path) => {
    const form = new URLSearchParams({ intent: 'choose', order_code: order.code, ...fields })
    return checkout.door.call('POST', to, { form, headers })
  }
  const read = async () => dataOf<Order>(await buyer.call('GET', '/api/cart/v1/order'))
  return { send, read, show: (at = path) => checkout.door.call('GET', at, { headers }) }
}

test('another total is confirmed by one more form, without scripts', async () => {
  const { send, read } = await waitingOrder()
  const asked = await send({ payment_method: 'zalopay' })
  const text = asked.text.replaceAll(/<!-- -->/g, '')
  expect(text).toContain('Tổng tiền sẽ thay đổi')
  expect(text).toContain('Không còn ưu đãi “VNPAY giảm 50.000đ” (-50.000đ).')
  expect(text).toContain('Được ưu đãi “ZaloPay giảm 90.000đ” (-90.000đ).')
  expect(text).toContain('30.940.000đ')
  expect(text).toContain('30.900.000đ')
  expect(text).toContain('name="grand_total" value="30900000"')
  expect((await read()).payment_method).toBe('vnpay')
  const confirmed = await send({ payment_method: 'zalopay', grand_total: '30900000' })
  expect(confirmed.status).toBe(303)
  expect(await read()).toMatchObject({
    payment_method: 'zalopay',
    totals: { grand_total: 30_900_000 },
  })
})

test('an offer that the order cannot have is shown with its reason', async () => {
  const { show } = await waitingOrder()
  const text = (await show()).text.replaceAll(/<!-- -->/g, '')
  expect(text).toContain('MoMo giảm 900.000đ')
  expect(text).toContain('Cho đơn từ 40.000.000đ, còn thiếu 9.010.000đ.')
})

test('an order in progress whose method brought an offer returns to cash on this page', async () => {
  const { send, read, show } = await waitingOrder()
  await send({ payment_method: 'cod', grand_total: '30990000' })
  expect(await read()).toMatchObject({ state: 'pending', payment_method: 'cod' })
  await sql`insert into promotion (kind, name, payment_method, value) values
    ('payment', 'Chuyển khoản giảm 70.000đ', 'bank_transfer', 70000)`.execute(checkout.own.db)
  const transfer = { payment_method: 'bank_transfer', grand_total: '30920000' }
  const onward = await send(transfer)
  const page = onward.headers.get('location') ?? ''
  const back = await send({ intent: 'pay_cod' }, page)
  expect(back.status).toBe(303)
  const asked = await show(back.headers.get('location') ?? '')
  expect([asked.status, asked.text.includes('ĐỔI PHƯƠNG THỨC THANH TOÁN')]).toEqual([200, true])
  const confirm = await send({ payment_method: 'cod' })
  expect(confirm.text).toContain('name="grand_total" value="30990000"')
  await send({ payment_method: 'cod', grand_total: '30990000' })
  expect(await read()).toMatchObject({
    ...{ state: 'pending', payment_method: 'cod', totals: { grand_total: 30_990_000 } },
  })
})
