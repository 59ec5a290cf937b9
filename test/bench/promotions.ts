import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { readyDatabase } from '#db/ready-database.ts'
import type { Database, Tables } from '#db/schema.ts'
import { startEmbeddedPostgres } from '#platform/database/embedded-postgres.ts'
import { openDatabase } from '#platform/database/postgres.ts'
import { cartService } from '#shop/flows/cart/cart-service.ts'
import { quoteService } from '#shop/flows/quote/quote-service.ts'
import type { Report } from '#test/bench/report.ts'
import { addressOf, onServer } from '#test/support/database-templates.ts'
import { setFreeStock } from '#test/support/stock-ledger.ts'

const few = 5
const many = 5_000
/** Number of products that are bought. The few promotions reach all of them. */
const bought_products = 30
const pairs = 60
const baskets_per_turn = 12
const adds_per_basket = 3
const province_id = 30

/**
 * Measures adding to the cart and opening a checkout with five and with five thousand promotions in force,
 * alternately, so that other load of the machine affects both. Twice: with 4,995 promotions for other
 * products, and with 4,995 spread over all products, including those that are bought.
 */
export async function promotionsBench(report: Report): Promise<void> {
  const data_dir = mkdtempSync(join(tmpdir(), 'tiem-bench-'))
  const server = await startEmbeddedPostgres(data_dir)
  try {
    const now = () => new Date()
    await readyDatabase(server.url, { seed: 'demo', now, on_progress: () => undefined })
    await withShop(server.url, prepare)
    for (const [name, reach] of reaches) {
      await onServer(server.url, (client) =>
        client.query(`create database ${name} template ${new URL(server.url).pathname.slice(1)}`),
      )
      await withShop(addressOf(server.url, name), (db) => promoteMany(db, reach))
    }
    for (const [name, reach, bar] of reaches) {
      await withShop(server.url, (plain) =>
        withShop(addressOf(server.url, name), (crowded) =>
          compare(plain, crowded, report, { reach, bar }),
        ),
      )
    }
  } finally {
    server.stop()
    for (const folder of [data_dir, server.home]) rmSync(folder, { recursive: true, force: true })
  }
}

/** Name of the database, products of the many promotions, and the allowed factor of the duration. */
const reaches = [
  ['bench_elsewhere', 'other products', 1.1],
  ['bench_alike', 'all products', 2],
] as const

async function withShop(url: string, work: (db: Database) => Promise<void>): Promise<void> {
  const db = openDatabase<Tables>(url, { max: 2 })
  try {
    await work(db)
  } finally {
    await db.destroy()
  }
}

/** The few promotions are for the top categories of the products, as in a real shop. */
async function prepare(db: Database): Promise<void> {
  await sql`update promotion set is_active = false`.execute(db)
  await sql`update flash_sale set is_active = false`.execute(db)
  await setFreeStock(db, 100000, sql`product_id not in (select product_id from used_unit)`)
  await sql`create table bench_products as
    select distinct on (product.parent_id) product.product_id, product.parent_id
    from product join price using (product_id) join stock using (product_id)
    where product.type = 'simple' and product.is_active
    order by product.parent_id, product.product_id limit ${sql.lit(bought_products)}`.execute(db)
  await promote(db, 'few', few)
  await sql`insert into promotion_target (promotion_id, category_id)
    select promotion_id, category_id from promotion cross join (
      select distinct path[1] as category_id from category
      join product using (category_id) join bench_products using (product_id)) top_category
    where promotion.name like 'few %'`.execute(db)
  await sql`analyze`.execute(db)
}

async function promoteMany(db: Database, reach: string): Promise<void> {
  await promote(db, 'many', many - few)
  const is_reached =
    reach === 'all products'
      ? sql`true`
      : sql`product_id not in (select parent_id from bench_products)`
  await sql`
    with targets as (
      select product_id, row_number() over (order by product_id) - 1 as n, count(*) over () as total
      from product where type = 'configurable' and ${is_reached}
    )
    insert into promotion_target (promotion_id, product_id)
    select promotion_id, product_id from promotion
    join targets on targets.n = promotion_id % targets.total where promotion.name like 'many %'
  `.execute(db)
  await sql`analyze`.execute(db)
}

async function promote(db: Database, name: string, count: number): Promise<void> {
  await sql`insert into promotion (kind, name, percent, max_discount)
    select 'catalogue', ${`${name} `}::text || n, 1 + n % 9, 1000 + n
    from generate_series(1, ${count}::integer) as n`.execute(db)
}

async function compare(
  plain: Database,
  crowded: Database,
  report: Report,
  { reach, bar }: { reach: string; bar: number },
): Promise<void> {
  const [quick, slow] = [await openShop(plain), await openShop(crowded)]
  for (let warm_up = 0; warm_up < 5; warm_up++) {
    await quick.turn()
    await slow.turn()
  }
  const ratios: { adding: number[]; quoting: number[] } = { adding: [], quoting: [] }
  const plain_ms: number[] = []
  for (let pair = 0; pair < pairs; pair++) {
    // Which one comes first alternates too.
    const first = pair % 2 === 0 ? await quick.turn() : null
    const many_took = await slow.turn()
    const few_took = first ?? (await quick.turn())
    plain_ms.push(few_took.adding / (baskets_per_turn * adds_per_basket))
    ratios.adding.push(many_took.adding / few_took.adding)
    ratios.quoting.push(many_took.quoting / few_took.quoting)
  }
  const baseline = `an add takes ${median(plain_ms).toFixed(2)} ms with ${few}`
  const how = `median of ${pairs} pairs, ${many} promotions against ${few} (${baseline}); the many reach ${reach}`
  const figure = { unit: '×', bar, good: 'at most', how } as const
  report({ ...figure, name: `add to cart, ${reach}`, value: median(ratios.adding) })
  report({ ...figure, name: `open a checkout, ${reach}`, value: median(ratios.quoting) })
}

/** Duration of one turn, in ms. */
interface Durations {
  adding: number
  quoting: number
}

async function openShop(db: Database) {
  const { rows } = await sql<{ item_id: number }>`
    select product_id as item_id from bench_products order by 1`.execute(db)
  const items = rows.map((row) => row.item_id)
  const now = () => new Date()
  const cart = cartService({ db, now })
  const quote = quoteService({ db, now })
  let bought = 0
  return {
    async turn(): Promise<Durations> {
      const took: Durations = { adding: 0, quoting: 0 }
      for (let basket = 0; basket < baskets_per_turn; basket++) {
        const caller = await newCustomer(db)
        const chosen = Array.from({ length: adds_per_basket }, () => items[bought++ % items.length])
        const began = performance.now()
        for (const item_id of chosen) {
          const line = {
            item_id: item_id ?? 0,
            item_type: 1,
            item_quantity: 1,
            province_id,
          } as const
          await cart.addItem(caller, line)
        }
        const added = performance.now()
        await quote.createQuote(caller, {
          Quote: { type: 1, province_id },
          QuoteItems: chosen.map((item_id) => ({ item_id: item_id ?? 0, item_quantity: 1 })),
        })
        took.adding += added - began
        took.quoting += performance.now() - added
      }
      return took
    },
  }
}

async function newCustomer(db: Database) {
  const { customer_id } = await db
    .insertInto('customer')
    .values({ kind: 'guest', created_at: new Date() })
    .returning('customer_id')
    .executeTakeFirstOrThrow()
  return { kind: 'guest', token: '', session_id: 0, customer_id, member_id: null } as const
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
