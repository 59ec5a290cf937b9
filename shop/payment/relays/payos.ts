import { z } from 'zod'
import type { Log } from '#platform/observe/log.ts'
import type { Webhook, WebhookAnswer, WebhookMessage } from '#platform/http/webhook.ts'
import { isSame } from '#platform/http/signature.ts'
import type { TransferNotice } from '#shop/payment/attempt/payment-notice.ts'
import { payos_trial_link, payosSignature } from '#shop/payment/gateways/payos-signature.ts'
import type { WarnOfForged } from '#shop/payment/relays/forged-warnings.ts'

interface Deps {
  checksum_key: string | null
  log: Log
  warnOfForged: WarnOfForged
  receive: (money: TransferNotice) => Promise<unknown>
}

const accepted: WebhookAnswer = { status: 200, body: { success: true } }
const refused: WebhookAnswer = { status: 401, body: { success: false, message: 'Unauthorized' } }
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

/** Webhook for payOS (payos.vn/docs). A message is accepted only with a signature over all data fields. */
export function payosWebhook(path: string, deps: Deps): Webhook {
  return { path, receive: (message) => receive(message, deps) }
}

async function receive({ raw }: WebhookMessage, deps: Deps): Promise<WebhookAnswer> {
  const envelope = Envelope.safeParse(parsed(raw))
  const { checksum_key } = deps
  const is_proved =
    checksum_key !== null &&
    envelope.success &&
    isSame(envelope.data.signature, payosSignature(checksum_key, envelope.data.data))
  if (!is_proved) {
    deps.warnOfForged(deps.log, { relay: 'payos' })
    return refused
  }
  const payment = Payment.safeParse(envelope.data.data)
  if (!payment.success) {
    deps.log.error({ relay: 'payos' }, 'a proved message cannot be read')
    return { status: 400, body: { success: false, message: 'Unreadable' } }
  }
  const { data } = payment
  const is_money = data.code === '00' && envelope.data.code === '00'
  if (is_money && data.paymentLinkId !== payos_trial_link) await deps.receive(noticeOf(data))
  return accepted
}

function noticeOf(data: z.infer<typeof Payment>): TransferNotice {
  return {
    relay: 'payos',
    // A link may be paid several times: each transfer has the bank's own reference.
    relay_id: `${data.paymentLinkId}:${data.reference}`,
    amount: data.amount,
    account_number: null,
    text: data.description,
    code: { order_number: data.orderCode, payment_link: data.paymentLinkId },
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
