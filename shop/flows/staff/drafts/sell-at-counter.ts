import { drafts as contract } from '#contracts/staff/orders/drafts.ts'
import { pickups } from '#contracts/staff/pickups.ts'
import type { Tx } from '#db/schema.ts'
import { covers } from '#pure/access.ts'
import type { StaffActor } from '#pure/contract.ts'
import { vietnamDay } from '#pure/vietnam-time.ts'
import { findCashDue } from '#shop/flows/shipment/pickup/cash-due.ts'
import { takeCash } from '#shop/flows/shipment/pickup/take-cash.ts'
import { transition } from '#shop/flows/transition-order.ts'
import { UnitsNotMovable } from '#shop/flows/units/move-units.ts'
import { UnitsNotOnHand } from '#shop/flows/units/ship-units.ts'
import { type LockedOrder, lockOrderById } from '#shop/order/order-store.ts'
import {
  deletePickupUnits,
  insertPickupUnits,
  updateCollected,
  writePickup,
} from '#shop/pickup/pickup-store.ts'
import { newPickupCode } from '#shop/pickup/pickup.ts'
import { codesOfUnits, compareScan, scannedForOrder } from '#shop/shipment/scanned-units.ts'
import { findScannedUnits, findUnitsToPack } from '#shop/views/parcel/packing-store.ts'

const { refuse } = contract.placeDraft

/** The shop of the counter; refuses one where the member of staff gives nothing out. */
export function requireCounter(actor: StaffActor, shop_id: number | null): number {
  const may_sell = [pickups.prepare, pickups.collect].every((operation) =>
    covers(operation, actor, { shop_id }),
  )
  if (shop_id === null || !may_sell) throw refuse('no_counter')
  return shop_id
}

/**
 * Gives the goods of a confirmed order to its shopper, who stands at the counter: the scanned units are exactly those
 * of the order, the whole total is taken in cash, and the order is delivered.
 */
export async function sellAtCounter(
  tx: Tx,
  actor: StaffActor,
  confirmed: LockedOrder,
  { shop_id, scanned }: { shop_id: number; scanned: string },
  now: Date,
): Promise<void> {
  const { order_id } = confirmed
  const wanted = await findUnitsToPack(tx, order_id)
  const codes = scannedForOrder(wanted, scanned)
  const units = await findScannedUnits(tx, order_id, codes)
  const differs = compareScan(wanted, codes, units)
  if (differs.missing.length + differs.unexpected.length > 0) throw refuse('scan_differs', differs)
  // It is collected the moment it is ready, so nobody needs its code.
  await writePickup(
    tx,
    { order_id, shop_id, code: newPickupCode(), keep_until: vietnamDay(now) },
    now,
  )
  const unit_ids = [...new Set(units.map(({ unit_id }) => unit_id))]
  const taken = await insertPickupUnits(tx, order_id, unit_ids)
  if (taken.length > 0) throw refuse('unit_in_other_parcel', { codes: codesOfUnits(units, taken) })
  const { due } = await findCashDue(tx, confirmed)
  if (due > 0) await takeCash(tx, confirmed, { amount: due, staff_name: actor.name }, now)
  const paid = await lockOrderById(tx, order_id)
  if (paid === null) throw new RangeError(`order ${order_id} is gone`)
  const staff = { name: actor.name, reason: null, note: 'Bán tại quầy' }
  try {
    await transition(tx, paid, 'sell', { actor: 'staff', staff }, now)
  } catch (error) {
    if (!(error instanceof UnitsNotOnHand || error instanceof UnitsNotMovable)) throw error
    throw refuse('parcel_units_missing')
  }
  await updateCollected(tx, order_id, now)
  await deletePickupUnits(tx, order_id)
}
