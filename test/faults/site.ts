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

/** The built shop as a process of its own on data of its own, to be hurt and opened again. */
export interface Site {
  url: string
  data_dir: string
  /** The process as it runs now. */
  shop: () => ShopServer
  call: (method: string, path: string, ask?: Ask) => Promise<Answer>
  /** Starts it; resolves with the milliseconds from there to the first 200 of the home page. */
  open: () => Promise<number>
  kill: () => Promise<void>
  /** The postmaster of its built-in database. */
  databasePid: () => number
  databaseUrl: () => string
  inDatabase: <T>(work: (db: Database) => Promise<T>) => Promise<T>
  close: () => Promise<void>
}

interface SiteOptions {
  env?: Record<string, string>
  /** A database of somebody else in place of the built-in one. */
  database_url?: string
  data_dir?: string
}

/** Makes the place and opens the shop there for the first time, with its database and goods. */
export async function openSite(options: SiteOptions = {}): Promise<Site> {
  const data_dir = options.data_dir ?? mkdtempSync(join(tmpdir(), 'tiem-fault-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const { database_url } = options
  const env = {
    // Crowds do in a second what shoppers do in a day, all from one address.
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
    databaseUrl: () => database_url ?? builtInAddress(data_dir),
    inDatabase: (work) => inDatabase(site.databaseUrl(), work),
    close: async () => {
      await shop.close()
      if (options.data_dir === undefined) rmSync(data_dir, { recursive: true, force: true })
    },
  }
  await site.open()
  return site
}

/** Some goods that can be bought everywhere, with pieces enough for any crowd. */
export async function fillShelves(site: Site, pieces = 1_000_000): Promise<number[]> {
  return site.inDatabase(async (db) => {
    // A demo's own flash sale takes no cash and gives everybody one.
    await closeOffers(db)
    await sql`update stock set quantity = ${pieces}`.execute(db)
    const { rows } = await sql<{ product_id: number }>`
      select distinct product_id from stock join price using (product_id)
      order by product_id limit 12`.execute(db)
    return rows.map(({ product_id }) => product_id)
  })
}

/** A flash sale of the first of them, with slots and a limit enough for any crowd. */
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
    // One that is dead and not yet collected still answers to its number.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

/** Milliseconds from now until an address answers 200. */
export async function untilAnswered(url: string, limit_ms = 60_000): Promise<number> {
  const started = performance.now()
  while (performance.now() - started < limit_ms) {
    try {
      const answer = await fetch(url)
      await answer.arrayBuffer()
      if (answer.status === 200) return performance.now() - started
    } catch {
      // Nobody listens yet.
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

function builtInAddress(data_dir: string): string {
  const running = findRunningPostgres(data_dir)
  if (running === null) throw new FaultFailure(`no database is running in ${data_dir}`)
  return running.url
}

function postmasterNote(data_dir: string): string[] {
  return readFileSync(join(data_dir, 'postgres', 'data', 'postmaster.pid'), 'utf8').split('\n')
}
