import { afterEach, describe, expect, test } from 'vitest'
import type { PaymentResult } from '#contracts/storefront/payment.ts'
import { createLog } from '#platform/observe/log.ts'
import { expireOrders } from '#shop/flows/expire-orders.ts'
import { gateways } from '#shop/payment/methods/gateways.ts'
import { sendRefunds } from '#shop/flows/refund-order/send-refunds.ts'
import { callSandboxProviders } from '#shop/payment/sandbox/call-sandbox-providers.ts'
import { onepayIntl } from '#shop/payment/gateways/onepay-intl.ts'
import { onepayHash } from '#shop/payment/gateways/onepay-signature.ts'
import { demoOf } from '#shop/payment/sandbox/demo-keys.ts'
import { type Buyer, dataOf, type Order } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { testProviders } from '#test/support/providers.ts'
import { repeats } from '#test/support/repeats.ts'
import { goodsOfGateway } from '#test/goods/goods-of-gateway.ts'

/** Every gateway of the shop with its own sandbox provider, as in a demo shop. */
const checkout = openCheckout()
const log = createLog({ service: 'test', level: 'silent' })
const codes = gateways.filter(({ settings }) => settings !== null).map(({ code }) => code)

/** Actions beside paying and declining, and the status in which the attempt ends. */
const sandbox_actions: [action: string, status: string][] = [
  ['silent', 'paid'],
  ['twice', 'paid'],
  ['failed_after_paid', 'paid'],
  ['paid_after_failed', 'paid'],
  ['late', 'paid'],
  ['forged', 'waiting'],
  ['never', 'waiting'],
]
/** In soak runs all actions at every gateway; otherwise each action at one gateway. */
const actionsOf = (code: string) =>
  repeats({
    verify: sandbox_actions.filter((_, at) => at === codes.indexOf(code) % sandbox_actions.length),
    soak: sandbox_actions,
  })

const pass = (seconds: number) => {
  checkout.now = new Date(checkout.now.getTime() + seconds * 1_000)
}

afterEach(async () => {
  pass(2 * 86_400)
  await expireOrders({ db: checkout.own.db, log }, checkout.now)
})

interface Paying {
  buyer: Buyer
  order: Order
  page: string
}

async function paying(payment_method: string): Promise<Paying> {
  const buyer = await checkout.buyer()
  await buyer.prepare(goodsOfGateway(payment_method))
  const order = dataOf<Order>(await buyer.order({ payment_method }))
  const started = await buyer.call('POST', '/api/cart/v1/order/payment', { payment_method })
  return { buyer, order, page: dataOf<{ redirect_url: string }>(started).redirect_url }
}

async function press({ page }: Paying, action: string) {
  const { pathname, search } = new URL(page, 'http://localhost:3000')
  const shown = await checkout.door.call('GET', pathname + search)
  expect(shown.status).toBe(200)
  const reference = /name="reference" value="([^"]+)"/.exec(shown.text)?.[1] ?? ''
  expect(shown.text).toContain(`<button name="action" value="${action}"`)
  return checkout.door.call('POST', pathname, {
    headers: { 'sec-fetch-site': 'same-origin' },
    form: new URLSearchParams({ reference, action }),
  })
}

const result = async ({ buyer, order }: Paying, method: string) => {
  const address = `/api/cart/v1/payment-gateway/${method}/result?order_id_web=${order.code}`
  return dataOf<PaymentResult>(await buyer.call('GET', address))
}

describe.each(codes)('%s', (code) => {
  test('paid: the shopper returns to a paid order', async () => {
    const about = await paying(code)
    const back = await press(about, 'approve')
    expect(back.status).toBe(303)
    expect(back.headers.get('location')).toContain(`/cart/success/${code}`)
    // Where the message decides nothing, a query to the provider does.
    pass(5)
    expect(await result(about, code)).toMatchObject({ status: 'paid', order_state: 'pending' })
  })

  test('declined: the order still waits and can be paid again', async () => {
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

  test.each(actionsOf(code))('%s ends as %s', async (action, status) => {
    const about = await paying(code)
    await press(about, action)
    pass(5)
    expect((await result(about, code)).status).toBe(status)
  })

  test('cancelled after it was paid: the money is refunded through the same gateway', async () => {
    const about = await paying(code)
    await press(about, 'approve')
    pass(5)
    expect((await result(about, code)).status).toBe('paid')
    const order_code = about.order.code
    dataOf(await about.buyer.call('POST', '/api/cart/v1/order/cancel', { order_code }))
    const { db } = checkout.own
    const now = () => checkout.now
    const sandbox = callSandboxProviders({ db, now, gateways })
    await sendRefunds(await testProviders({ db, now, gateways, sandbox }))
    const { refunds, status } = await result(about, code)
    const is_sent = gateways.some((gateway) => gateway.code === code && gateway.refund !== null)
    const states = is_sent ? ['done', 'requested'] : ['due']
    expect(refunds).toHaveLength(1)
    expect(states).toContain(refunds[0]?.state)
    expect(status).toBe(refunds[0]?.state === 'done' ? 'refunded' : 'refund_due')
  })

  test('too small an amount does not pay the order', async () => {
    const about = await paying(code)
    await press(about, 'wrong_amount')
    pass(5)
    expect((await result(about, code)).status).toBe('review')
  })
})

test('OnePay may notify domestic card payments at the address of international cards', async () => {
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
  const reply = await checkout.door.call('GET', `/api/payment/notify/onepay_intl?${query}`)
  expect(reply.text).toContain('responsecode=1')
  expect(await result(about, 'onepay_atm')).toMatchObject({ status: 'paid', reviews: [] })
})
