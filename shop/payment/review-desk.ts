import { paymentReview as contract, type PaymentReview } from '#contracts/payment-review.ts'
import type { Database, Tx } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import type { Log } from '#platform/log.ts'
import { transaction } from '#platform/postgres.ts'
import type { Service } from '#pure/contract.ts'
import { lockOrderById } from '#shop/order/order-state-store.ts'
import {
  findReviews,
  lockReview,
  type Review,
  updateMessage,
  updateReview,
} from '#shop/payment/money-store.ts'
import { livePayment } from '#shop/payment/payment-store.ts'
import { countAsPaid } from '#shop/payment/receive-money.ts'

const most_shown = 200

/** Money that did not settle an order by itself, and what staff decide about it (decision 045). */
export function reviewDesk(parts: { db: Database; now: Now; log: Log }): Service<typeof contract> {
  const { db, now, log } = parts
  return {
    reviews: async () => (await findReviews(db, most_shown)).map(shown),
    settleReview: async (_caller, { payment_review_id, decision }) => {
      await transaction(db, async (tx) => {
        const review = await lockReview(tx, payment_review_id)
        if (!review) throw contract.settleReview.refuse('review_not_found')
        if (decision === 'accepted') await accept(tx, review, now())
        await updateReview(tx, payment_review_id, decision, now())
      })
      log.info({ payment_review_id, decision }, 'staff settled a payment review')
      return { state: decision }
    },
  }
}

async function accept(
  tx: Tx,
  { order_id, bank_message_id }: { order_id: number | null; bank_message_id: number },
  now: Date,
): Promise<void> {
  const { refuse } = contract.settleReview
  const order = order_id === null ? null : await lockOrderById(tx, order_id)
  if (!order) throw refuse('review_without_order')
  const live = await livePayment(tx, order.order_id)
  if (live?.state === 'paid') throw refuse('order_already_paid')
  if (!(await countAsPaid(tx, order, now))) throw refuse('pieces_gone')
  await updateMessage(tx, bank_message_id, { order_id, outcome: 'paid' })
}

function shown({ order_id: _order_id, created_at, settled_at, ...review }: Review): PaymentReview {
  return {
    ...review,
    created_at: created_at.toISOString(),
    settled_at: settled_at?.toISOString() ?? null,
  }
}
