import { transaction } from '#platform/database/postgres.ts'
import { lockOrderById } from '#shop/order/order-state-store.ts'
import { attemptOf, type ProviderParts } from '#shop/flows/choose-payment/begin-attempt.ts'
import { type Gateway, ProviderTrouble, type RefundAnswer } from '#shop/payment/gateways/gateway.ts'
import { isWholeMoney } from '#shop/payment/ledger/payment-message-store.ts'
import {
  claimRefund,
  moveRefund,
  type RefundToSend,
  updateRefundTime,
} from '#shop/payment/ledger/refund-store.ts'
import { findTry, type Try } from '#shop/payment/attempt/attempt-store.ts'

const most_at_a_time = 50
/** Longer than a call may take: nobody else sends the same refund meanwhile. */
const in_hand_ms = 60_000
const pauses_min = [1, 5, 15, 60, 240, 720]
const most_tries = 12
/** A gateway that has a refund in hand is asked what became of it, for about a fortnight. */
const questions_min = [10, 60, 240, 720, 1_440]
const most_questions = 16

/**
 * Sends money back that is due (house §5.3), through the gateway that took it; a lost answer is asked for
 * again under the same number. So is a refund that the gateway works on, until it is done or refused.
 * What no gateway sends stays due until staff have paid it out. One after another: a slow gateway
 * never keeps one in hand for longer than nobody else takes it.
 */
export async function sendRefunds(parts: ProviderParts): Promise<number> {
  for (let handled = 0; handled < most_at_a_time; handled++) {
    const now = parts.now()
    const refund = await claimRefund(parts.db, now, new Date(now.getTime() + in_hand_ms))
    if (refund === null) return handled
    await sendOne(parts, refund)
  }
  return most_at_a_time
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
  { refund_id, state, amount, reason, created_at }: RefundToSend,
  paid: Try,
): Promise<RefundAnswer> {
  const tools = parts.gateways.toolsOf(gateway)
  if (tools === null || gateway.refund === null) {
    throw new ProviderTrouble(`${gateway.code} is not set up`)
  }
  const attempt = attemptOf(paid, parts.public_url)
  const is_full = await isWholeMoney(parts.db, paid.payment_id, amount)
  const is_requested = state === 'requested'
  const request = { refund_id, amount, reason, attempt, is_full, is_requested, created_at }
  return gateway.refund(request, tools)
}

async function taken({ db, now }: ProviderParts, refund: RefundToSend, answer: RefundAnswer) {
  const { state: to, provider_reference, note } = answer
  const { refund_id, order_id, state, tries } = refund
  // What became of an earlier send is not known: whoever pays by hand must look first.
  const is_unsure = to === 'failed' && state === 'due' && tries > 1
  const words = is_unsure ? [note, look_first].filter((one) => one !== null).join(' ') : note
  const asked = state === 'requested' ? tries : 0
  const next_try_at = to === 'requested' ? nextQuestion(asked, now()) : null
  const from = ['due' as const, 'requested' as const]
  await transaction(db, async (tx) => {
    await lockOrderById(tx, order_id)
    const move = { from, to, next_try_at, provider_reference, note: words }
    await moveRefund(tx, refund_id, move, now())
  })
}

async function putOff({ db, now }: ProviderParts, refund: RefundToSend): Promise<void> {
  const { refund_id, state, tries } = refund
  if (state === 'requested') {
    return updateRefundTime(db, refund_id, nextQuestion(tries, now()), null)
  }
  const is_over = tries >= most_tries
  const next = is_over ? null : after(pauses_min, tries, now())
  await updateRefundTime(db, refund_id, next, is_over ? no_answer : null)
}

const look_first =
  'Lần gửi trước không có trả lời: hãy kiểm tra ở cổng thanh toán trước khi hoàn bằng tay.'
const no_answer =
  'Cổng thanh toán không trả lời: hãy kiểm tra ở cổng, rồi hoàn tiền trực tiếp nếu chưa hoàn.'

/** Null after many questions: from then on staff look at the gateway's own pages. */
function nextQuestion(asked: number, now: Date): Date | null {
  return asked >= most_questions ? null : after(questions_min, asked + 1, now)
}

/** The pause after the nth time, with jitter. */
function after(minutes: readonly number[], nth: number, now: Date): Date {
  const pause = minutes[Math.min(nth, minutes.length) - 1] ?? 1
  return new Date(now.getTime() + pause * 60_000 * (0.9 + Math.random() * 0.2))
}
