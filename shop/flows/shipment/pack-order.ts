import { parcels as contract } from '#contracts/staff/parcels.ts'
import type { Tx } from '#db/schema.ts'
import { reachOf } from '#pure/access.ts'
import type { StaffActor } from '#pure/contract.ts'
import type { OrderId } from '#pure/ids.ts'
import { sendRequestOf } from '#shop/flows/shipment/send-carrier-requests.ts'
import { lockOrderById } from '#shop/order/order-store.ts'
import { locationOf, storedCode } from '#shop/order/order.ts'
import type { StaffShipmentDeps } from '#shop/flows/shipment/shipment-deps.ts'
import { manual_carriers } from '#shop/shipment/carriers.ts'
import { insertCreateRequest } from '#shop/shipment/carrier-request-store.ts'
import { newParcelCode } from '#shop/shipment/parcel-code.ts'
import { cashOfNewParcel } from '#shop/shipment/parcel-cash.ts'
import {
  findUnpackedLines,
  insertParcel,
  insertParcelLines,
  insertParcelUnits,
  lockParcelsOfOrder,
  type UnpackedLine,
  updateRest,
} from '#shop/shipment/parcel-store.ts'
import {
  codesOfUnits,
  compareScan,
  scannedForOrder,
  type WantedUnits,
} from '#shop/shipment/scanned-units.ts'
import {
  findGoodsValue,
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
  /** What was scanned is a parcel of its own; the rest waits. */
  is_part?: '1' | undefined
}

/**
 * Packs an order, or a part of it: compares what was scanned with its units that lie in no parcel and creates a parcel.
 * Two people who pack the same units make one parcel. A carrier with an interface is asked for it once the parcel is
 * stored: its answer may be missing when this returns. Returns the parcel's code.
 */
export async function packOrder(
  deps: StaffShipmentDeps,
  actor: StaffActor,
  { order_code, version, carrier, weight_g, scanned, is_part }: Packed,
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
    const is_open = order.state === 'confirmed' || order.state === 'shipping'
    if (!is_open || locationOf(order.recipient).shop_id !== null) {
      throw refuse('not_to_pack')
    }
    if (order.version !== version) throw refuse('packing_changed')
    const wanted = await findUnitsToPack(tx, order.order_id)
    const codes = scannedForOrder(wanted, scanned)
    const units = await findScannedUnits(tx, order.order_id, codes)
    const rest = await findUnpackedLines(tx, order.order_id)
    if (rest.length === 0) throw refuse('not_to_pack')
    const { missing, unexpected } = compareScan(wanted, codes, units)
    const packed = packedLines(rest, wanted, missing)
    const is_wrong = is_part !== undefined ? packed.length === 0 : missing.length > 0
    if (is_wrong || unexpected.length > 0) throw refuse('scan_differs', { missing, unexpected })
    const { order_id, shop_id } = found
    const parcel = {
      ...{ code, order_id, shop_id, carrier, weight_g },
      cod_amount: await cashOf(tx, found, packed, missing.length > 0),
      state: is_asked ? 'requested' : 'created',
    } as const
    const by = { actor: 'staff', staff_name: actor.name, note: null } as const
    const parcel_id = await insertParcel(tx, parcel, by, now())
    await insertParcelLines(tx, parcel_id, packed)
    await updateRest(tx, order_id)
    if (is_asked) await insertCreateRequest(tx, { parcel_id, order_id }, now())
    const unit_ids = [...new Set(units.map(({ unit_id }) => unit_id))]
    const taken = await insertParcelUnits(tx, parcel_id, unit_ids)
    if (taken.length > 0)
      throw refuse('unit_in_other_parcel', { codes: codesOfUnits(units, taken) })
  })
  log.info({ staff: actor.name, order_code, parcel: code, carrier }, 'staff packed an order')
  if (is_asked) await sendRequestOf(deps, code)
  return code
}

/** What of each line was packed: units of one SKU count for its lines in their sequence. */
function packedLines(
  rest: readonly UnpackedLine[],
  wanted: readonly WantedUnits[],
  missing: readonly Pick<WantedUnits, 'sku' | 'quantity'>[],
): UnpackedLine[] {
  const left = new Map(
    wanted.map(({ sku, quantity }) => {
      const absent = missing.find((one) => one.sku === sku)?.quantity ?? 0
      return [sku, quantity - absent]
    }),
  )
  return rest.flatMap((line) => {
    const quantity = Math.min(line.quantity, left.get(line.sku) ?? 0)
    left.set(line.sku, (left.get(line.sku) ?? 0) - quantity)
    return quantity === 0 ? [] : [{ ...line, quantity }]
  })
}

async function cashOf(
  tx: Tx,
  { order_id, cod_amount }: { order_id: OrderId; cod_amount: number },
  packed: readonly UnpackedLine[],
  has_rest: boolean,
): Promise<number> {
  const parcels = await lockParcelsOfOrder(tx, order_id)
  const elsewhere = parcels.reduce((sum, one) => sum + one.cod_amount, 0)
  const of_parcel = packed.reduce((sum, one) => sum + one.final_price * one.quantity, 0)
  const value = { of_parcel, of_order: await findGoodsValue(tx, order_id) }
  return cashOfNewParcel({ missing: cod_amount, elsewhere, has_rest }, value)
}
