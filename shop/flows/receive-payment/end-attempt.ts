import type { Tx } from '#db/schema.ts'
import type { OrderInHand } from '#shop/order/order-state-store.ts'
import { updatePaymentMethod } from '#shop/order/order-store.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import { insertPayment, livePayment } from '#shop/payment/attempt/payment-store.ts'
import { updateFailed } from '#shop/payment/attempt/attempt-store.ts'

/**
 * A try of an order in hand ends without money. An order that waits may be tried again until its time
 * is over; one that goes on is paid at the door again, for goods never leave without a way to pay.
 */
export async function endTry(
  tx: Tx,
  order: OrderInHand,
  { payment_id }: { payment_id: number },
  failure: string | null,
  now: Date,
  ask_at: Date | null = null,
): Promise<void> {
  const was_live = await updateFailed(tx, payment_id, { failure, ask_at }, now)
  const { order_id, state, grand_total: amount } = order
  if (!was_live || state !== 'pending' || (await livePayment(tx, order_id)) !== null) return
  const method = cashOnDelivery.code
  await insertPayment(tx, { order_id, method, state: 'due_on_delivery', amount, now })
  await updatePaymentMethod(tx, order, method, 'pending', now)
}
