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

/** No sleep is longer than this, because a timer may be late or the clock may be changed. */
const longest_sleep_ms = 60_000
/** Added to each sleep: PostgreSQL stores microseconds, a timer has milliseconds. */
const grace_ms = 5
const retry_ms = 1_000
/** Above this number of products, one tag for all prices is published. */
const max_tags = 500

/**
 * Publishes the tags of affected products to the feed whenever time alone changes a page: a promotion, a flash sale or
 * a combo begins or ends, a product goes on sale, an article is published, or a day begins. The feed gets the same tags
 * as for a database change. Returns a function that stops it.
 */
export function watchEdges({ db, now, log, feed }: Deps): () => void {
  let published_until = now()
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
      const tags = await tagsBetween(db, published_until, at)
      // The clock was set back, or another wake was faster: no tag is published twice.
      if (is_stopped || own !== turn) return
      for (const tag of tags) feed.publish(tag)
      published_until = at
      const next = await nextEdge(db, at)
      if (own !== turn) return
      const wait = next === null ? longest_sleep_ms : next.getTime() - now().getTime() + grace_ms
      sleep(Math.min(Math.max(wait, 0), longest_sleep_ms))
    } catch (error) {
      log.warn({ err: error }, 'the next edge of an offer could not be read: trying again')
      if (own === turn) sleep(retry_ms)
    }
  }
  const unsubscribe = feed.subscribe(async (tags) => {
    // An offer or an article was written: its edges may be earlier than the awaited one.
    if (tags.has('offers') || tags.has('content') || tags.has('*')) sleep(0)
  })
  sleep(0)
  return () => {
    is_stopped = true
    if (timer) clearTimeout(timer)
    unsubscribe()
  }
}

/** The next edge after `at`, or null if there is none. A day begins at midnight in Vietnam. */
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
      (select min(published_at) from post where is_active and published_at > ${at}::timestamptz)
      union all
      select ${startOfDay(vietnamDay(at, 1))}::timestamptz
    ) edges
  `.execute(db)
  return rows[0]?.edge ?? null
}

/** Tags of the products that time changed after `from`, up to and including `to`. */
async function tagsBetween(db: Database, from: Date, to: Date): Promise<string[]> {
  if (to <= from) return []
  const [first, last] = [vietnamDay(from, 1), vietnamDay(to)]
  const isEdge = (table: string) => sql`(
    (${sql.ref(`${table}.starts_at`)} > ${from}::timestamptz and ${sql.ref(`${table}.starts_at`)} <= ${to}::timestamptz)
    or (${sql.ref(`${table}.ends_at`)} > ${from}::timestamptz and ${sql.ref(`${table}.ends_at`)} <= ${to}::timestamptz))`
  // Lists announce the flash sales of a day from its first minute on.
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
       where type = 'configurable' and is_active and used_of is null and launched_on between ${first}::date and ${last}::date)
    ) reached join product using (product_id)
    limit ${max_tags + 1}
  `.execute(db)
  const wide = await sql<{ is_wide: boolean; has_posts: boolean }>`
    select exists (select from post where is_active
        and published_at > ${from}::timestamptz and published_at <= ${to}::timestamptz) as has_posts,
      coalesce(bool_or(kind = 'payment'), false)
      or cardinality(goods_of_promotions(array_agg(promotion_id))) > 2000 as is_wide
    from promotion where is_active and ${isEdge('promotion')}
  `.execute(db)
  // Pages of flash sales and payment offers depend on the tag `offers`; see migration 013.
  const posts = wide.rows[0]?.has_posts === true ? ['content'] : []
  if (rows.length > max_tags || wide.rows[0]?.is_wide === true) {
    return ['prices', 'offers', ...posts]
  }
  const products = rows.map((row) => `product:${row.product_id}`)
  return [...(rows.length === 0 ? [] : [...products, 'offers']), ...posts]
}
