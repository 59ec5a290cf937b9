import { reconciliation as contract, type PaymentReview } from '#contracts/staff/reconciliation.ts'
import type { Database, Tx } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import type { Log } from '#platform/observe/log.ts'
import { transaction } from '#platform/database/postgres.ts'
import type { Service } from '#pure/contract.ts'
import { findOrderCodes, lockOrderById } from '#shop/order/order-state-store.ts'
import { countAsPaid } from '#shop/flows/receive-payment/count-as-paid.ts'
import { bankTransfer } from '#shop/payment/gateways/bank-transfer.ts'
import { findHeld } from '#shop/payment/ledger/held-money-store.ts'
import {
  findReviews,
  lockOrderOfReview,
  lockReview,
  type OpenReview,
  type Review,
  updateMessage,
  updateReview,
} from '#shop/payment/ledger/money-store.ts'
import { updatePaymentMessage } from '#shop/payment/ledger/payment-message-store.ts'
import {
  type LivePayment,
  livePayment,
  updatePaidMore,
} from '#shop/payment/attempt/payment-store.ts'
import {
  countRefund,
  insertRefund,
  moveRefund,
  refundOfReview,
} from '#shop/payment/ledger/refund-store.ts'
import { ordersNamedIn } from '#shop/payment/attempt/transfer.ts'

const most_shown = 200

/** Money that did not settle an order by itself, and what staff decide about it (decisions 045, 075). */
export function reconciliationStaffService(parts: {
  db: Database
  now: Now
  log: Log
}): Service<typeof contract> {
  const { db, now, log } = parts
  return {
    reviews: async () => (await findReviews(db, most_shown)).map(shown),
    held: async () =>
      (await findHeld(db, most_shown)).map(({ held_since, asked_at, ...one }) => ({
        ...one,
        held_since: held_since.toISOString(),
        asked_at: asked_at?.toISOString() ?? null,
      })),
    settleReview: async (actor, { payment_review_id, decision, order_code }) => {
      await transaction(db, async (tx) => {
        await lockOrderOfReview(tx, payment_review_id)
        const review = await lockReview(tx, payment_review_id, bankTransfer.code)
        if (!review) throw contract.settleReview.refuse('review_not_found')
        const about = { ...review, payment_review_id }
        if (decision === 'accepted') await accept(tx, about, order_code || null, now())
        if (decision === 'refunded') await payBack(tx, about, now())
        // A refund that the ledger has in hand settles its review itself.
        await updateReview(tx, payment_review_id, decision, now())
      })
      log.info({ staff: actor.name, payment_review_id, decision }, 'staff settled a payment review')
      return { state: decision }
    },
  }
}

type InHand = OpenReview & { payment_review_id: number }

async function accept(tx: Tx, review: InHand, order_code: string | null, now: Date): Promise<void> {
  const { refuse } = contract.settleReview
  const order_id = review.order_id ?? (await orderCalled(tx, order_code))
  const order = order_id === null ? null : await lockOrderById(tx, order_id)
  if (!order) throw refuse('review_without_order')
  const live = await livePayment(tx, order.order_id)
  const is_paid = live?.state === 'paid'
  const has_ended = order.state === 'cancelled' || order.state === 'expired'
  const is_enough = is_paid && (has_ended || live.amount >= order.grand_total)
  if (is_enough) throw refuse('order_already_paid')
  await keepMoney(tx, review, now)
  const { method, payment_id, amount } = review
  const paid_id = is_paid
    ? await addToPaid(tx, live, amount, now)
    : await countAsPaid(tx, order, { method, payment_id, amount }, now)
  if (paid_id === null) throw refuse('pieces_gone')
  const { bank_message_id, payment_message_id } = review
  if (bank_message_id !== null) {
    await updateMessage(tx, bank_message_id, { order_id: order.order_id, outcome: 'paid' })
  }
  if (payment_message_id !== null) {
    await updatePaymentMessage(tx, payment_message_id, 'paid', paid_id)
  }
}

/** What was missing came by itself: both count for the order. */
async function addToPaid(tx: Tx, live: LivePayment, amount: number, now: Date): Promise<number> {
  await updatePaidMore(tx, live.payment_id, amount, now)
  return live.payment_id
}

/** Money that counts after all does not go back; on its way already, it cannot be kept. */
async function keepMoney(tx: Tx, { payment_review_id }: InHand, now: Date): Promise<void> {
  const refund = await refundOfReview(tx, payment_review_id)
  if (refund === null) return
  const move = { from: ['due', 'failed'] as const, to: 'dropped' as const }
  const dropped = refund.is_under_way ? null : await moveRefund(tx, refund.refund_id, move, now)
  if (dropped === null) throw contract.settleReview.refuse('money_goes_back')
}

/** Paid out by hand: the ledger says so; nothing is sent a second time. */
async function payBack(tx: Tx, review: InHand, now: Date): Promise<void> {
  const { payment_review_id, order_id, payment_id, amount, method: gateway } = review
  const begun = await refundOfReview(tx, payment_review_id)
  if (begun !== null) {
    if (begun.is_under_way) throw contract.settleReview.refuse('money_goes_back')
    const from = ['due', 'failed', 'requested'] as const
    await moveRefund(tx, begun.refund_id, { from, to: 'done', note: by_hand }, now)
    return
  }
  if (order_id === null || amount <= 0) return
  const refund = { order_id, payment_id, payment_review_id, gateway, amount, reason: by_hand }
  await insertRefund(tx, { ...refund, state: 'done' }, now)
  await countRefund(tx, { order_id, amount, payment_review_id: null }, now)
}

const by_hand = 'Nhân viên đã hoàn tiền'

async function orderCalled(tx: Tx, order_code: string | null): Promise<number | null> {
  const [code] = ordersNamedIn(order_code ?? '')
  if (code === undefined) return null
  const [order] = await findOrderCodes(tx, [code])
  return order?.order_id ?? null
}

function shown({ order_id: _order_id, created_at, settled_at, ...review }: Review): PaymentReview {
  return {
    ...review,
    created_at: created_at.toISOString(),
    settled_at: settled_at?.toISOString() ?? null,
  }
}
