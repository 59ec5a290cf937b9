import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { readyDatabase } from '#db/ready-database.ts'
import type { Database, Tables } from '#db/schema.ts'
import { startEmbeddedPostgres } from '#platform/database/embedded-postgres.ts'
import { openDatabase } from '#platform/database/postgres.ts'
import { createLog } from '#platform/observe/log.ts'
import { openReadModel } from '#shop/search/read-model.ts'
import { searchService } from '#shop/search/search-service.ts'
import { readQueries } from '#test/bench/relevance-queries.ts'
import { type Attributes, type Scored, scoreQuery, success } from '#test/bench/relevance-score.ts'
import type { Report } from '#test/bench/report.ts'

const bars = { at_1: 0.9, at_5: 0.98 }
const halves = [
  ['seen', 'used for tuning'],
  ['held', 'never used for tuning'],
  ['met', 'written independently, used for tuning after their first run'],
] as const

/**
 * Measures how often the right product of the demo shop comes first, on queries used for tuning and on
 * others.
 */
export async function relevanceBench(report: Report): Promise<void> {
  const data_dir = mkdtempSync(join(tmpdir(), 'tiem-bench-'))
  const server = await startEmbeddedPostgres(data_dir)
  try {
    const now = () => new Date()
    await readyDatabase(server.url, { seed: 'demo', now, on_progress: () => undefined })
    const db = openDatabase<Tables>(server.url, { max: 2 })
    try {
      reportScores(await scoreAll(db), report)
    } finally {
      await db.destroy()
    }
  } finally {
    server.stop()
    for (const folder of [data_dir, server.home]) rmSync(folder, { recursive: true, force: true })
  }
}

function reportScores(scored: readonly Scored[], report: Report): void {
  for (const [half, origin] of halves) {
    const own = scored.filter(({ query }) => query.half === half)
    const { at_1, at_5 } = success(own)
    const how = `${own.length} queries ${origin}`
    const figure = { unit: '', good: 'at least', how } as const
    report({ ...figure, name: `relevance@1, ${half}`, value: at_1, bar: bars.at_1 })
    report({ ...figure, name: `relevance@5, ${half}`, value: at_5, bar: bars.at_5 })
  }
  console.log(groupTable(scored))
}

/** Scores all queries of the benchmark. */
export async function scoreAll(db: Database): Promise<Scored[]> {
  const feed = {
    subscribe: () => () => undefined,
    publish: () => undefined,
    close: async () => undefined,
    isListening: () => true,
  }
  const log = createLog({ service: 'bench', level: 'fatal' })
  const now = () => new Date()
  const finder = searchService({ products: openReadModel({ db, now, log, feed }), now })
  const attributes = await readAttributes(db)
  return await Promise.all(readQueries().map((query) => scoreQuery(finder, query, attributes)))
}

function groupTable(scored: readonly Scored[]): string {
  const groups = Map.groupBy(scored, ({ query }) => query.group)
  const cell = (list: readonly Scored[]) => {
    if (list.length === 0) return ''.padEnd(16)
    const { at_1, at_5 } = success(list)
    return `${at_1.toFixed(2)} ${at_5.toFixed(2)} (${list.length})`.padEnd(16)
  }
  const line = (name: string, list: readonly Scored[]) => {
    const cells = halves.map(([half]) => cell(list.filter(({ query }) => query.half === half)))
    return `${name.padEnd(14)}${cells.join('')}`
  }
  return [
    `${''.padEnd(14)}${halves.map(([half]) => `${half} @1 @5`.padEnd(16)).join('')}`,
    ...[...groups].map(([name, list]) => line(name, list)),
    line('all', scored),
  ].join('\n')
}

async function readAttributes(db: Database): Promise<Attributes> {
  const { rows } = await sql<{ product_id: number; brand: string; categories: string[] }>`
    select product_id, brand.slug as brand,
      array_remove(array[category.code, parent.code], null) as categories
    from product
    join brand using (brand_id)
    join category using (category_id)
    left join category parent on parent.category_id = category.parent_id
    where product.type = 'configurable'
  `.execute(db)
  return new Map(rows.map(({ product_id, ...attributes }) => [product_id, attributes]))
}
