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
 * Reserves what is free of these quotas, which are locked, for the first of their waitlists who are
 * still there (decision 082: a freed slot goes to the next one waiting). `uses` are other customers'
 * limits that this transaction will change: all are locked together, in the order of their keys.
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
  const offers = chosen.map((one) => ({ ...one, offered_until: offeredUntil(now, one.ends_at) }))
  const there = await updateOffered(tx, offers)
  await insertReservations(
    tx,
    offers
      .filter(({ slot_wait_id }) => there.has(slot_wait_id))
      .flatMap(({ slot_wait_id, offered_until, reservations }) =>
        reservations.map((one) => ({
          ...one,
          slot_wait_id,
          order_id: null,
          expires_at: offered_until,
          settled_at: null,
        })),
      ),
  )
}

/** As many as there are slots for; who may have none any more waits in vain. */
async function choose(tx: Tx, next: readonly Waiting[]) {
  const ledger = openSupplyLedger()
  await lockSupplies(tx, ledger, next.map(reservationOfSlot))
  const hopeless: number[] = []
  const chosen = next.flatMap((one) => {
    const { reservations, problems } = ledger.draw(reservationOfSlot(one))
    if (reservations === null) {
      const is_full = problems?.every(({ reason }) => reason.startsWith('all_')) ?? true
      if (!is_full) hopeless.push(one.slot_wait_id)
      return []
    }
    ledger.take(reservations)
    return [{ ...one, reservations }]
  })
  return { chosen, hopeless }
}

/** Offers slots that became free without having been released. */
export async function offerFreeSlots(
  tx: Tx,
  quota_ids: readonly number[],
  now: Date,
): Promise<void> {
  await lockQuotas(tx, quota_ids)
  await offerFreedSlots(tx, quota_ids, [], now)
}
