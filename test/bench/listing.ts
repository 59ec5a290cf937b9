import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { loadToolConfig } from '#config/tools.ts'
import type { Listing } from '#contracts/search.ts'
import type { Tables } from '#db/schema.ts'
import { startEmbeddedPostgres } from '#platform/embedded-postgres.ts'
import { openDatabase } from '#platform/postgres.ts'
import { readSnapshot } from '#shop/search/snapshot.ts'
import { BenchFailure, dataOf, type Line, openLine } from '#test/bench/knock.ts'
import type { Report } from '#test/bench/report.ts'
import { measureSuggestions } from '#test/bench/suggesting.ts'
import { startShop } from '#test/support/shop-server.ts'

const goods = 'db/seed/load/scale-catalog.ndjson.gz'
const lines = 32
const seconds = 12
const warm_up_seconds = 4
/** More different questions than the shop keeps answers of. */
const questions = 3_000

/**
 * Lists and facets over 45,487 products, asked over HTTP by as many lines as a busy evening has:
 * categories, filters, provinces, orders and words in turn, nearly every question another one.
 */
export async function listingBench(report: Report): Promise<void> {
  const data_dir = mkdtempSync(join(tmpdir(), 'tiem-bench-'))
  let home = data_dir
  try {
    await importGoods(data_dir)
    home = await measureIndex(data_dir, report)
    const shop = await startShop({ data_dir, env: { LOG_LEVEL: 'info' } })
    try {
      await measureAnswers(shop.url, report)
      await measureSuggestions(shop.url, report)
    } finally {
      await shop.close()
    }
    if (shop.complaints.length > 0) throw new BenchFailure(shop.complaints.slice(0, 5).join('\n'))
  } finally {
    for (const folder of [data_dir, home]) rmSync(folder, { recursive: true, force: true })
  }
}

/** Asks a shop that has the goods. */
export async function measureAnswers(url: string, report: Report): Promise<void> {
  const paths = await mixedQuestions(url)
  await ask(url, paths, warm_up_seconds)
  const before = await cpuSeconds(url)
  const asked = await ask(url, paths, seconds)
  reportAnswers(asked, report)
  report({
    name: 'a list with facets',
    value: (((await cpuSeconds(url)) - before) * 1_000) / asked.answers,
    unit: 'ms CPU',
    bar: 2,
    good: 'at most',
    how: 'all threads of the server, HTTP and JSON included',
  })
}

/** CPU that the server process has spent, user and system (/metrics). */
async function cpuSeconds(url: string): Promise<number> {
  const line = openLine(url)
  const { body } = await line.ask('GET', '/metrics')
  line.hangUp()
  return Number(/^process_cpu_seconds_total (\S+)$/m.exec(body.toString())?.[1])
}

async function importGoods(data_dir: string): Promise<void> {
  const started = performance.now()
  const env = {
    PATH: loadToolConfig().search_path.join(':'),
    DATA_DIR: data_dir,
    LOG_LEVEL: 'warn',
  }
  const command = [resolve('main.ts'), 'import', goods, '--stock', '10']
  await promisify(execFile)(process.execPath, command, { env, maxBuffer: 2 ** 24 })
  console.log(`${goods} imported: ${((performance.now() - started) / 1_000).toFixed(0)} s`)
}

/** What the goods cost in memory, and how long a start waits for them. */
async function measureIndex(data_dir: string, report: Report): Promise<string> {
  const server = await startEmbeddedPostgres(data_dir)
  const db = openDatabase<Tables>(server.url, { max: 2 })
  try {
    const before = memoryInUse()
    const started = performance.now()
    const snapshot = await readSnapshot(db, new Date())
    const took = (performance.now() - started) / 1_000
    const goods_listed = snapshot.index.used
    const how = `${goods_listed} products with words and orders, after a garbage collection`
    const memory = memoryInUse() - before
    report({
      name: 'memory of the goods',
      value: memory,
      unit: 'MiB',
      bar: 160,
      good: 'at most',
      how,
    })
    report({
      name: 'reading all goods',
      value: took,
      unit: 's',
      bar: 5,
      good: 'at most',
      how: 'rows out of PostgreSQL until the first list can be answered',
    })
    return server.home
  } finally {
    await db.destroy()
    server.stop()
  }
}

function memoryInUse(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return (heapUsed + arrayBuffers) / 2 ** 20
}

/** Addresses under /api/search that shoppers' clicks come to, drawn the same way each time. */
export async function mixedQuestions(url: string): Promise<string[]> {
  const line = openLine(url)
  const whole = await answerTo(line, new URLSearchParams({ size: '200' }))
  const shelves = [...new Set(whole.products.map((card) => card.category_id))]
  for (let category_id = 1; category_id <= 80; category_id++) shelves.push(category_id)
  const lists: [string, Listing][] = []
  for (const category_id of new Set(shelves)) {
    const query = new URLSearchParams({ category_id: String(category_id) })
    const listing = await answerTo(line, query)
    if (listing.total > 0) lists.push([String(category_id), listing])
  }
  line.hangUp()
  const draw = drawer(7)
  return Array.from({ length: questions }, () => questionOf(lists, draw))
}

type Draw = <Thing>(things: readonly Thing[]) => Thing | undefined

function questionOf(lists: readonly [string, Listing][], draw: Draw): string {
  const query = new URLSearchParams({ province_id: draw(provinces) ?? '30' })
  const [category_id = '1', listing] = draw(lists) ?? []
  const kind = draw(kinds)
  if (kind === 'words') query.set('q', draw(words) ?? 'iphone')
  else query.set('category_id', category_id)
  if (kind === 'narrowed' && listing) {
    const facet = draw(listing.facets)
    const value = facet && draw(facet.values)?.value
    const plain = facet?.code === 'brand' || facet?.code === 'need'
    if (facet && value) query.set(plain ? facet.code : `filters[${facet.code}]`, value)
    const band = draw(listing.price?.bands ?? [])
    if (band?.min_price) query.set('min_price', String(band.min_price))
    if (band?.max_price) query.set('max_price', String(band.max_price))
  }
  if (kind === 'here') query.set('in_stock', '1')
  const sort = draw(sorts) ?? ''
  if (sort !== '') query.set('sort', sort)
  query.set('page', draw(['1', '1', '1', '2', '3']) ?? '1')
  return `/api/search/v1/products?${query.toString()}`
}

const kinds = ['plain', 'plain', 'narrowed', 'narrowed', 'narrowed', 'here', 'words', 'words']
const sorts = ['', '', '', 'price-asc', 'price-desc', 'views', 'discount', 'selling']
const provinces = Array.from({ length: 63 }, (_, index) => String(index + 1))
const words = [
  'iphone 18', 'samsung', 'tai nghe chong on', 'laptop duoi 20 trieu', 'rtx 4070', 'corsair ddr5',
  'chuot logitech', 'ban phim co', 'ssd 1tb samsung', 'man hinh 27 inch', 'nguon 750w', 'case fan rgb',
  'noctua', 'asus rog', 'msi', 'pin trau', 'ốp lưng', 'sac du phong', 'ram 32gb', 'mainboard b650',
] // oxfmt-ignore

/** The same numbers at every run (mulberry32). */
function drawer(seed: number): Draw {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return (things) => things[Math.floor(next() * things.length)]
}

async function answerTo(line: Line, query: URLSearchParams): Promise<Listing> {
  return dataOf<Listing>(await line.ask('GET', `/api/search/v1/products?${query.toString()}`))
}

interface Asked {
  answers: number
  took_s: number
  /** Milliseconds of each answer, the shortest first. */
  waits: Float64Array
}

async function ask(url: string, paths: readonly string[], for_seconds: number): Promise<Asked> {
  const waits: number[] = []
  const started = performance.now()
  const until = started + for_seconds * 1_000
  let turn = 0
  const shopper = async () => {
    const line = openLine(url)
    while (performance.now() < until) {
      const path = paths[turn++ % paths.length] ?? ''
      const asked = performance.now()
      const { status } = await line.ask('GET', path)
      waits.push(performance.now() - asked)
      if (status !== 200) throw new BenchFailure(`${path} answered ${status}`)
    }
    line.hangUp()
  }
  await Promise.all(Array.from({ length: lines }, shopper))
  const took_s = (performance.now() - started) / 1_000
  return { answers: waits.length, took_s, waits: Float64Array.from(waits).sort() }
}

function reportAnswers({ answers, took_s, waits }: Asked, report: Report): void {
  const how = `${answers} answers to ${questions} questions, ${lines} lines, ${seconds} s`
  const at = (share: number) => waits[Math.floor(waits.length * share)] ?? 0
  report({
    name: 'lists with facets',
    value: answers / took_s,
    unit: 'per second',
    bar: 500,
    good: 'at least',
    how,
  })
  report({
    name: 'lists with facets, p99',
    value: at(0.99),
    unit: 'ms',
    bar: 50,
    good: 'at most',
    how: `half within ${at(0.5).toFixed(1)} ms`,
  })
}
