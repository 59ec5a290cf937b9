import type { Tx } from '#db/schema.ts'
import { collectMissing } from '#shop/flows/receive-payment/settle-money.ts'
import { refundOrder } from '#shop/flows/refund-order/refund-order.ts'
import { moveBack } from '#shop/flows/release-reservations.ts'
import { transition } from '#shop/flows/transition-order.ts'
import {
  findShippedStock,
  lockStockRows,
  updatePart,
} from '#shop/inventory/reservation/ship-store.ts'
import { findUnitsOfOrder } from '#shop/inventory/unit/unit-store.ts'
import { withoutParcel } from '#shop/order/changed-goods.ts'
import { findGoodsOfOrder, replaceGoods } from '#shop/order/order-goods-store.ts'
import type { LockedOrder } from '#shop/order/order-store.ts'
import { findLiveAttempt } from '#shop/payment/attempt/attempt-store.ts'
import { missingOf, findPartialPayments } from '#shop/payment/ledger/review-store.ts'
import { partOfStock } from '#shop/shipment/part-of-stock.ts'
import {
  findPackedUnits,
  findParcelLines,
  type LockedParcel,
  lockParcelsOfOrder,
  type ParcelEvent,
} from '#shop/shipment/parcel-store.ts'

/**
 * Takes what lies in a parcel that came back off its order, whose other parcels go on: its units are on hand again,
 * what stays keeps its price, and what was paid for it goes back, or is not collected (decision 177).
 */
export async function takeBackPart(
  tx: Tx,
  order: LockedOrder,
  parcel: LockedParcel,
  by: ParcelEvent,
  now: Date,
): Promise<void> {
  const lines = await findParcelLines(tx, parcel.parcel_id)
  await bringUnitsBack(tx, order, parcel.parcel_id, lines, now)
  await takeOffPart(tx, order, { parcel, move: 'part_back' }, by, now)
}

/** Takes what lay in a parcel off its order: what was paid for it goes back, or is not collected. */
export async function takeOffPart(
  tx: Tx,
  order: LockedOrder,
  { parcel, move }: { parcel: LockedParcel; move: 'part_back' | 'part_lost' },
  { staff_name, note }: ParcelEvent,
  now: Date,
): Promise<void> {
  const { order_id } = order
  const lines = await findParcelLines(tx, parcel.parcel_id)
  const before = await findGoodsOfOrder(tx, order_id)
  const taken = new Map(lines.map(({ position, quantity }) => [position, quantity]))
  const live = await findLiveAttempt(tx, order_id)
  const changed = withoutParcel(before, taken)
  const fee_less =
    live?.state === 'due_on_delivery'
      ? await feeNobodyCollects(tx, order, parcel, { ...changed, fee: before.shipping_fee })
      : 0
  const grand_total = changed.grand_total - fee_less
  const shipping_fee = before.shipping_fee - fee_less
  await replaceGoods(tx, order_id, { ...changed, grand_total, shipping_fee }, [])
  const words = changed.removed.map(({ quantity, name }) => `${quantity} × ${name}`).join(', ')
  const staff = { name: staff_name ?? '', reason: null, note: note ?? parcel.code }
  await transition(tx, order, move, { actor: 'staff', staff, reason: words }, now)
  if (live?.state === 'paid') {
    const less = order.grand_total - grand_total
    if (less > 0) await refundOrder(tx, order_id, less, 'fewer_goods', now)
  } else await collectMissing(tx, { ...order, grand_total }, now)
}

async function bringUnitsBack(
  tx: Tx,
  { order_id, code }: LockedOrder,
  parcel_id: number,
  lines: readonly { product_id: number; quantity: number }[],
  now: Date,
): Promise<void> {
  const packed = new Set(await findPackedUnits(tx, order_id, parcel_id))
  const units = (await findUnitsOfOrder(tx, code)).filter(({ unit_id }) => packed.has(unit_id))
  const back = partOfStock(await findShippedStock(tx, order_id), lines, units)
  await lockStockRows(tx, back)
  await updatePart(tx, order_id, back, 'ends', now)
  await moveBack(tx, back, units, { document: code, at: now })
}

/**
 * The part of the delivery fee that was to be collected with the parcel that came back, if every other parcel has left
 * and nothing more is to be packed: nobody can collect it any more.
 */
async function feeNobodyCollects(
  tx: Tx,
  { order_id }: LockedOrder,
  parcel: LockedParcel,
  { grand_total, fee }: { grand_total: number; fee: number },
): Promise<number> {
  const parcels = await lockParcelsOfOrder(tx, order_id)
  const others = parcels.filter(({ parcel_id }) => parcel_id !== parcel.parcel_id)
  if (others.some(({ state }) => state === 'requested' || state === 'created')) return 0
  const collected = others.reduce((sum, { cod_amount }) => sum + cod_amount, 0)
  const missing = missingOf(grand_total, await findPartialPayments(tx, order_id))
  return Math.max(0, Math.min(fee, missing - collected))
}
