import { fundiin, type FundiinSettings } from '#shop/payment/gateways/fundiin.ts'
import { testPage } from '#shop/payment/gateways/provider-settings.ts'
import { parsedJson } from '#shop/payment/gateways/provider-wire.ts'
import { hmacHex, isSame } from '#platform/http/signature.ts'
import { demoOf, forgedOf } from '#shop/payment/sandbox/demo-keys.ts'
import type { Entry } from '#shop/payment/sandbox/sandbox-provider-store.ts'
import {
  type ApiTools,
  jsonAnswer,
  ownPath,
  type TestProvider,
  withFields,
} from '#shop/payment/sandbox/sandbox-provider.ts'

type Tools = ApiTools<FundiinSettings>
type Said = Readonly<Record<string, unknown>>

/** Fundiin with play money: payments, status, refund; a notification signed over its bytes. */
export const fundiinProvider: TestProvider<FundiinSettings> = {
  family: fundiin.code,
  title: 'Fundiin thử',
  settings: demoOf(fundiin),
  forged: forgedOf(fundiin),
  answer: async ({ url, body = '', headers = {} }, tools) => {
    const { secret_key } = tools.settings
    if (!isSame(headers['signature'] ?? '', hmacHex(secret_key, body))) {
      return jsonAnswer({ resultStatus: 'INVALID_SIGNATURE' }, 401)
    }
    const said = parsedJson(body) as Said
    const { pathname } = new URL(url)
    if (pathname === '/status') return asked(said, tools)
    return pathname === '/refund' ? refunded(said, tools) : made(said, tools)
  },
  tell: (entry, { status, amount, at }, settings) => {
    const payload = JSON.stringify({
      merchantId: settings.merchant_id,
      storeId: settings.store_id,
      referenceId: entry.reference,
      amount: { value: amount, currency: 'VND' },
      paymentTransId: numberOf(entry),
      paymentMethod: 'WALLET',
      paymentChannel: 'WEB',
      paymentStatus: status === 'paid' ? 'SUCCESS' : 'FAIL',
      notificationType: 'PAYMENT_STATUS',
      resultStatus: results[status],
      resultMsg: results[status],
      customerId: 'USERTHU',
      paymentTime: at.toISOString().slice(0, 19).replace('T', ' '),
    })
    return {
      method: 'POST',
      url: ownPath(entry.request['notifyUrl'] ?? ''),
      headers: {
        'content-type': 'application/json; charset=UTF-8',
        'client-id': settings.client_id,
        signature: hmacHex(settings.secret_key, payload),
      },
      payload,
    }
  },
  comeBack: (entry, { status }) => {
    const is_paid = status === 'paid'
    const address = entry.request[is_paid ? 'successRedirectUrl' : 'unSuccessRedirectUrl'] ?? ''
    const fields = { referenceId: entry.reference, message: results[status] }
    return withFields(address, { ...fields, paymentStatus: is_paid ? 'SUCCESS' : 'FAIL' })
  },
}

const results = { paid: 'SUCCESS', declined: 'REJECTED', cancelled: 'CANCELLED' } as const
const statuses = { open: 'WAITING', paid: 'SUCCESS', declined: 'FAIL', cancelled: 'FAIL' } as const

function numberOf({ number }: Entry): string {
  return `FDTHU${number}`
}

async function made(said: Said, { book, now }: Tools) {
  const { referenceId, amount } = said as { referenceId: string; amount: { value: number } }
  const { notifyUrl, successRedirectUrl, unSuccessRedirectUrl } = said as Record<string, string>
  const request = {
    notifyUrl: notifyUrl ?? '',
    successRedirectUrl: successRedirectUrl ?? '',
    unSuccessRedirectUrl: unSuccessRedirectUrl ?? '',
  }
  const entry = await book.open({ reference: referenceId, amount: amount.value, request }, now)
  return jsonAnswer({
    referenceId,
    resultStatus: 'APPROVED',
    paymentTransId: numberOf(entry),
    paymentUrl: `${testPage(fundiin.code)}?t=${encodeURIComponent(referenceId)}`,
  })
}

async function asked(said: Said, { book, settings }: Tools) {
  const entry = await book.find(String(said['referenceId']))
  if (entry === null) return jsonAnswer({ resultStatus: 'NOT_FOUND' }, 404)
  const { state, amount, amount_paid } = entry
  return jsonAnswer({
    merchantId: settings.merchant_id,
    referenceId: entry.reference,
    amount: { value: state === 'paid' ? amount_paid : amount, currency: 'VND' },
    paymentTransId: numberOf(entry),
    paymentStatus: statuses[state],
    resultStatus: state === 'open' ? 'WAITING' : results[state],
  })
}

async function refunded(said: Said, { book }: Tools) {
  const number = Number(String(said['paymentTransId']).replace('FDTHU', ''))
  const entry = await book.findByNumber(number)
  const { value } = said['amount'] as { value: number }
  const name = String(said['referenceId'])
  const is_done = entry !== null && (await book.payBack(entry.reference, name, value))
  if (!is_done) return jsonAnswer({ resultStatus: 'REJECTED', resultMsg: 'Không hoàn được' })
  return jsonAnswer({ resultStatus: 'APPROVED', refundTransId: `HT${number}` })
}
