import { fundiin, type FundiinSettings } from '#shop/payment/gateways/fundiin.ts'
import { sandboxPage } from '#shop/payment/gateways/provider-settings.ts'
import { parsedJson } from '#shop/payment/gateways/provider-wire.ts'
import { hmacHex, isSame } from '#platform/http/signature.ts'
import { demoOf, forgedOf } from '#shop/payment/sandbox/demo-keys.ts'
import {
  type Entry,
  type ApiTools,
  jsonAnswer,
  ownPath,
  type SandboxProvider,
  withFields,
} from '#shop/payment/gateways/sandbox-provider.ts'

type Tools = ApiTools<FundiinSettings>
type Fields = Readonly<Record<string, unknown>>

/** Sandbox of Fundiin: payments, status, refund, and a notification signed over its bytes. */
export const fundiinProvider: SandboxProvider<FundiinSettings> = {
  family: fundiin.code,
  title: 'Fundiin thử',
  settings: demoOf(fundiin),
  forged: forgedOf(fundiin),
  answer: async ({ url, body = '', headers = {} }, tools) => {
    const { secret_key } = tools.settings
    if (!isSame(headers['signature'] ?? '', hmacHex(secret_key, body))) {
      return jsonAnswer({ resultStatus: 'INVALID_SIGNATURE' }, 401)
    }
    const fields = parsedJson(body) as Fields
    const { pathname } = new URL(url)
    if (pathname === '/status') return queryPayment(fields, tools)
    return pathname === '/refund' ? refundPayment(fields, tools) : createPayment(fields, tools)
  },
  createMessage: (entry, { status, amount, at }, settings) => {
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
  returnAddress: (entry, { status }) => {
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

async function createPayment(fields: Fields, { ledger, now }: Tools) {
  const { referenceId, amount } = fields as { referenceId: string; amount: { value: number } }
  const { notifyUrl, successRedirectUrl, unSuccessRedirectUrl } = fields as Record<string, string>
  const request = {
    notifyUrl: notifyUrl ?? '',
    successRedirectUrl: successRedirectUrl ?? '',
    unSuccessRedirectUrl: unSuccessRedirectUrl ?? '',
  }
  const entry = await ledger.open({ reference: referenceId, amount: amount.value, request }, now)
  return jsonAnswer({
    referenceId,
    resultStatus: 'APPROVED',
    paymentTransId: numberOf(entry),
    paymentUrl: `${sandboxPage(fundiin.code)}?t=${encodeURIComponent(referenceId)}`,
  })
}

async function queryPayment(fields: Fields, { ledger, settings }: Tools) {
  const entry = await ledger.find(String(fields['referenceId']))
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

async function refundPayment(fields: Fields, { ledger }: Tools) {
  const number = Number(String(fields['paymentTransId']).replace('FDTHU', ''))
  const entry = await ledger.findByNumber(number)
  const { value } = fields['amount'] as { value: number }
  const name = String(fields['referenceId'])
  const is_done = entry !== null && (await ledger.refundPayment(entry.reference, name, value))
  if (!is_done) return jsonAnswer({ resultStatus: 'REJECTED', resultMsg: 'Không hoàn được' })
  return jsonAnswer({ resultStatus: 'APPROVED', refundTransId: `HT${number}` })
}
