import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { formatDong } from '#pure/money.ts'
import { createLog } from '#platform/observe/log.ts'
import { expireOrders } from '#shop/flows/expire-orders.ts'
import { type Buyer, dataOf, type Order } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { postSepay, relay_env, sepayBody, sepayHeaders } from '#test/support/relay.ts'
import { products } from '#test/support/small-shop.ts'

const checkout = openCheckout({
  ...relay_env,
  PAYOS_CLIENT_ID: '',
  PAYOS_API_KEY: '',
  PAYOS_CHECKSUM_KEY: '',
})
const path = '/cart/bank-transfer-info'
const log = createLog({ service: 'test', level: 'silent' })

async function placeWaitingOrder(): Promise<{ buyer: Buyer; order: Order }> {
  const buyer = await checkout.buyer()
  await buyer.prepare(products.cable)
  const order = dataOf<Order>(await buyer.order({ payment_method: 'bank_transfer' }))
  return { buyer, order }
}
const cookie = ({ token }: Buyer) => ({ cookie: `token=${token}` })
const open = (buyer: Buyer, query: string, at = path) =>
  checkout.door.call('GET', `${at}?${query}`, { headers: cookie(buyer) })
const send = (buyer: Buyer, intent: string, order_code: string, more: object = {}) =>
  checkout.door.call('POST', path, {
    form: new URLSearchParams({ intent, order_code, ...more }),
    headers: { ...cookie(buyer), 'sec-fetch-site': 'same-origin' },
  })
/** The status and the path of a redirect, without the host. */
const redirectOf = ({ status, headers }: Awaited<ReturnType<typeof open>>) =>
  `${status} ${headers.get('location') ?? ''}`
const pay = async (order: Order, amount = order.totals.grand_total) => {
  const raw = sepayBody({ amount, content: order.code })
  await postSepay(checkout.door, raw, sepayHeaders(raw, checkout.now))
}
const pass = (minutes: number) => {
  checkout.now = new Date(checkout.now.getTime() + minutes * 60_000)
}

describe('/cart/bank-transfer-info', () => {
  test('shows the code of a waiting order, and is never cached', async () => {
    const { buyer, order } = await placeWaitingOrder()
    const answer = await open(buyer, `code=${order.code}`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    expect(answer.text).toContain('Quét mã để thanh toán')
    expect(answer.text).toContain(order.code.replace('-', ''))
    expect(answer.text).toContain('src="data:image/svg+xml,')
    expect((await open(buyer, '')).text).toContain(order.code)
  })

  test('a foreign, an unknown and an invalid order code answer 404', async () => {
    const { order } = await placeWaitingOrder()
    const stranger = await checkout.buyer()
    for (const code of [order.code, 'DH000000-00000000', 'x'.repeat(41)]) {
      expect((await open(stranger, `code=${code}`)).status).toBe(404)
    }
  })

  test('opening the page does not renew the code, the button does', async () => {
    const { buyer, order } = await placeWaitingOrder()
    await open(buyer, `code=${order.code}`)
    pass(6)
    expect((await open(buyer, `code=${order.code}`)).text).toContain('Mã QR đã hết hạn')
    expect(redirectOf(await send(buyer, 'renew', order.code))).toBe(
      `303 ${path}?code=${order.code}`,
    )
    expect((await open(buyer, `code=${order.code}`)).text).not.toContain('Mã QR đã hết hạn')
  })

  test('"Tôi đã thanh toán" counts only what the bank reports', async () => {
    const { buyer, order } = await placeWaitingOrder()
    const checked = await send(buyer, 'check', order.code)
    expect(redirectOf(checked)).toBe(`303 ${path}?code=${order.code}&checked=1`)
    await pay(order)
    expect(redirectOf(await send(buyer, 'check', order.code))).toBe(
      `303 ${path}?code=${order.code}`,
    )
    const success = `/cart/success/bank_transfer?code=${order.code}`
    expect(redirectOf(await open(buyer, `code=${order.code}`))).toBe(`302 ${success}`)
  })

  test('another way to pay stands before the way to cancel, and each says what it does', async () => {
    const { buyer, order } = await placeWaitingOrder()
    const { text } = await open(buyer, `code=${order.code}`)
    expect(text).not.toContain('Hủy chuyển khoản')
    const changes = text.indexOf('>Đổi phương thức<')
    const cancels = text.indexOf('>Hủy đơn hàng<')
    expect(changes).toBeGreaterThan(0)
    expect(cancels).toBeGreaterThan(changes)
    expect(text).toContain(`href="/cart/pay-again?code=${order.code}"`)
    expect((await open(buyer, `code=${order.code}`, '/cart/pay-again')).status).toBe(200)
  })

  test('the order can be paid on delivery or cancelled instead', async () => {
    const first = await placeWaitingOrder()
    expect((await open(first.buyer, `code=${first.order.code}&cancel=1`)).text).toContain(
      'Hủy đơn hàng?',
    )
    const cod = await send(first.buyer, 'pay_cod', first.order.code)
    expect(redirectOf(cod)).toBe(`303 /cart/success/cod?code=${first.order.code}`)
    const second = await placeWaitingOrder()
    const cancelled = await send(second.buyer, 'cancel', second.order.code)
    expect(redirectOf(cancelled)).toBe(`303 /cart/success/bank_transfer?code=${second.order.code}`)
    const stranger = await checkout.buyer()
    expect((await send(stranger, 'cancel', first.order.code)).status).toBe(404)
  })
})

describe('cancelling a transfer', () => {
  test('names what comes back of a part that was paid, and takes the reason', async () => {
    const { buyer, order } = await placeWaitingOrder()
    const ask = `code=${order.code}&cancel=1`
    expect((await open(buyer, ask)).text).not.toContain('được hoàn lại')
    await pay(order, 1_000)
    const asked = (await open(buyer, ask)).text.replaceAll('<!-- -->', '')
    expect(asked).toContain('Bạn được hoàn lại 1.000đ đã chuyển.')
    expect(asked).toContain('chuyển khoản trong 2 ngày làm việc')
    expect(asked).toContain('value="Đổi ý, không mua nữa"')
    const why = { reason: 'khac', other_reason: 'Chuyển nhầm tiền' }
    await send(buyer, 'cancel', order.code, why)
    const { text } = await open(buyer, `code=${order.code}`, '/cart/success/bank_transfer')
    expect(text).toContain('Chuyển nhầm tiền')
    expect(text).toContain('sẽ hoàn lại cho bạn trong 2 ngày làm việc')
  })

  test('offers to pay on delivery only where that is possible', async () => {
    const { buyer, order } = await placeWaitingOrder()
    const offer = 'Đổi sang thanh toán khi nhận hàng'
    const ask = `code=${order.code}&cancel=1`
    expect((await open(buyer, ask)).text).toContain(offer)
    await sql`update sales_order set is_online_only = true where code = ${order.code}`.execute(
      checkout.own.db,
    )
    const { status, text } = await open(buyer, ask)
    expect([status, text.includes(offer)]).toEqual([200, false])
  })

  test('a part that was paid counts when the rest is paid on delivery', async () => {
    const { buyer, order } = await placeWaitingOrder()
    await pay(order, 1_000)
    const moved = await send(buyer, 'pay_cod', order.code)
    expect(redirectOf(moved)).toBe(`303 /cart/success/cod?code=${order.code}`)
    const { text } = await open(buyer, `code=${order.code}`, '/cart/success/cod')
    expect(text).toContain('Bạn trả phần còn lại khi nhận hàng')
  })
})

describe('/cart/success/bank_transfer shows the state of the payment', () => {
  const successText = async (buyer: Buyer, { code }: Order) =>
    (await open(buyer, `code=${code}`, '/cart/success/bank_transfer')).text

  test('while it waits, when it is paid, and when too little was paid', async () => {
    const { buyer, order } = await placeWaitingOrder()
    expect(await successText(buyer, order)).toContain('ĐƠN HÀNG ĐANG CHỜ THANH TOÁN')
    await pay(order, 1_000)
    const part = await successText(buyer, order)
    const missing = formatDong(order.totals.grand_total - 1_000)
    expect(part).toContain(`CÒN THIẾU ${missing}`)
    expect(part).toMatch(/>Đã nhận<\/dt><dd[^>]*>1.000đ</)
    expect(part).toMatch(new RegExp(`>Còn thiếu</dt><dd[^>]*>${missing}<`))
    expect(part).not.toContain('không trả lại')
    const rest = formatDong(order.totals.grand_total - 1_000)
    const transfer = (await open(buyer, `code=${order.code}`)).text
    expect(transfer).toContain(`CÒN THIẾU ${rest}`)
    expect(transfer).not.toContain('ĐƠN HÀNG ĐANG CHỜ CHUYỂN KHOẢN')
    expect(transfer).toMatch(/Đã nhận<\/dt><dd[^>]*>1.000đ/)
    await pay(order)
    const paid = await successText(buyer, order)
    expect(paid).toContain('ĐẶT HÀNG THÀNH CÔNG')
    expect(paid).toContain('Cửa hàng đã nhận đủ')
  })

  test('to anybody with the link, without the actions to pay', async () => {
    const { buyer, order } = await placeWaitingOrder()
    await pay(order, 1_000)
    const other_buyer = await checkout.buyer()
    const link = `code=${order.code}&key=${order.secret}`
    const { text } = await open(other_buyer, link, '/cart/success/bank_transfer')
    expect(text).toContain('còn thiếu')
    expect(text).not.toContain('Trả nốt')
    expect(await successText(buyer, order)).toContain('Trả nốt')
  })

  test('as expired from the deadline on, before the job has run', async () => {
    const { buyer, order } = await placeWaitingOrder()
    pass(15)
    expect(redirectOf(await open(buyer, `code=${order.code}`))).toContain('/cart/success/')
    const text = await successText(buyer, order)
    expect(text).toContain('ĐƠN HÀNG ĐÃ HẾT HẠN')
    expect(text).not.toContain('Mở mã QR')
  })

  test('when money arrived after the order was cancelled', async () => {
    const { buyer, order } = await placeWaitingOrder()
    await send(buyer, 'cancel', order.code)
    await pay(order)
    pass(15)
    await expireOrders({ db: checkout.own.db, log }, checkout.now)
    const text = await successText(buyer, order)
    expect(text).toContain('ĐƠN HÀNG ĐÃ HỦY')
    expect(text).toContain('sẽ hoàn lại cho bạn trong 2 ngày làm việc')
  })
})
