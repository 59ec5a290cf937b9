import type { Database } from '#db/schema.ts'
import { withoutParcel } from '#shop/order/changed-goods.ts'
import { findGoodsOfOrder } from '#shop/order/order-goods-store.ts'
import type { LockedOrder } from '#shop/order/order-store.ts'
import { findLiveAttempt } from '#shop/payment/attempt/attempt-store.ts'
import { findRefundable } from '#shop/payment/ledger/refund-store.ts'
import { findPartialPayments, sumOf } from '#shop/payment/ledger/review-store.ts'
import { hasOtherParts } from '#shop/shipment/other-parts-store.ts'
import { findParcelLines } from '#shop/shipment/parcel-store.ts'

/** What an order loses with a parcel. */
interface Loss {
  /** Nothing else of the order is on its way, delivered or to be packed. */
  is_whole: boolean
  /** What goes back to the shopper, in đồng. */
  refund: number
}

/** Says what writing off a lost parcel means for its order: the same as what the move then does. */
export async function lossOf(
  db: Database,
  { order_id, grand_total }: Pick<LockedOrder, 'order_id' | 'grand_total'>,
  parcel_id: number,
): Promise<Loss> {
  const left = (await findRefundable(db, order_id))?.left ?? 0
  if (!(await hasOtherParts(db, order_id, parcel_id))) {
    return { is_whole: true, refund: left + sumOf(await findPartialPayments(db, order_id)) }
  }
  const live = await findLiveAttempt(db, order_id)
  if (live?.state !== 'paid') return { is_whole: false, refund: 0 }
  const lines = await findParcelLines(db, parcel_id)
  const taken = new Map(lines.map(({ position, quantity }) => [position, quantity]))
  const stays = withoutParcel(await findGoodsOfOrder(db, order_id), taken)
  return { is_whole: false, refund: Math.min(left, grand_total - stays.grand_total) }
}
