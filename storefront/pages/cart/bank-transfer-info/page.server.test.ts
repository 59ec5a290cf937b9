import { describe, expect, test } from 'vitest'
import { createLog } from '#platform/observe/log.ts'
import { expireOrders } from '#shop/flows/expire-orders.ts'
import { type Buyer, dataOf, type Order } from '#test/support/buyer.ts'
import { openCounter } from '#test/support/counter.ts'
import { postSepay, relay_env, sepayBody, sepayHeaders } from '#test/support/relay.ts'
import { goods } from '#test/support/small-shop.ts'

const counter = openCounter({
  ...relay_env,
  PAYOS_CLIENT_ID: '',
  PAYOS_API_KEY: '',
  PAYOS_CHECKSUM_KEY: '',
})
const path = '/cart/bank-transfer-info'
const log = createLog({ service: 'test', level: 'silent' })

async function waiting(): Promise<{ buyer: Buyer; order: Order }> {
  const buyer = await counter.buyer()
  await buyer.prepare(goods.cable)
  const order = dataOf<Order>(await buyer.order({ payment_method: 'bank_transfer' }))
  return { buyer, order }
}
const cookie = ({ token }: Buyer) => ({ cookie: `token=${token}` })
const open = (buyer: Buyer, query: string, at = path) =>
  counter.door.call('GET', `${at}?${query}`, { headers: cookie(buyer) })
const send = (buyer: Buyer, intent: string, order_code: string) =>
  counter.door.call('POST', path, {
    form: new URLSearchParams({ intent, order_code }),
    headers: { ...cookie(buyer), 'sec-fetch-site': 'same-origin' },
  })
/** Where an answer leads, without the host. */
const ledTo = ({ status, headers }: Awaited<ReturnType<typeof open>>) =>
  `${status} ${headers.get('location') ?? ''}`
const pay = async (order: Order, amount = order.totals.grand_total) => {
  const raw = sepayBody({ amount, content: order.code })
  await postSepay(counter.door, raw, sepayHeaders(raw, counter.now))
}
const pass = (minutes: number) => {
  counter.now = new Date(counter.now.getTime() + minutes * 60_000)
}

describe('/cart/bank-transfer-info', () => {
  test('shows the code of an order that waits, and is never kept', async () => {
    const { buyer, order } = await waiting()
    const answer = await open(buyer, `code=${order.code}`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    expect(answer.text).toContain('Quét mã để thanh toán')
    expect(answer.text).toContain(order.code.replace('-', ''))
    expect(answer.text).toContain('src="data:image/svg+xml,')
    expect((await open(buyer, '')).text).toContain(order.code)
  })

  test('a foreign order, an unknown and a broken code are not here', async () => {
    const { order } = await waiting()
    const stranger = await counter.buyer()
    for (const code of [order.code, 'DH000000-00000000', 'x'.repeat(41)]) {
      expect((await open(stranger, `code=${code}`)).status).toBe(404)
    }
  })

  test('looking makes no new code, the button does', async () => {
    const { buyer, order } = await waiting()
    await open(buyer, `code=${order.code}`)
    pass(6)
    expect((await open(buyer, `code=${order.code}`)).text).toContain('Mã QR đã hết hạn')
    expect(ledTo(await send(buyer, 'renew', order.code))).toBe(`303 ${path}?code=${order.code}`)
    expect((await open(buyer, `code=${order.code}`)).text).not.toContain('Mã QR đã hết hạn')
  })

  test('"Tôi đã thanh toán" believes the bank alone', async () => {
    const { buyer, order } = await waiting()
    const asked = await send(buyer, 'check', order.code)
    expect(ledTo(asked)).toBe(`303 ${path}?code=${order.code}&checked=1`)
    await pay(order)
    expect(ledTo(await send(buyer, 'check', order.code))).toBe(`303 ${path}?code=${order.code}`)
    const success = `/cart/success/bank_transfer?code=${order.code}`
    expect(ledTo(await open(buyer, `code=${order.code}`))).toBe(`302 ${success}`)
  })

  test('the ways out: at the door, or not at all', async () => {
    const first = await waiting()
    expect((await open(first.buyer, `code=${first.order.code}&cancel=1`)).text).toContain(
      'Hủy đơn hàng?',
    )
    const door = await send(first.buyer, 'pay_at_door', first.order.code)
    expect(ledTo(door)).toBe(`303 /cart/success/cod?code=${first.order.code}`)
    const second = await waiting()
    const cancelled = await send(second.buyer, 'cancel', second.order.code)
    expect(ledTo(cancelled)).toBe(`303 /cart/success/bank_transfer?code=${second.order.code}`)
    const stranger = await counter.buyer()
    expect((await send(stranger, 'cancel', first.order.code)).status).toBe(404)
  })
})

describe('/cart/success/bank_transfer tells the truth', () => {
  const told = async (buyer: Buyer, { code }: Order) =>
    (await open(buyer, `code=${code}`, '/cart/success/bank_transfer')).text

  test('while it waits, when it is paid, and when too little came', async () => {
    const { buyer, order } = await waiting()
    expect(await told(buyer, order)).toContain('ĐƠN HÀNG ĐANG CHỜ THANH TOÁN')
    await pay(order, 1_000)
    expect(await told(buyer, order)).toContain('còn thiếu')
    await pay(order)
    const paid = await told(buyer, order)
    expect(paid).toContain('ĐẶT HÀNG THÀNH CÔNG')
    expect(paid).toContain('Cửa hàng đã nhận đủ')
  })

  test('to whoever holds the link, without the ways to pay', async () => {
    const { buyer, order } = await waiting()
    await pay(order, 1_000)
    const other = await counter.buyer()
    const link = `code=${order.code}&key=${order.secret}`
    const { text } = await open(other, link, '/cart/success/bank_transfer')
    expect(text).toContain('còn thiếu')
    expect(text).not.toContain('Mở mã QR')
    expect(await told(buyer, order)).toContain('Mở mã QR')
  })

  test('from the last moment on, before the job has been round', async () => {
    const { buyer, order } = await waiting()
    pass(15)
    expect(ledTo(await open(buyer, `code=${order.code}`))).toContain('/cart/success/')
    const text = await told(buyer, order)
    expect(text).toContain('ĐƠN HÀNG ĐÃ HẾT HẠN')
    expect(text).not.toContain('Mở mã QR')
  })

  test('when money came after a cancel', async () => {
    const { buyer, order } = await waiting()
    await send(buyer, 'cancel', order.code)
    await pay(order)
    pass(15)
    await expireOrders({ db: counter.own.db, log }, counter.now)
    const text = await told(buyer, order)
    expect(text).toContain('ĐƠN HÀNG ĐÃ HỦY')
    expect(text).toContain('sẽ hoàn lại cho bạn trong 2 ngày làm việc')
  })
})
