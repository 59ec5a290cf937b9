import { rmSync } from 'node:fs'
import { sql } from 'kysely'
import type { Database } from '#db/schema.ts'
import { dataOf, openConnection } from '#test/bench/connection.ts'
import type { Report } from '#test/bench/report.ts'
import { openSite } from '#test/faults/site.ts'

const devices = 20_000
const asked = 400
const at_once = 2

/** Lists with different filters, sorts and pages, as shoppers combine them. */
const questions = [
  '',
  'kind=dien-thoai',
  'kind=dien-thoai&grades=good,activated',
  'kind=laptop&sort=price-asc',
  'min_price=5000000&max_price=12000000',
  'min_battery=90&sort=battery',
  'at_province_id=30',
  'kind=dien-thoai&at_province_id=30&grades=scratched&min_battery=85&sort=price-desc',
  'q=iphone%20pro%20max',
  'q=samsung&min_price=3000000&sort=price-asc&page=2',
  'page=3',
  'shop_id=5',
]

/**
 * Measures how long a list of used devices takes with 20,000 of them: the answer of the service, without a cached page.
 */
export async function usedBench(report: Report): Promise<void> {
  const site = await openSite()
  try {
    await site.inDatabase(addDevices)
    const connections = Array.from({ length: at_once }, () => openConnection(site.url))
    const ask = async (n: number, connection: ReturnType<typeof openConnection>) => {
      const path = `/api/used/v1/devices?${questions[n % questions.length]}`
      const started = performance.now()
      dataOf(await connection.ask('GET', path))
      return performance.now() - started
    }
    const warming = openConnection(site.url)
    for (let n = 0; n < questions.length * 2; n++) await ask(n, warming)
    warming.close()
    const turns = Array.from({ length: asked }, (_, n) => n).values()
    const times: number[] = []
    await Promise.all(
      connections.map(async (connection) => {
        for (const n of turns) times.push(await ask(n, connection))
      }),
    )
    for (const connection of connections) connection.close()
    const sorted = times.toSorted((a, b) => a - b)
    report({
      name: 'used devices, list',
      value: sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Infinity,
      unit: 'ms p99',
      bar: 50,
      good: 'at most',
      how: `${devices} devices, ${asked} questions with ${questions.length} sets of filters, ${at_once} at once`,
    })
  } finally {
    await site.close()
    rmSync(site.data_dir, { recursive: true, force: true })
  }
}

/** Adds devices like those of the demo, each with its item, unit, stock, price and passport. */
async function addDevices(db: Database): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`
      create temporary table made on commit drop as
      select 2000000 + turn as product_id, 900000 + turn as imei_id, version.product_id as version_id,
        version.family_id, version.brand_id, version.category_id, version.name,
        (array['activated', 'good', 'scratched', 'swapped'])[1 + turn % 4] as grade, 70 + turn % 31 as battery,
        ((1500000 + (turn * 7919) % 28000000) / 10000) * 10000 as price,
        (select shop_id from shop where 'ban-hang' = any(kinds) order by (shop_id + turn) % 59, shop_id limit 1) as shop_id,
        lpad((350000000000000 + turn)::text, 15, '0') as imei,
        now() - turn * interval '1 minute' as at
      from generate_series(1, ${devices}) turn
      join lateral (
        select * from (select *, row_number() over (order by product_id) as place, count(*) over () as total
          from product where used_of is not null and type = 'configurable') one
        where place = 1 + turn % total) version on true`.execute(tx)
    await sql`insert into product (product_id, sku, type, parent_id, family_id, brand_id, category_id, name, used_of)
      select product_id, 'CU-' || imei_id, 'simple', version_id, family_id, brand_id, category_id, name, 1 from made`.execute(
      tx,
    )
    await sql`insert into price (product_id, list_price) select product_id, price from made`.execute(
      tx,
    )
    await sql`insert into stock (product_id, shop_id, on_hand, quantity) select product_id, shop_id, 1, 1 from made`.execute(
      tx,
    )
    await sql`insert into unit (product_id, imei1, state, shop_id, created_at)
      select product_id, imei, 'in_stock', shop_id, at from made`.execute(tx)
    await sql`insert into used_unit (imei_id, product_id, version_id, unit_id, state, grade, battery, warranty_months,
        source, price, shop_id, listed_at, created_at)
      select made.imei_id, made.product_id, version_id, unit_id, 'listed', grade, battery, 6, 'hand', price, made.shop_id,
        at, at
      from made join unit on unit.product_id = made.product_id`.execute(tx)
  })
  await sql`analyze`.execute(db)
}
