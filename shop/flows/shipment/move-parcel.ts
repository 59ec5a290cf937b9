import type { ParcelState } from '#contracts/staff/parcels.ts'
import type { Tx } from '#db/schema.ts'
import { transition } from '#shop/flows/transition-order.ts'
import { canMove } from '#shop/order/order-states.ts'
import { lockOrderById } from '#shop/order/order-store.ts'
import { insertClaim, insertCodDue } from '#shop/shipment/cod-store.ts'
import { parcelMoveOf, type ParcelMoveName } from '#shop/shipment/parcel-states.ts'
import { askToCancel } from '#shop/shipment/carrier-request-store.ts'
import {
  deleteParcelUnits,
  type LockedParcel,
  type ParcelEvent,
  updateCashOfParcel,
  updateParcelState,
} from '#shop/shipment/parcel-store.ts'

/** The state of a parcel or of its order does not allow the move. */
export class ParcelNotMovable extends Error {
  override name = 'ParcelNotMovable'
  readonly state: ParcelState

  constructor({ code, state }: LockedParcel, move: ParcelMoveName) {
    super(`parcel ${code} is ${state} and cannot ${move}`)
    this.state = state
  }
}

/**
 * Moves a locked parcel by the table of moves (shop/shipment/parcel-states.ts), and its order with it, in the same
 * transaction. Its order is locked before it. Throws ParcelNotMovable, and UnitsNotOnHand if units are to leave that
 * are not there.
 */
export async function moveParcel(
  tx: Tx,
  parcel: LockedParcel,
  name: ParcelMoveName,
  by: ParcelEvent,
  now: Date,
): Promise<ParcelState> {
  const move = parcelMoveOf(name)
  if (!move.from.includes(parcel.state)) throw new ParcelNotMovable(parcel, name)
  for (const order_move of move.order) {
    const order = await lockOrderById(tx, parcel.order_id)
    // A courier who goes out again ships nothing twice.
    if (order === null || (order_move === 'ship' && order.state === 'shipping')) continue
    const actor = by.actor === 'carrier' ? 'carrier' : 'staff'
    if (!canMove(order_move, order.state, actor)) throw new ParcelNotMovable(parcel, name)
    const staff = { name: by.staff_name ?? '', reason: null, note: by.note }
    await transition(tx, order, order_move, { actor, ...(actor === 'staff' && { staff }) }, now)
  }
  if (parcel.state === 'created' && move.order.includes('ship')) {
    await updateCashOfParcel(tx, parcel.parcel_id)
  }
  if (move.to === 'cancelled' || move.to === 'received_back') {
    await deleteParcelUnits(tx, parcel.parcel_id)
  }
  if (move.to === 'cancelled' && by.actor !== 'carrier') await askToCancel(tx, parcel, now)
  await updateParcelState(tx, parcel.parcel_id, { move: name, state: move.to }, by, now)
  if (move.to === 'delivered') await insertCodDue(tx, parcel.parcel_id, now)
  if (move.to === 'lost') await insertClaim(tx, parcel.parcel_id, now)
  return move.to
}
