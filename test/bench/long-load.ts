import { readFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { BenchFailure, openConnection } from '#test/bench/connection.ts'
import { asShoppersAsk, distinctQuestions } from '#test/bench/listing-questions.ts'
import { memoryOf } from '#test/bench/memory.ts'
import { readQueries } from '#test/bench/relevance-queries.ts'
import type { Report } from '#test/bench/report.ts'
import { startShop } from '#test/support/shop-server.ts'

const minutes = 5
const connections = 8
/** Pause between requests: the load is long, and not the maximum. */
const pause_ms = 40

/** Measures the memory of the server after five minutes of all kinds of requests. */
export async function memoryBench(report: Report): Promise<void> {
  const data_dir = mkdtempSync(join(tmpdir(), 'tiem-bench-'))
  try {
    const shop = await startShop({ data_dir, env: { LOG_LEVEL: 'info' } })
    try {
      await measureMemory(shop, report)
    } finally {
      await shop.close()
    }
    if (shop.complaints.length > 0) throw new BenchFailure(shop.complaints.slice(0, 5).join('\n'))
  } finally {
    rmSync(data_dir, { recursive: true, force: true })
  }
}

/** Puts an open shop under load and reads its memory afterwards. */
async function measureMemory(
  { url, pid }: { url: string; pid: number },
  report: Report,
): Promise<void> {
  const kinds = await pathsByKind(url)
  const { answers, late } = await load(url, kinds)
  if (late > answers / 100) throw new BenchFailure(`${late} of ${answers} answers came too late`)
  const { rss, peak } = residentOf(pid)
  report({
    name: 'memory after five minutes of load',
    value: memoryOf([pid]),
    unit: 'MiB PSS',
    bar: 350,
    good: 'at most',
    how: `RSS ${rss.toFixed(0)}, peak ${peak.toFixed(0)} MiB; ${answers} answers (${late} too late), ${connections} connections: ${Object.keys(kinds).join(', ')}`,
  })
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
