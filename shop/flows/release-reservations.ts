import type { Tx } from '#db/schema.ts'
import type { CustomerId, OrderId } from '#pure/ids.ts'
import { offerFreedSlots } from '#shop/flows/waitlist/offer-freed-slots.ts'
import type { UseKey } from '#shop/inventory/reservation/reservation.ts'
import {
  endReservations,
  lapsedAt,
  offeredToCustomer,
  ofOrderClaims,
  ofOrders,
  ofWaitlistEntries,
  type Released,
  releaseQuotas,
  releaseStock,
  releaseUses,
  type WhichReservations,
} from '#shop/inventory/reservation/release-store.ts'
import { deleteEntries } from '#shop/inventory/waitlist/waitlist-store.ts'

/** Releases what these orders still have reserved. Done twice, it releases once. */
export async function releaseOrderReservations(
  tx: Tx,
  order_ids: readonly OrderId[],
  now: Date,
): Promise<void> {
  await release(tx, ofOrders(order_ids), now)
}

/** Releases what a living order has of these claims, and nothing else of it. */
export async function releaseOrderClaims(
  tx: Tx,
  order_id: OrderId,
  claims: { quota_ids: readonly number[]; limit_keys: readonly string[] },
  now: Date,
): Promise<void> {
  await release(tx, ofOrderClaims(order_id, claims), now)
}

/** Releases the slot that is offered to a customer of a waitlist: the next one gets it. */
export async function releaseOffered(tx: Tx, customer_id: CustomerId, now: Date): Promise<void> {
  await release(tx, offeredToCustomer(customer_id), now)
}

/** Releases reservations without an order that lapsed by `now`, at most `most`; says how many. */
export async function releaseLapsed(tx: Tx, now: Date, most: number): Promise<number> {
  return release(tx, lapsedAt(now, most), now)
}

/**
 * Frees what was offered to customers for their orders, which are written next in this transaction: it
 * has locked the quotas and the offers, so nobody comes between. Who bought waits no longer.
 */
export async function takeUpOffers(
  tx: Tx,
  { offered, waiting }: { offered: readonly number[]; waiting: readonly number[] },
  now: Date,
): Promise<void> {
  await release(tx, ofWaitlistEntries(offered), now, { to_waitlist: false })
  await deleteEntries(tx, [...offered, ...waiting])
}

/** Ends reservations and frees what they had, in the order in which it is reserved: quotas, customers, stock. */
async function release(
  tx: Tx,
  which: WhichReservations,
  now: Date,
  { to_waitlist } = { to_waitlist: true },
): Promise<number> {
  const released = await endReservations(tx, which, now)
  const of = (kind: Released['kind']) => released.filter((one) => one.kind === kind)
  const [quotas, uses, stock] = [of('quota'), of('customer_limit'), of('stock')]
  if (quotas.length > 0) await releaseQuotas(tx, quotas)
  if (to_waitlist) await offerToWaitlist(tx, { released, quotas, uses }, now)
  if (uses.length > 0) await releaseUses(tx, uses)
  if (stock.length > 0) await releaseStock(tx, stock)
  return released.length
}

/** Offers the freed slots before the limits of their last owners are released: both lock limits, in one order. */
async function offerToWaitlist(
  tx: Tx,
  { released, quotas, uses }: Record<'released' | 'quotas' | 'uses', readonly Released[]>,
  now: Date,
): Promise<void> {
  // Whose offer lapsed waits no longer, and is not the next one.
  const passed = released.flatMap(({ slot_wait_id }) => slot_wait_id ?? [])
  if (passed.length > 0) await deleteEntries(tx, [...new Set(passed)])
  const quota_ids = quotas.flatMap(({ quota_id }) => quota_id ?? [])
  if (quota_ids.length === 0) return
  await offerFreedSlots(tx, [...new Set(quota_ids)], uses.flatMap(useOf), now)
}

function useOf({ limit_key, customer_key }: Released): UseKey[] {
  return limit_key === null || customer_key === null ? [] : [{ limit_key, customer_key }]
}
