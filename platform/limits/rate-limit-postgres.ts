import { hash } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import { batchQueries } from '#platform/database/batched-query.ts'
import type { KeyLimit, FullKey, RateCounts } from '#platform/limits/rate-limit-counts.ts'
import { gatherTakes } from '#platform/limits/rate-limit-gather.ts'
import { fullKeys, type Window, windowAt, windowEnd } from '#platform/limits/rate-limit-window.ts'

const swept_at_once = 5_000

/**
 * Counts for all processes on one database, by guarded statements. Calls that come while a statement runs are
 * combined in the next one: thousands come at the same moment to a sale. Refused attempts only read. Attempts
 * that pass are counted one key after the other, so that one which becomes full at the same moment may be
 * refused after it was counted under other keys.
 */
export function postgresCounts<Tables>(db: Kysely<Tables>): RateCounts {
  const find = batchQueries((keys: string[]) => findWindows(db, keys), { max_batch: 1_000 })
  const peek: RateCounts['peek'] = async (key_limits, now) => {
    const windows = await Promise.all(key_limits.map(({ key }) => find(digest(key))))
    return key_limits.flatMap((key_limit, index) =>
      fullKeys(windowAt(windows[index], key_limit, now), key_limit, now),
    )
  }
  const take = gatherTakes((key_limits, now) => takeAll(db, key_limits, now))
  return {
    take: async (key_limits, now) => {
      const full = await peek(key_limits, now)
      return full.length > 0 ? full : take(key_limits, now)
    },
    peek,
    sweep: async (now) => {
      while ((await deleteLapsed(db, now)) === swept_at_once);
    },
  }
}

/** Deletes one batch and returns its number: long locks would hold up those who count. */
async function deleteLapsed<Tables>(db: Kysely<Tables>, now: Date): Promise<number> {
  const { numAffectedRows = 0n } = await sql`delete from rate_window where key in (
    select key from rate_window where lapses_at <= ${now} limit ${swept_at_once}
    for update skip locked)`.execute(db)
  return Number(numAffectedRows)
}

interface WindowRow {
  taken: number
  taken_before: number
  ends_at: Date
}

async function findWindows<Tables>(
  db: Kysely<Tables>,
  keys: readonly string[],
): Promise<Map<string, Window>> {
  const { rows } = await sql<WindowRow & { digest: string }>`
    select encode(key, 'hex') as digest, taken, taken_before, ends_at
    from rate_window where key = any(${bytes(keys)}::bytea[])`.execute(db)
  return new Map(rows.map((row) => [row.digest, windowOf(row)]))
}

/** Counts different keys with one limit, each that is below it. Returns the others. */
async function takeAll<Tables>(
  db: Kysely<Tables>,
  key_limits: readonly KeyLimit[],
  now: Date,
): Promise<FullKey[]> {
  const [first] = key_limits
  if (first === undefined) return []
  const { max, window_ms } = first
  const end = windowEnd(first, now)
  const left_ms = end - now.getTime()
  const [before_end, ends_at, lapses_at] = [end - window_ms, end, end + window_ms].map(
    (ms) => new Date(ms),
  )
  const keys = key_limits.map(({ key }) => digest(key))
  // The conditions are those of windowAt and fullKeys, under the lock of the row.
  const { rows } = await sql<{ position: number } & (WindowRow | Record<keyof WindowRow, null>)>`
    with requested as (
      select * from unnest(${bytes(keys)}::bytea[]) with ordinality as requested (key, position)
    ), taken as (
      insert into rate_window as stored (key, taken, taken_before, ends_at, lapses_at)
      -- Sorted, so that two statements that share keys never deadlock.
      select key, 1, 0, ${ends_at}::timestamptz, ${lapses_at}::timestamptz from requested order by key
      on conflict (key) do update set
        taken = case when stored.ends_at >= excluded.ends_at then stored.taken + 1 else 1 end,
        taken_before = case when stored.ends_at >= excluded.ends_at then stored.taken_before
          when stored.ends_at >= ${before_end} then stored.taken else 0 end,
        ends_at = greatest(stored.ends_at, excluded.ends_at),
        lapses_at = greatest(stored.lapses_at, excluded.lapses_at)
      where case when stored.ends_at >= excluded.ends_at
        then stored.taken_before * ${left_ms}::bigint
          <= (${max}::bigint - 1 - stored.taken) * ${window_ms}::bigint
        else stored.ends_at < ${before_end}
          or stored.taken * ${left_ms}::bigint <= (${max}::bigint - 1) * ${window_ms}::bigint
        end
      returning stored.key
    )
    select requested.position, w.taken, w.taken_before, w.ends_at
    from requested left join rate_window w using (key)
    where not exists (select from taken where taken.key = requested.key)`.execute(db)
  return rows.flatMap(({ position, ...row }) => {
    const key_limit = key_limits[position - 1]
    if (key_limit === undefined) return []
    // A window that another process began at this moment is not visible yet: then its whole length counts.
    const full =
      row.ends_at === null ? [] : fullKeys(windowAt(windowOf(row), key_limit, now), key_limit, now)
    return full.length > 0 ? full : [{ key: key_limit.key, passes_at: new Date(end) }]
  })
}

function windowOf({ taken, taken_before, ends_at }: WindowRow): Window {
  return { taken, taken_before, ends_at: ends_at.getTime() }
}

/** Digests: the table contains neither phones nor IP addresses. */
function digest(key: string): string {
  return hash('sha256', key, 'hex').slice(0, 32)
}

function bytes(digests: readonly string[]): Buffer[] {
  return digests.map((hex) => Buffer.from(hex, 'hex'))
}
