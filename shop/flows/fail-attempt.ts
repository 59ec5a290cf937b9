import type { PaymentId } from '#pure/ids.ts'
import type { Tx } from '#db/schema.ts'
import { transition } from '#shop/flows/transition-order.ts'
import type { LockedOrder } from '#shop/order/order-store.ts'
import { findLiveAttempt, updateFailed } from '#shop/payment/attempt/attempt-store.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'

interface Failed {
  /** The reason, as text for the shopper. */
  failure: string | null
  /** When the provider is queried again: the shopper may still be paying on an open page. */
  ask_at: Date | null
}

/**
 * Ends an attempt of a locked order without money. An order that waits may be paid by another attempt until its
 * deadline. An order in progress is paid on delivery again, because no order ships without a payment method.
 */
export async function failAttempt(
  tx: Tx,
  order: LockedOrder,
  { payment_id }: { payment_id: PaymentId },
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
