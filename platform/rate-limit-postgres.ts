import { hash } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import type { Ask, Full, RateCounts } from '#platform/rate-limit-counts.ts'

const swept_at_once = 5_000

/** Counts of all processes on one database: each try is one guarded statement, right at any moment. */
export function postgresCounts<Tables>(db: Kysely<Tables>): RateCounts {
  return {
    take: (asks, now) => take(db, asks, now),
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

async function take<Tables>(db: Kysely<Tables>, asks: readonly Ask[], now: Date): Promise<Full[]> {
  if (asks.length === 0) return []
  const { keys, most, ends_at } = columns(asks, now)
  const { rows } = await sql<FullRow>`
    with asked as (
      select * from unnest(${keys}::bytea[], ${most}::integer[], ${ends_at}::timestamptz[])
        with ordinality as asked (key, most, ends_at, position)
    ), taken as (
      insert into rate_window as before (key, taken, ends_at)
      -- In one order, so that two tries that share keys never wait for each other.
      select key, 1, ends_at from asked order by key
      on conflict (key) do update set
        taken = case when before.ends_at <= ${now} then 1 else before.taken + 1 end,
        ends_at = case when before.ends_at <= ${now} then excluded.ends_at else before.ends_at end
      where before.ends_at <= ${now}
        or before.taken < (select asked.most from asked where asked.key = before.key)
      returning before.key
    )
    select asked.position, rate_window.ends_at
    from asked left join rate_window using (key)
    where not exists (select from taken where taken.key = asked.key)`.execute(db)
  return rows.flatMap((row) => fullOf(row, asks, now))
}

async function peek<Tables>(db: Kysely<Tables>, asks: readonly Ask[], now: Date): Promise<Full[]> {
  if (asks.length === 0) return []
  const { keys, most } = columns(asks, now)
  const { rows } = await sql<FullRow>`
    select asked.position, rate_window.ends_at
    from unnest(${keys}::bytea[], ${most}::integer[]) with ordinality as asked (key, most, position)
    join rate_window using (key)
    where rate_window.ends_at > ${now} and rate_window.taken >= asked.most`.execute(db)
  return rows.flatMap((row) => fullOf(row, asks, now))
}

function columns(asks: readonly Ask[], now: Date) {
  return {
    keys: asks.map(({ key }) => hash('sha256', key, 'buffer').subarray(0, 16)),
    most: asks.map((ask) => ask.most),
    ends_at: asks.map(({ window_ms }) => new Date(now.getTime() + window_ms)),
  }
}

/** A window that somebody else began this very moment is not seen yet: then its whole length counts. */
function fullOf({ position, ends_at }: FullRow, asks: readonly Ask[], now: Date): Full[] {
  const ask = asks[position - 1]
  if (ask === undefined) return []
  return [{ key: ask.key, ends_at: ends_at ?? new Date(now.getTime() + ask.window_ms) }]
}
