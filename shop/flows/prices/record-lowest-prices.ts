import { sql } from 'kysely'
import type { Database } from '#db/schema.ts'
import type { ChangeFeed } from '#platform/database/change-feed.ts'
import type { Now } from '#platform/clock.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import type { Log } from '#platform/observe/log.ts'
import { currentPrices } from '#shop/flows/prices/current-prices.ts'
import { vietnamDay } from '#pure/vietnam-time.ts'

interface Deps {
  db: Database
  now: Now
  log: Log
}

/** Longer than the ninety days that are shown, so that no day is missing at their edge. */
const retained_days = 100
const every_ms = 3_600_000
const first_after_ms = 20_000
/** Above this number of changed products, the prices of all products are recorded. */
const max_selected = 1_000
/** Versions that are read at once: all of a large catalogue would take 50 MB, which V8 gives back late. */
const chunk = 500

/** The job that records the lowest price of the day of every product once an hour, and deletes old days. */
export function lowestPricesJob({ db, now }: Omit<Deps, 'log'>): Job {
  return {
    name: 'lowest-prices',
    every_ms,
    run: async () => {
      await recordLowest(db, null, now())
      await sweepLowest(db, now())
    },
  }
}

/** Records prices when they change, and soon after the start. Returns a function that stops it. */
export function recordChangedPrices({ db, now, log }: Deps, feed: ChangeFeed): () => Promise<void> {
  let queue: Promise<unknown> = Promise.resolve()
  const record = (product_ids: readonly number[] | null) => {
    queue = queue
      .then(() => recordLowest(db, product_ids, now()))
      .catch((error: unknown) =>
        log.warn({ err: error }, 'lowest prices of the day were not recorded'),
      )
  }
  const timer = setTimeout(() => record(null), first_after_ms)
  timer.unref()
  const unsubscribe = feed.subscribe(async (tags) => {
    const changed = [...tags].flatMap((tag) => {
      const [, digits] = /^product:(\d{1,15})$/.exec(tag) ?? []
      return digits === undefined ? [] : [Number(digits)]
    })
    if (tags.has('prices') || tags.has('*') || changed.length > max_selected) record(null)
    else if (changed.length > 0) record(changed)
  })
  return async () => {
    clearTimeout(timer)
    unsubscribe()
    await queue
  }
}

/**
 * Records the lowest nationwide price that each colour has for a guest on the day of `now`, for all products or for
 * these versions. It runs again at any price change; within a day a recorded price only goes down.
 */
export async function recordLowest(
  db: Database,
  version_ids: readonly number[] | null,
  now: Date,
): Promise<void> {
  const ids = version_ids ?? (await listVersionIds(db))
  for (let from = 0; from < ids.length; from += chunk) {
    const lowest = await currentPrices(db, ids.slice(from, from + chunk), now)
    if (lowest.length > 0) await insertLowest(db, lowest, now)
  }
}

async function listVersionIds(db: Database): Promise<number[]> {
  const { rows } = await sql<{ product_id: number }>`
    select distinct parent_id as product_id from product
    where type = 'simple' and is_active and used_of is null and parent_id is not null
    order by parent_id
  `.execute(db)
  return rows.map((row) => row.product_id)
}

async function insertLowest(
  db: Database,
  lowest: readonly { product_id: number; price: number }[],
  now: Date,
): Promise<void> {
  await sql`
    insert into price_day (product_id, day, lowest)
    select product_id, ${vietnamDay(now)}::date, lowest
    from unnest(${lowest.map((row) => row.product_id)}::bigint[],
      ${lowest.map((row) => row.price)}::bigint[]) as current (product_id, lowest)
    on conflict (product_id, day) do update set lowest = excluded.lowest
      where price_day.lowest > excluded.lowest
  `.execute(db)
}

/** Deletes recorded prices that are older than `retained_days`. */
export async function sweepLowest(db: Database, now: Date): Promise<void> {
  await sql`delete from price_day where day < ${vietnamDay(now, -retained_days)}::date`.execute(db)
}
