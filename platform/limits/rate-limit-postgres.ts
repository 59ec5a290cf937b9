import { hash } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import type { Ask, Full, RateCounts } from '#platform/limits/rate-limit-counts.ts'
import { gatherTakes } from '#platform/limits/rate-limit-gather.ts'

const swept_at_once = 5_000

/**
 * Counts of all processes on one database, by guarded statements that are right at any moment. What
 * this process is asked while one is under way goes with the next: thousands come at once to a sale.
 */
export function postgresCounts<Tables>(db: Kysely<Tables>): RateCounts {
  return {
    take: gatherTakes((asks, now) => takeAll(db, asks, now)),
    peek: (asks, now) => peek(db, asks, now),
    sweep: async (now) => {
      await sql`delete from rate_window where key in (
        select key from rate_window where ends_at <= ${now} limit ${swept_at_once}
        for update skip locked)`.execute(db)
    },
  }
}

interface FullRow {
  position: number
  ends_at: Date | null
}

/** Asks of different keys and one rule. */
async function takeAll<Tables>(
  db: Kysely<Tables>,
  asks: readonly Ask[],
  now: Date,
): Promise<Full[]> {
  const [first] = asks
  if (first === undefined) return []
  const ends_at = new Date(now.getTime() + first.window_ms)
  const { rows } = await sql<FullRow>`
    with asked as (
      select * from unnest(${keysOf(asks)}::bytea[]) with ordinality as asked (key, position)
    ), taken as (
      insert into rate_window as before (key, taken, ends_at)
      -- In one order, so that two that share keys never wait for each other.
      select key, 1, ${ends_at}::timestamptz from asked order by key
      on conflict (key) do update set
        taken = case when before.ends_at <= ${now} then 1 else before.taken + 1 end,
        ends_at = case when before.ends_at <= ${now} then excluded.ends_at else before.ends_at end
      where before.ends_at <= ${now} or before.taken < ${first.most}
      returning before.key
    )
    select asked.position, rate_window.ends_at
    from asked left join rate_window using (key)
    where not exists (select from taken where taken.key = asked.key)`.execute(db)
  return rows.flatMap((row) => fullOf(row, asks, now))
}

async function peek<Tables>(db: Kysely<Tables>, asks: readonly Ask[], now: Date): Promise<Full[]> {
  if (asks.length === 0) return []
  const most = asks.map((ask) => ask.most)
  const { rows } = await sql<FullRow>`
    select asked.position, rate_window.ends_at
    from unnest(${keysOf(asks)}::bytea[], ${most}::integer[])
      with ordinality as asked (key, most, position)
    join rate_window using (key)
    where rate_window.ends_at > ${now} and rate_window.taken >= asked.most`.execute(db)
  return rows.flatMap((row) => fullOf(row, asks, now))
}

/** Digests: neither phones nor addresses stand in the table. */
function keysOf(asks: readonly Ask[]): Buffer[] {
  return asks.map(({ key }) => hash('sha256', key, 'buffer').subarray(0, 16))
}

/** A window that somebody else began this very moment is not seen yet: then its whole length counts. */
function fullOf({ position, ends_at }: FullRow, asks: readonly Ask[], now: Date): Full[] {
  const ask = asks[position - 1]
  if (ask === undefined) return []
  return [{ key: ask.key, ends_at: ends_at ?? new Date(now.getTime() + ask.window_ms) }]
}
