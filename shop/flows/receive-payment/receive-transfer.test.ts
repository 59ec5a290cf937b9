import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import type { PaymentResult, TransferCode } from '#contracts/storefront/payment.ts'
import { createLog } from '#platform/observe/log.ts'
import { expireOrders } from '#shop/flows/expire-orders.ts'
import { refundLeftPartial } from '#shop/flows/refund-order/refund-order.ts'
import { type Buyer, dataOf, type Order, refusalOf } from '#test/support/buyer.ts'
import { openCounter } from '#test/support/counter.ts'
import {
  postPayos,
  postSepay,
  relay_env,
  sepayBody,
  sepayHeaders,
  type Told,
} from '#test/support/relay.ts'
import { repeats } from '#test/support/repeats.ts'
import { testProviders } from '#test/support/providers.ts'
import { goods, piecesLeft, restock } from '#test/support/small-shop.ts'

const counter = openCounter({
  ...relay_env,
  PAYOS_CLIENT_ID: '',
  PAYOS_API_KEY: '',
  PAYOS_CHECKSUM_KEY: '',
})
const gateway = '/api/cart/v1/payment-gateway'
const log = createLog({ service: 'test', level: 'silent' })
const price = 30_990_000
const times = repeats({ verify: 10, soak: 50 })
const good = { status: 200, text: '{"success":true}' }

const pass = (seconds: number) => {
  counter.now = new Date(counter.now.getTime() + seconds * 1_000)
}
const expire = () => expireOrders({ db: counter.own.db, log }, counter.now)
const giveBack = async () => {
  const { db } = counter.own
  return refundLeftPartial(await testProviders({ db, now: () => counter.now, gateways: [] }))
}
const tell = (told: Told) => tellRaw(sepayBody(told))
const tellRaw = (raw: string) => postSepay(counter.door, raw, sepayHeaders(raw, counter.now))
const purpose = (order: Order) => order.code.replace('-', '')
const left = () => piecesLeft(counter.own.db, goods.phone)
const result = async (buyer: Buyer, order: Order) =>
  dataOf<PaymentResult>(
    await buyer.call('GET', `${gateway}/bank_transfer/result?order_id_web=${order.code}`),
  )
const cancel = (buyer: Buyer, order: Order) =>
  buyer.call('POST', `${gateway}/bank_transfer/cancelPayment?order_id_web=${order.code}`)
const reasons = async () => {
  const { rows } = await sql<{ reason: string }>`
    select reason from payment_review order by payment_review_id`.execute(counter.own.db)
  return rows.map(({ reason }) => reason)
}

afterEach(async () => {
  pass(2 * 86_400)
  await expire()
  await sql`delete from refund`.execute(counter.own.db)
  await sql`delete from payment_review`.execute(counter.own.db)
  await sql`delete from bank_message`.execute(counter.own.db)
})

async function transferring(quantity = 1): Promise<{ buyer: Buyer; order: Order }> {
  const buyer = await counter.buyer()
  await buyer.prepare(goods.phone, quantity)
  const order = dataOf<Order>(await buyer.order({ payment_method: 'bank_transfer' }))
  return { buyer, order }
}

describe('exact money', () => {
  test('moves the order on, in whatever words a bank puts the code', async () => {
    const { buyer, order } = await transferring()
    const content = `MBVCB.3278907687.${purpose(order).toLowerCase()}.CT tu 0123`
    expect(await tell({ amount: price, content })).toEqual(good)
    expect(await result(buyer, order)).toMatchObject({
      status: 'paid',
      order_state: 'pending',
      received: price,
      reviews: [],
    })
    expect(await expire()).toBe(0)
    expect(await left()).toBe(4)
  })

  test('is counted once when it is told again, many times at once', async () => {
    const { buyer, order } = await transferring()
    const raw = sepayBody({ amount: price, content: purpose(order) })
    const answers = await Promise.all(Array.from({ length: times }, () => tellRaw(raw)))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(
      new Set(['200 {"success":true}']),
    )
    expect(await result(buyer, order)).toMatchObject({ status: 'paid', received: price })
    expect(await reasons()).toEqual([])
  })

  test('before the shopper has seen the code: the order is paid all the same', async () => {
    const { buyer, order } = await transferring()
    await tell({ amount: price, content: purpose(order) })
    const again = dataOf<Order>(await buyer.order({ payment_method: 'bank_transfer' }))
    expect(again).toMatchObject({ code: order.code, state: 'pending' })
    expect(refusalOf(await buyer.call('GET', `${gateway}/qrcode`))).toBe('409 order_closed')
  })

  test('after the shopper turned to paying at the door settles the order as well', async () => {
    const { buyer, order } = await transferring()
    dataOf(await buyer.call('PUT', '/api/cart/v1/order/payment', { payment_method: 'cod' }))
    await tell({ amount: price, content: purpose(order) })
    expect(await result(buyer, order)).toMatchObject({ status: 'paid' })
    const shown = dataOf<Order>(await buyer.call('GET', '/api/cart/v1/order'))
    expect(shown).toMatchObject({ payment_method: 'bank_transfer', state: 'pending' })
  })

  test('at the last moment wins over the deadline while the pieces are still held', async () => {
    const { buyer, order } = await transferring()
    pass(16 * 60)
    await tell({ amount: price, content: purpose(order) })
    expect((await result(buyer, order)).status).toBe('paid')
    expect(await expire()).toBe(0)
  })
})

describe('money that staff must look at', () => {
  test.each([
    ['under', { amount: price - 1 }],
    ['wrong_account', { account: '1111111111' }],
  ] as const)('%s: the order waits on, the shopper sees it', async (reason, wrong) => {
    const { buyer, order } = await transferring()
    expect(await tell({ amount: price, content: purpose(order), ...wrong })).toEqual(good)
    expect(await result(buyer, order)).toMatchObject({
      status: 'review',
      order_state: 'awaiting_payment',
      reviews: [{ reason, state: 'open' }],
    })
    // The exact amount settles the order even then.
    await tell({ amount: price, content: purpose(order) })
    expect((await result(buyer, order)).status).toBe('paid')
  })

  test('two true transfers: the order is paid once, the second waits', async () => {
    const { buyer, order } = await transferring()
    const told = { amount: price, content: purpose(order) }
    await Promise.all([tell(told), tell(told), tell(told)])
    expect(await result(buyer, order)).toMatchObject({ status: 'paid', received: 3 * price })
    expect(await reasons()).toEqual(['double', 'double'])
  })

  test('without a code that we know, or with two', async () => {
    const first = await transferring()
    const second = await transferring()
    await tell({ amount: price, content: 'NGUYEN VAN A chuyen tien' })
    await tell({ amount: price, content: 'DH2611200000000A' })
    await tell({ amount: price, content: `${purpose(first.order)} ${purpose(second.order)}` })
    expect(await reasons()).toEqual(['unknown_code', 'unknown_code', 'several_codes'])
    expect((await result(first.buyer, first.order)).status).toBe('waiting')
  })

  test('what leaves the account, or moves on another one, is nobody’s order', async () => {
    const { buyer, order } = await transferring()
    expect(await tell({ amount: price, content: purpose(order), type: 'out' })).toEqual(good)
    expect(await tell({ amount: price, content: 'luong', account: '1' })).toEqual(good)
    expect(await reasons()).toEqual([])
    expect((await result(buyer, order)).status).toBe('waiting')
  })
})

describe('money in parts', () => {
  const states = async () => {
    const { rows } = await sql<{ said: string }>`
      select reason || ' ' || state as said from payment_review order by payment_review_id
    `.execute(counter.own.db)
    return rows.map(({ said }) => said)
  }
  const owed = async (order: Order) => {
    const { rows } = await sql<{ amount: number; reason: string; gateway: string }>`
      select amount, refund.reason, gateway from refund join sales_order using (order_id)
      where code = ${order.code} and refund.state = 'due' order by refund_id
    `.execute(counter.own.db)
    return rows.map(({ amount, reason, gateway }) => `${amount} ${reason} ${gateway}`)
  }

  test('a part says what is missing, and the code asks for that; the rest pays the order', async () => {
    const { buyer, order } = await transferring()
    const first = dataOf<TransferCode>(await buyer.call('GET', `${gateway}/qrcode`))
    expect(first.amount).toBe(price)
    await tell({ amount: 10_000_000, content: purpose(order) })
    expect(await result(buyer, order)).toMatchObject({
      status: 'review',
      missing: price - 10_000_000,
      received: 10_000_000,
    })
    const rest = dataOf<TransferCode>(await buyer.call('GET', `${gateway}/qrcode?peek=1`))
    expect(rest.amount).toBe(price - 10_000_000)
    await tell({ amount: 990_000, content: purpose(order) })
    expect(await result(buyer, order)).toMatchObject({ status: 'review', missing: 20_000_000 })
    await tell({ amount: 20_000_000, content: purpose(order) })
    expect(await result(buyer, order)).toMatchObject({
      status: 'paid',
      missing: 0,
      received: price,
      refunds: [],
    })
    expect(await states()).toEqual(['under accepted', 'under accepted'])
    dataOf(await buyer.call('POST', '/api/cart/v1/order/cancel', { order_code: order.code }))
    expect(await owed(order)).toEqual([`${price} Đơn hàng đã hủy bank_transfer`])
  })

  test('too much pays the order, and what is too much is due back at once', async () => {
    const { buyer, order } = await transferring()
    await tell({ amount: price + 1_000, content: purpose(order) })
    expect(await result(buyer, order)).toMatchObject({
      status: 'paid',
      order_state: 'pending',
      refunds: [{ amount: 1_000, state: 'due' }],
      reviews: [{ reason: 'over', state: 'open', amount: price + 1_000, refund_amount: 1_000 }],
    })
    expect(await owed(order)).toEqual(['1000 over bank_transfer'])
  })

  test('parts that are more than enough together: the difference is due back', async () => {
    const { buyer, order } = await transferring()
    await tell({ amount: 10_000_000, content: purpose(order) })
    await tell({ amount: price - 4_000_000, content: purpose(order) })
    expect((await result(buyer, order)).status).toBe('paid')
    expect(await owed(order)).toEqual(['6000000 over bank_transfer'])
    dataOf(await buyer.call('POST', '/api/cart/v1/order/cancel', { order_code: order.code }))
    expect(await owed(order)).toEqual([
      '6000000 over bank_transfer',
      `${price} Đơn hàng đã hủy bank_transfer`,
    ])
  })

  test('the whole amount after a part: the part goes back whole', async () => {
    const { buyer, order } = await transferring()
    await tell({ amount: 1_000, content: purpose(order) })
    await tell({ amount: price, content: purpose(order) })
    expect((await result(buyer, order)).status).toBe('paid')
    expect(await owed(order)).toEqual(['1000 over bank_transfer'])
  })

  test('parts and the rest at the same moment, each told three times: paid once', async () => {
    const { buyer, order } = await transferring()
    const halves = [1, 2].map((n) =>
      sepayBody({ amount: price / 2, content: `${purpose(order)} ${n}` }),
    )
    await Promise.all([...halves, ...halves, ...halves].map((raw) => tellRaw(raw)))
    expect(await result(buyer, order)).toMatchObject({ status: 'paid', received: price })
    expect(await owed(order)).toEqual([])
  })

  test('a part holds nothing; of an order that expired it waits a day for the rest', async () => {
    const { buyer, order } = await transferring()
    await tell({ amount: 1_000_000, content: purpose(order) })
    pass(15 * 60)
    expect(await expire()).toBe(1)
    pass(23 * 3_600)
    expect(await giveBack()).toBe(0)
    expect(await result(buyer, order)).toMatchObject({ status: 'refund_due', missing: 0 })
    await tell({ amount: price - 1_000_000, content: purpose(order) })
    expect(await result(buyer, order)).toMatchObject({ status: 'paid', order_state: 'pending' })
    expect(await owed(order)).toEqual([])
  })

  test('after that day it goes back, and money that comes then is a part of its own', async () => {
    const { buyer, order } = await transferring()
    await tell({ amount: 1_000_000, content: purpose(order) })
    pass(25 * 3_600)
    await expire()
    expect([await giveBack(), await giveBack()]).toEqual([1, 0])
    expect(await owed(order)).toEqual(['1000000 under bank_transfer'])
    await tell({ amount: price - 1_000_000, content: purpose(order) })
    expect(await result(buyer, order)).toMatchObject({
      status: 'refund_due',
      order_state: 'expired',
    })
  })

  test('of an order that the shopper gives up goes back at once', async () => {
    const { buyer, order } = await transferring()
    await tell({ amount: 1_000_000, content: purpose(order) })
    dataOf(await cancel(buyer, order))
    expect(await owed(order)).toEqual(['1000000 under bank_transfer'])
    expect((await result(buyer, order)).status).toBe('refund_due')
  })
})

describe('late money', () => {
  test('opens the expired order again when its pieces can be had', async () => {
    const { buyer, order } = await transferring()
    pass(15 * 60)
    await expire()
    expect(await left()).toBe(5)
    await tell({ amount: price, content: purpose(order) })
    expect(await result(buyer, order)).toMatchObject({ status: 'paid', order_state: 'pending' })
    expect(await left()).toBe(4)
    pass(86_400)
    expect(await expire()).toBe(0)
    await tell({ amount: price, content: purpose(order) })
    expect(await reasons()).toEqual(['double'])
  })

  test('is due back when they cannot, and the shopper is told', async () => {
    const { buyer, order } = await transferring()
    pass(15 * 60)
    await expire()
    await sql`update stock set quantity = 0 where product_id = ${goods.phone}`.execute(
      counter.own.db,
    )
    await tell({ amount: price, content: purpose(order) })
    expect(await result(buyer, order)).toMatchObject({
      status: 'refund_due',
      order_state: 'expired',
      received: price,
      reviews: [{ reason: 'late_no_stock', state: 'open', amount: price }],
    })
  })

  test('five late payers of the last three pieces: three orders live, two are due back', async () => {
    const late = await Promise.all(Array.from({ length: 5 }, () => transferring()))
    pass(15 * 60)
    await expire()
    await sql`update stock set quantity = 1 where product_id = ${goods.phone}`.execute(
      counter.own.db,
    )
    await Promise.all(late.map(({ order }) => tell({ amount: price, content: purpose(order) })))
    expect(await left()).toBe(0)
    expect(await reasons()).toEqual(['late_no_stock', 'late_no_stock'])
  })

  test('after a cancel it never brings the order back', async () => {
    const { buyer, order } = await transferring()
    dataOf(await cancel(buyer, order))
    await tell({ amount: price, content: purpose(order) })
    expect(await result(buyer, order)).toMatchObject({
      status: 'refund_due',
      order_state: 'cancelled',
      reviews: [{ reason: 'after_cancel' }],
    })
    expect(await left()).toBe(5)
  })

  test('cancel and money at the same moment: one wins, and nothing is silent', async () => {
    for (let round = 0; round < 8; round++) {
      await restock(counter.own.db)
      const { buyer, order } = await transferring()
      const [cancelled] = await Promise.all([
        cancel(buyer, order),
        tell({ amount: price, content: purpose(order) }),
      ])
      const { status, order_state } = await result(buyer, order)
      const is_given_up =
        cancelled.status === 200 && dataOf<PaymentResult>(cancelled).status !== 'paid'
      const expected = is_given_up ? ['refund_due', 'cancelled'] : ['paid', 'pending']
      expect([status, order_state]).toEqual(expected)
    }
  })

  test('expiry and money at the same moment: paid either way', async () => {
    const orders = await Promise.all(Array.from({ length: 5 }, () => transferring()))
    pass(15 * 60)
    await Promise.all([
      expire(),
      ...orders.map(({ order }) => tell({ amount: price, content: purpose(order) })),
    ])
    for (const { buyer, order } of orders) {
      expect((await result(buyer, order)).status).toBe('paid')
    }
    expect(await left()).toBe(0)
  })
})

describe('proof', () => {
  test('SePay’s other way, a key, is good too', async () => {
    const { buyer, order } = await transferring()
    const raw = sepayBody({ amount: price, content: purpose(order) })
    const headers = { authorization: `Apikey ${relay_env.SEPAY_API_KEY}` }
    expect(await postSepay(counter.door, raw, headers)).toEqual(good)
    expect((await result(buyer, order)).status).toBe('paid')
  })

  test('many forgeries and replays change nothing, and the true message still works', async () => {
    const { buyer, order } = await transferring()
    const raw = sepayBody({ id: 77, amount: price, content: purpose(order) })
    const old = sepayHeaders(raw, new Date(counter.now.getTime() - 301_000))
    const early = sepayHeaders(raw, new Date(counter.now.getTime() + 302_000))
    const signed = sepayHeaders(raw, counter.now)
    const forgeries: [string, Record<string, string>][] = [
      [raw, {}],
      [raw, sepayHeaders(raw, counter.now, 'another secret')],
      [raw.replace('"id":77', '"id":78'), signed],
      [`${raw} `, signed],
      [raw, { ...signed, 'x-sepay-timestamp': '1' }],
      [raw, { ...signed, 'x-sepay-signature': signed['x-sepay-signature'].slice(0, -1) }],
      [raw, { ...signed, 'x-sepay-signature': '' }],
      [raw, old],
      [raw, early],
      [raw, { authorization: 'Apikey ' }],
      [raw, { authorization: 'Apikey wrong' }],
      [raw, { authorization: `Bearer ${relay_env.SEPAY_API_KEY}` }],
    ]
    const attacks = Array.from(
      { length: 4 * times },
      (_, index) => forgeries[index % forgeries.length],
    )
    const answers = await Promise.all(
      attacks.map((attack) => postSepay(counter.door, attack?.[0] ?? '', attack?.[1] ?? {})),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]))
    const { rows } = await sql`select 1 from bank_message`.execute(counter.own.db)
    expect(rows).toEqual([])
    expect((await result(buyer, order)).status).toBe('waiting')
    expect(await tellRaw(raw)).toEqual(good)
    expect((await result(buyer, order)).status).toBe('paid')
    const replays = await Promise.all(
      Array.from({ length: times }, () => postSepay(counter.door, raw, signed)),
    )
    expect(new Set(replays.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await reasons()).toEqual([])
  })

  test.each(['', 'null', '[]', '{"id":0}', '{', '{"id":1,"transferType":"in"}'])(
    'a proved message %j that says nothing is refused as unreadable',
    async (raw) => {
      expect((await tellRaw(raw)).status).toBe(400)
    },
  )

  test('payOS without keys believes nobody', async () => {
    expect((await postPayos(counter.door, { orderCode: 1 }, '')).status).toBe(401)
  })

  test('a shopper’s own return tells nothing', async () => {
    const { buyer, order } = await transferring()
    const query = `?order_id_web=${order.code}&code=00&status=PAID&success=true`
    await buyer.call('GET', `${gateway}/bank_transfer/result${query}`)
    const code = dataOf<TransferCode>(await buyer.call('GET', `${gateway}/qrcode`))
    expect(code.seconds_left).toBe(300)
  })
})
