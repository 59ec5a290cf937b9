import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createLog } from '#platform/observe/log.ts'
import { expireOrders } from '#shop/flows/expire-orders.ts'
import { dataOf, type Buyer, type Order } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { postPayos, postSepay, relay_env, sepayBody, sepayHeaders } from '#test/support/relay.ts'
import { products, freeStock } from '#test/support/small-shop.ts'
import { staffHeaders } from '#test/support/staff.ts'
import { setFreeStock } from '#test/support/stock-ledger.ts'

const checkout = openCheckout(relay_env)
const path = '/noi-bo/doi-soat'
const price = 30_990_000
const log = createLog({ service: 'test', level: 'silent' })
let staff: { cookie: string }
beforeEach(async () => {
  staff = await staffHeaders(checkout.door)
})

const pass = (seconds: number) => {
  checkout.now = new Date(checkout.now.getTime() + seconds * 1_000)
}
const expire = () => expireOrders({ db: checkout.own.db, log }, checkout.now)
afterEach(async () => {
  pass(2 * 86_400)
  await expire()
  await sql`with gone as (delete from refund)
    update sales_order set refunded_total = 0 where refunded_total > 0`.execute(checkout.own.db)
  await sql`delete from payment_review`.execute(checkout.own.db)
})

async function sendTransfer(content: string, amount: number): Promise<void> {
  const raw = sepayBody({ content, amount })
  const { status } = await postSepay(checkout.door, raw, sepayHeaders(raw, checkout.now))
  expect(status).toBe(200)
}

async function reviewed(amount: number): Promise<{ buyer: Buyer; order: Order; id: number }> {
  const buyer = await checkout.buyer()
  await buyer.prepare(products.phone)
  const order = dataOf<Order>(await buyer.order({ payment_method: 'bank_transfer' }))
  await sendTransfer(order.code.replace('-', ''), amount)
  return { buyer, order, id: await newest() }
}

async function newest(): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select max(payment_review_id) as id from payment_review`.execute(checkout.own.db)
  return rows[0]?.id ?? 0
}

const decide = (
  id: number | string,
  decision: string,
  headers: Record<string, string> = staff,
  order_code = '',
) =>
  checkout.door.call('POST', path, {
    form: new URLSearchParams({ payment_review_id: String(id), decision, order_code }),
    headers: { ...headers, 'sec-fetch-site': headers['sec-fetch-site'] ?? 'same-origin' },
  })
const stateOf = async (buyer: Buyer) =>
  dataOf<Order>(await buyer.call('GET', '/api/cart/v1/order')).state

describe('the page of staff', () => {
  test('opens only with a session', async () => {
    const basic = Buffer.from(`nv:${relay_env.STAFF_TOKEN}`).toString('base64')
    const strangers: Record<string, string>[] = [
      {},
      { authorization: `Basic ${basic}` },
      { cookie: 'staff=' },
      { cookie: `staff=s_${'A'.repeat(43)}` },
    ]
    for (const headers of strangers) {
      const answer = await checkout.door.call('GET', path, { headers })
      expect(answer.status).toBe(303)
      expect(answer.headers.get('location')).toBe('/noi-bo/dang-nhap?next=%2Fnoi-bo%2Fdoi-soat')
      expect(answer.text).not.toContain('DH')
    }
    const answer = await checkout.door.call('GET', path, { headers: staff })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  test('shows money under review with its reason; text of a payer is escaped', async () => {
    const { order } = await reviewed(price - 1_000)
    await sendTransfer('<script>alert(1)</script> chuyen "tien"', 5_000)
    const { text } = await checkout.door.call('GET', path, { headers: staff })
    expect(text).toContain(order.code)
    expect(text).toContain('Trả thiếu')
    expect(text).toContain('30.989.000đ')
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt; chuyen &quot;tien&quot;')
    // The page's own scripts have a type attribute; a script of a payer would have none.
    expect(text).not.toContain('<script>')
  })

  test('accepts decisions from its own forms only', async () => {
    const { id, buyer } = await reviewed(price - 1)
    const foreign = { ...staff, 'sec-fetch-site': 'cross-site' }
    expect((await decide(id, 'accepted', foreign)).status).toBe(403)
    expect((await decide(id, 'accepted', { cookie: 'staff=x' })).status).toBe(303)
    expect((await decide(id, 'stolen')).status).toBe(422)
    expect((await decide('1e3', 'accepted')).status).toBe(422)
    expect(await stateOf(buyer)).toBe('awaiting_payment')
  })
})

describe('a decision', () => {
  test('accepted: the order goes on as paid, once', async () => {
    const { buyer, id } = await reviewed(price - 1_000)
    expect((await decide(id, 'accepted')).status).toBe(303)
    expect(await stateOf(buyer)).toBe('pending')
    const again = await decide(id, 'accepted')
    expect([again.status, again.text.includes('đã được xử lý')]).toEqual([404, true])
  })

  test('accepted after the order had expired: its stock is reserved again, or it is refused', async () => {
    const first = await reviewed(price - 1)
    const second = await reviewed(price - 1)
    pass(15 * 60)
    await expire()
    await setFreeStock(checkout.own.db, 0, sql`product_id = ${products.phone} and shop_id <> 1`)
    await setFreeStock(checkout.own.db, 1, sql`product_id = ${products.phone} and shop_id = 1`)
    expect((await decide(first.id, 'accepted')).status).toBe(303)
    expect(await stateOf(first.buyer)).toBe('pending')
    expect(await freeStock(checkout.own.db, products.phone)).toBe(0)
    const refused = await decide(second.id, 'accepted')
    expect([refused.status, refused.text.includes('không còn đủ')]).toEqual([409, true])
    expect(await stateOf(second.buyer)).toBe('expired')
  })

  test('accepted is refused for a paid order and for money without an order', async () => {
    const { order } = await reviewed(price - 1)
    const wrong = await newest()
    await sendTransfer(order.code, price)
    expect((await decide(wrong, 'accepted')).status).toBe(409)
    expect((await decide(wrong, 'refunded')).status).toBe(303)
    await sendTransfer('khong ro', 1_000)
    const unknown = await newest()
    expect((await decide(unknown, 'accepted')).status).toBe(409)
    expect((await decide(unknown, 'dismissed')).status).toBe(303)
    const { text } = await checkout.door.call('GET', path, { headers: staff })
    expect(text).toContain('Chờ xử lý (0)')
  })

  test('accepted for the order that staff found: money without a code is not lost', async () => {
    const buyer = await checkout.buyer()
    await buyer.prepare(products.phone)
    const order = dataOf<Order>(await buyer.order({ payment_method: 'bank_transfer' }))
    await sendTransfer('NGUYEN VAN A mua dien thoai', price)
    const id = await newest()
    expect((await decide(id, 'accepted', staff, 'DH000000-00000000')).status).toBe(409)
    expect((await decide(id, 'accepted', staff, order.code.toLowerCase())).status).toBe(303)
    expect(await stateOf(buyer)).toBe('pending')
    const result = `/api/cart/v1/payment-gateway/bank_transfer/result?order_id_web=${order.code}`
    expect(dataOf(await buyer.call('GET', result))).toMatchObject({
      status: 'paid',
      received: price,
    })
  })

  test('too much needs no decision: the order is paid, and the excess is in the refund ledger', async () => {
    const { buyer, id } = await reviewed(price + 1_000)
    expect(await stateOf(buyer)).toBe('pending')
    const { text } = await checkout.door.call('GET', path, { headers: staff })
    expect(text).toContain('Hoàn 1.000đ')
    expect((await decide(id, 'accepted')).status).toBe(409)
    expect((await decide(id, 'refunded')).status).toBe(303)
    const { rows } = await sql`select amount, state from refund`.execute(checkout.own.db)
    expect(rows).toEqual([{ amount: 1_000, state: 'done' }])
  })

  test.each([-1_000, -1])(
    'accepted with %i đ of difference: of a cancelled order all that came goes back, no more',
    async (difference) => {
      const { buyer, order, id } = await reviewed(price + difference)
      expect((await decide(id, 'accepted')).status).toBe(303)
      dataOf(await buyer.call('POST', '/api/cart/v1/order/cancel', { order_code: order.code }))
      const { rows } = await sql<{ amount: number }>`select amount from refund`.execute(
        checkout.own.db,
      )
      expect(rows).toEqual([{ amount: price + difference }])
    },
  )

  test('accepted twice: the missing amount that came separately counts with the first', async () => {
    const { buyer, order, id } = await reviewed(price - 1_000)
    await decide(id, 'accepted')
    await sendTransfer(order.code, 1_000)
    expect((await decide(await newest(), 'accepted')).status).toBe(303)
    await sendTransfer(order.code, 1_000)
    expect((await decide(await newest(), 'accepted')).status).toBe(409)
    dataOf(await buyer.call('POST', '/api/cart/v1/order/cancel', { order_code: order.code }))
    const { rows } = await sql<{ amount: number }>`select amount from refund`.execute(
      checkout.own.db,
    )
    expect(rows).toEqual([{ amount: price }])
    expect((await decide(await newest(), 'accepted')).status).toBe(409)
  })

  test('refunded: the shopper sees it', async () => {
    const { buyer, order, id } = await reviewed(1_000)
    pass(15 * 60)
    await expire()
    await decide(id, 'refunded')
    const result = `/api/cart/v1/payment-gateway/bank_transfer/result?order_id_web=${order.code}`
    expect(dataOf(await buyer.call('GET', result))).toMatchObject({
      status: 'refunded',
      refunded: 1_000,
      reviews: [{ reason: 'under', state: 'refunded', amount: 1_000 }],
    })
  })
})

describe('payOS’s webhook', () => {
  const data = (changes: Record<string, string | number | null>) => ({
    orderCode: 999_999,
    amount: price,
    description: 'CHUYEN TIEN',
    accountNumber: 'V3CAS0001',
    reference: 'TF1',
    transactionDateTime: '2026-11-20 15:00:00',
    currency: 'VND',
    paymentLinkId: 'link-1',
    code: '00',
    desc: 'Thành công',
    counterAccountName: null,
    ...changes,
  })

  let last_number = 700_000
  async function withCode(link: string): Promise<{ buyer: Buyer; order: Order; number: number }> {
    const buyer = await checkout.buyer()
    await buyer.prepare(products.phone)
    const order = dataOf<Order>(await buyer.order({ payment_method: 'bank_transfer' }))
    last_number += 1
    await sql`
      insert into transfer_code (payment_id, order_number, payment_link, relay, bank_bin, account_number,
        account_name, amount, content, qr_text, issued_at, expires_at)
      select payment_id, ${last_number}, ${link}, 'payos', '970418', 'V3CAS0001', 'SHOP', ${price}, 'CSABC',
        'qr', ${checkout.now}, ${checkout.now}
      from payment join sales_order using (order_id) where code = ${order.code}`.execute(
      checkout.own.db,
    )
    return { buyer, order, number: last_number }
  }

  test('finds the order by its own number and counts a transfer once', async () => {
    const { buyer, number } = await withCode('link-2')
    const message = data({ orderCode: number, reference: 'TF2', paymentLinkId: 'link-2' })
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => postPayos(checkout.door, message)),
    )
    expect(new Set(answers.map(({ text }) => text))).toEqual(new Set(['{"success":true}']))
    expect(await stateOf(buyer)).toBe('pending')
    await postPayos(checkout.door, { ...message, reference: 'TF3' })
    const { rows } = await sql<{ reason: string }>`select reason from payment_review`.execute(
      checkout.own.db,
    )
    expect(rows).toEqual([{ reason: 'double' }])
  })

  test('and SePay may watch the same account: a transfer that both report counts once', async () => {
    const { buyer, order, number } = await withCode('link-5')
    const reference = 'MBVCB.3278907687'
    const message = data({ orderCode: number, reference, paymentLinkId: 'link-5' })
    await postPayos(checkout.door, message)
    await sendTransfer(order.code, price)
    expect(await stateOf(buyer)).toBe('pending')
    const other = await withCode('link-6')
    const later = data({ orderCode: other.number, reference, paymentLinkId: 'link-6' })
    await sendTransfer(other.order.code, price)
    await postPayos(checkout.door, later)
    const { rows } = await sql`select 1 from payment_review`.execute(checkout.own.db)
    expect(rows).toEqual([])
  })

  test('ignores attempts of the payOS gateway on a shared channel', async () => {
    const { buyer, order } = await withCode('link-1')
    await sql`insert into payment (order_id, method, state, amount, reference, provider_link, created_at, updated_at)
      select order_id, 'payos', 'failed', ${price}, '9000000041', 'link-7', ${checkout.now}, ${checkout.now}
      from sales_order where code = ${order.code}`.execute(checkout.own.db)
    const message = data({
      orderCode: 9_000_000_041,
      description: order.code,
      paymentLinkId: 'link-7',
    })
    expect((await postPayos(checkout.door, message)).status).toBe(200)
    expect(await stateOf(buyer)).toBe('awaiting_payment')
  })

  test('about another link with our number goes under review', async () => {
    const { buyer, number } = await withCode('link-8')
    const message = data({ orderCode: number, reference: 'TF8', paymentLinkId: 'link-9' })
    expect((await postPayos(checkout.door, message)).status).toBe(200)
    expect(await stateOf(buyer)).toBe('awaiting_payment')
    const { rows } = await sql<{ reason: string }>`select reason from payment_review`.execute(
      checkout.own.db,
    )
    expect(rows).toEqual([{ reason: 'unknown_code' }])
  })

  test('is refused with a wrong signature, and with one number changed', async () => {
    const { buyer, number } = await withCode('link-1')
    const message = data({ orderCode: number, reference: 'TF4' })
    expect((await postPayos(checkout.door, message, 'another key')).status).toBe(401)
    expect(await stateOf(buyer)).toBe('awaiting_payment')
  })

  test('the test message of a new webhook and a failed payment change nothing', async () => {
    const trial = data({ orderCode: 123, paymentLinkId: '124c33293c43417ab7879e14c8d9eb18' })
    expect((await postPayos(checkout.door, trial)).status).toBe(200)
    expect((await postPayos(checkout.door, data({ code: '01' }))).status).toBe(200)
    const { rows } = await sql`select 1 from payment_review`.execute(checkout.own.db)
    expect(rows).toEqual([])
    expect((await postPayos(checkout.door, data({ amount: 'many' }))).status).toBe(400)
  })
})
