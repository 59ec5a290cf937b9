import { momo, type MomoSettings } from '#shop/payment/gateways/momo.ts'
import { momo_orders, momoSignature } from '#shop/payment/gateways/momo-signature.ts'
import type { ProviderAnswer } from '#shop/payment/gateways/gateway.ts'
import { sandboxPage } from '#shop/payment/gateways/provider-settings.ts'
import { parsedJson } from '#shop/payment/gateways/provider-wire.ts'
import { isSame } from '#platform/http/signature.ts'
import { demoOf, forgedOf } from '#shop/payment/sandbox/demo-keys.ts'
import {
  type Entry,
  type ApiTools,
  asTexts,
  jsonAnswer,
  ownPath,
  type PaymentOutcome,
  type SandboxProvider,
  withFields,
} from '#shop/payment/gateways/sandbox-provider.ts'

type Fields = Readonly<Record<string, unknown>>
type Tools = ApiTools<MomoSettings>

/** Sandbox of MoMo: create, query, refund and refund query, and the IPN. */
export const momoProvider: SandboxProvider<MomoSettings> = {
  family: momo.code,
  title: 'MoMo thử',
  settings: demoOf(momo),
  forged: forgedOf(momo),
  answer: async ({ url, body = '' }, tools) => {
    const fields = parsedJson(body) as Fields
    const command = new URL(url).pathname.slice(1)
    const run = commands[command]
    if (run === undefined) return jsonAnswer({ resultCode: 12 }, 404)
    const { access_key, secret_key } = tools.settings
    const order = momo_orders[command as 'create'] ?? momo_orders.query
    const expected = momoSignature(secret_key, { ...fields, accessKey: access_key }, order)
    if (!isSame(String(fields['signature']), expected)) return jsonAnswer({ resultCode: 11 })
    return run(fields, tools)
  },
  createMessage: (entry, outcome, settings) => ({
    method: 'POST',
    url: ownPath(entry.request['ipnUrl'] ?? ''),
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify(result(entry, outcome, settings)),
  }),
  returnAddress: (entry, outcome, settings) =>
    withFields(entry.request['redirectUrl'] ?? '', asTexts(result(entry, outcome, settings))),
}

const codes = { open: 1000, paid: 0, declined: 1001, cancelled: 1006 } as const

const commands: Readonly<
  Record<string, (fields: Fields, tools: Tools) => Promise<ProviderAnswer>>
> = {
  create: async (fields, { ledger, now }) => {
    const { orderId: reference, amount, requestId } = fields
    const payment = {
      reference: String(reference),
      amount: Number(amount),
      request: asTexts(fields),
    }
    const entry = await ledger.open(payment, now)
    if (entry.request['requestId'] !== requestId) return jsonAnswer({ resultCode: 41 })
    const payUrl = `${sandboxPage(momo.code)}?t=${encodeURIComponent(entry.reference)}`
    return jsonAnswer({ ...echo(fields), amount, resultCode: 0, message: 'Successful.', payUrl })
  },
  query: async (fields, { ledger }) => {
    const entry = await ledger.find(String(fields['orderId']))
    if (entry === null) return jsonAnswer({ ...echo(fields), resultCode: 42 })
    const is_paid = entry.state === 'paid'
    return jsonAnswer({
      ...echo(fields),
      amount: is_paid ? entry.amount_paid : 0,
      transId: is_paid ? numberOf(entry) : 0,
      payType: is_paid ? 'qr' : '',
      resultCode: codes[entry.state],
    })
  },
  refund: async (fields, { ledger }) => {
    const entry = await ledger.findByNumber(Number(fields['transId']) - first_number)
    const name = String(fields['orderId'])
    if (entry === null) return jsonAnswer({ ...echo(fields), resultCode: 1080 })
    if (entry.refunds[name] !== undefined) return jsonAnswer({ ...echo(fields), resultCode: 41 })
    const is_done = await ledger.refundPayment(entry.reference, name, Number(fields['amount']))
    return jsonAnswer({
      ...echo(fields),
      resultCode: is_done ? 0 : 1081,
      transId: numberOf(entry) + Object.keys(entry.refunds).length + 1,
    })
  },
  // The shop asks only after code 41, so the refund was made.
  'refund/query': async (fields) => jsonAnswer({ ...echo(fields), resultCode: 0 }),
}

function echo({ partnerCode, orderId, requestId }: Fields) {
  return { partnerCode, orderId, requestId, message: '' }
}

const first_number = 2_820_000_000

function numberOf({ number }: Entry): number {
  return first_number + number
}

function result(entry: Entry, { status, amount, at }: PaymentOutcome, settings: MomoSettings) {
  const { request } = entry
  const fields = {
    partnerCode: settings.partner_code,
    orderId: entry.reference,
    requestId: request['requestId'] ?? '',
    amount,
    orderInfo: request['orderInfo'] ?? '',
    orderType: 'momo_wallet',
    transId: status === 'paid' ? numberOf(entry) : 0,
    resultCode: codes[status],
    message: status === 'paid' ? 'Thành công.' : 'Giao dịch không thành công.',
    payType: status === 'paid' ? 'qr' : '',
    responseTime: at.getTime(),
    extraData: request['extraData'] ?? '',
  }
  const signed = { ...fields, accessKey: settings.access_key }
  return { ...fields, signature: momoSignature(settings.secret_key, signed, momo_orders.result) }
}
