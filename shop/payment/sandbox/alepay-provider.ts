import { alepay, type AlepaySettings } from '#shop/payment/gateways/alepay.ts'
import { alepayChecksum, alepaySignature } from '#shop/payment/gateways/alepay-signature.ts'
import { notifyPath } from '#shop/payment/gateways/gateway.ts'
import { sandboxPage } from '#shop/payment/gateways/provider-settings.ts'
import { parsedJson } from '#shop/payment/gateways/provider-wire.ts'
import { isSame } from '#platform/http/signature.ts'
import { demoOf, forgedOf } from '#shop/payment/sandbox/demo-keys.ts'
import {
  type ApiTools,
  asTexts,
  type Entry,
  jsonAnswer,
  type SandboxProvider,
  withFields,
} from '#shop/payment/gateways/sandbox-provider.ts'

type Tools = ApiTools<AlepaySettings>
type Fields = Readonly<Record<string, string | number | boolean>>

/** Sandbox of AlePay: payments in parts, their state, and a webhook with AlePay's checksum. */
export const alepayProvider: SandboxProvider<AlepaySettings> = {
  family: alepay.code,
  title: 'AlePay thử',
  settings: demoOf(alepay),
  forged: forgedOf(alepay),
  answer: async ({ url, body = '' }, tools) => {
    const { signature, ...fields } = parsedJson(body) as Fields
    if (!isSame(String(signature), alepaySignature(tools.settings.checksum_key, fields))) {
      return jsonAnswer({ code: '102', message: 'Chữ ký không hợp lệ' })
    }
    return url.endsWith('/get-transaction-info')
      ? queryPayment(fields, tools)
      : createPayment(fields, tools)
  },
  createMessage: (entry, { status, amount }, settings) => {
    const transactionInfo = {
      orderCode: entry.reference,
      transactionCode: codeOf(entry),
      amount,
      status: statuses[status],
    }
    const checksum = alepayChecksum(settings.checksum_key, transactionInfo)
    return {
      method: 'POST',
      url: notifyPath(alepay.code),
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ transactionInfo, checksum }),
    }
  },
  returnAddress: (entry, { status }) => {
    const is_left = status === 'cancelled'
    return withFields(entry.request[is_left ? 'cancelUrl' : 'returnUrl'] ?? '', {
      errorCode: statuses[status],
      transactionCode: codeOf(entry),
      cancel: String(is_left),
    })
  },
}

/** `open` is our guess: AlePay's papers do not name it. */
const statuses = { open: '', paid: '000', declined: '110', cancelled: '107' } as const

function codeOf({ number }: Entry): string {
  return `ALETHU${String(number).padStart(6, '0')}`
}

async function createPayment(fields: Fields, { ledger, now }: Tools) {
  const reference = String(fields['orderCode'])
  const amount = Number(fields['amount'])
  const entry = await ledger.open({ reference, amount, request: asTexts(fields) }, now)
  return jsonAnswer({
    code: '000',
    message: 'Thành công',
    transactionCode: codeOf(entry),
    checkoutUrl: `${sandboxPage(alepay.code)}?t=${reference}`,
  })
}

async function queryPayment(fields: Fields, { ledger }: Tools) {
  const number = Number(String(fields['transactionCode']).replace('ALETHU', ''))
  const entry = await ledger.findByNumber(number)
  if (entry === null) return jsonAnswer({ code: '109', message: 'Giao dịch không tồn tại' })
  const { state, amount, amount_paid, request } = entry
  return jsonAnswer({
    code: '000',
    message: 'Thành công',
    transactionCode: codeOf(entry),
    orderCode: entry.reference,
    amount: state === 'paid' ? amount_paid : amount,
    status: statuses[state],
    installment: true,
    month: Number(request['month'] ?? 6),
    bankCode: request['bankCode'] ?? 'VCB',
    method: request['paymentMethod'] ?? 'VISA',
  })
}
