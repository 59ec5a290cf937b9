import { sql } from 'kysely'
import type { Database } from '#db/schema.ts'
import type { ChangeFeed } from '#platform/database/change-feed.ts'
import type { Now } from '#platform/clock.ts'
import type { Log } from '#platform/observe/log.ts'
import { startOfDay, vietnamDay } from '#pure/vietnam-time.ts'

interface Deps {
  db: Database
  now: Now
  log: Log
  feed: ChangeFeed
}

/** A timer may be late or the clock set: no sleep is longer than this. */
const longest_sleep_ms = 60_000
/** An edge that is this near is waited for; PostgreSQL keeps microseconds, a timer milliseconds. */
const grace_ms = 5
const retry_ms = 1_000
/** More goods than this are told of as all prices. */
const most_told = 500

/**
 * Keeps time for this process: at every moment at which the clock alone changes what a page says (a
 * promotion, a flash sale or a combo begins or ends, a thing goes on sale, a day begins) it tells the
 * feed the tags of the goods that are affected, as if the database had. Returns the way to stop.
 */
export function watchEdges({ db, now, log, feed }: Deps): () => void {
  let told_until = now()
  let timer: NodeJS.Timeout | null = null
  let is_stopped = false
  let turn = 0

  const sleep = (wait_ms: number) => {
    if (is_stopped) return
    if (timer) clearTimeout(timer)
    timer = setTimeout(() => void wake(), wait_ms)
    timer.unref()
  }
  const wake = async () => {
    const own = ++turn
    try {
      const at = now()
      const tags = await tagsBetween(db, told_until, at)
      // The clock was set back, or another wake was faster: nothing is told twice.
      if (is_stopped || own !== turn) return
      for (const tag of tags) feed.publish(tag)
      told_until = at
      const next = await nextEdge(db, at)
      if (own !== turn) return
      const wait = next === null ? longest_sleep_ms : next.getTime() - now().getTime() + grace_ms
      sleep(Math.min(Math.max(wait, 0), longest_sleep_ms))
    } catch (error) {
      log.warn({ err: error }, 'the next edge of an offer could not be looked up: trying on')
      if (own === turn) sleep(retry_ms)
    }
  }
  const leave = feed.subscribe(async (tags) => {
    // Somebody wrote an offer: its edges may be nearer than the one waited for.
    if (tags.has('offers') || tags.has('*')) sleep(0)
  })
  sleep(0)
  return () => {
    is_stopped = true
    if (timer) clearTimeout(timer)
    leave()
  }
}

/** The next moment after `at`; null: nothing is dated. A day begins at midnight in Vietnam. */
async function nextEdge(db: Database, at: Date): Promise<Date | null> {
  const { rows } = await sql<{ edge: Date | null }>`
    select min(edge) as edge from (
      (select min(starts_at) as edge from promotion where is_active and starts_at > ${at}::timestamptz)
      union all
      (select min(ends_at) from promotion where is_active and ends_at > ${at}::timestamptz)
      union all
      (select min(starts_at) from flash_sale where is_active and starts_at > ${at}::timestamptz)
      union all
      (select min(ends_at) from flash_sale where is_active and ends_at > ${at}::timestamptz)
      union all
      (select min(starts_at) from combo where is_active and starts_at > ${at}::timestamptz)
      union all
      (select min(ends_at) from combo where is_active and ends_at > ${at}::timestamptz)
      union all
      select ${startOfDay(vietnamDay(at, 1))}::timestamptz
    ) edges
  `.execute(db)
  return rows[0]?.edge ?? null
}

/** Tags of what the clock changed after `from`, up to and with `to`. */
async function tagsBetween(db: Database, from: Date, to: Date): Promise<string[]> {
  if (to <= from) return []
  const [first, last] = [vietnamDay(from, 1), vietnamDay(to)]
  const isEdge = (table: string) => sql`(
    (${sql.ref(`${table}.starts_at`)} > ${from}::timestamptz and ${sql.ref(`${table}.starts_at`)} <= ${to}::timestamptz)
    or (${sql.ref(`${table}.ends_at`)} > ${from}::timestamptz and ${sql.ref(`${table}.ends_at`)} <= ${to}::timestamptz))`
  // Windows of a day are told of on lists from its first minute on.
  const opens = sql`(flash_sale.starts_at at time zone 'Asia/Ho_Chi_Minh')::date between ${first}::date and ${last}::date`
  const { rows } = await sql<{ product_id: number | null }>`
    select distinct coalesce(product.parent_id, product.product_id) as product_id from (
      (select unnest(goods_of_promotions(array(
        select promotion_id from promotion where is_active and ${isEdge('promotion')}))) as product_id)
      union all
      (select item.product_id from flash_sale join flash_sale_item item using (flash_sale_id)
       where flash_sale.is_active and (${isEdge('flash_sale')} or ${opens}))
      union all
      (select main_product_id from combo where is_active and ${isEdge('combo')})
      union all
      (select product_id from product
       where type = 'configurable' and is_active and launched_on between ${first}::date and ${last}::date)
    ) reached join product using (product_id)
    limit ${most_told + 1}
  `.execute(db)
  const wide = await sql<{ is_wide: boolean }>`
    select coalesce(bool_or(kind = 'payment'), false)
      or cardinality(goods_of_promotions(array_agg(promotion_id))) > 2000 as is_wide
    from promotion where is_active and ${isEdge('promotion')}
  `.execute(db)
  // Pages of flash sales and payment offers hang on `offers`; see migration 013.
  if (rows.length > most_told || wide.rows[0]?.is_wide === true) return ['prices', 'offers']
  return rows.length === 0 ? [] : [...rows.map((row) => `product:${row.product_id}`), 'offers']
}
