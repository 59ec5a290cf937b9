import { transaction } from '#platform/postgres.ts'
import { attemptOf, type ProviderParts } from '#shop/payment/begin-try.ts'
import { type Gateway, ProviderTrouble, type RefundAnswer } from '#shop/payment/gateway.ts'
import {
  claimRefunds,
  moveRefund,
  type RefundToSend,
  updateRefundTime,
} from '#shop/payment/refund-store.ts'
import { findTry, type Try } from '#shop/payment/try-store.ts'

const batch = 50
/** Longer than a call may take: nobody else sends the same refund meanwhile. */
const in_hand_ms = 60_000
const pauses_min = [1, 5, 15, 60, 240, 720]
const most_tries = 12

/**
 * Sends money back that is due (house §5.3), through the gateway that took it; a lost answer is asked for
 * again under the same number. What no gateway sends stays due until staff have paid it out.
 */
export async function sendRefunds(parts: ProviderParts): Promise<number> {
  const now = parts.now()
  const again_at = new Date(now.getTime() + in_hand_ms)
  const due = await claimRefunds(parts.db, now, again_at, batch)
  for (const refund of due) await sendOne(parts, refund)
  return due.length
}

async function sendOne(parts: ProviderParts, refund: RefundToSend): Promise<void> {
  const { db, log } = parts
  const { refund_id, payment_id, gateway: code, order_code, amount } = refund
  const gateway = parts.gateways.find(code)
  const paid = payment_id === null ? null : await findTry(db, payment_id)
  if (gateway === null || gateway.refund === null || paid === null) {
    return updateRefundTime(db, refund_id, null, null)
  }
  try {
    const answer = await sent(parts, gateway, refund, paid)
    await taken(parts, refund, answer)
    log.info({ order_code, gateway: code, refund_id, amount, state: answer.state }, 'refund sent')
  } catch (error) {
    const level = error instanceof ProviderTrouble ? 'warn' : 'error'
    log[level]({ err: error, order_code, gateway: code, refund_id }, 'a refund could not be sent')
    await putOff(parts, refund)
  }
}

async function sent(
  parts: ProviderParts,
  gateway: Gateway,
  { refund_id, amount, reason, created_at }: RefundToSend,
  paid: Try,
): Promise<RefundAnswer> {
  const tools = parts.gateways.toolsOf(gateway)
  if (tools === null || gateway.refund === null) {
    throw new ProviderTrouble(`${gateway.code} is not set up`)
  }
  const attempt = attemptOf(paid, parts.public_url)
  const is_full = amount === paid.amount
  const request = { refund_id, amount, reason, attempt, is_full, created_at }
  return gateway.refund(request, tools)
}

async function taken({ db, now }: ProviderParts, refund: RefundToSend, answer: RefundAnswer) {
  const { state: to, provider_reference, note } = answer
  const move = { from: ['due' as const], to, provider_reference, note }
  await transaction(db, (tx) => moveRefund(tx, refund.refund_id, move, now()))
}

async function putOff({ db, now }: ProviderParts, refund: RefundToSend): Promise<void> {
  const { refund_id, tries } = refund
  const minutes = pauses_min[Math.min(tries, pauses_min.length) - 1] ?? 1
  const next = new Date(now().getTime() + minutes * 60_000 * (0.9 + Math.random() * 0.2))
  const is_over = tries >= most_tries
  const note = is_over ? 'Cổng thanh toán không trả lời: hãy hoàn tiền trực tiếp.' : null
  await updateRefundTime(db, refund_id, is_over ? null : next, note)
}
