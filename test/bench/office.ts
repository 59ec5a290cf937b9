import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { loadToolConfig } from '#config/tools.ts'
import type { StaffServices } from '#contracts/staff/all.ts'
import { readyDatabase } from '#db/ready-database.ts'
import type { Database, Tables } from '#db/schema.ts'
import { startEmbeddedPostgres } from '#platform/database/embedded-postgres.ts'
import { openDatabase } from '#platform/database/postgres.ts'
import { permissions } from '#contracts/staff/all.ts'
import type { StaffActor } from '#pure/contract.ts'
import { stockForOrders } from '#test/bench/checkout.ts'
import { fillOffice } from '#test/bench/office-data.ts'
import type { Figure, Report } from '#test/bench/report.ts'
import { checkoutsPerSecond } from '#test/bench/shoppers.ts'
import { onServer } from '#test/support/database-templates.ts'
import { staffOffice, testProviders } from '#test/support/providers.ts'
import { startShop } from '#test/support/shop-server.ts'
import { everywhere, staffWith } from '#test/support/staff.ts'

const { bench_orders: orders } = loadToolConfig()
const questions = 100
const bars_ms = { search: 100, list: 200 }

/** Checkouts among all orders are at least this share of those in an empty shop. */
const checkout_bar = 0.8

/** How often shoppers of both shops check out, one shop after the other. */
const rounds = 3

/**
 * Measures the search box and the list of orders of the back office with 2 million orders and half as many units: each
 * kind of question, for whoever sees all shops and for staff of one shop. Shoppers check out in a shop with the orders
 * and in one without, by turns, because the machine is never the same for minutes.
 */
export async function officeBench(report: Report): Promise<void> {
  const now = () => new Date()
  const [empty, full] = [await demoServer(now), await demoServer(now)]
  const db = openDatabase<Tables>(full.url, { max: 4 })
  try {
    const began = performance.now()
    await fillOffice(db, orders)
    await onServer(full.url, (client) => client.query('vacuum analyze'))
    console.log(`${orders} orders made in ${((performance.now() - began) / 1_000).toFixed(0)} s`)
    console.log(`load of the machine before: ${loadavg()[0]?.toFixed(1)}`)
    const { services } = staffOffice(await testProviders({ db, now, gateways: [] }))
    for (const [scope, actor] of await actorsOf(db)) {
      for (const [name, ask] of await questionsOf(db, services, actor)) {
        const times = await timesOf(ask)
        const kind = name.startsWith('search') ? 'search' : 'list'
        report({
          name: `${name}, ${scope}`,
          value: shareOf(times, 0.99),
          unit: 'ms',
          good: 'at most',
          bar: bars_ms[kind],
          how: `p99 of ${questions}; median ${shareOf(times, 0.5).toFixed(1)} ms`,
        })
      }
    }
    // Last: their shoppers all have one name, which no shop's newest orders have.
    report(await compareCheckouts(empty, full))
  } finally {
    await db.destroy()
    for (const { data_dir, home, stop } of [empty, full]) {
      stop()
      for (const folder of [data_dir, home]) rmSync(folder, { recursive: true, force: true })
    }
  }
}

interface DemoServer {
  data_dir: string
  url: string
  home: string
  stop: () => void
}

/** A database server of its own with a demo shop. */
async function demoServer(now: () => Date): Promise<DemoServer> {
  const data_dir = mkdtempSync(join(tmpdir(), 'tiem-bench-'))
  const { url, home, stop } = await startEmbeddedPostgres(data_dir)
  await readyDatabase(url, { seed: 'demo', now, on_progress: () => undefined })
  return { data_dir, url, home, stop }
}

/** How many shoppers a whole shop with all orders lets buy in a second, as a share of one without orders. */
async function compareCheckouts(empty: DemoServer, full: DemoServer): Promise<Figure> {
  const [without, among] = [await openCheckouts(empty), await openCheckouts(full)]
  try {
    // A process that has just started is slower, whatever its tables hold.
    for (const { buy } of [without, among]) await buy()
    const rates = { without: 0, among: 0 }
    const hows = { without: '', among: '' }
    for (let round = 0; round < rounds; round++) {
      for (const [name, { buy }] of Object.entries({ without, among }) as [
        keyof typeof rates,
        typeof among,
      ][]) {
        const { value, how } = await buy()
        rates[name] += value / rounds
        hows[name] = how
      }
    }
    return {
      name: `checkouts among ${orders} orders`,
      value: rates.among / rates.without,
      unit: 'of without',
      good: 'at least',
      bar: checkout_bar,
      how: `${rates.without.toFixed(0)} per s without orders, ${rates.among.toFixed(0)} with, by turns; without: ${hows.without}; with: ${hows.among}`,
    }
  } finally {
    for (const { close } of [without, among]) await close()
  }
}

/** A whole shop over a server, and one measured crowd of its shoppers. */
async function openCheckouts({ data_dir, url, home }: DemoServer) {
  const items = await onServer(url, stockForOrders)
  const env = { LOG_LEVEL: 'info', DATABASE_URL: url }
  const shop = await startShop({ data_dir: join(data_dir, 'shop'), env })
  const subject = { name: '', url: shop.url, home }
  return { buy: () => checkoutsPerSecond(subject, items), close: () => shop.close() }
}

async function actorsOf(db: Database): Promise<[string, StaffActor][]> {
  const { rows } = await sql<{ shop_id: number }>`
    select shop_id from sales_order order by order_id limit 1`.execute(db)
  const grants = [...permissions].map((one) => [one, { scope: 'shops', max_amount: null }] as const)
  return [
    ['all shops', staffWith(everywhere(permissions))],
    ['one shop', staffWith(Object.fromEntries(grants), [rows[0]?.shop_id ?? 0])],
  ]
}

type Ask = (n: number) => Promise<unknown>

/** What is asked: the nth question of each kind names another order. */
async function questionsOf(
  db: Database,
  { find, orders: list, customers, today }: StaffServices,
  actor: StaffActor,
): Promise<[string, Ask][]> {
  const { rows } = await sql<{ code: string; phone: string; name: string }>`
    select code, phone, recipient->>'name' as name from sales_order
    where order_id % ${Math.floor(orders / questions)}::integer = 0 order by order_id`.execute(db)
  const one = (n: number) => rows[n % rows.length] ?? { code: '', phone: '', name: '' }
  const search = (textOf: (n: number) => string) => (n: number) =>
    find.find(actor, { q: textOf(n) })
  const states = ['pending', 'confirmed', 'delivered', 'cancelled'] as const
  return [
    ['search order code', search((n) => one(n).code)],
    ['search whole phone', search((n) => one(n).phone.replace('+84', '0'))],
    ['search last 4 digits', search((n) => one(n).phone.slice(-4))],
    ['search IMEI or digits', search((n) => `35${String(n * 977 + 1).padStart(13, '0')}`)],
    ['search parcel of carrier', search((n) => `GHN${String(n * 977 + 1).padStart(9, '0')}`)],
    ['search SKU or name', search((n) => ['iphone 17', 'cap sac', 'SKU', 'macbook'][n % 4] ?? '')],
    ['search one word of names', search((n) => ['nguyen', 'tran', 'van', 'an'][n % 4] ?? '')],
    ['search whole name', search((n) => one(n).name)],
    ['search text of transfer', search((n) => `CT tu 0${n * 997}`)],
    ['customers, newest', () => customers.customers(actor, {})],
    ['orders', () => list.orders(actor, {})],
    ['orders by state', (n) => list.orders(actor, { state: states[n % states.length] })],
    ['orders by last 4 digits', (n) => list.orders(actor, { q: one(n).phone.slice(-4) })],
    ['orders by whole name', (n) => list.orders(actor, { q: one(n).name })],
    ['what waits', () => today.waiting(actor, {})],
    ['orders and revenue of 14 days', () => today.sales(actor, {})],
    ['report of a month', () => today.monthReport(actor, {})],
    ['one customer', (n) => customers.customers(actor, { q: one(n).phone })],
  ]
}

/** Asks one after another, after some to warm up. Returns how long each took, sorted. */
async function timesOf(ask: Ask): Promise<number[]> {
  for (let n = 0; n < 10; n++) await ask(n)
  const times: number[] = []
  for (let n = 0; n < questions; n++) {
    const began = performance.now()
    await ask(n)
    times.push(performance.now() - began)
  }
  return times.toSorted((a, b) => a - b)
}

function shareOf(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
