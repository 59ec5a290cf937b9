import type { Webhook, WebhookMessage } from '#platform/http/webhook.ts'
import { askAboutOrder } from '#shop/flows/receive-payment/ask-providers.ts'
import { notifyPath, type ProviderParts } from '#shop/flows/choose-payment/begin-attempt.ts'
import type { Gateway, NoticeOutcome, PaymentNotice } from '#shop/payment/gateways/gateway.ts'
import { receivePayment } from '#shop/flows/receive-payment/receive-payment.ts'
import { findToldTry } from '#shop/payment/attempt/attempt-store.ts'

/** Providers wait for our answer some seconds more than this. */
const answer_within_ms = 5_000

/** Where gateways tell what happened: /api/payment/notify/{code}, GET or POST as each of them does. */
export function gatewayNotices(parts: ProviderParts): Webhook[] {
  return parts.gateways.all.flatMap((gateway): Webhook[] => {
    const { notices, code } = gateway
    if (notices === null) return []
    const receive = async (message: WebhookMessage) =>
      notices.answer(await hear(parts, gateway, message))
    return [{ path: notifyPath(code), method: notices.method, receive }]
  })
}

/** Proved first, and only then looked at: a forgery leaves no trace that could stand in the truth's way. */
async function hear(
  parts: ProviderParts,
  gateway: Gateway,
  { raw, query, headers }: WebhookMessage,
): Promise<NoticeOutcome> {
  const { log } = parts
  const { code, notices } = gateway
  const tools = parts.gateways.toolsOf(gateway)
  const message = { query, headers, raw: raw.toString('utf8') }
  const notice = tools === null || notices === null ? null : notices.read(message, tools.settings)
  if (notice === null) {
    log.warn({ gateway: code }, 'a message without proof was refused')
    return 'forged'
  }
  try {
    const meant = await meantGateway(parts, gateway, notice)
    const outcome = await receivePayment(parts, { gateway: meant, source: 'notify' }, notice)
    if (outcome === 'pending') await askBack(parts, gateway, notice)
    return outcome
  } catch (error) {
    log.error(
      { err: error, gateway: code, reference: notice.reference },
      'a payment was not taken in',
    )
    return 'try_again'
  }
}

/** The gateway whose try a message is about: the one it came to, or a sibling. */
async function meantGateway(
  { db }: ProviderParts,
  { code, siblings = [] }: Gateway,
  notice: PaymentNotice,
): Promise<string> {
  if (siblings.length === 0 || (await findToldTry(db, code, notice)) !== null) return code
  for (const sibling of siblings) {
    if ((await findToldTry(db, sibling, notice)) !== null) return sibling
  }
  return code
}

/** Something happened over there, and what it was only an answer of the provider proves (Kredivo). */
async function askBack(
  parts: ProviderParts,
  { code, query }: Gateway,
  notice: PaymentNotice,
): Promise<void> {
  const told = query === null ? null : await findToldTry(parts.db, code, notice)
  if (told !== null) await askAboutOrder(parts, told.order_id, answer_within_ms)
}
