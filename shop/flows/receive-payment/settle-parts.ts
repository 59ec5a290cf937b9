import type { Tx } from '#db/schema.ts'
import { sharesOf } from '#shop/payment/ledger/match-money.ts'
import { insertReview, updateMessage, updateReview } from '#shop/payment/ledger/money-store.ts'
import { findParts, type Part, sumOf } from '#shop/payment/ledger/part-store.ts'
import { updatePaymentMessage } from '#shop/payment/ledger/payment-message-store.ts'
import { insertRefund } from '#shop/payment/ledger/refund-store.ts'

/** The money that made an order full. */
type Settling = Omit<Part, 'payment_review_id'>

/**
 * An order in hand was counted as paid with `total`: parts that were needed are accepted, and what is
 * too much stands in the ledger as due back, each by the way it came (decision 085).
 */
export async function settleParts(
  tx: Tx,
  { order_id, total }: { order_id: number; total: number },
  settling: Settling,
  parts: readonly Part[],
  now: Date,
): Promise<void> {
  const [share = 0, ...shares] = sharesOf(
    total,
    [settling, ...parts].map(({ amount }) => amount),
  )
  if (share < settling.amount) {
    const { bank_message_id, payment_message_id } = settling
    const message = { bank_message_id, payment_message_id }
    const about = { ...message, order_id, reason: 'over' as const }
    const payment_review_id = await insertReview(tx, about, now)
    const over = { ...settling, payment_review_id, amount: settling.amount - share }
    await giveBack(tx, order_id, over, 'over', now)
  }
  for (const [index, part] of parts.entries()) {
    await settlePart(tx, order_id, part, shares[index] ?? 0, now)
  }
}

async function settlePart(tx: Tx, order_id: number, part: Part, share: number, now: Date) {
  const { bank_message_id, payment_message_id, payment_review_id, amount } = part
  if (share > 0) {
    if (bank_message_id !== null) {
      await updateMessage(tx, bank_message_id, { order_id, outcome: 'paid' })
    }
    if (payment_message_id !== null) await updatePaymentMessage(tx, payment_message_id, 'paid')
  }
  if (share === amount) return updateReview(tx, payment_review_id, 'accepted', now)
  await giveBack(tx, order_id, { ...part, amount: amount - share }, 'over', now)
}

/** The parts of an order in hand that ended go back, all of them; returns how much. */
export async function giveBackAll(tx: Tx, order_id: number, now: Date): Promise<number> {
  const parts = await findParts(tx, order_id)
  for (const part of parts) await giveBack(tx, order_id, part, 'under', now)
  return sumOf(parts)
}

/** Money under review is due back; done, the ledger settles the review. */
async function giveBack(
  tx: Tx,
  order_id: number,
  {
    payment_review_id,
    payment_id,
    gateway,
    amount,
  }: Omit<Part, 'bank_message_id' | 'payment_message_id'>,
  reason: 'over' | 'under',
  now: Date,
): Promise<void> {
  const refund = { order_id, payment_id, payment_review_id, gateway, amount, reason }
  await insertRefund(tx, { ...refund, state: 'due' }, now)
}
