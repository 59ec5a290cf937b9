import { gzipSync } from 'node:zlib'
import { BenchFailure, type Connection, openConnection } from '#test/bench/connection.ts'
import type { Figure } from '#test/bench/report.ts'

const warm_up = 600
const counted = 2_000

/**
 * Measures the CPU time of a server without a page cache (PAGE_CACHE_MB=0) for rendering one page: user and
 * system time of the whole process (/metrics) over sequential requests without cookies, uncompressed, after a
 * warm-up. The CPU time of PostgreSQL is not included.
 */
export async function renderCost(
  url: string,
  name: string,
  path: string,
  bar: number,
): Promise<Figure> {
  const connection = openConnection(url)
  const visit = async (times: number) => {
    for (let i = 0; i < times; i++) {
      const { status } = await connection.ask('GET', path, {
        headers: { 'accept-encoding': 'identity' },
      })
      if (status !== 200) throw new BenchFailure(`${path} answered ${status}`)
    }
  }
  await visit(warm_up)
  const before = await cpuSeconds(connection)
  await visit(counted)
  const spent = (await cpuSeconds(connection)) - before
  connection.close()
  return {
    name,
    value: (spent * 1_000) / counted,
    unit: 'ms CPU',
    bar,
    good: 'at most',
    how: `${path}, ${counted} in a row after ${warm_up}, all threads of the server`,
  }
}

async function cpuSeconds(connection: Connection): Promise<number> {
  const { body } = await connection.ask('GET', '/metrics')
  const value = /^process_cpu_seconds_total (\S+)$/m.exec(body.toString())?.[1]
  if (value === undefined) throw new BenchFailure('/metrics has no process_cpu_seconds_total')
  return Number(value)
}

/** Gzip bytes of the scripts that a page loads until it is hydrated. */
export async function firstVisitScripts(
  url: string,
  name: string,
  path: string,
  bar: number,
): Promise<Figure> {
  const connection = openConnection(url)
  const html = (await connection.ask('GET', path)).body.toString()
  const files = /<script data-files="([^"]+)"/.exec(html)?.[1]?.split(' ') ?? []
  if (files.length === 0) throw new BenchFailure(`${path} names no scripts`)
  let bytes = 0
  for (const file of files) {
    const { status, body } = await connection.ask('GET', file)
    if (status !== 200) throw new BenchFailure(`${file} answered ${status}`)
    bytes += gzipSync(body, { level: 9 }).length
  }
  connection.close()
  return {
    name: `JavaScript of a first visit, ${name}`,
    value: bytes / 1_000,
    unit: 'kB gzip',
    bar,
    good: 'at most',
    how: `${files.length} files named by the HTML of ${path}, gzip -9`,
  }
}
