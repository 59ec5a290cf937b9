import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database, Tables } from '#db/schema.ts'
import { findRunningPostgres } from '#platform/database/embedded-postgres.ts'
import { openDatabase } from '#platform/database/postgres.ts'
import { FaultFailure } from '#test/faults/fault.ts'
import { closeOffers, openFlashSale } from '#test/support/flash-crowd.ts'
import { type Answer, type Ask, knock } from '#test/support/knock.ts'
import { freePort, type ShopServer, startShop } from '#test/support/shop-server.ts'
import { setFreeStock } from '#test/support/stock-ledger.ts'

/** The built shop as its own process with its own data. It can be killed and opened again. */
export interface Site {
  url: string
  data_dir: string
  /** The current process. */
  shop: () => ShopServer
  call: (method: string, path: string, ask?: Ask) => Promise<Answer>
  /** Starts the shop. Resolves with the milliseconds until the first 200 of the home page. */
  open: () => Promise<number>
  kill: () => Promise<void>
  /** Process id of the postmaster of its built-in database. */
  databasePid: () => number
  databaseUrl: () => string
  inDatabase: <T>(work: (db: Database) => Promise<T>) => Promise<T>
  close: () => Promise<void>
}

interface SiteOptions {
  env?: Record<string, string>
  /** An external database instead of the built-in one. */
  database_url?: string
  data_dir?: string
}

/** Creates the data folder and opens the shop for the first time, with its database and demo products. */
export async function openSite(options: SiteOptions = {}): Promise<Site> {
  const data_dir = options.data_dir ?? mkdtempSync(join(tmpdir(), 'tiem-fault-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const { database_url } = options
  const env = {
    // Many shoppers send in a second what they usually send in a day, all from one address.
    RATE_LIMITS: 'off',
    ...options.env,
    ...(database_url === undefined ? {} : { DATABASE_URL: database_url }),
  }
  let shop: ShopServer
  const site: Site = {
    url,
    data_dir,
    shop: () => shop,
    call: (method, path, ask = {}) => knock(url + path, method, ask),
    open: async () => {
      const [ms, opened] = await Promise.all([
        untilAnswered(`${url}/`),
        startShop({ data_dir, port, env }),
      ])
      shop = opened
      return ms
    },
    kill: async () => {
      const { pid } = shop
      process.kill(pid, 'SIGKILL')
      while (isAlive(pid)) await sleep(2)
    },
    databasePid: () => Number(postmasterNote(data_dir)[0]),
    databaseUrl: () => database_url ?? builtInUrl(data_dir),
    inDatabase: (work) => inDatabase(site.databaseUrl(), work),
    close: async () => {
      await shop.close()
      if (options.data_dir === undefined) rmSync(data_dir, { recursive: true, force: true })
    },
  }
  await site.open()
  return site
}

/** Fills the stock and returns some products that are sold everywhere. */
export async function fillStock(site: Site, quantity = 1_000_000): Promise<number[]> {
  return site.inDatabase(async (db) => {
    // The flash sales of the demo accept no cash on delivery and limit the quantity per customer.
    await closeOffers(db)
    // There is one of each used device, whatever else is in stock.
    await setFreeStock(db, quantity, sql`product_id not in (select product_id from used_unit)`)
    const { rows } = await sql<{ product_id: number }>`
      select distinct product_id from stock join price using (product_id)
      where product_id not in (select product_id from used_unit)
      order by product_id limit 12`.execute(db)
    return rows.map(({ product_id }) => product_id)
  })
}

/** Gives every unit of a product a serial number. Returns its SKU. */
export async function nameUnits(site: Site, product_id: number): Promise<string> {
  return site.inDatabase(async (db) => {
    const { rows } = await sql<{ sku: string }>`
      update product set identified_by = 'serial' where product_id = ${product_id} returning sku`.execute(
      db,
    )
    await sql`
      insert into unit (product_id, shop_id, serial, state, created_at)
      select product_id, shop_id, 'FAULT-' || shop_id || '-' || number, 'in_stock', now()
      from stock, generate_series(1, unnamed) number where product_id = ${product_id}`.execute(db)
    await sql`update stock set unnamed = 0 where product_id = ${product_id}`.execute(db)
    return rows[0]?.sku ?? ''
  })
}

/** Opens a flash sale of the first product, with more slots and a higher limit than any test needs. */
export async function openSlots(site: Site, [item_id = 0]: readonly number[]): Promise<void> {
  await site.inDatabase(async (db) => {
    const { rows } = await sql<{ lowest: number }>`
      select min(coalesce(sale_price, list_price)) as lowest from price
      where product_id = ${item_id}`.execute(db)
    const price = (rows[0]?.lowest ?? 0) - 10_000
    const [slots, per_customer] = [1_000_000, 1_000_000]
    await openFlashSale(db, { item_id, price, slots, per_customer, is_online_only: false })
  })
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    // A zombie process still has its pid.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

/** Waits until a URL answers 200. Returns the milliseconds. */
export async function untilAnswered(url: string, limit_ms = 60_000): Promise<number> {
  const started = performance.now()
  while (performance.now() - started < limit_ms) {
    try {
      const answer = await fetch(url)
      await answer.arrayBuffer()
      if (answer.status === 200) return performance.now() - started
    } catch {
      // The server does not listen yet.
    }
    await sleep(5)
  }
  throw new FaultFailure(`${url} did not answer 200 within ${limit_ms / 1_000} s`)
}

async function inDatabase<T>(url: string, work: (db: Database) => Promise<T>): Promise<T> {
  const db = openDatabase<Tables>(url, { max: 4 })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

function builtInUrl(data_dir: string): string {
  const running = findRunningPostgres(data_dir)
  if (running === null) throw new FaultFailure(`no database is running in ${data_dir}`)
  return running.url
}

function postmasterNote(data_dir: string): string[] {
  return readFileSync(join(data_dir, 'postgres', 'data', 'postmaster.pid'), 'utf8').split('\n')
}
