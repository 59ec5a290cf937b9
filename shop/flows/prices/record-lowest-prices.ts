import { sql } from 'kysely'
import type { Database } from '#db/schema.ts'
import type { ChangeFeed } from '#platform/database/change-feed.ts'
import type { Now } from '#platform/clock.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import type { Log } from '#platform/observe/log.ts'
import { priceAt } from '#shop/pricing/price/price.ts'
import { vietnamDay } from '#pure/vietnam-time.ts'
import { offersIn } from '#shop/pricing/promotion/promotion-table.ts'
import { loadOffered } from '#shop/search/index/product-store.ts'

interface Deps {
  db: Database
  now: Now
  log: Log
}

/** Longer than the thirty days that are shown, so that no day is missing at their edge. */
const retained_days = 40
const every_ms = 3_600_000
const first_after_ms = 20_000
const no_province = 0
/** Above this number of changed products, the prices of all products are recorded. */
const max_selected = 1_000

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
  const category_ids = await categoryPaths(db, version_ids)
  const { colors, table } = await loadOffered(db, version_ids, now)
  const question = { province_id: no_province, customer_group_id: null, now }
  const lowest = colors.flatMap(({ item_id, parent_id, list_price, sale_price }) => {
    if (list_price === null) return []
    const product = {
      product_id: item_id,
      version_id: parent_id,
      category_ids: category_ids.get(parent_id) ?? [],
    }
    const row = { product_id: item_id, province_id: null, customer_group_id: null }
    const price = priceAt([{ ...row, list_price, sale_price }], offersIn(table, product), question)
    return price ? [{ product_id: item_id, lowest: price.final_price }] : []
  })
  if (lowest.length === 0) return
  await sql`
    insert into price_day (product_id, day, lowest)
    select product_id, ${vietnamDay(now)}::date, lowest
    from unnest(${lowest.map((row) => row.product_id)}::bigint[],
      ${lowest.map((row) => row.lowest)}::bigint[]) as current (product_id, lowest)
    on conflict (product_id, day) do update set lowest = excluded.lowest
      where price_day.lowest > excluded.lowest
  `.execute(db)
}

/** Deletes recorded prices that are older than `retained_days`. */
export async function sweepLowest(db: Database, now: Date): Promise<void> {
  await sql`delete from price_day where day < ${vietnamDay(now, -retained_days)}::date`.execute(db)
}

/** The categories of versions, nearest first. */
async function categoryPaths(
  db: Database,
  version_ids: readonly number[] | null,
): Promise<Map<number, number[]>> {
  const { rows } = await sql<{ product_id: number; path: number[] }>`
    select product.product_id, to_json(category.path) as path
    from product join category using (category_id)
    where product.type = 'configurable'
      and ${version_ids === null ? sql`true` : sql`product.product_id = any(${version_ids}::bigint[])`}
  `.execute(db)
  return new Map(rows.map(({ product_id, path }) => [product_id, path.toReversed()]))
}
