import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { createLog } from '#platform/observe/log.ts'
import { expireOrders } from '#shop/flows/expire-orders.ts'
import { dataOf, type Buyer, type Order } from '#test/support/buyer.ts'
import { openCounter } from '#test/support/counter.ts'
import { postPayos, postSepay, relay_env, sepayBody, sepayHeaders } from '#test/support/relay.ts'
import { goods, piecesLeft } from '#test/support/small-shop.ts'

const counter = openCounter(relay_env)
const path = '/noi-bo/doi-soat'
const price = 30_990_000
const log = createLog({ service: 'test', level: 'silent' })
const basic = (password: string) => ({
  authorization: `Basic ${Buffer.from(`nv:${password}`).toString('base64')}`,
})
const staff = basic(relay_env.STAFF_TOKEN)

const pass = (seconds: number) => {
  counter.now = new Date(counter.now.getTime() + seconds * 1_000)
}
const expire = () => expireOrders({ db: counter.own.db, log }, counter.now)
afterEach(async () => {
  pass(2 * 86_400)
  await expire()
  await sql`delete from refund`.execute(counter.own.db)
  await sql`delete from payment_review`.execute(counter.own.db)
})

async function tell(content: string, amount: number): Promise<void> {
  const raw = sepayBody({ content, amount })
  const { status } = await postSepay(counter.door, raw, sepayHeaders(raw, counter.now))
  expect(status).toBe(200)
}

async function reviewed(amount: number): Promise<{ buyer: Buyer; order: Order; id: number }> {
  const buyer = await counter.buyer()
  await buyer.prepare(goods.phone)
  const order = dataOf<Order>(await buyer.order({ payment_method: 'bank_transfer' }))
  await tell(order.code.replace('-', ''), amount)
  return { buyer, order, id: await newest() }
}

async function newest(): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select max(payment_review_id) as id from payment_review`.execute(counter.own.db)
  return rows[0]?.id ?? 0
}

const decide = (
  id: number | string,
  decision: string,
  headers: Record<string, string> = staff,
  order_code = '',
) =>
  counter.door.call('POST', path, {
    form: new URLSearchParams({ payment_review_id: String(id), decision, order_code }),
    headers: { ...headers, 'sec-fetch-site': headers['sec-fetch-site'] ?? 'same-origin' },
  })
const stateOf = async (buyer: Buyer) =>
  dataOf<Order>(await buyer.call('GET', '/api/cart/v1/order')).state

describe('the page of staff', () => {
  test('opens for the token alone', async () => {
    for (const headers of [{}, basic(''), basic('wrong'), { authorization: 'Basic !' }]) {
      const answer = await counter.door.call('GET', path, { headers })
      expect(answer.status).toBe(401)
      expect(answer.headers.get('www-authenticate')).toMatch(/^Basic/)
      expect(answer.text).not.toContain('DH')
    }
    const answer = await counter.door.call('GET', path, { headers: staff })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  test('shows what came and why it waits; what a payer wrote stays text', async () => {
    const { order } = await reviewed(price - 1_000)
    await tell('<script>alert(1)</script> chuyen "tien"', 5_000)
    const { text } = await counter.door.call('GET', path, { headers: staff })
    expect(text).toContain(order.code)
    expect(text).toContain('Trả thiếu')
    expect(text).toContain('30.989.000đ')
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt; chuyen &quot;tien&quot;')
    // The page's own scripts are named by type; a payer's would stand bare.
    expect(text).not.toContain('<script>')
  })

  test('takes decisions from its own forms only', async () => {
    const { id, buyer } = await reviewed(price - 1)
    const foreign = { ...staff, 'sec-fetch-site': 'cross-site' }
    expect((await decide(id, 'accepted', foreign)).status).toBe(403)
    expect((await decide(id, 'accepted', basic('wrong'))).status).toBe(401)
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

  test('accepted after the order had expired: its pieces are taken again, or it is refused', async () => {
    const first = await reviewed(price - 1)
    const second = await reviewed(price - 1)
    pass(15 * 60)
    await expire()
    await sql`update stock set quantity = 0 where product_id = ${goods.phone} and shop_id <> 1`.execute(
      counter.own.db,
    )
    await sql`update stock set quantity = 1 where product_id = ${goods.phone} and shop_id = 1`.execute(
      counter.own.db,
    )
    expect((await decide(first.id, 'accepted')).status).toBe(303)
    expect(await stateOf(first.buyer)).toBe('pending')
    expect(await piecesLeft(counter.own.db, goods.phone)).toBe(0)
    const refused = await decide(second.id, 'accepted')
    expect([refused.status, refused.text.includes('không còn đủ')]).toEqual([409, true])
    expect(await stateOf(second.buyer)).toBe('expired')
  })

  test('accepted is refused for an order that is paid and for money of nobody', async () => {
    const { order } = await reviewed(price - 1)
    const wrong = await newest()
    await tell(order.code, price)
    expect((await decide(wrong, 'accepted')).status).toBe(409)
    expect((await decide(wrong, 'refunded')).status).toBe(303)
    await tell('khong ro', 1_000)
    const unknown = await newest()
    expect((await decide(unknown, 'accepted')).status).toBe(409)
    expect((await decide(unknown, 'dismissed')).status).toBe(303)
    const { text } = await counter.door.call('GET', path, { headers: staff })
    expect(text).toContain('Chờ xử lý (0)')
  })

  test('accepted for the order that staff found: money without a code is not lost', async () => {
    const buyer = await counter.buyer()
    await buyer.prepare(goods.phone)
    const order = dataOf<Order>(await buyer.order({ payment_method: 'bank_transfer' }))
    await tell('NGUYEN VAN A mua dien thoai', price)
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

  test('too much is no decision: the order is paid, and what is too much is in the ledger', async () => {
    const { buyer, id } = await reviewed(price + 1_000)
    expect(await stateOf(buyer)).toBe('pending')
    const { text } = await counter.door.call('GET', path, { headers: staff })
    expect(text).toContain('Hoàn 1.000đ')
    expect((await decide(id, 'accepted')).status).toBe(409)
    expect((await decide(id, 'refunded')).status).toBe(303)
    const { rows } = await sql`select amount, state from refund`.execute(counter.own.db)
    expect(rows).toEqual([{ amount: 1_000, state: 'done' }])
  })

  test.each([-1_000, -1])(
    'accepted with %i đ of difference: of a cancelled order all that came goes back, no more',
    async (difference) => {
      const { buyer, order, id } = await reviewed(price + difference)
      expect((await decide(id, 'accepted')).status).toBe(303)
      dataOf(await buyer.call('POST', '/api/cart/v1/order/cancel', { order_code: order.code }))
      const { rows } = await sql<{ amount: number }>`select amount from refund`.execute(
        counter.own.db,
      )
      expect(rows).toEqual([{ amount: price + difference }])
    },
  )

  test('accepted twice: what was missing and came by itself counts with the first', async () => {
    const { buyer, order, id } = await reviewed(price - 1_000)
    await decide(id, 'accepted')
    await tell(order.code, 1_000)
    expect((await decide(await newest(), 'accepted')).status).toBe(303)
    await tell(order.code, 1_000)
    expect((await decide(await newest(), 'accepted')).status).toBe(409)
    dataOf(await buyer.call('POST', '/api/cart/v1/order/cancel', { order_code: order.code }))
    const { rows } = await sql<{ amount: number }>`select amount from refund`.execute(
      counter.own.db,
    )
    expect(rows).toEqual([{ amount: price }])
    expect((await decide(await newest(), 'accepted')).status).toBe(409)
  })

  test('refunded: the shopper reads it', async () => {
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
  const data = (given: Record<string, string | number | null>) => ({
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
    ...given,
  })

  async function withCode(): Promise<{ buyer: Buyer; order: Order; number: number }> {
    const buyer = await counter.buyer()
    await buyer.prepare(goods.phone)
    const order = dataOf<Order>(await buyer.order({ payment_method: 'bank_transfer' }))
    const { rows } = await sql<{ number: number }>`
      insert into transfer_code (payment_id, relay, bank_bin, account_number, account_name, amount,
        content, qr_text, issued_at, expires_at)
      select payment_id, 'payos', '970418', 'V3CAS0001', 'SHOP', ${price}, 'CSABC', 'qr',
        ${counter.now}, ${counter.now}
      from payment join sales_order using (order_id) where code = ${order.code}
      returning transfer_code_id as number`.execute(counter.own.db)
    return { buyer, order, number: rows[0]?.number ?? 0 }
  }

  test('finds the order by its own number and counts a transfer once', async () => {
    const { buyer, number } = await withCode()
    const told = data({ orderCode: number, reference: 'TF2', paymentLinkId: 'link-2' })
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => postPayos(counter.door, told)),
    )
    expect(new Set(answers.map(({ text }) => text))).toEqual(new Set(['{"success":true}']))
    expect(await stateOf(buyer)).toBe('pending')
    await postPayos(counter.door, { ...told, reference: 'TF3' })
    const { rows } = await sql<{ reason: string }>`select reason from payment_review`.execute(
      counter.own.db,
    )
    expect(rows).toEqual([{ reason: 'double' }])
  })

  test('and SePay may watch one account: a transfer that both tell of counts once', async () => {
    const { buyer, order, number } = await withCode()
    const reference = 'MBVCB.3278907687'
    const told = data({ orderCode: number, reference, paymentLinkId: 'link-5' })
    await postPayos(counter.door, told)
    await tell(order.code, price)
    expect(await stateOf(buyer)).toBe('pending')
    const other = await withCode()
    const later = data({ orderCode: other.number, reference, paymentLinkId: 'link-6' })
    await tell(other.order.code, price)
    await postPayos(counter.door, later)
    const { rows } = await sql`select 1 from payment_review`.execute(counter.own.db)
    expect(rows).toEqual([])
  })

  test('leaves the tries of the payOS gateway to it, on a channel that both share', async () => {
    const { buyer, order } = await withCode()
    const told = data({
      orderCode: 9_000_000_041,
      description: order.code,
      paymentLinkId: 'link-7',
    })
    expect((await postPayos(counter.door, told)).status).toBe(200)
    expect(await stateOf(buyer)).toBe('awaiting_payment')
  })

  test('is refused with a wrong signature, and with one number changed', async () => {
    const { buyer, number } = await withCode()
    const told = data({ orderCode: number, reference: 'TF4' })
    expect((await postPayos(counter.door, told, 'another key')).status).toBe(401)
    expect(await stateOf(buyer)).toBe('awaiting_payment')
  })

  test('the trial message of a new address and a failed payment change nothing', async () => {
    const trial = data({ orderCode: 123, paymentLinkId: '124c33293c43417ab7879e14c8d9eb18' })
    expect((await postPayos(counter.door, trial)).status).toBe(200)
    expect((await postPayos(counter.door, data({ code: '01' }))).status).toBe(200)
    const { rows } = await sql`select 1 from payment_review`.execute(counter.own.db)
    expect(rows).toEqual([])
    expect((await postPayos(counter.door, data({ amount: 'many' }))).status).toBe(400)
  })
})
