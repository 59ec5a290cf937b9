import { parcels as contract } from '#contracts/staff/parcels.ts'
import { reachOf } from '#pure/access.ts'
import type { StaffActor } from '#pure/contract.ts'
import { sendRequestOf } from '#shop/flows/shipment/send-carrier-requests.ts'
import { lockOrderById } from '#shop/order/order-store.ts'
import { locationOf, storedCode } from '#shop/order/order.ts'
import type { StaffShipmentDeps } from '#shop/flows/shipment/shipment-deps.ts'
import { manual_carriers } from '#shop/shipment/carriers.ts'
import { insertCreateRequest } from '#shop/shipment/carrier-request-store.ts'
import { newParcelCode } from '#shop/shipment/parcel-code.ts'
import { insertParcel, insertParcelUnits } from '#shop/shipment/parcel-store.ts'
import { compareScan, scannedForOrder } from '#shop/shipment/scanned-units.ts'
import {
  findOrderToPack,
  findScannedUnits,
  findUnitsToPack,
} from '#shop/views/parcel/packing-store.ts'

interface Packed {
  order_code: string
  /** The order as it was seen. */
  version: number
  carrier: string
  weight_g: number
  scanned: string
}

/**
 * Packs a confirmed order: compares what was scanned with its units and creates its parcel. Two people who pack the
 * same order make one parcel. A carrier with an interface is asked for it once the parcel is stored: its answer may be
 * missing when this returns. Returns the parcel's code.
 */
export async function packOrder(
  deps: StaffShipmentDeps,
  actor: StaffActor,
  { order_code, version, carrier, weight_g, scanned }: Packed,
): Promise<string> {
  const { now, log, write } = deps
  const { refuse } = contract.packOrder
  const is_manual = manual_carriers.some((one) => one.code === carrier)
  const is_asked = !is_manual && (await deps.carriers.enabled()).some((one) => one.code === carrier)
  if (!is_manual && !is_asked) throw refuse('carrier_not_available')
  const code = newParcelCode()
  await write({ actor, operation: 'parcels.packOrder' }, async (tx) => {
    const reach = reachOf(contract.packOrder, actor)
    const found = await findOrderToPack(tx, storedCode(order_code), reach)
    const order = found && (await lockOrderById(tx, found.order_id))
    if (!order) throw refuse('order_not_found')
    if (order.state !== 'confirmed' || locationOf(order.recipient).shop_id !== null) {
      throw refuse('not_to_pack')
    }
    if (order.version !== version) throw refuse('packing_changed')
    const wanted = await findUnitsToPack(tx, order.order_id)
    const codes = scannedForOrder(wanted, scanned)
    const units = await findScannedUnits(tx, order.order_id, codes)
    const { missing, unexpected } = compareScan(wanted, codes, units)
    if (missing.length > 0 || unexpected.length > 0) {
      throw refuse('scan_differs', { missing, unexpected })
    }
    const { order_id, shop_id, cod_amount } = found
    const parcel = {
      code,
      order_id,
      shop_id,
      carrier,
      weight_g,
      cod_amount,
      state: is_asked ? 'requested' : 'created',
    } as const
    const by = { actor: 'staff', staff_name: actor.name, note: null } as const
    const parcel_id = await insertParcel(tx, parcel, by, now())
    if (parcel_id === null) throw refuse('not_to_pack')
    if (is_asked) await insertCreateRequest(tx, { parcel_id, order_id }, now())
    const unit_ids = [...new Set(units.map(({ unit_id }) => unit_id))]
    if (!(await insertParcelUnits(tx, parcel_id, unit_ids))) throw refuse('unit_in_other_parcel')
  })
  log.info({ staff: actor.name, order_code, parcel: code, carrier }, 'staff packed an order')
  if (is_asked) await sendRequestOf(deps, code)
  return code
}
