import type { Tx } from '#db/schema.ts'
import { insertHolds, lockQuotas, lockUses } from '#shop/inventory/reservation/reservation-store.ts'
import { openLedger, type UseKey } from '#shop/inventory/reservation/reservation.ts'
import { holdAskOfPlace, keptUntil } from '#shop/inventory/waitlist/waitlist.ts'
import {
  deletePlaces,
  findNext,
  updateHeld,
  type Waiting,
} from '#shop/inventory/waitlist/waitlist-store.ts'
import { lockSupplies } from '#shop/inventory/reservation/reserve.ts'

/**
 * Keeps what is free of these quotas, which are locked, for the first who wait for it and are still
 * there (decision 082: the slot returns and the next one waiting gets it). `uses` are other
 * customers' limits that this transaction will change: all are locked together, in order of their keys.
 */
export async function handOut(
  tx: Tx,
  quota_ids: readonly number[],
  uses: readonly UseKey[],
  now: Date,
): Promise<void> {
  const next = await findNext(tx, quota_ids, now)
  if (next.length === 0) return
  await lockUses(tx, [...uses, ...next])
  const { chosen, hopeless } = await choose(tx, next)
  if (hopeless.length > 0) await deletePlaces(tx, hopeless)
  if (chosen.length === 0) return
  const times = chosen.map(({ slot_wait_id, ends_at }) => ({
    slot_wait_id,
    held_until: keptUntil(now, ends_at),
  }))
  const there = await updateHeld(tx, times)
  await insertHolds(
    tx,
    chosen
      .flatMap(({ slot_wait_id, ends_at, parts }) =>
        parts.map((part) => ({
          ...part,
          slot_wait_id,
          order_id: null,
          expires_at: keptUntil(now, ends_at),
          settled_at: null,
        })),
      )
      .filter(({ slot_wait_id }) => there.has(slot_wait_id)),
  )
}

/** As many as there are slots for; who may have none any more waits in vain. */
async function choose(tx: Tx, next: readonly Waiting[]) {
  const ledger = openLedger()
  await lockSupplies(tx, ledger, next.map(holdAskOfPlace))
  const hopeless: number[] = []
  const chosen = next.flatMap((one) => {
    const { parts, problems } = ledger.draw(holdAskOfPlace(one))
    if (parts === null) {
      const is_full = problems?.every(({ reason }) => reason.startsWith('all_')) ?? true
      if (!is_full) hopeless.push(one.slot_wait_id)
      return []
    }
    ledger.take(parts)
    return [{ ...one, parts }]
  })
  return { chosen, hopeless }
}

/** For when something became free without having been given back. */
export async function handOutFree(tx: Tx, quota_ids: readonly number[], now: Date): Promise<void> {
  await lockQuotas(tx, quota_ids)
  await handOut(tx, quota_ids, [], now)
}
