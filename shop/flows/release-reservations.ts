import type { Tx } from '#db/schema.ts'
import type { CustomerId, OrderId } from '#pure/ids.ts'
import { isAllReturned } from '#shop/flows/returns/returned-goods.ts'
import { offerFreedSlots } from '#shop/flows/waitlist/offer-freed-slots.ts'
import { moveUnits } from '#shop/flows/units/move-units.ts'
import { insertMovements } from '#shop/inventory/movement/movement-store.ts'
import type { UseKey } from '#shop/inventory/reservation/reservation.ts'
import {
  endPartOfStock,
  endReservations,
  lapsedAt,
  offeredToCustomer,
  ofOrderClaims,
  ofOrderLimits,
  ofOrder,
  ofTheseClaims,
  ofShopReservations,
  ofWaitlistEntries,
  type Released,
  releaseQuotas,
  releaseStock,
  releaseUses,
  type WhichReservations,
} from '#shop/inventory/reservation/release-store.ts'
import { lockStockRows, updateOrderOfReservations } from '#shop/inventory/reservation/ship-store.ts'
import { findUnitsOfOrder } from '#shop/inventory/unit/unit-store.ts'
import { deleteEntries } from '#shop/inventory/waitlist/waitlist-store.ts'
import { findParts } from '#shop/order/order-split-store.ts'
import { quotasOfVouchers } from '#shop/pricing/voucher/voucher-rows.ts'

/**
 * Releases the remaining reservations of an order. Units that had left the shop come back on hand. A repeated call
 * releases nothing more. While another part of it lives (decision 170), that part keeps the slots, vouchers and limits:
 * its goods have the prices that they were taken for.
 */
export async function releaseOrderReservations(
  tx: Tx,
  { order_id, code }: { order_id: OrderId; code: string },
  now: Date,
): Promise<void> {
  const part = await livingPart(tx, order_id)
  if (part !== null) await updateOrderOfReservations(tx, ofOrderClaims(order_id), part)
  await release(tx, ofOrder(order_id), now, { order_code: code })
}

/** Another part of what was one order that has not ended and has goods that did not come back. */
async function livingPart(tx: Tx, order_id: OrderId): Promise<OrderId | null> {
  return livingOf(tx, order_id, await findParts(tx, order_id))
}

async function livingOf(
  tx: Tx,
  order_id: OrderId,
  parts: Awaited<ReturnType<typeof findParts>>,
): Promise<OrderId | null> {
  for (const part of parts) {
    if (part.order_id === order_id || part.has_ended) continue
    if (!(await isAllReturned(tx, part.order_id))) return part.order_id
  }
  return null
}

/**
 * The orders among which are the claims that an ended order needs to live again. Of an order in parts the last part
 * that ended gave back what all of them had taken; while one lives, it has them still.
 */
export async function partsWithClaims(tx: Tx, order_id: OrderId): Promise<OrderId[]> {
  const parts = await findParts(tx, order_id)
  const part = await livingOf(tx, order_id, parts)
  return part === null ? parts.map((one) => one.order_id) : []
}

/** Releases these claims of an order that continues, and none of its other reservations. */
export async function releaseOrderClaims(
  tx: Tx,
  order_id: OrderId,
  claims: { quota_ids: readonly number[]; limit_keys: readonly string[] },
  now: Date,
): Promise<void> {
  await release(tx, ofTheseClaims(order_id, claims), now)
}

/** Frees units of goods that an order no longer has. What it took of sales and limits stays with it until it ends. */
export async function releasePartOfStock(
  tx: Tx,
  order_id: OrderId,
  removed: readonly { item_id: number; quantity: number }[],
  now: Date,
): Promise<void> {
  for (const { item_id: product_id, quantity } of removed) {
    await releaseStock(tx, await endPartOfStock(tx, { order_id, product_id, quantity }, now))
  }
}

/**
 * Gives the customer of an order whose goods all came back the limits and vouchers again that it took. While another
 * part of it lives, that part takes them over.
 */
export async function releaseOrderLimits(tx: Tx, order_id: OrderId, now: Date): Promise<void> {
  const limits = ofOrderLimits(order_id, quotasOfVouchers())
  const part = await livingPart(tx, order_id)
  if (part === null) await release(tx, limits, now)
  else await updateOrderOfReservations(tx, limits, part)
}

/** Releases the slot that a waitlist offered to a customer; the next customer gets it. */
export async function releaseOffered(tx: Tx, customer_id: CustomerId, now: Date): Promise<void> {
  await release(tx, offeredToCustomer(customer_id), now)
}

/** Frees the pieces that shops set aside. */
export async function releaseShopReservations(
  tx: Tx,
  shop_reservation_ids: readonly number[],
  now: Date,
): Promise<void> {
  await release(tx, ofShopReservations(shop_reservation_ids), now)
}

/** Releases at most `max` reservations without an order that lapsed by `now`; returns how many. */
export async function releaseLapsed(tx: Tx, now: Date, max: number): Promise<number> {
  return release(tx, lapsedAt(now, max), now)
}

/**
 * Frees offered reservations for orders that are written next in this transaction. The transaction has locked the
 * quotas and the offers, so no other customer can take them. Customers who bought leave their waitlists.
 */
export async function takeUpOffers(
  tx: Tx,
  { offered, waiting }: { offered: readonly number[]; waiting: readonly number[] },
  now: Date,
): Promise<void> {
  await release(tx, ofWaitlistEntries(offered), now, { to_waitlist: false })
  await deleteEntries(tx, [...offered, ...waiting])
}

/** Ends reservations and frees them in the sequence in which they are made: quotas, customer limits, stock. */
async function release(
  tx: Tx,
  which: WhichReservations,
  now: Date,
  {
    to_waitlist = true,
    order_code = null,
  }: { to_waitlist?: boolean; order_code?: string | null } = {},
): Promise<number> {
  const released = await endReservations(tx, which, now)
  const ofKind = (kind: Released['kind']) =>
    released.filter((reservation) => reservation.kind === kind)
  const [quotas, uses, stock] = [ofKind('quota'), ofKind('customer_limit'), ofKind('stock')]
  if (quotas.length > 0) await releaseQuotas(tx, quotas)
  if (to_waitlist) await offerToWaitlist(tx, { released, quotas, uses }, now)
  if (uses.length > 0) await releaseUses(tx, uses)
  if (stock.length > 0) await returnStock(tx, stock, { document: order_code, at: now })
  return released.length
}

/** Frees reserved units, and moves those that had left the shop back on hand. */
async function returnStock(
  tx: Tx,
  stock: readonly Released[],
  cause: { document: string | null; at: Date },
): Promise<void> {
  const here = stock.filter(({ is_shipped }) => !is_shipped)
  const back = stock.flatMap(({ is_shipped, product_id, shop_id, quantity }) =>
    is_shipped && product_id !== null && shop_id !== null
      ? [{ product_id, shop_id, quantity }]
      : [],
  )
  if (back.length > 0) await lockStockRows(tx, stock)
  if (here.length > 0) await releaseStock(tx, here)
  const { document } = cause
  const units = back.length > 0 && document !== null ? await findUnitsOfOrder(tx, document) : []
  await moveBack(tx, back, units, cause)
}

/** Moves units that had left back on hand: those with codes by themselves, the rest by their number. */
export async function moveBack(
  tx: Tx,
  back: readonly Part[],
  units: readonly { unit_id: number; product_id: number; shop_id: number }[],
  cause: { document: string | null; at: Date },
): Promise<void> {
  await insertMovements(tx, withoutUnits(back, units), { kind: 'return', ...cause })
  for (const [shop_id, own] of Map.groupBy(units, (unit) => unit.shop_id)) {
    const unit_ids = own.map(({ unit_id }) => unit_id)
    await moveUnits(tx, unit_ids, 'come_back', { place: { shop_id }, ...cause })
  }
}

type Part = { product_id: number; shop_id: number; quantity: number }

/** What comes back, or is lost, besides the units that have codes. */
export function withoutUnits(
  back: readonly Part[],
  units: readonly { product_id: number; shop_id: number }[],
): Part[] {
  const sums = Map.groupBy(back, ({ product_id, shop_id }) => `${product_id} ${shop_id}`)
  return [...sums.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return []
    const { product_id, shop_id } = first
    const all = others.reduce((sum, { quantity }) => sum + quantity, first.quantity)
    const named = units.filter(
      (unit) => unit.product_id === product_id && unit.shop_id === shop_id,
    ).length
    return all > named ? [{ product_id, shop_id, quantity: all - named }] : []
  })
}

/** Offers freed slots before the limits of their last owners are released: both lock limits in the same sequence. */
async function offerToWaitlist(
  tx: Tx,
  { released, quotas, uses }: Record<'released' | 'quotas' | 'uses', readonly Released[]>,
  now: Date,
): Promise<void> {
  // A customer whose offer lapsed leaves the waitlist and does not get the same slot again.
  const passed = released.flatMap(({ waitlist_entry_id }) => waitlist_entry_id ?? [])
  if (passed.length > 0) await deleteEntries(tx, [...new Set(passed)])
  const quota_ids = quotas.flatMap(({ quota_id }) => quota_id ?? [])
  if (quota_ids.length === 0) return
  await offerFreedSlots(tx, [...new Set(quota_ids)], uses.flatMap(useOf), now)
}

function useOf({ limit_key, customer_key }: Released): UseKey[] {
  return limit_key === null || customer_key === null ? [] : [{ limit_key, customer_key }]
}
