import { gzipSync } from 'node:zlib'
import { BenchFailure, type Line, openLine } from '#test/bench/knock.ts'
import type { Figure } from '#test/bench/report.ts'

const warm_up = 600
const counted = 2_000

/**
 * CPU that a server without a page cache (PAGE_CACHE_MB=0) spends on making one page: user and system time of the whole process
 * (/metrics) over sequential requests without cookies, uncompressed, after a warm-up. What
 * PostgreSQL spends is its own.
 */
export async function renderCost(url: string, name: string, path: string): Promise<Figure> {
  const line = openLine(url)
  const visit = async (times: number) => {
    for (let i = 0; i < times; i++) {
      const { status } = await line.ask('GET', path, { headers: { 'accept-encoding': 'identity' } })
      if (status !== 200) throw new BenchFailure(`${path} answered ${status}`)
    }
  }
  await visit(warm_up)
  const before = await cpuSeconds(line)
  await visit(counted)
  const spent = (await cpuSeconds(line)) - before
  line.hangUp()
  return {
    name,
    value: (spent * 1_000) / counted,
    unit: 'ms CPU',
    bar: 3,
    good: 'at most',
    how: `${path}, ${counted} in a row after ${warm_up}, all threads of the server`,
  }
}

async function cpuSeconds(line: Line): Promise<number> {
  const { body } = await line.ask('GET', '/metrics')
  const found = /^process_cpu_seconds_total (\S+)$/m.exec(body.toString())?.[1]
  if (found === undefined) throw new BenchFailure('/metrics has no process_cpu_seconds_total')
  return Number(found)
}

/** What a page downloads in scripts until it is hydrated, in gzip bytes. */
export async function firstVisitScripts(
  url: string,
  name: string,
  path: string,
  bar: number,
): Promise<Figure> {
  const line = openLine(url)
  const html = (await line.ask('GET', path)).body.toString()
  const named = html.matchAll(
    /<(?:link rel="modulepreload"|script type="module")[^>]*? (?:href|src)="([^"]+)"/g,
  )
  const files = [...named].map(([, file = '']) => file)
  if (files.length === 0) throw new BenchFailure(`${path} names no scripts`)
  let bytes = 0
  for (const file of files) {
    const { status, body } = await line.ask('GET', file)
    if (status !== 200) throw new BenchFailure(`${file} answered ${status}`)
    bytes += gzipSync(body, { level: 9 }).length
  }
  line.hangUp()
  return {
    name: `JavaScript of a first visit, ${name}`,
    value: bytes / 1_000,
    unit: 'kB gzip',
    bar,
    good: 'at most',
    how: `${files.length} files named by the HTML of ${path}, gzip -9`,
  }
}
