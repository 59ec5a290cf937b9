import type { Tx } from '#db/schema.ts'
import type { OrderId } from '#pure/ids.ts'
import { askToCancel } from '#shop/shipment/carrier-request-store.ts'
import { parcelMoveOf } from '#shop/shipment/parcel-states.ts'
import {
  deleteParcelUnits,
  lockParcelsOfOrder,
  type ParcelEvent,
  updateParcelState,
  updateRest,
} from '#shop/shipment/parcel-store.ts'

/** Cancels the parcels of a locked order that ends before they have left. */
export async function cancelParcelsOf(
  tx: Tx,
  order_id: OrderId,
  by: ParcelEvent,
  now: Date,
): Promise<void> {
  for (const parcel of await lockParcelsOfOrder(tx, order_id)) {
    if (!parcelMoveOf('cancel').from.includes(parcel.state)) continue
    await askToCancel(tx, parcel, now)
    await deleteParcelUnits(tx, parcel.parcel_id)
    await updateParcelState(tx, parcel.parcel_id, { move: 'cancel', state: 'cancelled' }, by, now)
  }
  await updateRest(tx, order_id)
}
