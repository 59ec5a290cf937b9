import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { startEmbeddedPostgres } from '#platform/database/embedded-postgres.ts'
import { BenchFailure, openConnection } from '#test/bench/connection.ts'
import { databaseProcesses, memoryOf } from '#test/bench/memory.ts'
import { firstVisitScripts } from '#test/bench/pages.ts'
import type { Figure, Report } from '#test/bench/report.ts'
import {
  addsPerSecond,
  cartReadsPerSecond,
  checkoutsPerSecond,
  type Subject,
} from '#test/bench/shoppers.ts'
import { type ShopServer, startShop } from '#test/support/shop-server.ts'

const category = '/dien-thoai'
const product = '/iphone-18-pro-max-256gb'
/** Limits for the scripts of a first visit, in kB. */
const first_visits = [
  ['home', '/', 125],
  ['category', category, 125],
  ['product', product, 125],
  ['search', '/tim-kiem?q=iphone', 125],
] as const
const quiet = { LOG_LEVEL: 'info' }
/** Node returns freed memory to the system within this time. */
const settle_ms = 30_000

/** Measures start, memory, pages, carts and checkouts of a whole shop on its own data. */
export async function checkoutBench(report: Report): Promise<void> {
  const data_dir = mkdtempSync(join(tmpdir(), 'tiem-bench-'))
  const homes: string[] = []
  try {
    const { items, home } = await prepareShop(data_dir)
    homes.push(home)
    const shop = await reportSecondStart(data_dir, report)
    try {
      await reportAll(shop, { items, home }, report)
    } finally {
      await shop.close()
    }
    if (shop.complaints.length > 0) throw new BenchFailure(shop.complaints.slice(0, 5).join('\n'))
    const several = await startShop({ data_dir, env: { ...quiet, WEB_CONCURRENCY: '2' } })
    try {
      await reportShoppers({ name: ', 2 processes', url: several.url, home }, items, report)
    } finally {
      await several.close()
    }
  } finally {
    for (const folder of [data_dir, ...homes]) rmSync(folder, { recursive: true, force: true })
  }
}

type Prepared = { items: number[]; home: string }

async function reportAll(
  shop: ShopServer,
  { items, home }: Prepared,
  report: Report,
): Promise<void> {
  if (process.platform === 'linux') report(await idleMemory(shop, home))
  for (const [name, path, bar] of first_visits) {
    report(await firstVisitScripts(shop.url, name, path, bar))
  }
  await reportShoppers({ name: '', url: shop.url, home }, items, report)
}

async function reportShoppers(subject: Subject, items: number[], report: Report): Promise<void> {
  report(await addsPerSecond(subject, items))
  report(await cartReadsPerSecond(subject, items))
  report(await checkoutsPerSecond(subject, items))
}

/**
 * The first start creates the database and its products. Then stock is added for all orders of the
 * benchmark.
 */
async function prepareShop(data_dir: string): Promise<Prepared> {
  const first = await startShop({ data_dir, env: quiet })
  console.log(`first start (built already): ${(first.opened_in_ms / 1_000).toFixed(1)} s`)
  await first.close()
  const server = await startEmbeddedPostgres(data_dir)
  const client = new Client({ connectionString: server.url })
  await client.connect()
  try {
    const items = await stockForOrders(client)
    const { rows: durability } = await client.query<{ name: string; setting: string }>(
      `select name, setting from pg_settings where name in ('fsync', 'synchronous_commit')`,
    )
    console.log(durability.map(({ name, setting }) => `${name} ${setting}`).join(', '))
    return { items, home: server.home }
  } finally {
    await client.end()
    server.stop()
  }
}

/** Fills the stock for all orders of a benchmark; a used device exists once. Returns what its shoppers buy. */
export async function stockForOrders(client: Client): Promise<number[]> {
  await client.query(
    `insert into stock_movement (product_id, shop_id, quantity, kind)
     select product_id, shop_id, 100000, 'opening' from stock join product using (product_id)
     where used_of is null`,
  )
  const { rows } = await client.query<{ product_id: string }>(
    // Products of a flash sale cannot be paid on delivery.
    `select distinct product_id from stock join price using (product_id) join product using (product_id)
     where used_of is null and product_id not in (select product_id from flash_sale_item)
     order by product_id limit 60`,
  )
  return rows.map(({ product_id }) => Number(product_id))
}

async function reportSecondStart(data_dir: string, report: Report): Promise<ShopServer> {
  const started = performance.now()
  const shop = await startShop({ data_dir, env: quiet })
  const connection = openConnection(shop.url)
  const { status } = await connection.ask('GET', '/')
  connection.close()
  if (status !== 200) throw new BenchFailure(`/ answered ${status}`)
  report({
    name: 'second start to first page',
    value: (performance.now() - started) / 1_000,
    unit: 's',
    bar: 2,
    good: 'at most',
    how: 'node main.ts with its database, until / is answered',
  })
  return shop
}

async function idleMemory(shop: ShopServer, home: string): Promise<Figure> {
  const connection = openConnection(shop.url)
  for (const path of ['/', category, product, '/cart']) await connection.ask('GET', path)
  connection.close()
  await sleep(settle_ms)
  const server = memoryOf([shop.pid])
  const database = memoryOf(databaseProcesses(join(home, 'data')))
  return {
    name: 'idle memory',
    value: server + database,
    unit: 'MiB PSS',
    bar: 220,
    good: 'at most',
    how: `server ${server.toFixed(0)} + database ${database.toFixed(0)}, after four pages and ${settle_ms / 1_000} s without requests`,
  }
}
