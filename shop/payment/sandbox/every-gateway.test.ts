import { afterEach, describe, expect, test } from 'vitest'
import type { PaymentResult } from '#contracts/storefront/payment.ts'
import { createLog } from '#platform/observe/log.ts'
import { expireOrders } from '#shop/flows/expire-orders.ts'
import { gateways } from '#shop/payment/gateways/gateways.ts'
import { sendRefunds } from '#shop/flows/refund-order/send-refunds.ts'
import { playTestProviders } from '#shop/payment/sandbox/call-sandbox-providers.ts'
import { onepayIntl } from '#shop/payment/gateways/onepay-intl.ts'
import { onepayHash } from '#shop/payment/gateways/onepay-signature.ts'
import { demoOf } from '#shop/payment/sandbox/demo-keys.ts'
import { type Buyer, dataOf, type Order } from '#test/support/buyer.ts'
import { openCounter } from '#test/support/counter.ts'
import { testProviders } from '#test/support/providers.ts'
import { repeats } from '#test/support/repeats.ts'
import { goods } from '#test/support/small-shop.ts'

/** Every gateway of the shop against its own test provider, as a shopper of a demo meets them. */
const counter = openCounter()
const log = createLog({ service: 'test', level: 'silent' })
const codes = gateways.filter(({ settings }) => settings !== null).map(({ code }) => code)

/** What a provider may do but pay or decline, and how a try ends by it. */
const deeds: [deed: string, status: string][] = [
  ['silent', 'paid'],
  ['twice', 'paid'],
  ['failed_after_paid', 'paid'],
  ['paid_after_failed', 'paid'],
  ['late', 'paid'],
  ['forged', 'waiting'],
  ['never', 'waiting'],
]
/** All at each gateway, or each at one of them. */
const deedsOf = (code: string) =>
  repeats({
    verify: deeds.filter((_, at) => at === codes.indexOf(code) % deeds.length),
    soak: deeds,
  })

const pass = (seconds: number) => {
  counter.now = new Date(counter.now.getTime() + seconds * 1_000)
}

afterEach(async () => {
  pass(2 * 86_400)
  await expireOrders({ db: counter.own.db, log }, counter.now)
})

interface Paying {
  buyer: Buyer
  order: Order
  page: string
}

async function paying(payment_method: string): Promise<Paying> {
  const buyer = await counter.buyer()
  await buyer.prepare(goods.cable)
  const order = dataOf<Order>(await buyer.order({ payment_method }))
  const begun = await buyer.call('POST', '/api/cart/v1/order/payment', { payment_method })
  return { buyer, order, page: dataOf<{ redirect_url: string }>(begun).redirect_url }
}

async function press({ page }: Paying, deed: string) {
  const { pathname, search } = new URL(page, 'http://localhost:3000')
  const shown = await counter.door.call('GET', pathname + search)
  expect(shown.status).toBe(200)
  const reference = /name="reference" value="([^"]+)"/.exec(shown.text)?.[1] ?? ''
  return counter.door.call('POST', pathname, {
    headers: { 'sec-fetch-site': 'same-origin' },
    form: new URLSearchParams({ reference, deed }),
  })
}

const result = async ({ buyer, order }: Paying, method: string) => {
  const address = `/api/cart/v1/payment-gateway/${method}/result?order_id_web=${order.code}`
  return dataOf<PaymentResult>(await buyer.call('GET', address))
}

describe.each(codes)('%s', (code) => {
  test('paid: the shopper comes back to an order that is paid', async () => {
    const about = await paying(code)
    const back = await press(about, 'approve')
    expect(back.status).toBe(303)
    expect(back.headers.get('location')).toContain(`/cart/success/${code}`)
    // Where the message decides nothing, asking the provider does.
    pass(5)
    expect(await result(about, code)).toMatchObject({ status: 'paid', order_state: 'pending' })
  })

  test('declined: the order waits on and can be paid anew', async () => {
    const about = await paying(code)
    await press(about, 'decline')
    pass(5)
    const { status, order_state } = await result(about, code)
    expect([status, order_state]).toEqual(['failed', 'awaiting_payment'])
    const payment_method = code
    const again = await about.buyer.call('POST', '/api/cart/v1/order/payment', { payment_method })
    const page = dataOf<{ redirect_url: string }>(again).redirect_url
    expect(page).not.toBe(about.page)
    await press({ ...about, page }, 'approve')
    pass(5)
    expect((await result(about, code)).status).toBe('paid')
  })

  test.each(deedsOf(code))('%s ends as %s', async (deed, status) => {
    const about = await paying(code)
    await press(about, deed)
    pass(5)
    expect((await result(about, code)).status).toBe(status)
  })

  test('given up after it was paid: the money goes back by the way it came', async () => {
    const about = await paying(code)
    await press(about, 'approve')
    pass(5)
    expect((await result(about, code)).status).toBe('paid')
    const order_code = about.order.code
    dataOf(await about.buyer.call('POST', '/api/cart/v1/order/cancel', { order_code }))
    const { db } = counter.own
    const now = () => counter.now
    const play = playTestProviders({ db, now })
    await sendRefunds(await testProviders({ db, now, gateways, play }))
    const { refunds, status } = await result(about, code)
    const is_sent = gateways.some((gateway) => gateway.code === code && gateway.refund !== null)
    const states = is_sent ? ['done', 'requested'] : ['due']
    expect(refunds).toHaveLength(1)
    expect(states).toContain(refunds[0]?.state)
    expect(status).toBe(refunds[0]?.state === 'done' ? 'refunded' : 'refund_due')
  })

  test('less than asked for does not pay', async () => {
    const about = await paying(code)
    await press(about, 'wrong_amount')
    pass(5)
    expect((await result(about, code)).status).toBe('review')
  })
})

test('OnePay may tell of domestic cards at the address of international ones', async () => {
  const about = await paying('onepay_atm')
  const shown = new URL(about.page, 'http://localhost:3000').searchParams
  const keys = demoOf(onepayIntl)
  const fields = {
    vpc_Merchant: keys.merchant,
    vpc_MerchTxnRef: shown.get('vpc_MerchTxnRef') ?? '',
    vpc_Amount: shown.get('vpc_Amount') ?? '',
    vpc_TxnResponseCode: '0',
    vpc_TransactionNo: '7001',
  }
  const vpc_SecureHash = onepayHash(keys.hash_key, fields)
  const query = new URLSearchParams({ ...fields, vpc_SecureHash })
  const heard = await counter.door.call('GET', `/api/payment/notify/onepay_intl?${query}`)
  expect(heard.text).toContain('responsecode=1')
  expect(await result(about, 'onepay_atm')).toMatchObject({ status: 'paid', reviews: [] })
})
