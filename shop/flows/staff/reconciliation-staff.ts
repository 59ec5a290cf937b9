import { reconciliation as contract, type PaymentReview } from '#contracts/staff/reconciliation.ts'
import type { Database, Tx } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import type { Log } from '#platform/observe/log.ts'
import type { Service } from '#pure/contract.ts'
import { collectMissing } from '#shop/flows/receive-payment/settle-money.ts'
import { goesBackByTransfer } from '#shop/flows/refund-order/device-money.ts'
import { changeRefund, openRefund } from '#shop/flows/refund-order/refund-order.ts'
import { transition } from '#shop/flows/transition-order.ts'
import type { WriteAsStaff } from '#shop/change-log/write-as-staff.ts'
import { reservingTransaction } from '#shop/inventory/reservation/reserving-transaction.ts'
import { maskedPhone } from '#shop/order/masked-contact.ts'
import { paidMove } from '#shop/order/order-states.ts'
import { findOrderCodes, lockOrderById, type LockedOrder } from '#shop/order/order-store.ts'
import { findLiveAttempt, updatePaidMore } from '#shop/payment/attempt/attempt-store.ts'
import type { LiveAttempt } from '#shop/payment/attempt/attempt.ts'
import { ordersNamedIn } from '#shop/payment/attempt/transfer.ts'
import { lenderLoan } from '#shop/payment/gateways/lender-loan.ts'
import { isOfGoods, updateMessage } from '#shop/payment/ledger/message-store.ts'
import { lockRefundOfReview } from '#shop/payment/ledger/refund-store.ts'
import {
  lockOrderOfReview,
  lockReview,
  type OpenReview,
  updateReview,
} from '#shop/payment/ledger/review-store.ts'
import { isLoanExamined } from '#shop/trade/application/order-loan-store.ts'
import {
  findHeldPayments,
  findReviews,
  type ListedReview,
} from '#shop/views/payment/reconciliation-store.ts'

const max_shown = 200

/** Money that was not matched to an order automatically, and the decisions of staff about it (decisions 045, 075). */
export function reconciliationStaffService(deps: {
  db: Database
  now: Now
  log: Log
  write: WriteAsStaff
}): Service<typeof contract> {
  const { db, now, log, write } = deps
  return {
    reviews: async () => (await findReviews(db, max_shown)).map(shown),
    held: async () =>
      (await findHeldPayments(db, max_shown)).map(({ held_since, asked_at, ...payment }) => ({
        ...payment,
        phone: maskedPhone(payment.phone),
        held_since: held_since.toISOString(),
        asked_at: asked_at?.toISOString() ?? null,
      })),
    settleReview: async (actor, { payment_review_id, decision, order_code }) => {
      const act = { actor, operation: 'reconciliation.settleReview', reason: decision } as const
      const settle = async (tx: Tx) => {
        const order = await lockOrderOfReview(tx, payment_review_id)
        const review = await lockReview(tx, payment_review_id)
        if (!review) throw contract.settleReview.refuse('review_not_found')
        if (isOfGoods(review.method) && decision !== 'refunded') {
          throw contract.settleReview.refuse('only_goes_back')
        }
        if (review.method === lenderLoan.code) throw contract.settleReview.refuse('belongs_to_loan')
        const money = { order_id: review.order_id, gateway: review.method }
        if (decision === 'refunded' && (await goesBackByTransfer(tx, money))) {
          throw contract.settleReview.refuse('transfer_only')
        }
        const about = { ...review, payment_review_id }
        if (decision === 'accepted') await accept(tx, about, order_code || null, now())
        if (decision === 'refunded') await refundByHand(tx, about, now())
        // A refund in the ledger settles its review when it is done.
        await updateReview(tx, payment_review_id, decision, now())
        if (order !== null) await collectMissing(tx, order, now())
      }
      await reservingTransaction(db, settle, (work) => write(act, work))
      log.info({ staff: actor.name, payment_review_id, decision }, 'staff settled a payment review')
      return { state: decision }
    },
  }
}

type LockedReview = OpenReview & { payment_review_id: number }

async function accept(
  tx: Tx,
  review: LockedReview,
  order_code: string | null,
  now: Date,
): Promise<void> {
  const { refuse } = contract.settleReview
  const order_id = review.order_id ?? (await findOrderByCode(tx, order_code))
  const order = order_id === null ? null : await lockOrderById(tx, order_id)
  if (!order) throw refuse('review_without_order')
  if (order.joined_to !== null) throw refuse('order_joined')
  if (await isLoanExamined(tx, order.order_id)) throw refuse('belongs_to_loan')
  const live = await findLiveAttempt(tx, order.order_id)
  const is_paid = live?.state === 'paid'
  const has_ended = order.state === 'cancelled' || order.state === 'expired'
  const is_enough = is_paid && (has_ended || live.amount >= order.grand_total)
  if (is_enough) throw refuse('order_already_paid')
  await dropRefund(tx, review, now)
  const paid = is_paid
    ? await addToPaid(tx, live, review.amount, now)
    : await payWith(tx, order, review, now)
  if (paid === null) throw refuse('quantity_gone')
  const { payment_id } = paid
  await updateMessage(tx, review, { outcome: 'paid', order_id: order.order_id, payment_id })
}

async function payWith(tx: Tx, order: LockedOrder, review: LockedReview, now: Date) {
  const { method, payment_id, amount } = review
  const payment = { method, payment_id, amount }
  return transition(tx, order, paidMove(order.state), { actor: 'money', payment }, now)
}

/** Adds money to a paid attempt: the missing amount came separately, and both count for the order. */
async function addToPaid(tx: Tx, { payment_id }: LiveAttempt, amount: number, now: Date) {
  await updatePaidMore(tx, payment_id, amount, now)
  return { payment_id }
}

/** Drops the refund of accepted money. Once the refund is under way, the money cannot be accepted. */
async function dropRefund(tx: Tx, { payment_review_id }: LockedReview, now: Date): Promise<void> {
  const refund = await lockRefundOfReview(tx, payment_review_id)
  if (refund === null) return
  const change = { from: ['due', 'failed'] as const, to: 'dropped' as const }
  const is_dropped = !refund.is_under_way && (await changeRefund(tx, refund.refund_id, change, now))
  if (!is_dropped) throw contract.settleReview.refuse('money_goes_back')
}

/** Records a refund that staff paid out by hand, so that it is not sent a second time. */
async function refundByHand(tx: Tx, review: LockedReview, now: Date): Promise<void> {
  const { payment_review_id, order_id, payment_id, amount, method: gateway } = review
  const opened = await lockRefundOfReview(tx, payment_review_id)
  if (opened !== null) {
    if (opened.is_under_way) throw contract.settleReview.refuse('money_goes_back')
    const from = ['due', 'failed', 'requested'] as const
    await changeRefund(tx, opened.refund_id, { from, to: 'done', note: by_hand }, now)
    return
  }
  if (order_id === null || amount <= 0) return
  const refund = { order_id, payment_id, payment_review_id, gateway, amount, reason: by_hand }
  await openRefund(tx, { ...refund, state: 'done' }, now)
}

const by_hand = 'Nhân viên đã hoàn tiền'

async function findOrderByCode(tx: Tx, order_code: string | null): Promise<number | null> {
  const [code] = ordersNamedIn(order_code ?? '')
  if (code === undefined) return null
  const [order] = await findOrderCodes(tx, [code])
  return order?.order_id ?? null
}

function shown({
  order_id: _order_id,
  created_at,
  settled_at,
  ...review
}: ListedReview): PaymentReview {
  return {
    ...review,
    phone: review.phone && maskedPhone(review.phone),
    created_at: created_at.toISOString(),
    settled_at: settled_at?.toISOString() ?? null,
  }
}
