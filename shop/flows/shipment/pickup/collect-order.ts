import { pickups as contract } from '#contracts/staff/pickups.ts'
import type { Tx } from '#db/schema.ts'
import { reachOf } from '#pure/access.ts'
import type { StaffActor } from '#pure/contract.ts'
import { findCashDue } from '#shop/flows/shipment/pickup/cash-due.ts'
import { takeCash } from '#shop/flows/shipment/pickup/take-cash.ts'
import { UnitsNotOnHand } from '#shop/flows/units/ship-units.ts'
import type { StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import { transition } from '#shop/flows/transition-order.ts'
import { UnitsNotMovable } from '#shop/flows/units/move-units.ts'
import { type LockedOrder, lockOrderById } from '#shop/order/order-store.ts'
import { storedCode } from '#shop/order/order.ts'
import { findPickup, findPickupUnits, updateCollected } from '#shop/pickup/pickup-store.ts'
import { isProven } from '#shop/pickup/pickup.ts'
import { compareScan, scannedForOrder } from '#shop/shipment/scanned-units.ts'
import { findUnitsToPack } from '#shop/views/parcel/packing-store.ts'
import { findPickupOrder } from '#shop/views/pickup/pickup-list-store.ts'

interface Collected {
  order_code: string
  /** The order as it was seen. */
  version: number
  scanned?: string | undefined
  /** The cash that was taken, in đồng. */
  amount: number
}

const { refuse } = contract.collect
const how = { code: 'Kiểm bằng mã nhận hàng', phone: 'Kiểm bằng 4 số cuối điện thoại' }

/**
 * Gives a ready order to its shopper, in one transaction: the units are those that were prepared, the rest of the money
 * is taken in cash, and the order is delivered. Two people do it once. Returns the cash in đồng.
 */
export async function collectOrder(
  { now: clock, log, write }: StaffFlowDeps,
  actor: StaffActor,
  { order_code, version, scanned = '', amount }: Collected,
): Promise<number> {
  await write({ actor, operation: 'pickups.collect' }, async (tx) => {
    const now = clock()
    const reach = reachOf(contract.collect, actor)
    const found = await findPickupOrder(tx, storedCode(order_code), reach)
    const order = found && (await lockOrderById(tx, found.order_id))
    const pickup = order && (await findPickup(tx, order.order_id))
    if (!order || !pickup) throw refuse('pickup_not_found')
    const { order_id, state } = order
    if (state !== 'ready_for_pickup') throw refuse('pickup_not_possible', { state })
    if (order.version !== version) throw refuse('pickup_changed')
    const { verified_at, verified_by } = pickup
    if (verified_by === null || !isProven(verified_at, now)) throw refuse('shopper_not_verified')
    await requirePrepared(tx, order, scanned)
    const { due, is_payment_underway } = await findCashDue(tx, order)
    if (is_payment_underway) throw refuse('payment_underway')
    if (due !== amount) throw refuse('due_changed', { due })
    if (due > 0) await takeCash(tx, order, { amount, staff_name: actor.name }, now)
    const staff = { name: actor.name, reason: null, note: how[verified_by] }
    try {
      await transition(tx, order, 'collect', { actor: 'staff', staff }, now)
    } catch (error) {
      if (!(error instanceof UnitsNotOnHand || error instanceof UnitsNotMovable)) throw error
      throw refuse('parcel_units_missing')
    }
    await updateCollected(tx, order_id, now)
  })
  log.info({ staff: actor.name, order_code, amount }, 'a shopper collected an order')
  return amount
}

/** Refuses unless every unit with a code that was prepared is scanned, and nothing else. SKUs may be scanned too. */
async function requirePrepared(tx: Tx, { order_id }: LockedOrder, scanned: string): Promise<void> {
  const prepared = await findPickupUnits(tx, order_id)
  const wanted = await findUnitsToPack(tx, order_id)
  const by_sku = Map.groupBy(prepared, ({ sku }) => sku)
  const coded = wanted.flatMap((one) => {
    const units = new Set(by_sku.get(one.sku)?.map(({ unit_id }) => unit_id))
    return units.size === 0 ? [] : [{ ...one, quantity: units.size, by_sku: 0 }]
  })
  const skus = new Set(wanted.map(({ sku }) => sku.toUpperCase()))
  const codes = scannedForOrder(wanted, scanned).filter((code) => !skus.has(code))
  const differs = compareScan(coded, codes, prepared)
  if (differs.missing.length + differs.unexpected.length > 0) throw refuse('scan_differs', differs)
}
