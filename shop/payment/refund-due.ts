import type { Tx } from '#db/schema.ts'
import { findRefundable, insertRefund } from '#shop/payment/refund-store.ts'

/**
 * Money of an order that is locked goes back (house §5.3): a row of the ledger, which a job sends to
 * the gateway that took the money, or which staff pay out by hand. Never more than was paid and has
 * not gone back yet, so that asking twice gives back once; an unpaid order owes nothing. 'all': whatever
 * came and counted, should it be more or less than was asked for. Returns how much goes back.
 */
export async function refundDue(
  tx: Tx,
  { order_id }: { order_id: number },
  amount: number | 'all',
  reason: string,
  now: Date,
): Promise<number> {
  const paid = await findRefundable(tx, order_id)
  const due = paid === null ? 0 : amount === 'all' ? paid.left : Math.min(amount, paid.left)
  if (paid === null || due <= 0) return 0
  const { payment_id, method: gateway } = paid
  const refund = { order_id, payment_id, payment_review_id: null, gateway, amount: due, reason }
  await insertRefund(tx, { ...refund, state: 'due' }, now)
  return due
}
