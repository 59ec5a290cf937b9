import { fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { BurstAnswer, BurstJob } from '#test/bench/burst-words.ts'
import { BenchFailure } from '#test/bench/knock.ts'
import type { Figure, Report } from '#test/bench/report.ts'
import { fillShelves, openSite, type Site } from '#test/faults/site.ts'
import {
  closeOffers,
  flashBooks,
  type FlashGoods,
  gatherShoppers,
  openFlashSale,
  phoneOf,
} from '#test/support/flash-crowd.ts'

interface Setup {
  name: string
  /** Orders that are placed for the rate. */
  orders: number
  /** For comparison: the rate alone, without a bar to hold. */
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

const crowd = 8_000
const few_slots = 100
const lines = 256

/** A flash sale by crowds: the real server on its own database, the crowd on the same machine. */
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
  const [item_id = 0, other_id = 0] = await fillShelves(site)
  await site.inDatabase(closeOffers)
  // The first hundreds find code and statements ready, as they do in a shop that is open.
  await shoot(site, { item_id: other_id, slots: null, phones: phones(1_000), lines })
  const many = await shoot(site, { item_id, slots: orders, phones: phones(orders), lines })
  expectSold(many, orders)
  report(rateOf(`orders placed, ${name}`, many, only_rate ? 0 : 800))
  if (only_rate) return
  const rush = await shoot(site, { item_id, slots: few_slots, phones: phones(crowd), lines: null })
  expectSold(rush, few_slots)
  report(slowest(`${crowd} buyers of ${few_slots} slots, ${name}`, rush))
  const same = Array.from({ length: 5_000 }, (_, n) => phoneOf(n % 100))
  const guests = await shoot(site, { item_id, slots: 1_000, phones: same, lines: null })
  expectSold(guests, 100)
  report(slowest(`100 phones at 50 guest tokens, ${name}`, guests))
  const tabs = await shoot(site, {
    item_id,
    slots: 1_000,
    phones: phones(100),
    lines: null,
    tabs: 50,
  })
  expectSold(tabs, 5_000)
  if (new Set(tabs.answers.map(({ code }) => code)).size !== 100) {
    throw new BenchFailure('100 customers pressing 50 times did not get one order each')
  }
  report(slowest(`100 customers pressing 50 times, ${name}`, tabs))
}

interface Shot {
  item_id: number
  slots: number | null
  phones: string[]
  lines: number | null
  /** So many posts of each shopper. */
  tabs?: number
}

interface Shots {
  answers: BurstAnswer[]
  seconds: number
}

async function shoot(site: Site, { item_id, slots, tabs = 1, ...shot }: Shot): Promise<Shots> {
  const { goods, shoppers } = await site.inDatabase(async (db) => {
    await closeOffers(db)
    const sale = await openFlashSale(db, { item_id, price: 1_000_000, slots })
    const gathered = await gatherShoppers(db, { phones: shot.phones, goods: sale })
    await sql`checkpoint`.execute(db)
    return { goods: sale, shoppers: gathered }
  })
  const tokens = shoppers.flatMap(({ token }) => Array.from({ length: tabs }, () => token))
  const path = '/api/cart/v1/order'
  const job = { url: site.url, path, body: '{}', tokens, lines: shot.lines }
  const started = performance.now()
  const answers = await sendCrowd(job)
  const seconds = (performance.now() - started) / 1_000
  console.log(JSON.stringify(tally(answers)))
  await checkBooks(site, goods, answers)
  return { answers, seconds }
}

function sendCrowd(job: BurstJob): Promise<BurstAnswer[]> {
  const child = fork(join(import.meta.dirname, 'burst-client.ts'), { serialization: 'advanced' })
  return new Promise((resolve, reject) => {
    child.once('message', (answers) => resolve(answers as BurstAnswer[]))
    child.once('exit', (code) => reject(new BenchFailure(`the crowd ended with ${code}`)))
    child.send(job)
  })
}

/** Slots, holds, lines and acknowledged orders are one number; nothing broke. */
async function checkBooks(site: Site, goods: FlashGoods, answers: BurstAnswer[]): Promise<void> {
  const books = await site.inDatabase((db) => flashBooks(db, goods))
  const told = new Set(answers.filter(({ status }) => status === 200).map(({ code }) => code)).size
  const numbers = new Set([told, books.taken, books.held, books.pieces, books.orders])
  if (numbers.size !== 1) {
    throw new BenchFailure(`${told} orders were told, the books say ${JSON.stringify(books)}`)
  }
  const broken = answers.filter(({ status }) => status === 0 || status >= 500)
  if (broken.length > 0) {
    const [{ status, code } = { status: 0, code: '' }] = broken
    throw new BenchFailure(`${broken.length} broke, such as ${status} ${code}`)
  }
}

function tally(answers: readonly BurstAnswer[]): Record<string, number> {
  const said = answers.map(({ status, code }) => (status === 200 ? '200' : `${status} ${code}`))
  return Object.fromEntries(
    [...Map.groupBy(said, (one) => one)].map(([one, all]) => [one, all.length]),
  )
}

function expectSold({ answers }: Shots, count: number): void {
  const sold = tally(answers)['200']
  if (sold !== count) throw new BenchFailure(`${sold} were told of an order, not ${count}`)
}

function rateOf(name: string, { answers, seconds }: Shots, bar: number): Figure {
  return {
    name,
    value: answers.length / seconds,
    unit: 'per s',
    bar,
    good: 'at least',
    how: `${answers.length} orders over ${lines} lines, each buyer on a connection of its own, in ${seconds.toFixed(1)} s; load ${load()}`,
  }
}

function slowest(name: string, { answers, seconds }: Shots): Figure {
  const sorted = answers.map(({ ms }) => ms).toSorted((a, b) => a - b)
  const at = (share: number) => (sorted[Math.ceil(sorted.length * share) - 1] ?? 0) / 1_000
  const how = `p99 of ${answers.length} connections at once; median ${at(0.5).toFixed(2)}, slowest ${at(1).toFixed(2)}, all in ${seconds.toFixed(1)} s; load ${load()}`
  return { name, value: at(0.99), unit: 's', bar: 3, good: 'at most', how }
}

/** Of the machine in the last minute: figures of a busy one say little. */
function load(): string {
  return loadavg()[0]?.toFixed(1) ?? ''
}

function phones(count: number): string[] {
  return Array.from({ length: count }, (_, n) => phoneOf(n))
}
