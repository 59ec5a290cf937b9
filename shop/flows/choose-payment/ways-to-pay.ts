import { payment as contract } from '#contracts/storefront/payment.ts'
import { transaction } from '#platform/database/postgres.ts'
import { findOrderOffers, lockOrder } from '#shop/order/order-store.ts'
import { isPayable, offerFor, payableOf, storedCode, withoutOthers } from '#shop/order/order.ts'
import { findLiveAttempt } from '#shop/payment/attempt/attempt-store.ts'
import type { ProviderDeps } from '#shop/payment/gateways/open-gateways.ts'

/** The ways that an order may be paid in, with what it comes to in each (contract §7). */
export async function waysToPay(
  { db, now, gateways }: ProviderDeps,
  customer_id: number,
  order_code: string | undefined,
) {
  const { refuse } = contract.paymentGateways
  const code = order_code === undefined ? null : storedCode(order_code)
  return transaction(db, async (tx) => {
    const order = await lockOrder(tx, customer_id, code, ['awaiting_payment'])
    if (!order) throw refuse('order_not_found')
    const live = await findLiveAttempt(tx, order.order_id)
    if (!isPayable(order, now()) || live?.state === 'paid') throw refuse('order_closed')
    const offers = await findOrderOffers(tx, order.order_id)
    const offered = gateways.all.filter((gateway) => gateway.isOffered(payableOf(order)))
    return {
      order_code: order.code,
      gateways: offered.map(({ code: id, title, description, icon = id }) => ({
        id,
        title,
        description,
        icon,
        is_chosen: live?.method === id,
        offer: offerFor(offers, id),
        grand_total: withoutOthers(offers, order.grand_total, id).grand_total,
      })),
    }
  })
}
