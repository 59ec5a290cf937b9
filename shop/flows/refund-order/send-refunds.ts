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
/** Longer than a call may take, so that no other process sends the same refund meanwhile. */
const sending_ms = 60_000
/** Pauses between send attempts, in minutes. */
const pauses_min = [1, 5, 15, 60, 240, 720]
const max_attempts = 12
/** Pauses in minutes between queries about a refund that the gateway works on; together about two weeks. */
const query_pauses_min = [10, 60, 240, 720, 1_440]
const max_queries = 16

/**
 * Sends due refunds through the gateway that took the money. After a lost answer, or while the gateway works on a
 * refund, the same refund number is requested again until it is done or refused. A refund that no gateway can send
 * stays due until staff pay it out. Refunds are sent one after another, so that even with a slow gateway each call
 * ends before another process may claim the refund.
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
  { number, state, amount, reason, created_at }: RefundToSend,
  paid: PaymentAttempt,
): Promise<RefundAnswer> {
  const tools = deps.gateways.toolsOf(gateway)
  if (tools === null || gateway.refund === null) {
    throw new ProviderTrouble(`${gateway.code} is not set up`)
  }
  const attempt = providerAttempt(paid, deps.public_url)
  const is_full = await isWholePayment(deps.db, paid.payment_id, amount)
  const is_requested = state === 'requested'
  const request = { number, amount, reason, attempt, is_full, is_requested, created_at }
  return gateway.refund(request, tools)
}

async function recordAnswer({ db, now }: ProviderDeps, refund: RefundToSend, answer: RefundAnswer) {
  const { state: to, provider_reference, note } = answer
  const { refund_id, order_id, state, attempts } = refund
  // The result of an earlier send is unknown, so staff must check it before they pay by hand.
  const is_unsure = to === 'failed' && state === 'due' && attempts > 1
  const noted = is_unsure ? [note, check_first].filter((text) => text !== null).join(' ') : note
  const queries = state === 'requested' ? attempts : 0
  const next_attempt_at = to === 'requested' ? nextQuery(queries, now()) : null
  const from = ['due' as const, 'requested' as const]
  await transaction(db, async (tx) => {
    await lockOrderById(tx, order_id)
    const change = { from, to, next_attempt_at, provider_reference, note: noted }
    await changeRefund(tx, refund_id, change, now())
  })
}

async function postpone({ db, now }: ProviderDeps, refund: RefundToSend): Promise<void> {
  const { refund_id, state, attempts } = refund
  if (state === 'requested') {
    return updateRefundTime(db, refund_id, nextQuery(attempts, now()), null)
  }
  const is_over = attempts >= max_attempts
  const next = is_over ? null : after(pauses_min, attempts, now())
  await updateRefundTime(db, refund_id, next, is_over ? no_answer : null)
}

const check_first =
  'Lần gửi trước không có trả lời: hãy kiểm tra ở cổng thanh toán trước khi hoàn bằng tay.'
const no_answer =
  'Cổng thanh toán không trả lời: hãy kiểm tra ở cổng, rồi hoàn tiền trực tiếp nếu chưa hoàn.'

/** When to query next. Null after `max_queries`: from then on staff check the gateway's own pages. */
function nextQuery(queries: number, now: Date): Date | null {
  return queries >= max_queries ? null : after(query_pauses_min, queries + 1, now)
}

/** The time after the nth pause, with jitter. */
function after(minutes: readonly number[], nth: number, now: Date): Date {
  const pause = minutes[Math.min(nth, minutes.length) - 1] ?? 1
  return new Date(now.getTime() + pause * 60_000 * (0.9 + Math.random() * 0.2))
}
