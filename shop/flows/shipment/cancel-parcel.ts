import type { Tx } from '#db/schema.ts'
import type { OrderId } from '#pure/ids.ts'
import { askToCancel } from '#shop/shipment/carrier-request-store.ts'
import { parcelMoveOf } from '#shop/shipment/parcel-states.ts'
import {
  deleteParcelUnits,
  lockParcelOfOrder,
  type ParcelEvent,
  updateParcelState,
} from '#shop/shipment/parcel-store.ts'

/** Cancels the parcel of a locked order that ends before its parcel has left. */
export async function cancelParcelOf(
  tx: Tx,
  order_id: OrderId,
  by: ParcelEvent,
  now: Date,
): Promise<void> {
  const parcel = await lockParcelOfOrder(tx, order_id)
  if (parcel === null || !parcelMoveOf('cancel').from.includes(parcel.state)) return
  await askToCancel(tx, parcel, now)
  await deleteParcelUnits(tx, parcel.parcel_id)
  await updateParcelState(tx, parcel.parcel_id, { move: 'cancel', state: 'cancelled' }, by, now)
}
