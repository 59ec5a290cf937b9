import type { Database } from '#db/schema.ts'
import type { ChangeFeed } from '#platform/database/change-feed.ts'
import type { Now } from '#platform/clock.ts'
import type { Log } from '#platform/observe/log.ts'
import {
  patchSnapshot,
  readSnapshot,
  recountDemand,
  repriceSnapshot,
  type Snapshot,
} from '#shop/search/snapshot.ts'

/** The products in memory, kept up with the database (decisions/050). */
export interface ReadModel {
  /** Products as they are; waits while they are read for the first time. */
  current: () => Promise<Snapshot>
  /** Takes tags of the change feed in and answers what else hangs on them. */
  applyChanges: (tags: ReadonlySet<string>) => Promise<Set<string>>
}

interface Parts {
  db: Database
  now: Now
  log: Log
  /** Without one, products are read anew when they are older than a second. */
  feed: ChangeFeed | null
}

const demand_lasts_ms = 10 * 60_000
const stale_without_feed_ms = 1_000
const first_retry_ms = 1_000
const longest_retry_ms = 30_000

/**
 * Opens the read model. Reading begins at once where there is a feed, and whoever asks meanwhile
 * waits for it. Reads and changes are taken one after another, so what is heard while products are read
 * is taken in after them and nothing older ever covers it.
 */
export function openReadModel({ db, now, log, feed }: Parts): ReadModel {
  let snapshot: Snapshot | null = null
  let read_at = 0
  let reading: Promise<Snapshot> | null = null
  let repricing: Promise<void> | null = null
  let line: Promise<unknown> = Promise.resolve()
  /** Changes that could not be taken in yet. */
  let owed = new Set<string>()
  let retry_ms = first_retry_ms

  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = line.then(work)
    line = turn.catch(() => undefined)
    return turn
  }
  const read = async () => {
    const begun = performance.now()
    snapshot = await readSnapshot(db, now())
    read_at = begun
    return snapshot
  }
  const readOnce = () => {
    reading ??= inTurn(read).finally(() => {
      reading = null
    })
    return reading
  }
  const take = async (tags: ReadonlySet<string>) => {
    const late = owed
    const all = new Set([...late, ...tags])
    try {
      const patched = snapshot && (await patchSnapshot(db, snapshot, all, now()))
      if (!patched) await read()
      owed = new Set()
      retry_ms = first_retry_ms
      return new Set([...late, ...(patched ?? ['listing', 'taxonomy'])])
    } catch (error) {
      owed = all
      setTimeout(() => void takeOwed().catch(() => undefined), retry_ms).unref()
      retry_ms = Math.min(retry_ms * 2, longest_retry_ms)
      throw error
    }
  }
  const applyChanges = (tags: ReadonlySet<string>) => inTurn(() => take(tags))
  /** Who listens after this model has made pages of the state before meanwhile: it hears again. */
  const takeOwed = async () => {
    const late = owed
    await applyChanges(new Set())
    for (const tag of late) feed?.publish(tag)
  }
  const reprice = (priced: Snapshot) => {
    repricing ??= inTurn(async () => {
      if (now().getTime() >= priced.next_edge) await repriceSnapshot(db, priced, now())
    }).finally(() => {
      repricing = null
    })
    return repricing
  }
  const recount = (counted: Snapshot) => {
    counted.counted_at = now().getTime()
    inTurn(() => recountDemand(db, counted, now())).catch((error: unknown) => {
      log.warn({ err: error }, 'looks and sales could not be counted')
    })
  }

  if (feed !== null) {
    feed.subscribe((tags) =>
      applyChanges(tags).catch((error: unknown) => {
        log.error(
          { err: error, tags: [...tags].slice(0, 20) },
          'products do not follow a change yet',
        )
      }),
    )
    readOnce().catch((error: unknown) => {
      log.warn({ err: error }, 'products could not be read at start: the next question tries again')
    })
  }
  return {
    async current() {
      const is_old = feed === null && performance.now() - read_at > stale_without_feed_ms
      if (snapshot === null || is_old) return await readOnce()
      // Who is asked at the very edge does not wait for the timer that tells of it.
      if (now().getTime() >= snapshot.next_edge) await reprice(snapshot)
      if (now().getTime() - snapshot.counted_at > demand_lasts_ms) recount(snapshot)
      return snapshot
    },
    applyChanges,
  }
}
