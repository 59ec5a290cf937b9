import type { Tx } from '#db/schema.ts'
import { releaseOrderClaims } from '#shop/inventory/reservation/release-reservations.ts'
import { dropOffers, findOrderOffers } from '#shop/order/order-offer-store.ts'
import { withoutOthers } from '#shop/order/order-offers.ts'

/**
 * A locked order is paid in this way: what was offered for another way goes. Its printed lines and their sum
 * are those of this way, and others may have what it claimed. Returns what the order comes to then. An offer
 * that went does not come back with its way: the shopper sees the total before each choice.
 */
export async function dropOtherOffers(
  tx: Tx,
  order: { order_id: number; grand_total: number },
  payment_method: string,
  now: Date,
): Promise<number> {
  const { order_id } = order
  const offers = await findOrderOffers(tx, order_id)
  const { dropped, ...sums } = withoutOthers(offers, order.grand_total, payment_method)
  if (dropped.length === 0) return order.grand_total
  const positions = dropped.map(({ position }) => position)
  await dropOffers(tx, order_id, { ...sums, positions })
  const quota_ids = dropped.flatMap(({ quota_id }) => quota_id ?? [])
  const limit_keys = dropped.flatMap(({ limit_key }) => limit_key ?? [])
  await releaseOrderClaims(tx, order_id, { quota_ids, limit_keys }, now)
  return sums.grand_total
}
