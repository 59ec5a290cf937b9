import type { PaymentId } from '#pure/ids.ts'
import type { Tx } from '#db/schema.ts'
import { repriceOrder } from '#shop/flows/choose-payment/reprice-order.ts'
import { transition } from '#shop/flows/transition-order.ts'
import { canMove } from '#shop/order/order-states.ts'
import type { LockedOrder } from '#shop/order/order-store.ts'
import { findLiveAttempt, updateFailed } from '#shop/payment/attempt/attempt-store.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import { findMissing } from '#shop/payment/ledger/review-store.ts'

interface Failed {
  /** The reason, as text for the shopper. */
  failure: string | null
  /** When the provider is queried again: the shopper may still be paying on an open page. */
  ask_at: Date | null
}

/**
 * Ends an attempt of a locked order without money. An order that waits may be paid by another attempt until its
 * deadline. An order in progress is paid on delivery again, on the terms of cash, because no order ships without a
 * payment method. Runs in a `reservingTransaction`.
 */
export async function failAttempt(
  tx: Tx,
  order: LockedOrder,
  { payment_id }: { payment_id: PaymentId },
  failed: Failed,
  now: Date,
): Promise<void> {
  const was_live = await updateFailed(tx, payment_id, failed, now)
  if (!was_live || !canMove('return_to_cod', order.state, 'clock')) return
  if ((await findLiveAttempt(tx, order.order_id)) !== null) return
  const { code: method } = cashOnDelivery
  const { grand_total } = await repriceOrder(tx, order, method, now)
  const payment = { method, amount: await findMissing(tx, { ...order, grand_total }) }
  await transition(tx, order, 'return_to_cod', { actor: 'clock', payment }, now)
}
