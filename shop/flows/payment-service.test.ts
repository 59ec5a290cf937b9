import { afterEach, describe, expect, test } from 'vitest'
import type { PaymentResult, TransferCode } from '#contracts/storefront/payment.ts'
import { createLog } from '#platform/observe/log.ts'
import { readVietQr } from '#pure/vietnamese/vietqr.ts'
import { expireOrders } from '#shop/flows/expire-orders.ts'
import { transferCode } from '#shop/flows/choose-payment/transfer-code.ts'
import type { PaymentLink } from '#shop/payment/relays/payos-links.ts'
import { gateways } from '#shop/payment/methods/gateways.ts'
import { type Buyer, dataOf, type Order, refusalOf } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { products, freeStock } from '#test/support/small-shop.ts'

const checkout = openCheckout()
const gateway = '/api/cart/v1/payment-gateway'
const log = createLog({ service: 'test', level: 'silent' })
const pass = (seconds: number) => {
  checkout.now = new Date(checkout.now.getTime() + seconds * 1_000)
}
const qrCode = (buyer: Buyer, query = '') => buyer.call('GET', `${gateway}/qrcode${query}`)
const result = async (buyer: Buyer, query = '') =>
  dataOf<PaymentResult>(await buyer.call('GET', `${gateway}/bank_transfer/result${query}`))
const cancel = (buyer: Buyer, code: string) =>
  buyer.call('POST', `${gateway}/bank_transfer/cancelPayment?order_id_web=${code}`)
const expire = () => expireOrders({ db: checkout.own.db, log }, checkout.now)

// Orders that a test leaves waiting are ended, so that the next test counts its own stock.
afterEach(async () => {
  pass(86_400)
  await expire()
})

async function transferring(): Promise<{ buyer: Buyer; order: Order }> {
  const buyer = await checkout.buyer()
  await buyer.prepare(products.phone)
  const order = dataOf<Order>(await buyer.order({ payment_method: 'bank_transfer' }))
  return { buyer, order }
}

interface Ways {
  order_code: string
  gateways: { id: string; icon: string; is_chosen: boolean }[]
}

describe('GET /v1/payment-gateway', () => {
  test('lists the payment methods of the waiting order', async () => {
    const { buyer, order } = await transferring()
    const answer = dataOf<Ways>(await buyer.call('GET', `${gateway}?device=mobile`))
    const ids = answer.gateways.map(({ id }) => id)
    expect(answer.order_code).toBe(order.code)
    expect(ids).toEqual(gateways.map(({ code }) => code).filter((id) => ids.includes(id)))
    expect(ids).toEqual(expect.arrayContaining(['cod', 'bank_transfer', 'vnpay', 'momo']))
    expect(answer.gateways.filter(({ is_chosen }) => is_chosen)).toMatchObject([
      { id: 'bank_transfer', icon: 'bank_transfer' },
    ])
  })

  test('refuses a caller without an order, and an order that has ended', async () => {
    const stranger = await checkout.buyer()
    expect(refusalOf(await stranger.call('GET', gateway))).toBe('404 order_not_found')
    const { buyer, order } = await transferring()
    await cancel(buyer, order.code)
    expect(refusalOf(await buyer.call('GET', gateway))).toBe('409 order_closed')
  })
})

describe('GET /v1/payment-gateway/qrcode', () => {
  test('returns a code for exactly this order, valid for 300 s', async () => {
    const { buyer, order } = await transferring()
    expect(order.state).toBe('awaiting_payment')
    const code = dataOf<TransferCode>(await qrCode(buyer, '?device=desktop'))
    const content = order.code.replace('-', '')
    expect(code).toMatchObject({
      id: 'bank_transfer',
      order_code: order.code,
      amount: order.totals.grand_total,
      content,
      seconds_left: 300,
      order_expires_at: order.expires_at,
      bank: { bin: '970422', short_name: 'MB Bank' },
    })
    expect(readVietQr(code.qr_code)).toEqual({
      bank_bin: '970422',
      account_number: 'TIEMDEMO000000',
      amount: order.totals.grand_total,
      purpose: content,
    })
    expect(code.qr_code_url).toMatch(/^data:image\/svg\+xml,/)
  })

  test('the live code is returned again; after its end a new one is created, except for peek', async () => {
    const { buyer } = await transferring()
    await qrCode(buyer)
    pass(299)
    expect(dataOf<TransferCode>(await qrCode(buyer)).seconds_left).toBe(1)
    pass(1)
    expect(dataOf<TransferCode>(await qrCode(buyer, '?peek=1')).seconds_left).toBe(0)
    expect(dataOf<TransferCode>(await qrCode(buyer)).seconds_left).toBe(300)
    pass(550)
    // Ten minutes of fifteen are gone and a little: the last code ends with the order.
    expect(dataOf<TransferCode>(await qrCode(buyer)).seconds_left).toBe(50)
    pass(50)
    expect(refusalOf(await qrCode(buyer))).toBe('409 order_closed')
  })

  test('five tabs at once get the same code', async () => {
    const { buyer, order } = await transferring()
    const codes = await Promise.all(Array.from({ length: 5 }, () => qrCode(buyer)))
    expect(new Set(codes.map((one) => one.text)).size).toBe(1)
    const { rows } = await checkout.own.db
      .selectFrom('transfer_code')
      .innerJoin('payment', 'payment.payment_id', 'transfer_code.payment_id')
      .innerJoin('sales_order', 'sales_order.order_id', 'payment.order_id')
      .where('sales_order.code', '=', order.code)
      .select('transfer_code_id')
      .execute()
      .then((found) => ({ rows: found }))
    expect(rows).toHaveLength(1)
  })

  test('an order with another method, a foreign order and no order have no code', async () => {
    const { order } = await transferring()
    const other = await checkout.buyer()
    expect(refusalOf(await qrCode(other))).toBe('404 order_not_found')
    expect(refusalOf(await qrCode(other, `?order_code=${order.code}`))).toBe('404 order_not_found')
    await other.prepare(products.phone)
    dataOf(await other.order())
    expect(refusalOf(await qrCode(other))).toBe('409 payment_method_not_available')
  })
})

describe('GET /v1/payment-gateway/{id}/result', () => {
  test('returns the stored result, whatever the address contains', async () => {
    const { buyer, order } = await transferring()
    expect(await result(buyer, '?code=00&status=PAID&cancel=false')).toMatchObject({
      order_code: order.code,
      status: 'waiting',
      received: 0,
      amount: order.totals.grand_total,
    })
    const query = `?order_id_web=${order.code.toLowerCase()}`
    expect((await result(buyer, query)).status).toBe('waiting')
    const stranger = await checkout.buyer()
    const foreign = await stranger.call('GET', `${gateway}/bank_transfer/result${query}`)
    expect(refusalOf(foreign)).toBe('404 order_not_found')
  })

  test('is returned with the order’s link, and not with a wrong one', async () => {
    const { order } = await transferring()
    const ask = (secret: string) =>
      checkout.door.call(
        'GET',
        `${gateway}/bank_transfer/result?order_id_web=${order.code}&secret=${secret}`,
      )
    expect(dataOf<PaymentResult>(await ask(order.secret)).order_code).toBe(order.code)
    expect(refusalOf(await ask('0'.repeat(40)))).toBe('404 order_not_found')
    expect(refusalOf(await ask(''))).toBe('404 order_not_found')
  })

  test('an unpaid order ends, and its stock is released', async () => {
    const { buyer } = await transferring()
    expect(await freeStock(checkout.own.db, products.phone)).toBe(4)
    pass(15 * 60)
    expect(await expire()).toBe(1)
    expect((await result(buyer)).status).toBe('closed')
    expect(await freeStock(checkout.own.db, products.phone)).toBe(5)
  })
})

describe('POST /v1/payment-gateway/{id}/cancelPayment', () => {
  test('cancels the order and releases its stock, once', async () => {
    const { buyer, order } = await transferring()
    const first = await cancel(buyer, order.code)
    expect(dataOf(first)).toMatchObject({ order_state: 'cancelled', status: 'closed' })
    expect((await cancel(buyer, order.code)).text).toBe(first.text)
    expect(await freeStock(checkout.own.db, products.phone)).toBe(5)
    expect(refusalOf(await qrCode(buyer))).toBe('409 order_closed')
  })

  test('keeps the reason in the history, without links', async () => {
    const { buyer, order } = await transferring()
    const reason = encodeURIComponent('Đổi ý https://example.com')
    await buyer.call(
      'POST',
      `${gateway}/bank_transfer/cancelPayment?order_id_web=${order.code}&reason=${reason}`,
    )
    const read = await buyer.call('GET', `/api/cart/v1/order?code=${order.code}`)
    const note = dataOf<Order>(read).history.at(-1)?.note ?? ''
    expect(note).toContain('Đổi ý')
    expect(note).not.toContain('example.com')
  })

  test('refuses a foreign order, one in progress, one that has expired, and no code', async () => {
    const { buyer, order } = await transferring()
    const stranger = await checkout.buyer()
    expect(refusalOf(await cancel(stranger, order.code))).toBe('404 order_not_found')
    expect(refusalOf(await cancel(buyer, ''))).toBe('422 invalid_input')
    pass(15 * 60)
    await expire()
    expect(refusalOf(await cancel(buyer, order.code))).toBe('409 order_closed')
    await buyer.prepare(products.phone)
    const { code } = dataOf<Order>(await buyer.order())
    expect(refusalOf(await cancel(buyer, code))).toBe('409 order_closed')
  })
})

describe('with payOS', () => {
  const link: PaymentLink = {
    bank_bin: '970418',
    account_number: 'V3CAS0001',
    account_name: 'CONG TY THU',
    amount: 30_990_000,
    content: 'CSABC',
    qr_text: '000201010212ABC',
    checkout_url: 'https://pay.payos.vn/web/1',
    payment_link: '1',
  }

  async function askTwice(create: () => Promise<PaymentLink>) {
    const { order } = await transferring()
    const { customer_id } = await checkout.own.db
      .selectFrom('sales_order')
      .where('code', '=', order.code)
      .select('customer_id')
      .executeTakeFirstOrThrow()
    const bank = { bin: '970422', account_number: 'OWN1', account_name: 'SHOP' }
    const deps = { db: checkout.own.db, now: () => checkout.now, log, bank, test_bank_url: null }
    const public_url = 'https://shop.example'
    const ask = () =>
      transferCode({ ...deps, public_url, payos: { create } }, customer_id, { peek: false })
    return { first: await ask(), again: await ask() }
  }

  test('its account, transfer text and page are shown', async () => {
    let calls = 0
    const { first, again } = await askTwice(async () => {
      calls += 1
      return link
    })
    expect(first).toMatchObject({
      content: 'CSABC',
      account_number: 'V3CAS0001',
      checkout_url: 'https://pay.payos.vn/web/1',
      bank: { short_name: 'BIDV' },
    })
    expect(again).toEqual(first)
    expect(calls).toBe(1)
  })

  test('while it cannot be reached the shop’s own account is used', async () => {
    const { first } = await askTwice(async () => Promise.reject(new TypeError('away')))
    expect(first).toMatchObject({ account_number: 'OWN1', checkout_url: null, seconds_left: 300 })
  })
})
