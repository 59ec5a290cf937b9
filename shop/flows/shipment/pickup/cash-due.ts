import type { Database } from '#db/schema.ts'
import type { OrderId } from '#pure/ids.ts'
import { findOrderOffers } from '#shop/order/order-offers-store.ts'
import { withoutOthers } from '#shop/order/order.ts'
import { findLiveAttempt } from '#shop/payment/attempt/attempt-store.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import { findMissing } from '#shop/payment/ledger/review-store.ts'

interface CashDue {
  /** Đồng. */
  due: number
  /** The shopper has begun to pay online: money may arrive any moment. */
  is_payment_underway: boolean
}

/** What staff take in cash for an order: its total with this method, without what was paid already. */
export async function findCashDue(
  db: Database,
  { order_id, grand_total }: { order_id: OrderId; grand_total: number },
): Promise<CashDue> {
  const live = await findLiveAttempt(db, order_id)
  if (live?.state === 'paid') return { due: 0, is_payment_underway: false }
  const offers = await findOrderOffers(db, order_id)
  const terms = withoutOthers(offers, grand_total, cashOnDelivery.code)
  const due = await findMissing(db, { order_id, grand_total: terms.grand_total })
  return { due, is_payment_underway: live?.state === 'started' }
}
