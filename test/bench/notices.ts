import { type ChildProcess, fork } from 'node:child_process'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { BenchFailure, openConnection } from '#test/bench/connection.ts'
import type { Report } from '#test/bench/report.ts'
import { relay_env, sepayBody, sepayHeaders } from '#test/support/relay.ts'
import { startShop } from '#test/support/shop-server.ts'

const notices = 150
const pause_ms = 20
/** Limits under load. Without turns and the lane of payments they were 67 ms and more (decision 106). */
const bars_ms = { median: 20, p95: 150 }

/** Measures how long a payment notice takes while one visitor searches on 20 connections. */
export async function noticesBench(report: Report): Promise<void> {
  const shop = await startShop({
    env: { ...relay_env, LOG_LEVEL: 'info', RATE_LIMITS: 'off', TRUST_PROXY: '127.0.0.1' },
  })
  try {
    await timesOf(shop.url, 20)
    const quiet = await timesOf(shop.url, notices)
    const visitor = startVisitor(shop.url)
    await sleep(2_000)
    const [before, began] = [visitor.count(), performance.now()]
    const busy = await timesOf(shop.url, notices)
    const searches = (visitor.count() - before) / ((performance.now() - began) / 1_000)
    visitor.end()
    const figure = { unit: 'ms', good: 'at most' } as const
    const quiet_median = shareOf(quiet, 0.5).toFixed(1)
    report({
      ...figure,
      name: 'a payment notice beside searches',
      value: shareOf(busy, 0.5),
      bar: bars_ms.median,
      how: `median of ${notices}; ${quiet_median} ms without searches, ${searches.toFixed(0)} searches/s`,
    })
    report({
      ...figure,
      name: 'the same, p95',
      value: shareOf(busy, 0.95),
      bar: bars_ms.p95,
      how: 'one visitor searches on 20 connections',
    })
  } finally {
    await shop.close()
  }
  if (shop.complaints.length > 0) throw new BenchFailure(shop.complaints.slice(0, 5).join('\n'))
}

/** Sends notices of new transfers one after another. Returns how long each took, sorted. */
async function timesOf(url: string, count: number): Promise<number[]> {
  const connection = openConnection(url)
  const times: number[] = []
  for (let index = 0; index < count; index++) {
    const raw = sepayBody({ amount: 10_000 + index, content: `chuyen tien ${index}` })
    const headers = sepayHeaders(raw, new Date())
    const began = performance.now()
    const json: unknown = JSON.parse(raw)
    const { status } = await connection.ask('POST', '/api/payment/webhook/sepay', { json, headers })
    times.push(performance.now() - began)
    if (status !== 200) throw new BenchFailure(`a notice was answered ${status}`)
    await sleep(pause_ms)
  }
  connection.close()
  return times.toSorted((a, b) => a - b)
}

function startVisitor(url: string): { count: () => number; end: () => void } {
  let count = 0
  const child: ChildProcess = fork(resolve('test/bench/search-client.ts'), [url])
  child.on('message', (now) => (count = Number(now)))
  return { count: () => count, end: () => void child.kill() }
}

function shareOf(sorted: readonly number[], share: number): number {
  return sorted[Math.floor(sorted.length * share)] ?? 0
}
