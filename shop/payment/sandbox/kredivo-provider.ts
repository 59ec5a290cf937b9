import { kredivo, type KredivoSettings } from '#shop/payment/gateways/kredivo.ts'
import { sandboxPage } from '#shop/payment/gateways/provider-settings.ts'
import { parsedJson } from '#shop/payment/gateways/provider-wire.ts'
import { isSame } from '#platform/http/signature.ts'
import { demoOf, forgedOf } from '#shop/payment/sandbox/demo-keys.ts'
import {
  type Entry,
  type ApiTools,
  jsonAnswer,
  ownPath,
  type SandboxProvider,
  withFields,
} from '#shop/payment/gateways/sandbox-provider.ts'

type Tools = ApiTools<KredivoSettings>
type Fields = Readonly<Record<string, unknown>>

/** Sandbox of Kredivo: its push decides nothing, the answer to a status query does. */
export const kredivoProvider: SandboxProvider<KredivoSettings> = {
  family: kredivo.code,
  title: 'Kredivo thử',
  settings: demoOf(kredivo),
  forged: forgedOf(kredivo),
  answer: async ({ url, body = '' }, tools) => {
    const fields = parsedJson(body) as Fields
    if (!isSame(String(fields['server_key']), tools.settings.server_key)) {
      return jsonAnswer({ status: 'ERROR', error: { code: null, message: 'Invalid merchant' } })
    }
    const { pathname } = new URL(url)
    if (pathname === '/v2/checkout_url') return jsonAnswer(await createPayment(fields, tools))
    const entry = await tools.ledger.find(String(fields['order_id']))
    if (entry === null) {
      return jsonAnswer({ status: 'ERROR', error: { message: 'Order not found' } })
    }
    const is_refund = pathname === '/v2/cancel_transaction'
    return jsonAnswer(is_refund ? await refundPayment(entry, fields, tools) : statusOf(entry))
  },
  createMessage: (entry, { amount }, settings) => {
    const address = new URL(entry.request['push_uri'] ?? '')
    // The address contains the proof, which a forger does not know.
    if (settings.server_key !== demoOf(kredivo).server_key) address.searchParams.set('proof', 'x')
    const signature_key = `khoa-${entry.number}`
    return {
      method: 'POST',
      url: ownPath(address.href),
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ ...statusOf(entry), amount: `${amount}.00`, signature_key }),
    }
  },
  returnAddress: (entry, { status }) => {
    const { request } = entry
    const address = request[status === 'paid' ? 'back_to_store_uri' : 'user_cancel_uri'] ?? ''
    return withFields(address, { order_id: entry.reference, tr_id: numberOf(entry) })
  },
}

const states = {
  open: 'pending',
  paid: 'settlement',
  declined: 'deny',
  cancelled: 'cancel',
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

async function createPayment(fields: Fields, { ledger, now }: Tools): Promise<object> {
  const order = fields['transaction_details'] as { order_id: string; amount: number }
  const { push_uri, back_to_store_uri, user_cancel_uri } = fields as Record<string, string>
  const request = {
    push_uri: push_uri ?? '',
    back_to_store_uri: back_to_store_uri ?? '',
    user_cancel_uri: user_cancel_uri ?? '',
  }
  const entry = await ledger.open({ reference: order.order_id, amount: order.amount, request }, now)
  const redirect_url = `${sandboxPage(kredivo.code)}?t=${encodeURIComponent(entry.reference)}`
  return { status: 'OK', message: '', redirect_url }
}

async function refundPayment(entry: Entry, fields: Fields, { ledger }: Tools): Promise<object> {
  const name = String(fields['cancellation_id'])
  const is_done = await ledger.refundPayment(
    entry.reference,
    name,
    Number(fields['cancellation_amount']),
  )
  const message = 'Cancellation amount bigger than remaining transaction amount'
  return is_done ? { status: 'OK' } : { status: 'ERROR', error: { code: 2415, message } }
}
