import type { Database } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import { transaction } from '#platform/database/postgres.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import type { Log } from '#platform/observe/log.ts'
import { vietnamDay } from '#pure/vietnam-time.ts'
import { type CardFiles, removeCardPicture } from '#shop/card/card-pictures.ts'
import {
  blankOldCards,
  deleteErasedPicture,
  eraseOldKeys,
  withdrawForgotten,
} from '#shop/card/card-store.ts'
import { retainedSince, retention_days } from '#shop/flows/sweep/retention.ts'

interface Deps extends CardFiles {
  db: Database
  now: Now
  log: Log
}

/** An upload is stored within seconds. */
const upload_ms = 3_600_000

/**
 * Erases what cards no longer need: the keys of pictures some days after the decision, the bytes of pictures without a
 * key, and what was typed into requests that came to nothing. Returns how much of each.
 */
export async function eraseCards(deps: Deps): Promise<Record<string, number>> {
  const { db, now, log } = deps
  const at = now()
  const decided = retainedSince(at, retention_days.card_pictures)
  const erased = {
    forgotten: await transaction(db, (tx) =>
      withdrawForgotten(tx, retainedSince(at, retention_days.card_requests), at),
    ),
    keys: await transaction(db, (tx) => eraseOldKeys(tx, decided)),
    texts: await transaction(db, (tx) =>
      blankOldCards(tx, { instant: decided, day: vietnamDay(decided) }),
    ),
    pictures: 0,
  }
  const stored_before = new Date(at.getTime() - upload_ms)
  const removeBytes = (name: string) => removeCardPicture(deps, name)
  while (await transaction(db, (tx) => deleteErasedPicture(tx, stored_before, removeBytes))) {
    erased.pictures += 1
  }
  if (Object.values(erased).some((count) => count > 0)) log.info(erased, 'cards erased')
  return erased
}

export function eraseCardsJob(deps: Deps): Job {
  return {
    name: 'erase-cards',
    every_ms: 3_600_000,
    run: async () => void (await eraseCards(deps)),
  }
}
