import type { Tx } from '#db/schema.ts'
import { orderIsPaid, reopenOrder } from '#shop/order/order-for-payment.ts'
import type { OrderInHand } from '#shop/order/order-state-store.ts'
import { endPayment, insertPayment, livePayment, updatePaid } from '#shop/payment/payment-store.ts'

/**
 * An order in hand is paid: by the try of this number, or, where money names no try, by `method`. One
 * that ended goes on if its pieces can be had, else false and nothing has changed.
 */
export async function countAsPaid(
  tx: Tx,
  order: OrderInHand,
  { method, payment_id }: { method: string; payment_id: number | null },
  now: Date,
): Promise<boolean> {
  const { order_id, state, grand_total: amount } = order
  const has_ended = state === 'expired' || state === 'cancelled'
  if (has_ended && !(await reopenOrder(tx, order, method, now))) return false
  const live = await livePayment(tx, order_id)
  const own = live?.state === 'started' && live.method === method ? live.payment_id : null
  const paid_id = payment_id ?? own
  if (live !== null && live.payment_id !== paid_id) await endPayment(tx, order_id, 'replaced', now)
  if (paid_id === null) await insertPayment(tx, { order_id, method, state: 'paid', amount, now })
  else await updatePaid(tx, paid_id, now)
  if (!has_ended) await orderIsPaid(tx, order, method, now)
  return true
}
