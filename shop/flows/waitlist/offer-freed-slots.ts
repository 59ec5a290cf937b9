import type { Tx } from '#db/schema.ts'
import {
  insertReservations,
  lockQuotas,
  lockUses,
} from '#shop/inventory/reservation/reservation-store.ts'
import { openSupplyLedger, type UseKey } from '#shop/inventory/reservation/reservation.ts'
import { lockSupplies } from '#shop/inventory/reservation/reserve.ts'
import {
  deleteEntries,
  findNextWaiting,
  updateOffered,
  type Waiting,
} from '#shop/inventory/waitlist/waitlist-store.ts'
import { offeredUntil, reservationOfSlot } from '#shop/inventory/waitlist/waitlist.ts'

/**
 * Offers the free slots of these locked quotas to the first customers of their waitlists who are still waiting
 * (decision 082). `uses` are limits of other customers that this transaction will change: all limits are locked
 * together, sorted by key.
 */
export async function offerFreedSlots(
  tx: Tx,
  quota_ids: readonly number[],
  uses: readonly UseKey[],
  now: Date,
): Promise<void> {
  const next = await findNextWaiting(tx, quota_ids, now)
  if (next.length === 0) return
  await lockUses(tx, [...uses, ...next])
  const { chosen, hopeless } = await choose(tx, next)
  if (hopeless.length > 0) await deleteEntries(tx, hopeless)
  if (chosen.length === 0) return
  const offers = chosen.map((entry) => ({
    ...entry,
    offered_until: offeredUntil(now, entry.ends_at),
  }))
  const updated = await updateOffered(tx, offers)
  await insertReservations(
    tx,
    offers
      .filter(({ waitlist_entry_id }) => updated.has(waitlist_entry_id))
      .flatMap(({ waitlist_entry_id, offered_until, reservations }) =>
        reservations.map((reservation) => ({
          ...reservation,
          waitlist_entry_id,
          order_id: null,
          expires_at: offered_until,
          settled_at: null,
        })),
      ),
  )
}

/**
 * Chooses as many entries as there are free slots. `hopeless` are entries of customers who may not get a slot any
 * more, for example because of their limit.
 */
async function choose(tx: Tx, next: readonly Waiting[]) {
  const ledger = openSupplyLedger()
  await lockSupplies(tx, ledger, next.map(reservationOfSlot))
  const hopeless: number[] = []
  const chosen = next.flatMap((entry) => {
    const { reservations, problems } = ledger.draw(reservationOfSlot(entry))
    if (reservations === null) {
      const is_full = problems?.every(({ reason }) => reason.startsWith('all_')) ?? true
      if (!is_full) hopeless.push(entry.waitlist_entry_id)
      return []
    }
    ledger.take(reservations)
    return [{ ...entry, reservations }]
  })
  return { chosen, hopeless }
}

/** Locks the quotas and offers their free slots, which may be free without a release. */
export async function offerFreeSlots(
  tx: Tx,
  quota_ids: readonly number[],
  now: Date,
): Promise<void> {
  await lockQuotas(tx, quota_ids)
  await offerFreedSlots(tx, quota_ids, [], now)
}
