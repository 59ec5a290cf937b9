import { performance } from 'node:perf_hooks'
import { BenchFailure, openLine } from '#test/bench/knock.ts'
import { readQueries } from '#test/bench/relevance-queries.ts'
import type { Report } from '#test/bench/report.ts'

/** Every beginning of what people search for, one line asking after the other as one shopper does. */
export async function measureSuggestions(url: string, report: Report): Promise<void> {
  const texts = [...new Set(readQueries().flatMap(({ q }) => beginningsOf(q)))]
  const line = openLine(url)
  const times: number[] = []
  try {
    await line.ask('GET', '/api/search/v1/suggest?q=a')
    for (const text of texts) {
      const began = performance.now()
      const { status } = await line.ask(
        'GET',
        `/api/search/v1/suggest?q=${encodeURIComponent(text)}`,
      )
      times.push(performance.now() - began)
      if (status !== 200) throw new BenchFailure(`suggestions for ${text} answered ${status}`)
    }
  } finally {
    line.hangUp()
  }
  times.sort((one, other) => one - other)
  report({
    name: 'suggestions p99',
    value: times[Math.floor(times.length * 0.99)] ?? 0,
    unit: 'ms',
    bar: 30,
    good: 'at most',
    how: `${texts.length} beginnings of queries over HTTP, median ${(times[times.length >> 1] ?? 0).toFixed(1)} ms`,
  })
}

function beginningsOf(q: string): string[] {
  return Array.from({ length: q.length }, (_, index) => q.slice(0, index + 1).trim())
}
