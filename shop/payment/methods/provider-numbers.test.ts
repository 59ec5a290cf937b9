import { describe, expect, test } from 'vitest'
import { newOrderCode } from '#shop/order/order.ts'
import { newNumber, newReference } from '#shop/payment/attempt/provider-number.ts'
import {
  type GatewayTools,
  type ProviderRequest,
  ProviderTrouble,
} from '#shop/payment/gateways/gateway.ts'
import { gateways } from '#shop/payment/methods/gateways.ts'
import { attemptOf } from '#test/support/payment-attempt.ts'

const now = new Date('2026-11-21T01:05:00Z')
const order_code = newOrderCode(now)

/** Where each provider reads our numbers of a payment and of a refund, and what it accepts there (decision 100). */
const fields: Readonly<Record<string, { payment: [string, RegExp]; refund?: [string, RegExp] }>> = {
  vnpay: {
    payment: ['vnp_TxnRef', /^\w{1,100}$/],
    refund: ['vnp_RequestId', /^\w{1,32}$/],
  },
  momo: {
    payment: ['orderId', /^(?=.{1,50}$)[0-9a-zA-Z]([-_.]*[0-9a-zA-Z]+)*$/],
    refund: ['orderId', /^(?=.{1,50}$)[0-9a-zA-Z]([-_.]*[0-9a-zA-Z]+)*$/],
  },
  zalopay: {
    payment: ['app_trans_id', /^261121_\w{1,33}$/],
    refund: ['m_refund_id', /^261121_1000000_\d{1,29}$/],
  },
  onepay_intl: {
    payment: ['vpc_MerchTxnRef', /^\w{1,40}$/],
    refund: ['vpc_MerchTxnRef', /^[\w-]{1,40}$/],
  },
  onepay_atm: {
    payment: ['vpc_MerchTxnRef', /^\w{1,40}$/],
    refund: ['vpc_MerchTxnRef', /^[\w-]{1,40}$/],
  },
  alepay: { payment: ['orderCode', /^\w{1,50}$/] },
  payos: { payment: ['orderCode', /^[1-9]\d{14}$/] },
  kredivo: {
    payment: ['order_id', /^\w{1,50}$/],
    refund: ['cancellation_id', /^[\w-]{1,50}$/],
  },
  fundiin: {
    payment: ['referenceId', /^\w{1,60}$/],
    refund: ['referenceId', /^[\w-]{1,60}$/],
  },
}

/** Finds a field of a request: in its JSON, at any depth, its form or the address that the shopper opens. */
function valueOf(request: string, name: string): string {
  const json = new RegExp(`"${name}":"?([^",}]+)`).exec(request)?.[1]
  return json ?? new URLSearchParams(request.split('?').at(-1)).get(name) ?? ''
}

/** Starts and refunds as a shop does whose sequences begin again; returns the numbers that the provider gets. */
async function numbersSent(code: string): Promise<{ payment: string; refund: string }> {
  const gateway = gateways.find((one) => one.code === code)
  const requests: ProviderRequest[] = []
  const send = async (request: ProviderRequest) => {
    requests.push(request)
    throw new ProviderTrouble('away')
  }
  const tools: GatewayTools<unknown> = { settings: gateway?.settings?.demo, send, now }
  const whole = gateway?.has_whole_numbers === true
  const reference = whole ? String(newNumber()) : newReference(order_code)
  const attempt = attemptOf({ reference, order_code, provider_reference: '7' })
  const page = await gateway?.start?.(attempt, tools).catch(() => null)
  const payment = page?.redirect_url ?? requests[0]?.body ?? ''
  const money = { number: String(newNumber()), amount: attempt.amount, reason: 'x', is_full: true }
  await gateway?.refund?.({ ...money, attempt, created_at: now }, tools).catch(() => null)
  const { payment: named, refund } = fields[code] ?? { payment: ['', /^/] as const }
  return {
    payment: valueOf(payment, named[0]),
    refund: refund === undefined ? '' : valueOf(requests.at(-1)?.body ?? '', refund[0]),
  }
}

describe('the numbers that a provider gets', () => {
  const codes = gateways.filter(({ settings }) => settings !== null).map(({ code }) => code)

  test('every gateway with a provider says here what its provider accepts', () => {
    expect(Object.keys(fields).toSorted()).toEqual(codes.toSorted())
  })

  test.each(codes)('%s: fit, and never come again for the same order', async (code) => {
    const sent = await Promise.all(Array.from({ length: 20 }, () => numbersSent(code)))
    const own = fields[code]
    const no_refunds = /^$/
    expect(sent.filter(({ payment }) => own?.payment[1].test(payment) !== true)).toEqual([])
    expect(sent.filter(({ refund }) => !(own?.refund?.[1] ?? no_refunds).test(refund))).toEqual([])
    expect(new Set(sent.map(({ payment }) => payment)).size).toBe(20)
    const refunds = new Set(sent.map(({ refund }) => refund))
    expect(refunds.size).toBe(own?.refund === undefined ? 1 : 20)
  })

  test('a whole number is exact in JSON and in every language’s double', () => {
    const numbers = Array.from({ length: 1_000 }, newNumber)
    expect(numbers.filter((number) => !Number.isSafeInteger(number))).toEqual([])
    expect(new Set(numbers).size).toBe(1_000)
  })
})
