import type { Tx } from '#db/schema.ts'
import { transition } from '#shop/flows/transition-order.ts'
import type { LockedOrder } from '#shop/order/order-store.ts'
import { findLiveAttempt, updateFailed } from '#shop/payment/attempt/attempt-store.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'

interface Failed {
  /** Why, in words for the shopper. */
  failure: string | null
  /** When its provider is asked again: somebody may still be paying on an open page. */
  ask_at: Date | null
}

/**
 * An attempt of a locked order ends without money. An order that waits may be paid by another attempt until
 * its time is over; one that goes on is paid on delivery again, for nothing is sent without a way to pay.
 */
export async function failAttempt(
  tx: Tx,
  order: LockedOrder,
  { payment_id }: { payment_id: number },
  failed: Failed,
  now: Date,
): Promise<void> {
  const was_live = await updateFailed(tx, payment_id, failed, now)
  const { order_id, state, grand_total: amount } = order
  if (!was_live || state !== 'pending' || (await findLiveAttempt(tx, order_id)) !== null) return
  const { code: method, settles } = cashOnDelivery
  const payment = { method, amount, settles }
  await transition(tx, order, 'change_payment', { actor: 'shopper', payment }, now)
}
