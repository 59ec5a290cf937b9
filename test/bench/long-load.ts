import { readFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { BenchFailure, openLine } from '#test/bench/knock.ts'
import { asShoppersAsk, distinctQuestions } from '#test/bench/listing-questions.ts'
import { memoryOf } from '#test/bench/memory.ts'
import { readQueries } from '#test/bench/relevance-queries.ts'
import type { Report } from '#test/bench/report.ts'
import { startShop } from '#test/support/shop-server.ts'

const minutes = 5
const lines = 8
/** Shoppers look before they click: the load is long and not the most that can be. */
const pause_ms = 40

/** Memory of the server after five minutes of everything that shoppers ask for. */
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

/** Loads a shop that is open and reads what it holds then. */
export async function measureMemory(
  { url, pid }: { url: string; pid: number },
  report: Report,
): Promise<void> {
  const kinds = await everything(url)
  const { asked, late } = await load(url, kinds)
  if (late > asked / 100) throw new BenchFailure(`${late} of ${asked} answers came too late`)
  const { rss, peak } = residentOf(pid)
  report({
    name: 'memory after five minutes of load',
    value: memoryOf([pid]),
    unit: 'MiB PSS',
    bar: 350,
    good: 'at most',
    how: `RSS ${rss.toFixed(0)}, at most ${peak.toFixed(0)} MiB; ${asked} answers (${late} too late), ${lines} lines: ${Object.keys(kinds).join(', ')}`,
  })
}

type Kinds = Record<string, readonly string[]>

/** Addresses by kind; of each kind one is asked in turn. */
async function everything(url: string): Promise<Kinds> {
  const line = openLine(url)
  const pages = ['/', '/dien-thoai', '/laptop', '/may-tinh-bang', '/tai-nghe', '/phu-kien']
  const html: string[] = []
  for (const page of pages) html.push((await line.ask('GET', page)).body.toString())
  line.hangUp()
  const products = found(html, /href="(\/[a-z0-9-]{12,})"/g)
  const pictures = found(html, /(\/image\/[^\s",]+(?:,[^\s",]+)*)/g)
  const questions = await distinctQuestions(url, 20_000)
  const queries = readQueries().map(({ q }) => q)
  const searches = queries.map((q) => `/tim-kiem?q=${encodeURIComponent(q)}`)
  const beginnings = queries.flatMap((q) =>
    Array.from(q, (_, index) => encodeURIComponent(q.slice(0, index + 1))),
  )
  return {
    'kept pages': [...pages, ...products.slice(0, 30)],
    'pages made anew': products.flatMap((path) => provinces.map((id) => `${path} ${id}`)),
    data: products.flatMap((path) => provinces.map((id) => `/_data${path}?_province=${id}`)),
    searches,
    lists: asShoppersAsk(questions, 50_000),
    suggestions: beginnings.map((q) => `/api/search/v1/suggest?q=${q}`),
    pictures,
  }
}

const provinces = Array.from({ length: 63 }, (_, index) => index + 1)

function found(texts: readonly string[], pattern: RegExp): string[] {
  const all = texts.flatMap((text) => [...text.matchAll(pattern)].map((match) => match[1] ?? ''))
  return [...new Set(all.map((one) => one.replaceAll('&amp;', '&')))]
}

/**
 * Asks for one of each kind in turn, on all lines. A machine that has other work too may be late with
 * some (503, 504): they are counted; anything else of that kind ends the bench.
 */
async function load(url: string, kinds: Kinds): Promise<{ asked: number; late: number }> {
  const until = performance.now() + minutes * 60_000
  const lists = Object.values(kinds).filter((list) => list.length > 0)
  let asked = 0
  let late = 0
  const shopper = async () => {
    const line = openLine(url)
    while (performance.now() < until) {
      const turn = asked++
      const list = lists[turn % lists.length] ?? []
      const [path = '/', province = '30'] = (
        list[Math.floor(turn / lists.length) % list.length] ?? '/'
      ).split(' ')
      const { status } = await line.ask('GET', path, {
        headers: { ...headers, cookie: `province_id=${province}` },
      })
      if (status === 503 || status === 504) late++
      else if (status >= 500) throw new BenchFailure(`${path} answered ${status}`)
      await sleep(pause_ms)
    }
    line.hangUp()
  }
  await Promise.all(Array.from({ length: lines }, shopper))
  return { asked, late }
}

const headers = { 'accept-encoding': 'gzip, deflate, br', accept: 'image/avif,image/webp,*/*' }

/** Memory that stands in the machine now, and the most that ever did, in MiB (Linux). */
function residentOf(pid: number): { rss: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const read = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) / 1_024
  return { rss: read('VmRSS'), peak: read('VmHWM') }
}
