import type { SlotPlace } from '#contracts/storefront/promotion.ts'
import type { Database } from '#db/schema.ts'
import { transaction } from '#platform/database/postgres.ts'
import { handOutFree } from '#shop/inventory/waitlist/offer-freed-slots.ts'
import { releaseKept } from '#shop/inventory/reservation/release-reservations.ts'
import { askAgainIn, placeState } from '#shop/inventory/waitlist/waitlist.ts'
import { deleteWaiting, seePlace } from '#shop/inventory/waitlist/waitlist-store.ts'

/**
 * A customer asks for the own place in line and keeps it so. A slot may have come back between being
 * refused and standing in line, or when nobody was there: then whoever is first has it now.
 */
export async function askPlace(db: Database, customer_id: number, now: Date): Promise<SlotPlace> {
  let facts = await seePlace(db, customer_id, now)
  if (facts?.is_free && facts.is_open && facts.held_until === null) {
    const { quota_id } = facts
    await transaction(db, (tx) => handOutFree(tx, [quota_id], now))
    facts = await seePlace(db, customer_id, now)
  }
  const state = placeState(facts, now)
  return {
    ...state,
    until: state.until?.toISOString() ?? null,
    now: now.toISOString(),
    ask_again_s: askAgainIn(state),
  }
}

/** The customer waits no longer; what was kept goes to the next one at once. */
export async function leaveLine(
  db: Database,
  customer_id: number,
  now: Date,
): Promise<Record<string, never>> {
  await deleteWaiting(db, customer_id)
  await transaction(db, (tx) => releaseKept(tx, customer_id, now))
  return {}
}
