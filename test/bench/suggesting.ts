import { performance } from 'node:perf_hooks'
import { BenchFailure, openConnection } from '#test/bench/connection.ts'
import { readQueries } from '#test/bench/relevance-queries.ts'
import type { Report } from '#test/bench/report.ts'

/** Requests suggestions for every prefix of the queries, one after another, like one shopper who types. */
export async function measureSuggestions(url: string, report: Report): Promise<void> {
  const texts = [...new Set(readQueries().flatMap(({ q }) => prefixesOf(q)))]
  const connection = openConnection(url)
  const times: number[] = []
  try {
    await connection.ask('GET', '/api/search/v1/suggest?q=a')
    for (const text of texts) {
      const began = performance.now()
      const { status } = await connection.ask(
        'GET',
        `/api/search/v1/suggest?q=${encodeURIComponent(text)}`,
      )
      times.push(performance.now() - began)
      if (status !== 200) throw new BenchFailure(`suggestions for ${text} answered ${status}`)
    }
  } finally {
    connection.close()
  }
  times.sort((a, b) => a - b)
  report({
    name: 'suggestions p99',
    value: times[Math.floor(times.length * 0.99)] ?? 0,
    unit: 'ms',
    bar: 30,
    good: 'at most',
    how: `${texts.length} prefixes of queries over HTTP, median ${(times[times.length >> 1] ?? 0).toFixed(1)} ms`,
  })
}

function prefixesOf(q: string): string[] {
  return Array.from({ length: q.length }, (_, index) => q.slice(0, index + 1).trim())
}
