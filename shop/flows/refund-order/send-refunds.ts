import { transaction } from '#platform/database/postgres.ts'
import { changeRefund } from '#shop/flows/refund-order/refund-order.ts'
import { lockOrderById } from '#shop/order/order-store.ts'
import { findAttempt } from '#shop/payment/attempt/attempt-store.ts'
import type { PaymentAttempt } from '#shop/payment/attempt/attempt.ts'
import { type Gateway, ProviderTrouble, type RefundAnswer } from '#shop/payment/gateways/gateway.ts'
import { providerAttempt, type ProviderDeps } from '#shop/payment/gateways/open-gateways.ts'
import { isWholePayment } from '#shop/payment/ledger/message-store.ts'
import {
  claimRefund,
  type RefundToSend,
  updateRefundTime,
} from '#shop/payment/ledger/refund-store.ts'

const batch = 50
/** Longer than a call may take: nobody else sends the same refund meanwhile. */
const sending_ms = 60_000
const pauses_min = [1, 5, 15, 60, 240, 720]
const max_tries = 12
/** A gateway that works on a refund is asked what became of it, for about a fortnight. */
const questions_min = [10, 60, 240, 720, 1_440]
const max_questions = 16

/**
 * Sends refunds that are due through the gateway that took the money. A lost answer is asked for again under
 * the same number; so is a refund that the gateway works on, until it is done or refused. What no gateway
 * sends stays due until staff have paid it out. One after another: however slow a gateway is, a refund is
 * answered before anybody else may claim it.
 */
export async function sendRefunds(deps: ProviderDeps): Promise<number> {
  for (let handled = 0; handled < batch; handled++) {
    const now = deps.now()
    const refund = await claimRefund(deps.db, now, new Date(now.getTime() + sending_ms))
    if (refund === null) return handled
    await sendOne(deps, refund)
  }
  return batch
}

async function sendOne(deps: ProviderDeps, refund: RefundToSend): Promise<void> {
  const { db, log } = deps
  const { refund_id, payment_id, gateway: code, order_code, amount } = refund
  const gateway = deps.gateways.find(code)
  const paid = payment_id === null ? null : await findAttempt(db, payment_id)
  if (gateway === null || gateway.refund === null || paid === null) {
    return updateRefundTime(db, refund_id, null, null)
  }
  try {
    const answer = await askGateway(deps, gateway, refund, paid)
    await recordAnswer(deps, refund, answer)
    log.info({ order_code, gateway: code, refund_id, amount, state: answer.state }, 'refund sent')
  } catch (error) {
    const level = error instanceof ProviderTrouble ? 'warn' : 'error'
    log[level]({ err: error, order_code, gateway: code, refund_id }, 'a refund could not be sent')
    await postpone(deps, refund)
  }
}

async function askGateway(
  deps: ProviderDeps,
  gateway: Gateway,
  { refund_id, state, amount, reason, created_at }: RefundToSend,
  paid: PaymentAttempt,
): Promise<RefundAnswer> {
  const tools = deps.gateways.toolsOf(gateway)
  if (tools === null || gateway.refund === null) {
    throw new ProviderTrouble(`${gateway.code} is not set up`)
  }
  const attempt = providerAttempt(paid, deps.public_url)
  const is_full = await isWholePayment(deps.db, paid.payment_id, amount)
  const is_requested = state === 'requested'
  const request = { refund_id, amount, reason, attempt, is_full, is_requested, created_at }
  return gateway.refund(request, tools)
}

async function recordAnswer({ db, now }: ProviderDeps, refund: RefundToSend, answer: RefundAnswer) {
  const { state: to, provider_reference, note } = answer
  const { refund_id, order_id, state, tries } = refund
  // What became of an earlier send is not known: whoever pays by hand must look first.
  const is_unsure = to === 'failed' && state === 'due' && tries > 1
  const noted = is_unsure ? [note, look_first].filter((one) => one !== null).join(' ') : note
  const asked = state === 'requested' ? tries : 0
  const next_try_at = to === 'requested' ? nextQuestion(asked, now()) : null
  const from = ['due' as const, 'requested' as const]
  await transaction(db, async (tx) => {
    await lockOrderById(tx, order_id)
    const change = { from, to, next_try_at, provider_reference, note: noted }
    await changeRefund(tx, refund_id, change, now())
  })
}

async function postpone({ db, now }: ProviderDeps, refund: RefundToSend): Promise<void> {
  const { refund_id, state, tries } = refund
  if (state === 'requested') {
    return updateRefundTime(db, refund_id, nextQuestion(tries, now()), null)
  }
  const is_over = tries >= max_tries
  const next = is_over ? null : after(pauses_min, tries, now())
  await updateRefundTime(db, refund_id, next, is_over ? no_answer : null)
}

const look_first =
  'Lần gửi trước không có trả lời: hãy kiểm tra ở cổng thanh toán trước khi hoàn bằng tay.'
const no_answer =
  'Cổng thanh toán không trả lời: hãy kiểm tra ở cổng, rồi hoàn tiền trực tiếp nếu chưa hoàn.'

/** Null after many questions: from then on staff look at the gateway's own pages. */
function nextQuestion(asked: number, now: Date): Date | null {
  return asked >= max_questions ? null : after(questions_min, asked + 1, now)
}

/** The pause after the nth time, with jitter. */
function after(minutes: readonly number[], nth: number, now: Date): Date {
  const pause = minutes[Math.min(nth, minutes.length) - 1] ?? 1
  return new Date(now.getTime() + pause * 60_000 * (0.9 + Math.random() * 0.2))
}
