import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { startEmbeddedPostgres } from '#platform/database/embedded-postgres.ts'
import { BenchFailure, openLine } from '#test/bench/knock.ts'
import { databaseProcesses, memoryOf } from '#test/bench/memory.ts'
import { firstVisitScripts } from '#test/bench/pages.ts'
import type { Figure, Report } from '#test/bench/report.ts'
import { addsPerSecond, checkoutsPerSecond } from '#test/bench/shoppers.ts'
import { type ShopServer, startShop } from '#test/support/shop-server.ts'

const category = '/dien-thoai'
const product = '/iphone-18-pro-max-256gb'
/** What a first visit may load of scripts, in kB. */
const first_visits = [
  ['home', '/', 110],
  ['category', category, 110],
  ['product', product, 110],
  ['search', '/tim-kiem?q=iphone', 110],
] as const
const quiet = { LOG_LEVEL: 'info' }

/** Starting, memory, pages, carts and checkouts: the figures of a whole shop on data of its own. */
export async function counterBench(report: Report): Promise<void> {
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
  report(await addsPerSecond(shop.url, items))
  report(await checkoutsPerSecond(shop.url, items))
}

/** A first start makes database and goods; then there is stock for as many orders as can be made. */
async function prepareShop(data_dir: string): Promise<Prepared> {
  const first = await startShop({ data_dir, env: quiet })
  console.log(`first start (built already): ${(first.opened_in_ms / 1_000).toFixed(1)} s`)
  await first.close()
  const server = await startEmbeddedPostgres(data_dir)
  const client = new Client({ connectionString: server.url })
  await client.connect()
  try {
    await client.query('update stock set quantity = 100000')
    const { rows } = await client.query<{ product_id: string }>(
      // What runs in a flash sale may not be paid at the door.
      `select distinct product_id from stock join price using (product_id)
       where product_id not in (select product_id from flash_sale_item)
       order by product_id limit 60`,
    )
    const { rows: durability } = await client.query<{ name: string; setting: string }>(
      `select name, setting from pg_settings where name in ('fsync', 'synchronous_commit')`,
    )
    console.log(durability.map(({ name, setting }) => `${name} ${setting}`).join(', '))
    return { items: rows.map((row) => Number(row.product_id)), home: server.home }
  } finally {
    await client.end()
    server.stop()
  }
}

async function reportSecondStart(data_dir: string, report: Report): Promise<ShopServer> {
  const started = performance.now()
  const shop = await startShop({ data_dir, env: quiet })
  const line = openLine(shop.url)
  const { status } = await line.ask('GET', '/')
  line.hangUp()
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
  const line = openLine(shop.url)
  for (const path of ['/', category, product, '/cart']) await line.ask('GET', path)
  line.hangUp()
  await sleep(3_000)
  const server = memoryOf([shop.pid])
  const database = memoryOf(databaseProcesses(join(home, 'data')))
  return {
    name: 'idle memory',
    value: server + database,
    unit: 'MiB PSS',
    bar: 220,
    good: 'at most',
    how: `server ${server.toFixed(0)} + database ${database.toFixed(0)}, after four pages and 3 s of rest`,
  }
}
