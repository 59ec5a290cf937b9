import type { Tx } from '#db/schema.ts'
import { orderIsPaid, reopenOrder } from '#shop/order/order-for-payment.ts'
import type { OrderInHand } from '#shop/order/order-state-store.ts'
import {
  endPayment,
  insertPayment,
  livePayment,
  updatePaid,
} from '#shop/payment/attempt/payment-store.ts'

/** Money that counts for an order, and the try it was told of, if it names one. */
interface Counting {
  method: string
  payment_id: number | null
  /** What came: staff may let another amount count than was asked for, and no more than that goes back. */
  amount: number
}

/**
 * An order in hand is paid: by the try of this number, or, where money names no try, by `method`. One
 * that ended goes on if its pieces can be had, else null and nothing has changed. Returns the number of
 * the try that counts.
 */
export async function countAsPaid(
  tx: Tx,
  order: OrderInHand,
  { method, payment_id, amount }: Counting,
  now: Date,
): Promise<number | null> {
  const { order_id, state } = order
  const has_ended = state === 'expired' || state === 'cancelled'
  if (has_ended && !(await reopenOrder(tx, order, method, now))) return null
  const live = await livePayment(tx, order_id)
  const own = live?.state === 'started' && live.method === method ? live.payment_id : null
  const paid_id = payment_id ?? own
  if (live !== null && live.payment_id !== paid_id) await endPayment(tx, order_id, 'replaced', now)
  if (paid_id !== null) await updatePaid(tx, paid_id, amount, now)
  if (!has_ended) await orderIsPaid(tx, order, method, now)
  return paid_id ?? insertPayment(tx, { order_id, method, state: 'paid', amount, now })
}
