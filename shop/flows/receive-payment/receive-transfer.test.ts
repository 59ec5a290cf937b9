import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import type { PaymentResult, TransferCode } from '#contracts/storefront/payment.ts'
import { createLog } from '#platform/observe/log.ts'
import { expireOrders } from '#shop/flows/expire-orders.ts'
import { refundLeftPartial } from '#shop/flows/refund-order/refund-order.ts'
import { reconciliationStaffService } from '#shop/flows/staff/reconciliation-staff.ts'
import { type Buyer, dataOf, type Order, refusalOf } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import {
  postPayos,
  postSepay,
  relay_env,
  sepayBody,
  sepayHeaders,
  type BankMovement,
} from '#test/support/relay.ts'
import { ledgerErrors, setFreeStock, takeInventory } from '#test/support/stock-ledger.ts'
import { repeats } from '#test/support/repeats.ts'
import { testProviders, testWrites } from '#test/support/providers.ts'
import { products, freeStock, restock } from '#test/support/small-shop.ts'
import { test_staff } from '#test/support/staff.ts'

const checkout = openCheckout({
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
  checkout.now = new Date(checkout.now.getTime() + seconds * 1_000)
}
const expire = () => expireOrders({ db: checkout.own.db, log }, checkout.now)
const refundLeft = async () => {
  const { db } = checkout.own
  return refundLeftPartial(await testProviders({ db, now: () => checkout.now, gateways: [] }))
}
const sendTransfer = (transfer: BankMovement) => sendRaw(sepayBody(transfer))
const sendRaw = (raw: string) => postSepay(checkout.door, raw, sepayHeaders(raw, checkout.now))
const purpose = (order: Order) => order.code.replace('-', '')
const left = () => freeStock(checkout.own.db, products.phone)
const result = async (buyer: Buyer, order: Order) =>
  dataOf<PaymentResult>(
    await buyer.call('GET', `${gateway}/bank_transfer/result?order_id_web=${order.code}`),
  )
const cancel = (buyer: Buyer, order: Order) =>
  buyer.call('POST', `${gateway}/bank_transfer/cancelPayment?order_id_web=${order.code}`)
const reasons = async () => {
  const { rows } = await sql<{ reason: string }>`
    select reason from payment_review order by payment_review_id`.execute(checkout.own.db)
  return rows.map(({ reason }) => reason)
}

afterEach(async () => {
  pass(2 * 86_400)
  await expire()
  await sql`with gone as (delete from refund)
    update sales_order set refunded_total = 0 where refunded_total > 0`.execute(checkout.own.db)
  await sql`delete from payment_review`.execute(checkout.own.db)
  await sql`delete from bank_message`.execute(checkout.own.db)
})

/** What the courier collects for an order, in đồng. */
async function collected(order: Order): Promise<number[]> {
  const { rows } = await sql<{ amount: number }>`
    select amount from payment join sales_order using (order_id)
    where code = ${order.code} and payment.state = 'due_on_delivery'`.execute(checkout.own.db)
  return rows.map(({ amount }) => amount)
}

async function transferring(quantity = 1): Promise<{ buyer: Buyer; order: Order }> {
  const buyer = await checkout.buyer()
  await buyer.prepare(products.phone, quantity)
  const order = dataOf<Order>(await buyer.order({ payment_method: 'bank_transfer' }))
  return { buyer, order }
}

describe('exact money', () => {
  test('moves the order forward, in whatever text a bank puts the code', async () => {
    const { buyer, order } = await transferring()
    const content = `MBVCB.3278907687.${purpose(order).toLowerCase()}.CT tu 0123`
    expect(await sendTransfer({ amount: price, content })).toEqual(good)
    expect(await result(buyer, order)).toMatchObject({
      status: 'paid',
      order_state: 'pending',
      received: price,
      reviews: [],
    })
    expect(await expire()).toBe(0)
    expect(await left()).toBe(4)
  })

  test('is counted once when it is reported many times at once', async () => {
    const { buyer, order } = await transferring()
    const raw = sepayBody({ amount: price, content: purpose(order) })
    const answers = await Promise.all(Array.from({ length: times }, () => sendRaw(raw)))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(
      new Set(['200 {"success":true}']),
    )
    expect(await result(buyer, order)).toMatchObject({ status: 'paid', received: price })
    expect(await reasons()).toEqual([])
  })

  test('pays the order even before the shopper has seen the code', async () => {
    const { buyer, order } = await transferring()
    await sendTransfer({ amount: price, content: purpose(order) })
    const again = dataOf<Order>(await buyer.order({ payment_method: 'bank_transfer' }))
    expect(again).toMatchObject({ code: order.code, state: 'pending' })
    expect(refusalOf(await buyer.call('GET', `${gateway}/qrcode`))).toBe('409 order_closed')
  })

  test('pays the order also after a change to cash on delivery', async () => {
    const { buyer, order } = await transferring()
    dataOf(await buyer.call('PUT', '/api/cart/v1/order/payment', { payment_method: 'cod' }))
    await sendTransfer({ amount: price, content: purpose(order) })
    expect(await result(buyer, order)).toMatchObject({ status: 'paid' })
    const shown = dataOf<Order>(await buyer.call('GET', '/api/cart/v1/order'))
    expect(shown).toMatchObject({ payment_method: 'bank_transfer', state: 'pending' })
  })

  test('at the last moment pays the order while its stock is still reserved', async () => {
    const { buyer, order } = await transferring()
    pass(16 * 60)
    await sendTransfer({ amount: price, content: purpose(order) })
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
    expect(await sendTransfer({ amount: price, content: purpose(order), ...wrong })).toEqual(good)
    expect(await result(buyer, order)).toMatchObject({
      status: 'review',
      order_state: 'awaiting_payment',
      reviews: [{ reason, state: 'open' }],
    })
    // The exact amount still pays the order.
    await sendTransfer({ amount: price, content: purpose(order) })
    expect((await result(buyer, order)).status).toBe('paid')
  })

  test('two genuine transfers: the order is paid once, the second goes under review', async () => {
    const { buyer, order } = await transferring()
    const transfer = { amount: price, content: purpose(order) }
    await Promise.all([sendTransfer(transfer), sendTransfer(transfer), sendTransfer(transfer)])
    expect(await result(buyer, order)).toMatchObject({ status: 'paid', received: 3 * price })
    expect(await reasons()).toEqual(['double', 'double'])
  })

  test('without a known code, or with two codes', async () => {
    const first = await transferring()
    const second = await transferring()
    await sendTransfer({ amount: price, content: 'NGUYEN VAN A chuyen tien' })
    await sendTransfer({ amount: price, content: 'DH2611200000000A' })
    await sendTransfer({
      amount: price,
      content: `${purpose(first.order)} ${purpose(second.order)}`,
    })
    expect(await reasons()).toEqual(['unknown_code', 'unknown_code', 'several_codes'])
    expect((await result(first.buyer, first.order)).status).toBe('waiting')
  })

  test('outgoing transfers and those of other accounts concern no order', async () => {
    const { buyer, order } = await transferring()
    expect(await sendTransfer({ amount: price, content: purpose(order), type: 'out' })).toEqual(
      good,
    )
    expect(await sendTransfer({ amount: price, content: 'luong', account: '1' })).toEqual(good)
    expect(await reasons()).toEqual([])
    expect((await result(buyer, order)).status).toBe('waiting')
  })
})

describe('partial payments', () => {
  const states = async () => {
    const { rows } = await sql<{ review: string }>`
      select reason || ' ' || state as review from payment_review order by payment_review_id
    `.execute(checkout.own.db)
    return rows.map(({ review }) => review)
  }
  const owed = async (order: Order) => {
    const { rows } = await sql<{ amount: number; reason: string; gateway: string }>`
      select amount, refund.reason, gateway from refund join sales_order using (order_id)
      where code = ${order.code} and refund.state = 'due' order by refund_id
    `.execute(checkout.own.db)
    return rows.map(({ amount, reason, gateway }) => `${amount} ${reason} ${gateway}`)
  }

  test('after a part the code asks for the missing amount, and the rest pays the order', async () => {
    const { buyer, order } = await transferring()
    const first = dataOf<TransferCode>(await buyer.call('GET', `${gateway}/qrcode`))
    expect(first.amount).toBe(price)
    await sendTransfer({ amount: 10_000_000, content: purpose(order) })
    expect(await result(buyer, order)).toMatchObject({
      status: 'review',
      missing: price - 10_000_000,
      received: 10_000_000,
    })
    const rest = dataOf<TransferCode>(await buyer.call('GET', `${gateway}/qrcode?peek=1`))
    expect(rest.amount).toBe(price - 10_000_000)
    await sendTransfer({ amount: 990_000, content: purpose(order) })
    expect(await result(buyer, order)).toMatchObject({ status: 'review', missing: 20_000_000 })
    await sendTransfer({ amount: 20_000_000, content: purpose(order) })
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

  test('of a cash order that changes its method: the attempt is for the rest', async () => {
    const { db } = checkout.own
    const opening = await takeInventory(db)
    const buyer = await checkout.buyer()
    await buyer.prepare(products.phone)
    const order = dataOf<Order>(await buyer.order({ payment_method: 'cod' }))
    await sendTransfer({ amount: price - 1_000, content: purpose(order) })
    const payment_method = 'bank_transfer'
    dataOf(await buyer.call('PUT', '/api/cart/v1/order/payment', { payment_method }))
    expect(await ledgerErrors(db, opening)).toEqual([])
    await sql`update payment set amount = 999 where state = 'started'`.execute(db)
    expect(await ledgerErrors(db, opening)).toEqual([
      `order ${order.code}: 999 of ${price} in live payments`,
    ])
    await sql`update payment set amount = 1000 where state = 'started'`.execute(db)
    await sendTransfer({ amount: 1_000, content: purpose(order) })
    expect(await result(buyer, order)).toMatchObject({ status: 'paid', received: price })
    expect(await ledgerErrors(db, opening)).toEqual([])
  })

  test('of a cash order: the courier collects the rest, and everything again after a refund', async () => {
    const { db } = checkout.own
    const opening = await takeInventory(db)
    const buyer = await checkout.buyer()
    await buyer.prepare(products.phone)
    const order = dataOf<Order>(await buyer.order({ payment_method: 'cod' }))
    await sendTransfer({ amount: price - 1_000, content: purpose(order) })
    expect(await collected(order)).toEqual([1_000])
    expect(await ledgerErrors(db, opening)).toEqual([])
    const { rows } = await sql<{ id: number }>`
      select payment_review_id as id from payment_review join sales_order using (order_id)
      where code = ${order.code}`.execute(db)
    const deps = { db, now: () => checkout.now }
    const reviews = reconciliationStaffService({ ...deps, log, write: testWrites(deps) })
    const review = { payment_review_id: rows[0]?.id ?? 0, decision: 'refunded' } as const
    await reviews.settleReview(test_staff, review)
    expect(await collected(order)).toEqual([price])
    expect(await ledgerErrors(db, opening)).toEqual([])
  })

  test('too much pays the order, and the excess is refunded at once', async () => {
    const { buyer, order } = await transferring()
    await sendTransfer({ amount: price + 1_000, content: purpose(order) })
    expect(await result(buyer, order)).toMatchObject({
      status: 'paid',
      order_state: 'pending',
      refunds: [{ amount: 1_000, state: 'due' }],
      reviews: [{ reason: 'over', state: 'open', amount: price + 1_000, refund_amount: 1_000 }],
    })
    expect(await owed(order)).toEqual(['1000 over bank_transfer'])
  })

  test('parts that exceed the total together: the excess is refunded', async () => {
    const { buyer, order } = await transferring()
    await sendTransfer({ amount: 10_000_000, content: purpose(order) })
    await sendTransfer({ amount: price - 4_000_000, content: purpose(order) })
    expect((await result(buyer, order)).status).toBe('paid')
    expect(await owed(order)).toEqual(['6000000 over bank_transfer'])
    dataOf(await buyer.call('POST', '/api/cart/v1/order/cancel', { order_code: order.code }))
    expect(await owed(order)).toEqual([
      '6000000 over bank_transfer',
      `${price} Đơn hàng đã hủy bank_transfer`,
    ])
  })

  test('the whole amount after a part: the part is refunded completely', async () => {
    const { buyer, order } = await transferring()
    await sendTransfer({ amount: 1_000, content: purpose(order) })
    await sendTransfer({ amount: price, content: purpose(order) })
    expect((await result(buyer, order)).status).toBe('paid')
    expect(await owed(order)).toEqual(['1000 over bank_transfer'])
  })

  test('parts and the rest at the same moment, each reported three times: paid once', async () => {
    const { buyer, order } = await transferring()
    const halves = [1, 2].map((n) =>
      sepayBody({ amount: price / 2, content: `${purpose(order)} ${n}` }),
    )
    await Promise.all([...halves, ...halves, ...halves].map((raw) => sendRaw(raw)))
    expect(await result(buyer, order)).toMatchObject({ status: 'paid', received: price })
    expect(await owed(order)).toEqual([])
  })

  test('a part reserves nothing; for an expired order it waits a day for the rest', async () => {
    const { buyer, order } = await transferring()
    await sendTransfer({ amount: 1_000_000, content: purpose(order) })
    pass(15 * 60)
    expect(await expire()).toBe(1)
    pass(23 * 3_600)
    expect(await refundLeft()).toBe(0)
    expect(await result(buyer, order)).toMatchObject({ status: 'refund_due', missing: 0 })
    await sendTransfer({ amount: price - 1_000_000, content: purpose(order) })
    expect(await result(buyer, order)).toMatchObject({ status: 'paid', order_state: 'pending' })
    expect(await owed(order)).toEqual([])
  })

  test('after that day it is refunded, and later money is a new partial payment', async () => {
    const { buyer, order } = await transferring()
    await sendTransfer({ amount: 1_000_000, content: purpose(order) })
    pass(25 * 3_600)
    await expire()
    expect([await refundLeft(), await refundLeft()]).toEqual([1, 0])
    expect(await owed(order)).toEqual(['1000000 under bank_transfer'])
    await sendTransfer({ amount: price - 1_000_000, content: purpose(order) })
    expect(await result(buyer, order)).toMatchObject({
      status: 'refund_due',
      order_state: 'expired',
    })
  })

  test('of a cancelled order is refunded at once', async () => {
    const { buyer, order } = await transferring()
    await sendTransfer({ amount: 1_000_000, content: purpose(order) })
    dataOf(await cancel(buyer, order))
    expect(await owed(order)).toEqual(['1000000 under bank_transfer'])
    expect((await result(buyer, order)).status).toBe('refund_due')
  })
})

describe('late money', () => {
  test('reopens the expired order if its stock is available', async () => {
    const { buyer, order } = await transferring()
    pass(15 * 60)
    await expire()
    expect(await left()).toBe(5)
    await sendTransfer({ amount: price, content: purpose(order) })
    expect(await result(buyer, order)).toMatchObject({ status: 'paid', order_state: 'pending' })
    expect(await left()).toBe(4)
    pass(86_400)
    expect(await expire()).toBe(0)
    await sendTransfer({ amount: price, content: purpose(order) })
    expect(await reasons()).toEqual(['double'])
  })

  test('is refunded if it is not, and the shopper is notified', async () => {
    const { buyer, order } = await transferring()
    pass(15 * 60)
    await expire()
    await setFreeStock(checkout.own.db, 0, sql`product_id = ${products.phone}`)
    await sendTransfer({ amount: price, content: purpose(order) })
    expect(await result(buyer, order)).toMatchObject({
      status: 'refund_due',
      order_state: 'expired',
      received: price,
      reviews: [{ reason: 'late_no_stock', state: 'open', amount: price }],
    })
  })

  test('five late payers of the last three units: three orders reopen, two are refunded', async () => {
    const late = await Promise.all(Array.from({ length: 5 }, () => transferring()))
    pass(15 * 60)
    await expire()
    await setFreeStock(checkout.own.db, 1, sql`product_id = ${products.phone}`)
    await Promise.all(
      late.map(({ order }) => sendTransfer({ amount: price, content: purpose(order) })),
    )
    expect(await left()).toBe(0)
    expect(await reasons()).toEqual(['late_no_stock', 'late_no_stock'])
  })

  test('never reopens a cancelled order', async () => {
    const { buyer, order } = await transferring()
    dataOf(await cancel(buyer, order))
    await sendTransfer({ amount: price, content: purpose(order) })
    expect(await result(buyer, order)).toMatchObject({
      status: 'refund_due',
      order_state: 'cancelled',
      reviews: [{ reason: 'after_cancel' }],
    })
    expect(await left()).toBe(5)
  })

  test('cancel and money at the same moment: one succeeds, and all money is recorded', async () => {
    for (let round = 0; round < 8; round++) {
      await restock(checkout.own.db)
      const { buyer, order } = await transferring()
      const [cancelled] = await Promise.all([
        cancel(buyer, order),
        sendTransfer({ amount: price, content: purpose(order) }),
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
      ...orders.map(({ order }) => sendTransfer({ amount: price, content: purpose(order) })),
    ])
    for (const { buyer, order } of orders) {
      expect((await result(buyer, order)).status).toBe('paid')
    }
    expect(await left()).toBe(0)
  })
})

describe('proof', () => {
  test('SePay’s other proof, a key, is accepted too', async () => {
    const { buyer, order } = await transferring()
    const raw = sepayBody({ amount: price, content: purpose(order) })
    const headers = { authorization: `Apikey ${relay_env.SEPAY_API_KEY}` }
    expect(await postSepay(checkout.door, raw, headers)).toEqual(good)
    expect((await result(buyer, order)).status).toBe('paid')
  })

  test('many forgeries and replays change nothing, and the genuine message still works', async () => {
    const { buyer, order } = await transferring()
    const raw = sepayBody({ id: 77, amount: price, content: purpose(order) })
    const old = sepayHeaders(raw, new Date(checkout.now.getTime() - 301_000))
    const early = sepayHeaders(raw, new Date(checkout.now.getTime() + 302_000))
    const signed = sepayHeaders(raw, checkout.now)
    const forgeries: [string, Record<string, string>][] = [
      [raw, {}],
      [raw, sepayHeaders(raw, checkout.now, 'another secret')],
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
      attacks.map((attack) => postSepay(checkout.door, attack?.[0] ?? '', attack?.[1] ?? {})),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]))
    const { rows } = await sql`select 1 from bank_message`.execute(checkout.own.db)
    expect(rows).toEqual([])
    expect((await result(buyer, order)).status).toBe('waiting')
    expect(await sendRaw(raw)).toEqual(good)
    expect((await result(buyer, order)).status).toBe('paid')
    const replays = await Promise.all(
      Array.from({ length: times }, () => postSepay(checkout.door, raw, signed)),
    )
    expect(new Set(replays.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await reasons()).toEqual([])
  })

  test.each(['', 'null', '[]', '{"id":0}', '{', '{"id":1,"transferType":"in"}'])(
    'a verified message %j without content is refused as unreadable',
    async (raw) => {
      expect((await sendRaw(raw)).status).toBe(400)
    },
  )

  test('payOS without keys refuses every message', async () => {
    expect((await postPayos(checkout.door, { orderCode: 1 }, '')).status).toBe(401)
  })

  test('the return of the shopper’s browser pays nothing', async () => {
    const { buyer, order } = await transferring()
    const query = `?order_id_web=${order.code}&code=00&status=PAID&success=true`
    await buyer.call('GET', `${gateway}/bank_transfer/result${query}`)
    const code = dataOf<TransferCode>(await buyer.call('GET', `${gateway}/qrcode`))
    expect(code.seconds_left).toBe(300)
  })
})
