import { z } from 'zod'
import type { Log } from '#platform/observe/log.ts'
import type { Webhook, WebhookAnswer, WebhookMessage } from '#platform/http/webhook.ts'
import { hmacHex, isSame } from '#shop/payment/relays/signature.ts'
import type { Money } from '#shop/payment/attempt/transfer.ts'

interface Parts {
  checksum_key: string | null
  log: Log
  receive: (money: Money) => Promise<unknown>
}

const accepted: WebhookAnswer = { status: 200, body: { success: true } }
const refused: WebhookAnswer = { status: 401, body: { success: false, message: 'Unauthorized' } }
/** From here on payOS's orderCode is a try of the gateway (gateways/payos.ts); below, a code of ours. */
export const first_try_number = 9_000_000_000
/** What payOS sends, signed with the shop's own key, when a webhook address is registered. */
export const payos_trial_link = '124c33293c43417ab7879e14c8d9eb18'

type Scalar = string | number | boolean | null
const Envelope = z.object({
  code: z.string(),
  success: z.boolean().optional(),
  data: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  signature: z.string().max(200),
})
const Payment = z.object({
  orderCode: z.int().positive(),
  amount: z.int().nonnegative(),
  description: z.string(),
  reference: z.string().min(1).max(200),
  paymentLinkId: z.string().min(1).max(200),
  transactionDateTime: z.string(),
  currency: z.literal('VND'),
  code: z.string(),
})

/** POST of payOS's webhook (payos.vn/docs): believed only with its signature over all data fields. */
export function payosWebhook(path: string, parts: Parts): Webhook {
  return { path, receive: (message) => receive(message, parts) }
}

async function receive({ raw }: WebhookMessage, parts: Parts): Promise<WebhookAnswer> {
  const envelope = Envelope.safeParse(parsed(raw))
  const { checksum_key } = parts
  const is_proved =
    checksum_key !== null &&
    envelope.success &&
    isSame(envelope.data.signature, payosSignature(checksum_key, envelope.data.data))
  if (!is_proved) {
    parts.log.warn({ relay: 'payos' }, 'a message without proof was refused')
    return refused
  }
  const payment = Payment.safeParse(envelope.data.data)
  if (!payment.success) {
    parts.log.error({ relay: 'payos' }, 'a proved message cannot be read')
    return { status: 400, body: { success: false, message: 'Unreadable' } }
  }
  const { data } = payment
  const is_money = data.code === '00' && envelope.data.code === '00'
  // On a channel that both share, the gateway asks about its tries itself: counted here as well they
  // would be paid twice.
  const is_ours = data.orderCode < first_try_number && data.paymentLinkId !== payos_trial_link
  if (is_money && is_ours) await parts.receive(moneyOf(data))
  return accepted
}

/**
 * payOS's signature: keys in order, key=value joined by &, null as nothing, nothing URL-encoded,
 * HMAC-SHA256 with the checksum key.
 */
export function payosSignature(
  checksum_key: string,
  data: Readonly<Record<string, Scalar>>,
): string {
  const pairs = Object.keys(data)
    .toSorted()
    .map((key) => `${key}=${data[key] ?? ''}`)
  return hmacHex(checksum_key, pairs.join('&'))
}

function moneyOf(data: z.infer<typeof Payment>): Money {
  return {
    relay: 'payos',
    // A link may be paid several times: each transfer has the bank's own reference.
    relay_id: `${data.paymentLinkId}:${data.reference}`,
    amount: data.amount,
    account_number: null,
    text: data.description,
    transfer_code_id: data.orderCode,
    reference: data.reference,
    transferred_at: data.transactionDateTime,
  }
}

function parsed(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8'))
  } catch {
    return null
  }
}
