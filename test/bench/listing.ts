import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Tables } from '#db/schema.ts'
import { startEmbeddedPostgres } from '#platform/database/embedded-postgres.ts'
import { openDatabase } from '#platform/database/postgres.ts'
import { readSnapshot } from '#shop/search/snapshot.ts'
import { BenchFailure, openConnection } from '#test/bench/connection.ts'
import { asShoppersAsk, distinctQuestions } from '#test/bench/listing-questions.ts'
import { importLoadCatalogue } from '#test/bench/load-catalogue.ts'
import type { Report } from '#test/bench/report.ts'
import { serverFigures } from '#test/bench/server-figures.ts'
import { measureSuggestions } from '#test/bench/suggesting.ts'
import { startShop } from '#test/support/shop-server.ts'

const connections = 32
const seconds = 10
const warm_up_seconds = 6
/** More than can be sent in the time, so that no question is repeated. */
const questions = 40_000
/** Shoppers ask some of these often and most of them rarely. */
const shoppers_questions = 6_000

/**
 * Measures listings and facets of 45,487 products over HTTP with the connections of a busy evening: with the
 * repeated questions of real shoppers, and with questions that are not cached. With one process and with two.
 */
export async function listingBench(report: Report): Promise<void> {
  const data_dir = mkdtempSync(join(tmpdir(), 'tiem-bench-'))
  let home = data_dir
  // On a machine with other work the p99 is not meaningful, so its load is printed.
  console.log(`load of the machine before: ${loadavg()[0]?.toFixed(1)}`)
  try {
    await importLoadCatalogue(data_dir)
    home = await measureIndex(data_dir, report)
    await measureShop(data_dir, 1, report)
    await measureShop(data_dir, 2, report)
  } finally {
    for (const folder of [data_dir, home]) rmSync(folder, { recursive: true, force: true })
  }
}

async function measureShop(data_dir: string, processes: number, report: Report): Promise<void> {
  const env = { LOG_LEVEL: 'info', WEB_CONCURRENCY: String(processes) }
  const shop = await startShop({ data_dir, env })
  try {
    await measureAnswers(shop.url, processes === 1 ? '1 process' : `${processes} processes`, report)
    if (processes === 1) await measureSuggestions(shop.url, report)
  } finally {
    await shop.close()
  }
  if (shop.complaints.length > 0) throw new BenchFailure(shop.complaints.slice(0, 5).join('\n'))
}

/** Measures an open shop that has the load catalogue. */
async function measureAnswers(url: string, processes: string, report: Report): Promise<void> {
  const all = await distinctQuestions(url, questions)
  const often = asShoppersAsk(all.slice(0, shoppers_questions), 100_000)
  const rare = all.slice(shoppers_questions)
  // Code is compiled during use, so each measurement starts with a warm-up.
  const warmed = await ask(url, rare, 0, warm_up_seconds)
  await reportAnswers(url, `uncached listings, ${processes}`, report, () =>
    ask(url, rare, warmed.answers, seconds),
  )
  const begun = await ask(url, often, 0, warm_up_seconds)
  await reportAnswers(url, `listings of real shoppers, ${processes}`, report, () =>
    ask(url, often, begun.answers, seconds),
  )
}

async function reportAnswers(
  url: string,
  name: string,
  report: Report,
  run: () => Promise<Measured>,
): Promise<void> {
  const before = await serverFigures(url)
  const { answers, took_s, waits } = await run()
  const after = await serverFigures(url)
  const at = (share: number) => waits[Math.floor(waits.length * share)] ?? 0
  const cpu_ms = ((after.cpu_seconds - before.cpu_seconds) * 1_000) / answers
  const repeated_share = (after.answers_from_bytes - before.answers_from_bytes) / answers
  report({
    name: `${name}: CPU per answer`,
    value: cpu_ms,
    unit: 'ms',
    bar: 1.2,
    good: 'at most',
    how: 'all threads of the server, including HTTP, JSON and compression; more meaningful than the time on a busy machine',
  })
  report({
    name,
    value: answers / took_s,
    unit: 'per s',
    bar: 500,
    good: 'at least',
    how: `${Math.round(repeated_share * 100)} % repeated, ${connections} connections`,
  })
  report({
    name: `${name}, p99`,
    value: at(0.99),
    unit: 'ms',
    bar: 50,
    good: 'at most',
    how: `median ${at(0.5).toFixed(1)} ms, p90 ${at(0.9).toFixed(1)} ms, ${answers} answers`,
  })
}

/** Measures the memory of the search index, and how long a start waits for it. */
async function measureIndex(data_dir: string, report: Report): Promise<string> {
  const server = await startEmbeddedPostgres(data_dir)
  const db = openDatabase<Tables>(server.url, { max: 2 })
  try {
    const before = memoryInUse()
    const started = performance.now()
    const snapshot = await readSnapshot(db, new Date())
    const took = (performance.now() - started) / 1_000
    const products_listed = snapshot.index.used
    const how = `${products_listed} products with search words and sorts, after a garbage collection`
    const memory = memoryInUse() - before
    report({
      name: 'memory of the search index',
      value: memory,
      unit: 'MiB',
      bar: 160,
      good: 'at most',
      how,
    })
    report({
      name: 'reading all products',
      value: took,
      unit: 's',
      bar: 5,
      good: 'at most',
      how: 'from PostgreSQL until the first listing can be answered',
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

interface Measured {
  answers: number
  took_s: number
  /** Milliseconds of each answer, sorted ascending. */
  waits: Float64Array
}

/** Like a browser, which accepts compressed answers. */
const headers = { 'accept-encoding': 'gzip, deflate, br' }

async function ask(
  url: string,
  paths: readonly string[],
  from: number,
  for_seconds: number,
): Promise<Measured> {
  const waits: number[] = []
  const started = performance.now()
  const until = started + for_seconds * 1_000
  let turn = from
  const shopper = async () => {
    const connection = openConnection(url)
    while (performance.now() < until) {
      const path = paths[turn++ % paths.length] ?? ''
      const sent = performance.now()
      const { status } = await connection.ask('GET', path, { headers })
      waits.push(performance.now() - sent)
      if (status !== 200) throw new BenchFailure(`${path} answered ${status}`)
    }
    connection.close()
  }
  await Promise.all(Array.from({ length: connections }, shopper))
  const took_s = (performance.now() - started) / 1_000
  return { answers: waits.length, took_s, waits: Float64Array.from(waits).sort() }
}
