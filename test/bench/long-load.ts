import { readFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findRunningPostgres } from '#platform/database/embedded-postgres.ts'
import { BenchFailure, openConnection } from '#test/bench/connection.ts'
import { asShoppersAsk, distinctQuestions } from '#test/bench/listing-questions.ts'
import { importLoadCatalogue } from '#test/bench/load-catalogue.ts'
import { databaseProcesses, memoryOf } from '#test/bench/memory.ts'
import { readQueries } from '#test/bench/relevance-queries.ts'
import type { Figure, Report } from '#test/bench/report.ts'
import { startShop } from '#test/support/shop-server.ts'

const minutes = 3
const connections = 8
/** Pause between requests: the load is long, and not the maximum. */
const pause_ms = 40

/** Catalogues with the largest memory in MiB, of the server and its database: open and idle, and after load. */
const catalogues = [
  { name: '1,000 more products', products: 1_000, idle: 220, loaded: 400 },
  { name: '45,487 more products', products: undefined, idle: 370, loaded: 550 },
]

/** Measures the memory of the server with its database, before and after minutes of all kinds of requests. */
export async function memoryBench(report: Report): Promise<void> {
  for (const catalogue of catalogues) {
    const data_dir = mkdtempSync(join(tmpdir(), 'tiem-bench-'))
    try {
      await importLoadCatalogue(data_dir, catalogue.products)
      await measureCatalogue(data_dir, catalogue, report)
    } finally {
      rmSync(data_dir, { recursive: true, force: true })
    }
  }
}

async function measureCatalogue(
  data_dir: string,
  catalogue: (typeof catalogues)[number],
  report: Report,
): Promise<void> {
  const shop = await startShop({ data_dir, env: { LOG_LEVEL: 'info' } })
  try {
    await sleep(settle_ms)
    report(memoryFigure(shop.pid, data_dir, `memory when idle, ${catalogue.name}`, catalogue.idle))
    const kinds = await pathsByKind(shop.url)
    const { answers, late } = await load(shop.url, kinds)
    if (late > answers / 100) throw new BenchFailure(`${late} of ${answers} answers came too late`)
    const name = `memory after ${minutes} minutes of load, ${catalogue.name}`
    const figure = memoryFigure(shop.pid, data_dir, name, catalogue.loaded)
    const what = `${answers} answers (${late} too late), ${connections} connections: ${Object.keys(kinds).join(', ')}`
    report({ ...figure, how: `${figure.how}; ${what}` })
  } finally {
    await shop.close()
  }
  if (shop.complaints.length > 0) throw new BenchFailure(shop.complaints.slice(0, 5).join('\n'))
}

/** In this time the first jobs of a shop end, and Node returns freed memory to the system. */
const settle_ms = 30_000

function memoryFigure(pid: number, data_dir: string, name: string, bar: number): Figure {
  const server = memoryOf([pid])
  const postgres = findRunningPostgres(data_dir)
  if (postgres === null) throw new BenchFailure(`no database runs in ${data_dir}`)
  const database = memoryOf(databaseProcesses(join(postgres.home, 'data')))
  const { rss, peak } = residentOf(pid)
  return {
    name,
    value: server + database,
    unit: 'MiB PSS',
    bar,
    good: 'at most',
    how: `server ${server.toFixed(0)} (RSS ${rss.toFixed(0)}, peak ${peak.toFixed(0)}), database ${database.toFixed(0)}`,
  }
}

type Kinds = Record<string, readonly string[]>

/** Paths by kind. The load uses the kinds in turn. */
async function pathsByKind(url: string): Promise<Kinds> {
  const connection = openConnection(url)
  const pages = ['/', '/dien-thoai', '/laptop', '/may-tinh-bang', '/tai-nghe', '/phu-kien']
  const html: string[] = []
  for (const page of pages) html.push((await connection.ask('GET', page)).body.toString())
  connection.close()
  const products = matchesIn(html, /href="(\/[a-z0-9-]{12,})"/g)
  const pictures = matchesIn(html, /(\/image\/[^\s",]+(?:,[^\s",]+)*)/g)
  const questions = await distinctQuestions(url, 20_000)
  const queries = readQueries().map(({ q }) => q)
  const searches = queries.map((q) => `/tim-kiem?q=${encodeURIComponent(q)}`)
  const prefixes = queries.flatMap((q) =>
    Array.from(q, (_, index) => encodeURIComponent(q.slice(0, index + 1))),
  )
  return {
    'cached pages': [...pages, ...products.slice(0, 30)],
    'uncached pages': products.flatMap((path) => provinces.map((id) => `${path} ${id}`)),
    data: products.flatMap((path) => provinces.map((id) => `/_data${path}?_province=${id}`)),
    searches,
    lists: asShoppersAsk(questions, 50_000),
    suggestions: prefixes.map((q) => `/api/search/v1/suggest?q=${q}`),
    pictures,
  }
}

const provinces = Array.from({ length: 63 }, (_, index) => index + 1)

function matchesIn(texts: readonly string[], pattern: RegExp): string[] {
  const all = texts.flatMap((text) => [...text.matchAll(pattern)].map((match) => match[1] ?? ''))
  return [...new Set(all.map((match) => match.replaceAll('&amp;', '&')))]
}

/**
 * Requests one path of each kind in turn, on all connections. A machine with other work may answer some too
 * late (503, 504): these are counted. Any other error ends the benchmark.
 */
async function load(url: string, kinds: Kinds): Promise<{ answers: number; late: number }> {
  const until = performance.now() + minutes * 60_000
  const lists = Object.values(kinds).filter((list) => list.length > 0)
  let answers = 0
  let late = 0
  const shopper = async () => {
    const connection = openConnection(url)
    while (performance.now() < until) {
      const turn = answers++
      const list = lists[turn % lists.length] ?? []
      const [path = '/', province = '30'] = (
        list[Math.floor(turn / lists.length) % list.length] ?? '/'
      ).split(' ')
      const { status } = await connection.ask('GET', path, {
        headers: { ...headers, cookie: `province_id=${province}` },
      })
      if (status === 503 || status === 504) late++
      else if (status >= 500) throw new BenchFailure(`${path} answered ${status}`)
      await sleep(pause_ms)
    }
    connection.close()
  }
  await Promise.all(Array.from({ length: connections }, shopper))
  return { answers, late }
}

const headers = { 'accept-encoding': 'gzip, deflate, br', accept: 'image/avif,image/webp,*/*' }

/** Current and maximum resident memory of a process, in MiB (Linux). */
function residentOf(pid: number): { rss: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const read = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) / 1_024
  return { rss: read('VmRSS'), peak: read('VmHWM') }
}
