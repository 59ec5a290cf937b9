import { returns as contract, type ReturnGrade } from '#contracts/staff/returns.ts'
import type { Tx } from '#db/schema.ts'
import type { StaffActor } from '#pure/contract.ts'
import { storedUnitCode } from '#pure/formats/unit-codes.ts'
import { bookOrders } from '#shop/flows/member/book-orders.ts'
import { askRefund } from '#shop/flows/refund-order/ask-refund.ts'
import { releaseOrderLimits } from '#shop/flows/release-reservations.ts'
import { isAllReturned } from '#shop/flows/returns/returned-goods.ts'
import { moveUnits } from '#shop/flows/units/move-units.ts'
import { insertMovements } from '#shop/inventory/movement/movement-store.ts'
import { lockStockRows } from '#shop/inventory/reservation/ship-store.ts'
import { addStockRows, findHandStock } from '#shop/inventory/stock/stock-store.ts'
import type { UnitMoveName } from '#shop/inventory/unit/unit-states.ts'
import { findCodes, findUnits, startWarranty } from '#shop/inventory/unit/unit-store.ts'
import type { LockedOrder } from '#shop/order/order-store.ts'
import { findSoldLines, type StoredReturn, updateReturn } from '#shop/return/return-store.ts'
import { giftsOf } from '#shop/return/return-value.ts'
import { findUnitsInParcels } from '#shop/shipment/parcel-store.ts'

/** Where a unit goes that comes back, by what the inspection found. */
const move_of_grade: Record<ReturnGrade, UnitMoveName> = {
  sealed: 'come_back',
  opened: 'take_back_opened',
  faulty: 'take_back_faulty',
}

/**
 * Takes the goods of a locked, inspected return back, and asks for the refund of what they are worth less the fee. When
 * all goods of the order came back, its customer has the limits again that it took. Returns the amount in đồng.
 */
export async function refundReturn(
  tx: Tx,
  order: LockedOrder,
  request: StoredReturn,
  actor: StaffActor,
  now: Date,
): Promise<number> {
  await takeBack(tx, order, atShop(request), actor, now)
  const amount = (request.value ?? 0) - (request.fee ?? 0)
  const asked = { amount, kind: 'return', reason: `Trả hàng ${request.code}` } as const
  const refund_request_id = amount > 0 ? await askRefund(tx, order, actor, asked, now) : null
  const change = { outcome: 'refund', refund_request_id } as const
  await updateReturn(tx, request.return_id, 'refund', change, byStaff(actor, now))
  await bookOrders(tx, [order.order_id], now)
  if (await isAllReturned(tx, order.order_id)) await releaseOrderLimits(tx, order.order_id, now)
  return amount
}

/**
 * Gives the same product instead of a locked, inspected return. The unit that goes must be free at the shop of the
 * return; its warranty begins today.
 */
export async function exchangeReturn(
  tx: Tx,
  order: LockedOrder,
  request: StoredReturn,
  { actor, new_code = '' }: { actor: StaffActor; new_code?: string | undefined },
  now: Date,
): Promise<void> {
  const { refuse } = contract.exchange
  const held = atShop(request)
  const { code, shop_id, quantity, unit_id, reason } = held
  if (reason === 'not_liked') throw refuse('exchange_not_offered')
  const product_id = await productOf(tx, request)
  await addStockRows(tx, [{ product_id, shop_id }])
  await lockStockRows(tx, [{ product_id, shop_id }])
  const [stock] = await findHandStock(tx, [product_id], shop_id)
  if ((stock?.free ?? 0) < quantity) throw refuse('none_free')
  const cause = { document: code, staff_name: actor.name, at: now }
  let replaced_by: number | null = null
  if (unit_id !== null) {
    replaced_by = await freshUnit(tx, { product_id, shop_id, new_code })
    await moveUnits(tx, [replaced_by], 'give', { place: { order_code: order.code }, ...cause })
    await startWarranty(tx, order.code, now, replaced_by)
  } else {
    if ((stock?.unnamed ?? 0) < quantity) throw refuse('unit_not_fit')
    const leaving = [{ product_id, shop_id, quantity: -quantity }]
    await insertMovements(tx, leaving, { kind: 'exchange', ...cause })
  }
  await takeBack(tx, order, { ...held, gifts_returned: false }, actor, now)
  const change = { outcome: 'exchange', replaced_by } as const
  await updateReturn(tx, request.return_id, 'exchange', change, byStaff(actor, now))
}

/** A return whose goods are at a shop. */
type HeldReturn = StoredReturn & { shop_id: number }

export function atShop({ shop_id, ...request }: StoredReturn): HeldReturn {
  if (shop_id === null) throw new RangeError(`return ${request.code} is at no shop`)
  return { ...request, shop_id }
}

/** Finds the unit that a scanned code names, if it can be given instead. */
async function freshUnit(
  tx: Tx,
  { product_id, shop_id, new_code }: { product_id: number; shop_id: number; new_code: string },
): Promise<number> {
  const { refuse } = contract.exchange
  const [found] = await findCodes(tx, [storedUnitCode(new_code)])
  const [unit] = found === undefined ? [] : await findUnits(tx, [found.unit_id])
  const is_here = unit?.product_id === product_id && unit.shop_id === shop_id
  if (unit === undefined || !is_here || unit.state !== 'in_stock') throw refuse('unit_not_fit')
  const set_aside = await findUnitsInParcels(tx, [product_id])
  if (set_aside.includes(unit.unit_id)) throw refuse('unit_not_fit')
  return unit.unit_id
}

/** Moves goods that come back to the shop of the return. Only sealed ones are on hand again. */
export async function takeBack(
  tx: Tx,
  order: LockedOrder,
  request: HeldReturn,
  { name: staff_name }: StaffActor,
  now: Date,
): Promise<void> {
  const { unit_id, grade, shop_id, quantity, code: document } = request
  if (grade === null) throw new RangeError(`return ${document} was not inspected`)
  const cause = { document, staff_name, at: now }
  if (unit_id !== null) {
    const reason = grade === 'opened' ? 'Hàng trả, chờ xếp hạng' : null
    const change = { place: { shop_id }, reason, ...cause }
    const isOfOrder = ({ order_code }: { order_code: string | null }) => order_code === order.code
    await moveUnits(tx, [unit_id], move_of_grade[grade], change, isOfOrder)
  }
  if (grade !== 'sealed') return
  const back = [
    ...(unit_id === null ? [{ product_id: await productOf(tx, request), shop_id, quantity }] : []),
    ...(await giftsBack(tx, request)),
  ]
  await addStockRows(tx, back)
  await lockStockRows(tx, back)
  await insertMovements(tx, back, { kind: 'return', ...cause })
}

/**
 * The gifts that came back with sealed goods, as units to be put on hand. An exchange leaves them with the customer.
 */
async function giftsBack(
  tx: Tx,
  { order_id, position, quantity, shop_id, gifts_returned }: HeldReturn,
): Promise<{ product_id: number; shop_id: number; quantity: number }[]> {
  if (gifts_returned !== true) return []
  const { lines } = await findSoldLines(tx, order_id)
  return giftsOf(lines, { position, quantity }).map(({ item_id, given }) => {
    return { product_id: item_id, shop_id, quantity: given }
  })
}

async function productOf(tx: Tx, { order_id, position, code }: StoredReturn): Promise<number> {
  const { lines } = await findSoldLines(tx, order_id)
  const line = lines.find((one) => one.position === position)
  if (line === undefined) throw new RangeError(`return ${code} has no line`)
  return line.item_id
}

/** Who moves a return. */
export function byStaff({ name }: StaffActor, at: Date, note: string | null = null) {
  return { actor: 'staff', staff_name: name, note, at } as const
}
