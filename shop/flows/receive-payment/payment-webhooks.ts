import type { Database } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import type { Webhook, WebhookMessage } from '#platform/http/webhook.ts'
import type { Log } from '#platform/observe/log.ts'
import { askAboutOrder } from '#shop/flows/receive-payment/ask-providers.ts'
import { receivePayment, receiveTransfer } from '#shop/flows/receive-payment/receive-payment.ts'
import { findNoticedAttempt } from '#shop/payment/attempt/attempt-store.ts'
import type { PaymentNotice, TransferNotice } from '#shop/payment/attempt/payment-notice.ts'
import { type Gateway, type NoticeOutcome, notifyPath } from '#shop/payment/gateways/gateway.ts'
import type { ProviderDeps } from '#shop/payment/gateways/open-gateways.ts'
import { payosWebhook } from '#shop/payment/relays/payos.ts'
import { sepay_path, type SepayKeys, sepayWebhook } from '#shop/payment/relays/sepay.ts'

interface RelayDeps {
  db: Database
  now: Now
  log: Log
  account_number: string
  sepay: SepayKeys
  payos: { checksum_key: string } | null
}

const payos_path = '/api/payment/webhook/payos'

/** The webhooks of relays, which report transfers. A relay without keys is refused whatever it says. */
export function relayWebhooks(deps: RelayDeps): Webhook[] {
  const { now, log, sepay, payos } = deps
  const receive = (notice: TransferNotice) => receiveTransfer(deps, notice)
  return [
    sepayWebhook(sepay_path, { keys: sepay, now, log, receive }),
    payosWebhook(payos_path, { checksum_key: payos?.checksum_key ?? null, log, receive }),
  ]
}

/** Providers wait for our answer some seconds more than this. */
const answer_within_ms = 5_000

/** The webhooks of gateways: /api/payment/notify/{code}, GET or POST as each of them calls. */
export function gatewayWebhooks(deps: ProviderDeps): Webhook[] {
  return deps.gateways.all.flatMap((gateway): Webhook[] => {
    const { notices, code } = gateway
    if (notices === null) return []
    const answer = async (message: WebhookMessage) =>
      notices.answer(await receiveMessage(deps, gateway, message))
    return [{ path: notifyPath(code), method: notices.method, receive: answer }]
  })
}

/** Proved first, and only then read: a forgery leaves no trace that could stand in the way of the truth. */
async function receiveMessage(
  deps: ProviderDeps,
  gateway: Gateway,
  { raw, query, headers }: WebhookMessage,
): Promise<NoticeOutcome> {
  const { log } = deps
  const { code, notices } = gateway
  const tools = deps.gateways.toolsOf(gateway)
  const message = { query, headers, raw: raw.toString('utf8') }
  const notice = tools === null || notices === null ? null : notices.read(message, tools.settings)
  if (notice === null) {
    log.warn({ gateway: code }, 'a message without proof was refused')
    return 'forged'
  }
  try {
    const meant = await meantGateway(deps, gateway, notice)
    const outcome = await receivePayment(deps, { gateway: meant, source: 'notify' }, notice)
    if (outcome === 'pending') await askBack(deps, gateway, notice)
    return outcome
  } catch (error) {
    log.error(
      { err: error, gateway: code, reference: notice.reference },
      'a payment notice could not be received',
    )
    return 'try_again'
  }
}

/** The gateway whose attempt a message is about: the one it came to, or a sibling. */
async function meantGateway(
  { db }: ProviderDeps,
  { code, siblings = [] }: Gateway,
  notice: PaymentNotice,
): Promise<string> {
  if (siblings.length === 0 || (await findNoticedAttempt(db, code, notice)) !== null) return code
  for (const sibling of siblings) {
    if ((await findNoticedAttempt(db, sibling, notice)) !== null) return sibling
  }
  return code
}

/** Something happened over there, and what it was only an answer of the provider proves (Kredivo). */
async function askBack(
  deps: ProviderDeps,
  { code, query }: Gateway,
  notice: PaymentNotice,
): Promise<void> {
  const noticed = query === null ? null : await findNoticedAttempt(deps.db, code, notice)
  if (noticed !== null) await askAboutOrder(deps, noticed.order_id, answer_within_ms)
}
