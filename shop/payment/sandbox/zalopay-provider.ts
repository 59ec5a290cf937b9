import type { ProviderAnswer } from '#shop/payment/gateways/gateway.ts'
import { zalopay, type ZalopaySettings } from '#shop/payment/gateways/zalopay.ts'
import { sandboxPage } from '#shop/payment/gateways/provider-settings.ts'
import { parsedJson } from '#shop/payment/gateways/provider-wire.ts'
import { hmacHex, isSame } from '#platform/http/signature.ts'
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
type Tools = ApiTools<ZalopaySettings>

/** Sandbox of ZaloPay: create, query, refund and refund query. It calls back only about paid payments. */
export const zalopayProvider: SandboxProvider<ZalopaySettings> = {
  family: zalopay.code,
  title: 'ZaloPay thử',
  settings: demoOf(zalopay),
  forged: forgedOf(zalopay),
  answer: async ({ url, body = '' }, tools) => {
    const fields = parsedJson(body) as Fields
    const command = new URL(url).pathname.slice('/v2/'.length)
    const run = commands[command]
    if (run === undefined) return jsonAnswer({ return_code: 2 }, 404)
    const { key1 } = tools.settings
    const signed = (signed_fields[command] ?? []).map((name) => fields[name])
    const text = [...signed, ...(command === 'query' ? [key1] : [])].join('|')
    if (!isSame(String(fields['mac']), hmacHex(key1, text))) {
      return jsonAnswer({ return_code: 2, return_message: 'mac not equal', sub_return_code: -402 })
    }
    return run(fields, tools)
  },
  createMessage: (entry, outcome, settings) => {
    if (outcome.status !== 'paid') return null
    const data = JSON.stringify(callback(entry, outcome, settings))
    return {
      method: 'POST',
      url: ownPath(entry.request['callback_url'] ?? ''),
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ data, mac: hmacHex(settings.key2, data), type: 1 }),
    }
  },
  returnAddress: (entry, { status, amount }, { app_id, key2 }) => {
    const payment = {
      appid: app_id,
      apptransid: entry.reference,
      pmcid: '38',
      bankcode: '',
      amount,
    }
    const fields = { ...payment, discountamount: 0, status: status === 'paid' ? 1 : -49 }
    const checksum = hmacHex(key2, Object.values(fields).join('|'))
    const embedded = parsedJson(entry.request['embed_data'] ?? '') as Record<string, string> | null
    return withFields(embedded?.['redirecturl'] ?? '', asTexts({ ...fields, checksum }))
  },
}

const signed_fields: Readonly<Record<string, readonly string[]>> = {
  create: ['app_id', 'app_trans_id', 'app_user', 'amount', 'app_time', 'embed_data', 'item'],
  query: ['app_id', 'app_trans_id'],
  refund: ['app_id', 'zp_trans_id', 'amount', 'description', 'timestamp'],
  query_refund: ['app_id', 'm_refund_id', 'timestamp'],
}

const commands: Readonly<
  Record<string, (fields: Fields, tools: Tools) => Promise<ProviderAnswer>>
> = {
  create: async (fields, { ledger, now }) => {
    const reference = String(fields['app_trans_id'])
    if ((await ledger.find(reference)) !== null) return jsonAnswer(no('duplicate app_trans_id'))
    await ledger.open(
      { reference, amount: Number(fields['amount']), request: asTexts(fields) },
      now,
    )
    const order_url = `${sandboxPage(zalopay.code)}?t=${encodeURIComponent(reference)}`
    return jsonAnswer({ return_code: 1, return_message: 'success', order_url, zp_trans_token: 'x' })
  },
  query: async (fields, { ledger }) => {
    const entry = await ledger.find(String(fields['app_trans_id']))
    if (entry === null) return jsonAnswer(no('order not found'))
    if (entry.state !== 'open' && entry.state !== 'paid') return jsonAnswer(no(entry.state))
    if (entry.state === 'open') return jsonAnswer({ return_code: 3, is_processing: false })
    return jsonAnswer({
      return_code: 1,
      return_message: 'success',
      amount: entry.amount_paid,
      zp_trans_id: numberOf(entry),
    })
  },
  refund: async (fields, { ledger }) => {
    const entry = await ledger.findByNumber(Number(fields['zp_trans_id']) - first_number)
    if (entry === null) return jsonAnswer(no('transaction not found'))
    const name = String(fields['m_refund_id'])
    const is_done = await ledger.refundPayment(entry.reference, name, Number(fields['amount']))
    return jsonAnswer(is_done ? { ...yes, refund_id: refundNumber(name) } : no('too much'))
  },
  // The ledger cannot look a refund up by its name alone. The shop then sends it again; it counts once.
  query_refund: async () => jsonAnswer(no('refund not found')),
}

const yes = { return_code: 1, return_message: 'success' }

function no(return_message: string) {
  return { return_code: 2, return_message, sub_return_code: -101 }
}

const first_number = 261_000_000_000

function numberOf({ number }: Entry): number {
  return first_number + number
}

function refundNumber(name: string): number {
  return Number(name.split('_').at(-1))
}

function callback(entry: Entry, { amount, at }: PaymentOutcome, { app_id }: ZalopaySettings) {
  const { request } = entry
  return {
    app_id: Number(app_id),
    app_trans_id: entry.reference,
    app_time: Number(request['app_time']),
    app_user: request['app_user'],
    amount,
    embed_data: request['embed_data'],
    item: request['item'],
    zp_trans_id: numberOf(entry),
    server_time: at.getTime(),
    channel: 38,
    merchant_user_id: 'thu',
    user_fee_amount: 0,
    discount_amount: 0,
  }
}
