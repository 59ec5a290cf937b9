import type { Tx } from '#db/schema.ts'
import { handOut } from '#shop/inventory/waitlist/offer-freed-slots.ts'
import type { UseKey } from '#shop/inventory/reservation/reservation.ts'
import {
  endHolds,
  type Freed,
  giveBackPieces,
  giveBackQuotas,
  giveBackUses,
  keptForCustomer,
  ofOrderClaims,
  ofOrders,
  ofPlaces,
  overAt,
  type WhichHolds,
} from '#shop/inventory/reservation/release-store.ts'
import { deletePlaces } from '#shop/inventory/waitlist/waitlist-store.ts'

/** Gives back what these orders still hold. Done twice, it gives back once. */
export async function releaseOrderHolds(
  tx: Tx,
  order_ids: readonly number[],
  now: Date,
): Promise<void> {
  await release(tx, ofOrders(order_ids), now)
}

/** Gives back what is kept for a customer in a line, to the next one. */
export async function releaseKept(tx: Tx, customer_id: number, now: Date): Promise<void> {
  await release(tx, keptForCustomer(customer_id), now)
}

/**
 * What was kept for customers is free for their orders, which are written next in this transaction: it
 * has locked the quotas and what is kept, so nobody comes between. Who bought waits no longer.
 */
export async function handOver(
  tx: Tx,
  { kept, places }: { kept: readonly number[]; places: readonly number[] },
  now: Date,
): Promise<void> {
  await release(tx, ofPlaces(kept), now, { to_next: false })
  await deletePlaces(tx, [...kept, ...places])
}

/** Gives back what a living order holds of these, and nothing else of it. */
export async function releaseOrderClaims(
  tx: Tx,
  order_id: number,
  claims: { quota_ids: readonly number[]; limit_keys: readonly string[] },
  now: Date,
): Promise<void> {
  await release(tx, ofOrderClaims(order_id, claims), now)
}

/** Gives back holds without an order whose time was over at `now`, at most `most`; says how many. */
export async function releaseExpiredHolds(tx: Tx, now: Date, most: number): Promise<number> {
  return release(tx, overAt(now, most), now)
}

async function release(
  tx: Tx,
  which: WhichHolds,
  now: Date,
  { to_next } = { to_next: true },
): Promise<number> {
  const rows = await endHolds(tx, which, now)
  // In the order in which they are taken: quotas, customers, shelves.
  const of = (kind: Freed['kind']) => rows.filter((row) => row.kind === kind)
  if (of('quota').length > 0) await giveBackQuotas(tx, of('quota'))
  // Whose turn has passed waits no longer, and is not the next one.
  const passed = rows.flatMap(({ slot_wait_id }) => slot_wait_id ?? [])
  if (to_next && passed.length > 0) await deletePlaces(tx, [...new Set(passed)])
  const quota_ids = of('quota').flatMap(({ quota_id }) => quota_id ?? [])
  if (to_next && quota_ids.length > 0) {
    await handOut(tx, [...new Set(quota_ids)], of('customer_limit').flatMap(useOf), now)
  }
  if (of('customer_limit').length > 0) await giveBackUses(tx, of('customer_limit'))
  if (of('stock').length > 0) await giveBackPieces(tx, of('stock'))
  return rows.length
}

function useOf({ limit_key, customer_key }: Freed): UseKey[] {
  return limit_key === null || customer_key === null ? [] : [{ limit_key, customer_key }]
}
