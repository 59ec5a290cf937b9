import { fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { BurstAnswer, BurstJob } from '#test/bench/burst-messages.ts'
import { BenchFailure } from '#test/bench/connection.ts'
import type { Figure, Report } from '#test/bench/report.ts'
import { fillStock, openSite, type Site } from '#test/faults/site.ts'
import {
  closeOffers,
  flashLedger,
  type FlashItem,
  gatherShoppers,
  openFlashSale,
  phoneOf,
} from '#test/support/flash-crowd.ts'

interface Setup {
  name: string
  /** Number of orders placed to measure the rate. */
  orders: number
  /** Measures only the rate, for comparison, without a limit. */
  only_rate?: true
  env: Record<string, string>
}

const setups: readonly Setup[] = [
  { name: '1 process', orders: 5_000, env: { WEB_CONCURRENCY: '1' } },
  { name: '2 processes', orders: 5_000, env: { WEB_CONCURRENCY: '2' } },
  {
    name: '1 process, one by one',
    orders: 1_000,
    only_rate: true,
    env: { WEB_CONCURRENCY: '1', ORDER_BATCH: '1' },
  },
]

const buyers = 8_000
const few_slots = 100
const connections = 256

/**
 * Measures a flash sale under load: the real server with its own database, the buyers on the same machine.
 */
export async function burstBench(report: Report): Promise<void> {
  for (const setup of setups) {
    const data_dir = mkdtempSync(join(tmpdir(), 'tiem-burst-'))
    const env = { ...setup.env, RATE_LIMITS: 'off' }
    const site = await openSite({ data_dir, env })
    try {
      await burstsAt(site, setup, report)
    } finally {
      await site.close()
      rmSync(data_dir, { recursive: true, force: true })
    }
  }
}

async function burstsAt(
  site: Site,
  { name, orders, only_rate }: Setup,
  report: Report,
): Promise<void> {
  const [item_id = 0, other_id = 0] = await fillStock(site)
  await site.inDatabase(closeOffers)
  // The first orders warm up code and prepared statements, as in a shop that has been open.
  await runBurst(site, { item_id: other_id, slots: null, phones: phones(1_000), connections })
  const many = await runBurst(site, { item_id, slots: orders, phones: phones(orders), connections })
  expectSold(many, orders)
  report(rateOf(`orders placed, ${name}`, many, only_rate ? 0 : 800))
  if (only_rate) return
  const rush = await runBurst(site, {
    item_id,
    slots: few_slots,
    phones: phones(buyers),
    connections: null,
  })
  expectSold(rush, few_slots)
  report(slowest(`${buyers} buyers of ${few_slots} slots, ${name}`, rush))
  const same = Array.from({ length: 5_000 }, (_, n) => phoneOf(n % 100))
  const guests = await runBurst(site, { item_id, slots: 1_000, phones: same, connections: null })
  expectSold(guests, 100)
  report(slowest(`100 phones at 50 guest tokens, ${name}`, guests))
  const tabs = await runBurst(site, {
    item_id,
    slots: 1_000,
    phones: phones(100),
    connections: null,
    tabs: 50,
  })
  expectSold(tabs, 5_000)
  if (new Set(tabs.answers.map(({ code }) => code)).size !== 100) {
    throw new BenchFailure('100 customers ordering 50 times each did not get one order each')
  }
  report(slowest(`100 customers ordering 50 times each, ${name}`, tabs))
}

interface Burst {
  item_id: number
  slots: number | null
  phones: string[]
  connections: number | null
  /** Number of requests of each buyer. */
  tabs?: number
}

interface BurstResult {
  answers: BurstAnswer[]
  seconds: number
}

async function runBurst(
  site: Site,
  { item_id, slots, tabs = 1, ...burst }: Burst,
): Promise<BurstResult> {
  const { products, shoppers } = await site.inDatabase(async (db) => {
    await closeOffers(db)
    const sale = await openFlashSale(db, { item_id, price: 1_000_000, slots })
    const gathered = await gatherShoppers(db, { phones: burst.phones, products: sale })
    await sql`checkpoint`.execute(db)
    return { products: sale, shoppers: gathered }
  })
  const tokens = shoppers.flatMap(({ token }) => Array.from({ length: tabs }, () => token))
  const path = '/api/cart/v1/order'
  const job = { url: site.url, path, body: '{}', tokens, connections: burst.connections }
  const started = performance.now()
  const answers = await sendAll(job)
  const seconds = (performance.now() - started) / 1_000
  console.log(JSON.stringify(tally(answers)))
  await checkLedger(site, products, answers)
  return { answers, seconds }
}

function sendAll(job: BurstJob): Promise<BurstAnswer[]> {
  const child = fork(join(import.meta.dirname, 'burst-client.ts'), { serialization: 'advanced' })
  return new Promise((resolve, reject) => {
    child.once('message', (answers) => resolve(answers as BurstAnswer[]))
    child.once('exit', (code) => reject(new BenchFailure(`the client process ended with ${code}`)))
    child.send(job)
  })
}

/**
 * Checks that slots, reservations, order lines and confirmed orders are one number, and that no request
 * failed.
 */
async function checkLedger(site: Site, products: FlashItem, answers: BurstAnswer[]): Promise<void> {
  const ledger = await site.inDatabase((db) => flashLedger(db, products))
  const confirmed = new Set(answers.filter(({ status }) => status === 200).map(({ code }) => code))
    .size
  const numbers = new Set([
    confirmed,
    ledger.taken,
    ledger.reserved,
    ledger.quantity,
    ledger.orders,
  ])
  if (numbers.size !== 1) {
    throw new BenchFailure(
      `${confirmed} orders were confirmed, the ledger has ${JSON.stringify(ledger)}`,
    )
  }
  const broken = answers.filter(({ status }) => status === 0 || status >= 500)
  if (broken.length > 0) {
    const [{ status, code } = { status: 0, code: '' }] = broken
    throw new BenchFailure(`${broken.length} requests failed, such as ${status} ${code}`)
  }
}

function tally(answers: readonly BurstAnswer[]): Record<string, number> {
  const outcomes = answers.map(({ status, code }) => (status === 200 ? '200' : `${status} ${code}`))
  return Object.fromEntries(
    [...Map.groupBy(outcomes, (outcome) => outcome)].map(([outcome, all]) => [outcome, all.length]),
  )
}

function expectSold({ answers }: BurstResult, count: number): void {
  const sold = tally(answers)['200']
  if (sold !== count) throw new BenchFailure(`${sold} orders were confirmed instead of ${count}`)
}

function rateOf(name: string, { answers, seconds }: BurstResult, bar: number): Figure {
  return {
    name,
    value: answers.length / seconds,
    unit: 'per s',
    bar,
    good: 'at least',
    how: `${answers.length} orders at ${connections} at a time, each buyer on a connection of its own, in ${seconds.toFixed(1)} s; load ${load()}`,
  }
}

function slowest(name: string, { answers, seconds }: BurstResult): Figure {
  const sorted = answers.map(({ ms }) => ms).toSorted((a, b) => a - b)
  const at = (share: number) => (sorted[Math.ceil(sorted.length * share) - 1] ?? 0) / 1_000
  const how = `p99 of ${answers.length} simultaneous connections; median ${at(0.5).toFixed(2)}, slowest ${at(1).toFixed(2)}, all in ${seconds.toFixed(1)} s; load ${load()}`
  return { name, value: at(0.99), unit: 's', bar: 3, good: 'at most', how }
}

/** Load of the machine in the last minute. Figures of a busy machine are not meaningful. */
function load(): string {
  return loadavg()[0]?.toFixed(1) ?? ''
}

function phones(count: number): string[] {
  return Array.from({ length: count }, (_, n) => phoneOf(n))
}
