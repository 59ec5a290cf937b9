import type { Webhook, WebhookMessage } from '#platform/webhook.ts'
import { notifyPath, type ProviderParts } from '#shop/payment/begin-try.ts'
import type { Gateway, NoticeOutcome } from '#shop/payment/gateway.ts'
import { receivePayment } from '#shop/payment/receive-payment.ts'

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
    return await receivePayment(parts, { gateway: code, source: 'notify' }, notice)
  } catch (error) {
    log.error(
      { err: error, gateway: code, reference: notice.reference },
      'a payment was not taken in',
    )
    return 'try_again'
  }
}
