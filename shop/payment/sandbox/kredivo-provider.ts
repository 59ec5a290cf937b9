import { kredivo, type KredivoSettings } from '#shop/payment/gateways/kredivo.ts'
import { testPage } from '#shop/payment/gateways/provider-settings.ts'
import { parsedJson } from '#shop/payment/gateways/provider-wire.ts'
import { isSame } from '#platform/http/signature.ts'
import { demoOf, forgedOf } from '#shop/payment/sandbox/demo-keys.ts'
import type { Entry } from '#shop/payment/sandbox/sandbox-provider-store.ts'
import {
  type ApiTools,
  jsonAnswer,
  ownPath,
  type TestProvider,
  withFields,
} from '#shop/payment/sandbox/sandbox-provider.ts'

type Tools = ApiTools<KredivoSettings>
type Said = Readonly<Record<string, unknown>>

/** Kredivo with play money: its push says little, the status that it answers decides. */
export const kredivoProvider: TestProvider<KredivoSettings> = {
  family: kredivo.code,
  title: 'Kredivo thử',
  settings: demoOf(kredivo),
  forged: forgedOf(kredivo),
  answer: async ({ url, body = '' }, tools) => {
    const said = parsedJson(body) as Said
    if (!isSame(String(said['server_key']), tools.settings.server_key)) {
      return jsonAnswer({ status: 'ERROR', error: { code: null, message: 'Invalid merchant' } })
    }
    const { pathname } = new URL(url)
    if (pathname === '/v2/checkout_url') return jsonAnswer(await made(said, tools))
    const entry = await tools.book.find(String(said['order_id']))
    if (entry === null) {
      return jsonAnswer({ status: 'ERROR', error: { message: 'Order not found' } })
    }
    const is_refund = pathname === '/v2/cancel_transaction'
    return jsonAnswer(is_refund ? await refunded(entry, said, tools) : statusOf(entry))
  },
  tell: (entry, { amount }, settings) => {
    const address = new URL(entry.request['push_uri'] ?? '')
    // The address is the proof: a forger does not know it.
    if (settings.server_key !== demoOf(kredivo).server_key) address.searchParams.set('proof', 'x')
    const signature_key = `khoa-${entry.number}`
    return {
      method: 'POST',
      url: ownPath(address.href),
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ ...statusOf(entry), amount: `${amount}.00`, signature_key }),
    }
  },
  comeBack: (entry, { status }) => {
    const { request } = entry
    const address = request[status === 'paid' ? 'back_to_store_uri' : 'user_cancel_uri'] ?? ''
    return withFields(address, { order_id: entry.reference, tr_id: numberOf(entry) })
  },
}

const states = {
  open: 'pending',
  paid: 'settlement',
  declined: 'deny',
  cancelled: 'expire',
} as const

function numberOf({ number }: Entry): string {
  return `bb0380d7-2688-4e73-a668-${String(number).padStart(12, '0')}`
}

function statusOf(entry: Entry) {
  const amount = entry.state === 'paid' ? entry.amount_paid : entry.amount
  return {
    status: 'OK',
    order_id: entry.reference,
    transaction_id: numberOf(entry),
    amount: `${amount}.00`,
    payment_type: '30_days',
    fraud_status: 'accept',
    transaction_status: states[entry.state],
    message: 'Confirmed order status. Valid!',
  }
}

async function made(said: Said, { book, now }: Tools): Promise<object> {
  const order = said['transaction_details'] as { order_id: string; amount: number }
  const { push_uri, back_to_store_uri, user_cancel_uri } = said as Record<string, string>
  const request = {
    push_uri: push_uri ?? '',
    back_to_store_uri: back_to_store_uri ?? '',
    user_cancel_uri: user_cancel_uri ?? '',
  }
  const entry = await book.open({ reference: order.order_id, amount: order.amount, request }, now)
  const redirect_url = `${testPage(kredivo.code)}?t=${encodeURIComponent(entry.reference)}`
  return { status: 'OK', message: '', redirect_url }
}

async function refunded(entry: Entry, said: Said, { book }: Tools): Promise<object> {
  const name = String(said['cancellation_id'])
  const is_done = await book.payBack(entry.reference, name, Number(said['cancellation_amount']))
  const message = 'Cancellation amount bigger than remaining transaction amount'
  return is_done ? { status: 'OK' } : { status: 'ERROR', error: { code: 2415, message } }
}
