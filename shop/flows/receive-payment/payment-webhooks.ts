import type { Webhook, WebhookMessage } from '#platform/http/webhook.ts'
import { askAboutOrder } from '#shop/flows/receive-payment/ask-providers.ts'
import { type ReceiveDeps, receivePayment } from '#shop/flows/receive-payment/receive-payment.ts'
import { receiveTransfer } from '#shop/flows/receive-payment/receive-transfer.ts'
import { findNoticedAttempt } from '#shop/payment/attempt/attempt-store.ts'
import type { PaymentNotice, TransferNotice } from '#shop/payment/attempt/payment-notice.ts'
import { type Gateway, type NoticeOutcome, notifyPath } from '#shop/payment/gateways/gateway.ts'
import type { ProviderDeps } from '#shop/payment/gateways/open-gateways.ts'
import { payosWebhook } from '#shop/payment/relays/payos.ts'
import { forgedWarnings, type WarnOfForged } from '#shop/payment/relays/forged-warnings.ts'
import { sepay_path, type SepayKeys, sepayWebhook } from '#shop/payment/relays/sepay.ts'

interface RelayDeps extends ReceiveDeps {
  account_number: string
  sepay: SepayKeys
  payos: { checksum_key: string } | null
}

const payos_path = '/api/payment/webhook/payos'

/** The webhooks of relays, which report transfers. Messages of a relay without keys are always refused. */
export function relayWebhooks(deps: RelayDeps): Webhook[] {
  const { now, log, sepay, payos } = deps
  const warnOfForged = forgedWarnings()
  const receive = (notice: TransferNotice) => receiveTransfer(deps, notice)
  return [
    sepayWebhook(sepay_path, { keys: sepay, now, log, warnOfForged, receive }),
    payosWebhook(payos_path, {
      checksum_key: payos?.checksum_key ?? null,
      log,
      warnOfForged,
      receive,
    }),
  ]
}

/** Providers wait a few seconds longer than this for the answer. */
const answer_within_ms = 5_000

/** The webhooks of gateways: /api/payment/notify/{code}, GET or POST as the gateway sends it. */
export function gatewayWebhooks(deps: ProviderDeps): Webhook[] {
  const warnOfForged = forgedWarnings()
  return deps.gateways.all.flatMap((gateway): Webhook[] => {
    const { notices, code } = gateway
    if (notices === null) return []
    const answer = async (message: WebhookMessage) =>
      notices.answer(await receiveMessage(deps, gateway, message, warnOfForged))
    return [{ path: notifyPath(code), method: notices.method, receive: answer }]
  })
}

/** Verifies a message before reading it: a forged message stores nothing that could block the genuine one. */
async function receiveMessage(
  deps: ProviderDeps,
  gateway: Gateway,
  { raw, query, headers }: WebhookMessage,
  warnOfForged: WarnOfForged,
): Promise<NoticeOutcome> {
  const { log } = deps
  const { code, notices } = gateway
  const tools = deps.gateways.toolsOf(gateway)
  const message = { query, headers, raw: raw.toString('utf8') }
  const notice = tools === null || notices === null ? null : notices.read(message, tools.settings)
  if (notice === null) {
    warnOfForged(log, { gateway: code })
    return 'forged'
  }
  try {
    const target = await targetGateway(deps, gateway, notice)
    const outcome = await receivePayment(deps, { gateway: target, source: 'notify' }, notice)
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

/** Code of the gateway whose attempt a message is about: the receiving gateway or one of its siblings. */
async function targetGateway(
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

/** Queries the provider after a message that proves only that something changed (Kredivo). */
async function askBack(
  deps: ProviderDeps,
  { code, query }: Gateway,
  notice: PaymentNotice,
): Promise<void> {
  const noticed = query === null ? null : await findNoticedAttempt(deps.db, code, notice)
  if (noticed !== null) await askAboutOrder(deps, noticed.order_id, answer_within_ms)
}
