import { paymentReview as contract, type PaymentReview } from '#contracts/payment-review.ts'
import type { Database, Tx } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import type { Log } from '#platform/log.ts'
import { transaction } from '#platform/postgres.ts'
import type { Service } from '#pure/contract.ts'
import { findOrderCodes, lockOrderById } from '#shop/order/order-state-store.ts'
import {
  findReviews,
  lockReview,
  type Review,
  updateMessage,
  updateReview,
} from '#shop/payment/money-store.ts'
import { livePayment } from '#shop/payment/payment-store.ts'
import { countAsPaid } from '#shop/payment/receive-money.ts'
import { ordersNamedIn } from '#shop/payment/transfer.ts'

const most_shown = 200

/** Money that did not settle an order by itself, and what staff decide about it (decision 045). */
export function reviewDesk(parts: { db: Database; now: Now; log: Log }): Service<typeof contract> {
  const { db, now, log } = parts
  return {
    reviews: async () => (await findReviews(db, most_shown)).map(shown),
    settleReview: async (_caller, { payment_review_id, decision, order_code }) => {
      await transaction(db, async (tx) => {
        const review = await lockReview(tx, payment_review_id)
        if (!review) throw contract.settleReview.refuse('review_not_found')
        if (decision === 'accepted') await accept(tx, review, order_code || null, now())
        await updateReview(tx, payment_review_id, decision, now())
      })
      log.info({ payment_review_id, decision }, 'staff settled a payment review')
      return { state: decision }
    },
  }
}

async function accept(
  tx: Tx,
  review: { order_id: number | null; bank_message_id: number },
  order_code: string | null,
  now: Date,
): Promise<void> {
  const { refuse } = contract.settleReview
  const { bank_message_id } = review
  const order_id = review.order_id ?? (await orderCalled(tx, order_code))
  const order = order_id === null ? null : await lockOrderById(tx, order_id)
  if (!order) throw refuse('review_without_order')
  const live = await livePayment(tx, order.order_id)
  if (live?.state === 'paid') throw refuse('order_already_paid')
  if (!(await countAsPaid(tx, order, now))) throw refuse('pieces_gone')
  await updateMessage(tx, bank_message_id, { order_id: order.order_id, outcome: 'paid' })
}

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
