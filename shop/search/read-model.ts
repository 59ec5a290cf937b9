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

/** The products in memory, updated with every change of the database (decisions/050). */
export interface ReadModel {
  /** Returns the current products; waits for the first read. */
  current: () => Promise<Snapshot>
  /** Applies tags of the change feed and returns the tags that depend on them. */
  applyChanges: (tags: ReadonlySet<string>) => Promise<Set<string>>
}

interface Deps {
  db: Database
  now: Now
  log: Log
  /** If null, products are read again when they are older than a second. */
  feed: ChangeFeed | null
}

const demand_lasts_ms = 10 * 60_000
const stale_without_feed_ms = 1_000
const first_retry_ms = 1_000
const longest_retry_ms = 30_000

/**
 * Opens the read model. With a feed, reading begins at once, and queries wait for it. Reads and changes run one
 * after another, so a change that arrives during a read is applied after it and not overwritten by older data.
 */
export function openReadModel({ db, now, log, feed }: Deps): ReadModel {
  let snapshot: Snapshot | null = null
  let read_at = 0
  let reading: Promise<Snapshot> | null = null
  let repricing: Promise<void> | null = null
  let queue: Promise<unknown> = Promise.resolve()
  /** Tags of changes that could not be applied yet. */
  let pending = new Set<string>()
  let retry_ms = first_retry_ms

  const enqueue = <T>(work: () => Promise<T>): Promise<T> => {
    const result = queue.then(work)
    queue = result.catch(() => undefined)
    return result
  }
  const read = async () => {
    const started = performance.now()
    snapshot = await readSnapshot(db, now())
    read_at = started
    return snapshot
  }
  const readOnce = () => {
    reading ??= enqueue(read).finally(() => {
      reading = null
    })
    return reading
  }
  const apply = async (tags: ReadonlySet<string>) => {
    const missed = pending
    const all = new Set([...missed, ...tags])
    try {
      const patched = snapshot && (await patchSnapshot(db, snapshot, all, now()))
      if (!patched) await read()
      pending = new Set()
      retry_ms = first_retry_ms
      return new Set([...missed, ...(patched ?? ['listing', 'taxonomy'])])
    } catch (error) {
      pending = all
      setTimeout(() => void retryPending().catch(() => undefined), retry_ms).unref()
      retry_ms = Math.min(retry_ms * 2, longest_retry_ms)
      throw error
    }
  }
  const applyChanges = (tags: ReadonlySet<string>) => enqueue(() => apply(tags))
  /**
   * Applies the failed changes and publishes them again: subscribers may have rendered pages with old data meanwhile.
   */
  const retryPending = async () => {
    const missed = pending
    await applyChanges(new Set())
    for (const tag of missed) feed?.publish(tag)
  }
  const reprice = (priced: Snapshot) => {
    repricing ??= enqueue(async () => {
      if (now().getTime() >= priced.next_edge) await repriceSnapshot(db, priced, now())
    }).finally(() => {
      repricing = null
    })
    return repricing
  }
  const recount = (counted: Snapshot) => {
    counted.counted_at = now().getTime()
    enqueue(() => recountDemand(db, counted, now())).catch((error: unknown) => {
      log.warn({ err: error }, 'views and sales could not be counted')
    })
  }

  if (feed !== null) {
    feed.subscribe((tags) =>
      applyChanges(tags).catch((error: unknown) => {
        log.error(
          { err: error, tags: [...tags].slice(0, 20) },
          'a change could not be applied to the products yet',
        )
      }),
    )
    readOnce().catch((error: unknown) => {
      log.warn({ err: error }, 'products could not be read at start: the next query tries again')
    })
  }
  return {
    async current() {
      const is_old = feed === null && performance.now() - read_at > stale_without_feed_ms
      if (snapshot === null || is_old) return await readOnce()
      // A query at the moment of a price change does not wait for the timer that announces it.
      if (now().getTime() >= snapshot.next_edge) await reprice(snapshot)
      if (now().getTime() - snapshot.counted_at > demand_lasts_ms) recount(snapshot)
      return snapshot
    },
    applyChanges,
  }
}
