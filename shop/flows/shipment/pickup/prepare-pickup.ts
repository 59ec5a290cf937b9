import { pickups as contract } from '#contracts/staff/pickups.ts'
import { reachOf } from '#pure/access.ts'
import type { StaffActor } from '#pure/contract.ts'
import { findLastDay } from '#shop/delivery/find-delivery-facts.ts'
import type { StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import { transition } from '#shop/flows/transition-order.ts'
import { lockOrderById } from '#shop/order/order-store.ts'
import { storedCode } from '#shop/order/order.ts'
import {
  deletePickupUnits,
  findPickup,
  insertPickupUnits,
  writePickup,
} from '#shop/pickup/pickup-store.ts'
import { newPickupCode } from '#shop/pickup/pickup.ts'
import { codesOfUnits, compareScan, scannedForOrder } from '#shop/shipment/scanned-units.ts'
import { findScannedUnits, findUnitsToPack } from '#shop/views/parcel/packing-store.ts'
import { findPickupOrder } from '#shop/views/pickup/pickup-list-store.ts'

interface Prepared {
  order_code: string
  /** The order as it was seen. */
  version: number
  scanned: string
}

/**
 * Prepares a confirmed order for its pick-up: compares what was scanned with its units, puts these aside and sends the
 * shopper a new pick-up code. Two people who prepare the same order prepare it once. While an order lies ready, its
 * units may be replaced, such as one that turned out to be damaged. Returns the last day on which it can be collected.
 */
export async function preparePickup(
  { now: clock, log, write }: StaffFlowDeps,
  actor: StaffActor,
  { order_code, version, scanned }: Prepared,
): Promise<string> {
  const { refuse } = contract.prepare
  const until = await write({ actor, operation: 'pickups.prepare' }, async (tx) => {
    const now = clock()
    const reach = reachOf(contract.prepare, actor)
    const found = await findPickupOrder(tx, storedCode(order_code), reach)
    const order = found && (await lockOrderById(tx, found.order_id))
    const shop_id = found?.shop_id ?? null
    if (!order || shop_id === null) throw refuse('pickup_not_found')
    const { order_id, state } = order
    const pickup = state === 'ready_for_pickup' ? await findPickup(tx, order_id) : null
    if (state !== 'confirmed' && pickup === null) throw refuse('pickup_not_possible', { state })
    if (order.version !== version) throw refuse('pickup_changed')
    const wanted = await findUnitsToPack(tx, order_id)
    const codes = scannedForOrder(wanted, scanned)
    const units = await findScannedUnits(tx, order_id, codes)
    const differs = compareScan(wanted, codes, units)
    if (differs.missing.length + differs.unexpected.length > 0)
      throw refuse('scan_differs', differs)
    const unit_ids = [...new Set(units.map(({ unit_id }) => unit_id))]
    if (pickup !== null) await deletePickupUnits(tx, order_id)
    const keep_until = pickup?.keep_until ?? (await findLastDay(tx, shop_id, now))
    if (pickup === null) {
      await writePickup(tx, { order_id, shop_id, code: newPickupCode(), keep_until }, now)
    }
    const taken = await insertPickupUnits(tx, order_id, unit_ids)
    if (taken.length > 0)
      throw refuse('unit_in_other_parcel', { codes: codesOfUnits(units, taken) })
    if (pickup !== null) return keep_until
    const staff = { name: actor.name, reason: null, note: null }
    await transition(tx, order, 'make_ready', { actor: 'staff', staff }, now)
    return keep_until
  })
  log.info({ staff: actor.name, order_code, until }, 'staff prepared an order for its pick-up')
  return until
}
