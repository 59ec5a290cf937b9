import type { ParcelState } from '#contracts/staff/parcels.ts'
import type { Tx } from '#db/schema.ts'
import { reserveLostGoods } from '#shop/flows/shipment/lost/send-again.ts'
import { writeOffGoods } from '#shop/flows/shipment/lost/write-off-goods.ts'
import { takeBackPart, takeOffPart } from '#shop/flows/shipment/take-back-part.ts'
import { type Change, transition } from '#shop/flows/transition-order.ts'
import { shipUnits } from '#shop/flows/units/ship-units.ts'
import { canMove, type MoveName } from '#shop/order/order-states.ts'
import { type LockedOrder, lockOrderById } from '#shop/order/order-store.ts'
import { findLiveAttempt } from '#shop/payment/attempt/attempt-store.ts'
import { insertClaim, insertCodDue } from '#shop/shipment/cod-store.ts'
import { parcelMoveOf, type ParcelMoveName } from '#shop/shipment/parcel-states.ts'
import { askToCancel } from '#shop/shipment/carrier-request-store.ts'
import { hasOtherParts } from '#shop/shipment/other-parts-store.ts'
import { cashOfLeavingParcel } from '#shop/shipment/parcel-cash.ts'
import {
  deleteParcelUnits,
  findParcelLines,
  findUnpackedLines,
  type LockedParcel,
  lockParcelsOfOrder,
  type ParcelEvent,
  updateCashOfParcel,
  updateParcelState,
  updateRest,
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
  const order = await lockOrderById(tx, parcel.order_id)
  if (order !== null) {
    for (const order_move of move.order) {
      await moveOrderOf(tx, { order, parcel, name, order_move }, by, now)
    }
  }
  if (parcel.state === 'created' && move.order.includes('ship')) {
    await updateCash(tx, parcel)
  }
  if (emptied.includes(move.to)) {
    await deleteParcelUnits(tx, parcel.parcel_id)
  }
  if (move.to === 'cancelled' && by.actor !== 'carrier') await askToCancel(tx, parcel, now)
  await updateParcelState(tx, parcel.parcel_id, { move: name, state: move.to }, by, now)
  const has_rest = await updateRest(tx, parcel.order_id)
  if (move.to === 'delivered') await insertCodDue(tx, parcel.parcel_id, now)
  if (move.to === 'lost') await insertClaim(tx, parcel.parcel_id, now)
  const is_end = move.to === 'delivered' || emptied.includes(move.to)
  if (is_end && !has_rest) await deliverWhole(tx, parcel, by, now)
  return move.to
}

/** What lay in these parcels lies there no more. */
const emptied: readonly ParcelState[] = ['cancelled', 'received_back', 'replaced', 'written_off']

interface OrderMove {
  order: LockedOrder
  parcel: LockedParcel
  name: ParcelMoveName
  order_move: MoveName
}

/** The order's part of a parcel's move. It is shipped with the first parcel that leaves, and ends with the last one. */
async function moveOrderOf(
  tx: Tx,
  { order, parcel, name, order_move }: OrderMove,
  by: ParcelEvent,
  now: Date,
): Promise<void> {
  const { parcel_id } = parcel
  // A courier who goes out again ships nothing twice.
  if (order_move === 'ship' && parcel.state !== 'created') return
  if (order_move === 'ship' && order.state === 'shipping')
    return shipUnits(tx, order, now, parcel_id)
  const actor = by.actor === 'carrier' ? 'carrier' : 'staff'
  if (!canMove(order_move, order.state, actor)) throw new ParcelNotMovable(parcel, name)
  if (order_move === 'deliver') return
  const ends = order_move === 'come_back' || order_move === 'lose'
  const goes_on = ends && (await hasOtherParts(tx, order.order_id, parcel_id))
  if (order_move === 'come_back' && goes_on) return takeBackPart(tx, order, parcel, by, now)
  if (order_move === 'lose') await writeOffGoods(tx, order, parcel, by, now)
  if (order_move === 'lose' && goes_on) {
    return takeOffPart(tx, order, { parcel, move: 'part_lost' }, by, now)
  }
  if (order_move === 'send_again') await reserveLostGoods(tx, order, parcel, by, now)
  const reason = order_move === 'send_again' ? await namesOf(tx, parcel_id) : undefined
  await transition(tx, order, order_move, { ...actorOf(by), parcel_id, reason }, now)
}

/** What lies in a parcel, in words for its shopper. */
async function namesOf(tx: Tx, parcel_id: number): Promise<string> {
  const lines = await findParcelLines(tx, parcel_id)
  return lines.map(({ quantity, name }) => `${quantity} × ${name}`).join(', ')
}

function actorOf({ actor, staff_name, note }: ParcelEvent): Pick<Change, 'actor' | 'staff'> {
  if (actor === 'carrier') return { actor }
  return { actor: 'staff', staff: { name: staff_name ?? '', reason: null, note } }
}

/** An order is delivered when all its parcels are, except for those that came back. A lost one waits for a decision. */
async function deliverWhole(
  tx: Tx,
  { order_id }: LockedParcel,
  by: ParcelEvent,
  now: Date,
): Promise<void> {
  const order = await lockOrderById(tx, order_id)
  const parcels = await lockParcelsOfOrder(tx, order_id)
  const are_delivered = parcels.every(({ state }) => state === 'delivered')
  if (order?.state !== 'shipping' || parcels.length === 0 || !are_delivered) return
  await transition(tx, order, 'deliver', actorOf(by), now)
}

/** Lets the courier of a parcel that leaves collect its part of what is missing now. */
async function updateCash(tx: Tx, { order_id, parcel_id }: LockedParcel): Promise<void> {
  const live = await findLiveAttempt(tx, order_id)
  const parcels = await lockParcelsOfOrder(tx, order_id)
  const own = parcels.find((one) => one.parcel_id === parcel_id)?.cod_amount ?? 0
  const all = parcels.reduce((sum, { cod_amount }) => sum + cod_amount, 0)
  const share = {
    missing: live?.state === 'due_on_delivery' ? live.amount : 0,
    elsewhere: all - own,
    has_rest: (await findUnpackedLines(tx, order_id)).length > 0,
  }
  await updateCashOfParcel(tx, parcel_id, cashOfLeavingParcel(share, own))
}
