import { rmSync } from 'node:fs'
import { loadavg } from 'node:os'
import { sql } from 'kysely'
import { loadToolConfig } from '#config/tools.ts'
import type { Database } from '#db/schema.ts'
import { BenchFailure, dataOf, openConnection } from '#test/bench/connection.ts'
import { renderCost } from '#test/bench/pages.ts'
import type { Report } from '#test/bench/report.ts'
import { openSite } from '#test/faults/site.ts'
import { startShop } from '#test/support/shop-server.ts'

const { bench_reviews: reviews } = loadToolConfig()
const batch = 50_000
const at_once = 2
/** A first page, and what a shopper presses next. */
const filters = [
  '',
  '&stars=5',
  '&stars=1',
  '&with_pictures=1',
  '&bought=1',
  '&bought=1&stars=5',
  '&bought=1&stars=1&with_pictures=1',
]
/** Versions that are asked for, from the most reviewed one on. */
const asked_versions = 200

/**
 * Measures reviews with a million of them, of which the most reviewed version has about a tenth: the answer of the
 * service, never a stored one; the CPU of a product page; and the time that a new review takes with its sums.
 */
export async function reviewsBench(report: Report): Promise<void> {
  console.log(`load of the machine before: ${loadavg()[0]?.toFixed(1)}`)
  const site = await openSite()
  try {
    const path = await site.inDatabase(pathOfMostReviewed)
    const uncached = () =>
      startShop({ data_dir: site.data_dir, env: { LOG_LEVEL: 'info', PAGE_CACHE_MB: '0' } })
    await site.shop().close()
    const before = await uncached()
    report(await renderCost(before.url, 'a product page without many reviews', path, 3))
    await before.close()
    await site.open()
    const versions = await site.inDatabase(addReviews)
    await measureLists(site.url, versions, report)
    report(await site.inDatabase(newReview))
    await site.shop().close()
    const shop = await uncached()
    report(await renderCost(shop.url, `a product page among ${reviews} reviews`, path, 3))
    await shop.close()
    await site.open()
  } finally {
    await site.close()
    rmSync(site.data_dir, { recursive: true, force: true })
  }
}

/** The versions by id: the first has the most reviews, the last the fewest. */
async function versionsOf(db: Database): Promise<number[]> {
  const { rows } = await sql<{ product_id: number }>`
    select product_id from product where type = 'configurable' and is_active order by product_id`.execute(
    db,
  )
  return rows.map(({ product_id }) => product_id)
}

async function pathOfMostReviewed(db: Database): Promise<string> {
  const { rows } = await sql<{ path: string }>`
    select '/' || path as path from slug where kind = 'product' and is_current and entity_id = (
      select min(product_id) from product where type = 'configurable' and is_active)`.execute(db)
  return rows[0]?.path ?? ''
}

/** Adds the reviews with all triggers on, then compares the sums with what they are sums of. Returns the versions. */
async function addReviews(db: Database): Promise<number[]> {
  const versions = await versionsOf(db)
  const began = performance.now()
  for (let first = 0; first < reviews; first += batch) {
    const last = Math.min(first + batch, reviews) - 1
    await sql`
      insert into review (product_id, secret, name, stars, aspects, text, bought_on, bought_shop_id, state, handled_at,
        picture_count, helpful, reply, replied_by, replied_at, created_at)
      select (${versions}::bigint[])[1 + floor(${versions.length} * power(abs(hashint8(n))::float8 / 2147483648, 3))],
        'bench-' || n, 'Khách ' || n, 5 - floor(4.99 * power(abs(hashint8(n * 7))::float8 / 2147483648, 3)),
        jsonb_build_object('quality', 1 + n % 5, 'price', 1 + n % 4),
        repeat('Máy chạy êm, pin dùng được hai ngày. ', 1 + (n % 6)::integer),
        case when n % 5 < 3 then current_date - (n % 700)::integer end, case when n % 5 = 0 then 1 + n % 8 end,
        case when n % 200 = 0 then 'held' else 'published' end, now(), (n % 10 = 0)::integer, n % 40,
        case when n % 4 = 0 then 'Cảm ơn anh chị.' end, case when n % 4 = 0 then 'Lan' end,
        case when n % 4 = 0 then now() end, now() - make_interval(secs => n * 60)
      from generate_series(${first}::bigint, ${last}::bigint) n`.execute(db)
    await sql`
      insert into review_picture (review_id, position, src, width, height)
      select review_id, 0, '/danh-gia/anh/' || review_id || '/1.webp', 1200, 900 from review
      where picture_count > 0 and not exists (select from review_picture known where known.review_id = review.review_id)`.execute(
      db,
    )
  }
  await sql`vacuum analyze review`.execute(db)
  await sql`vacuum analyze review_picture`.execute(db)
  console.log(`${reviews} reviews made in ${((performance.now() - began) / 1_000).toFixed(0)} s`)
  const { rows } = await sql<{ wrong: number }>`
    select count(*)::integer as wrong from product_rating rating full join (
      select product_id, count(*) as total, count(*) filter (where picture_count > 0) as pictures,
        sum(stars) as stars from review where state = 'published' group by product_id) real using (product_id)
    where (stars_1 + stars_2 + stars_3 + stars_4 + stars_5, with_pictures,
        stars_1 + 2 * stars_2 + 3 * stars_3 + 4 * stars_4 + 5 * stars_5)
      is distinct from (real.total, real.pictures, real.stars)`.execute(db)
  if (rows[0]?.wrong !== 0) throw new BenchFailure(`${rows[0]?.wrong} versions have wrong sums`)
  const { rows: counts } = await sql<{ wrong: number }>`
    select count(*)::integer as wrong from review_count full join (
      select product_id, stars, picture_count > 0 as has_pictures, bought_on is not null as is_bought, count(*) as total
      from review where state = 'published' group by 1, 2, 3, 4) real
      using (product_id, stars, has_pictures, is_bought)
    where coalesce(quantity, 0) <> coalesce(real.total, 0)`.execute(db)
  if (counts[0]?.wrong !== 0)
    throw new BenchFailure(`${counts[0]?.wrong} kinds are counted wrongly`)
  return versions
}

async function measureLists(url: string, versions: number[], report: Report): Promise<void> {
  // Pages of versions that nobody asked for yet: most of their rows are not in memory of the shop.
  const asked = versions.slice(0, asked_versions)
  for (const filter of filters) {
    const times: number[] = []
    const turns = asked.values()
    await Promise.all(
      Array.from({ length: at_once }, async () => {
        const connection = openConnection(url)
        for (const product_id of turns) {
          const started = performance.now()
          dataOf(
            await connection.ask(
              'GET',
              `/api/comment/v1/reviews?product_id=${product_id}${filter}`,
            ),
          )
          times.push(performance.now() - started)
        }
        connection.close()
      }),
    )
    const sorted = times.toSorted((a, b) => a - b)
    const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? Infinity
    report({
      name: `first page of reviews${filter === '' ? '' : `, ${filter.slice(1)}`}`,
      value: at(0.99),
      unit: 'ms p99',
      bar: 20,
      good: 'at most',
      how: `${asked.length} versions, ${at_once} at once; median ${at(0.5).toFixed(1)}, longest ${at(1).toFixed(1)} ms`,
    })
  }
}

/** One more review of the most reviewed version: its sums are written with it. */
async function newReview(db: Database) {
  const [product_id] = await versionsOf(db)
  const times: number[] = []
  for (let n = 0; n < 100; n++) {
    const started = performance.now()
    await sql`
      insert into review (product_id, secret, name, stars, text, state, created_at)
      values (${product_id}, ${`one-${n}`}, 'Khách', 5, 'Máy tốt, giao nhanh.', 'published', now())`.execute(
      db,
    )
    times.push(performance.now() - started)
  }
  const sorted = times.toSorted((a, b) => a - b)
  return {
    name: 'a new review with its sums',
    value: sorted[98] ?? Infinity,
    unit: 'ms p99',
    bar: 20,
    good: 'at most' as const,
    how: `100 in a row for the most reviewed version, median ${sorted[50]?.toFixed(1)} ms`,
  }
}
