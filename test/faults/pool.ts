import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import type { Report } from '#test/bench/report.ts'
import { type Fault, noneOf, slowest } from '#test/faults/fault.ts'
import { openOwnPostgres } from '#test/faults/own-postgres.ts'
import { fillStock, openSite, type Site } from '#test/faults/site.ts'
import { type Buyer, buyerWith, dataOf } from '#test/support/buyer.ts'
import { openWire, type Wire } from '#test/support/wire.ts'

/** More clients than the pool has connections: the others wait for one. */
const clients = 40
const connections = '8'
/** A quarter of a second in each direction adds 500 ms to every statement. */
const slow_way_ms = 250
/**
 * Two seconds for a connection, four for a row lock, ten for a statement, twelve for a silent connection
 * (decisions/004). An order that comes during a batch also waits for that batch.
 */
const wait_bars = { locked: 6.5, slow: 15, silent: 14.5, refused: 3 }
const health_bar_s = 0.5
const recovery_bar_s = 3

/** F3: all connections in use, a slow database, a silent one, and one that closes connections. */
export const pool: Fault = async (report, { rounds }) => {
  const server = await openOwnPostgres()
  const { hostname, port } = new URL(server.url)
  const wire = await openWire({ host: hostname, port: Number(port) })
  const through = new URL(server.url)
  through.port = String(wire.port)
  try {
    const env = { DATABASE_POOL: connections }
    const site = await openSite({ database_url: through.href, env })
    try {
      const stage = { site, items: await fillStock(site) }
      for (let round = 0; round < rounds(1, 5); round++) {
        await runKind(report, stage, 'locked', () => lockStock(server.url))
        await runKind(report, stage, 'slow', async () =>
          be(wire, { kind: 'slow', ms: slow_way_ms }),
        )
        await runKind(report, stage, 'silent', async () => be(wire, { kind: 'swallow' }))
        await runKind(report, stage, 'refused', async () => be(wire, { kind: 'refuse' }))
      }
    } finally {
      await site.close()
    }
  } finally {
    await wire.close()
    server.close()
  }
}

interface Stage {
  site: Site
  items: number[]
}

function be(wire: Wire, mood: Parameters<Wire['be']>[0]): () => Promise<void> {
  wire.be(mood)
  return async () => wire.be({ kind: 'pass' })
}

/** Another transaction locks all stock rows and does not end. */
async function lockStock(url: string): Promise<() => Promise<void>> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query('begin')
  await client.query('lock table stock in exclusive mode')
  return () => client.end()
}

interface TimedAnswer {
  ms: number
  status: number
  has_retry_after: boolean
  text: string
}

async function runKind(
  report: Report,
  { site, items }: Stage,
  name: keyof typeof wait_bars,
  applyFault: () => Promise<() => Promise<void>>,
): Promise<void> {
  const buyers = await preparedBuyers(site, items)
  const removeFault = await applyFault()
  const health = watchHealth(site)
  const answers = await Promise.all(buyers.map(timed))
  const checks = await health.end()
  await removeFault()
  const back = await untilOrdered(buyers)
  const busy = answers.filter(({ status }) => status === 503).length
  const good = answers.filter(({ status }) => status === 200).length
  const wrong = answers
    .filter((answer) => answer.status !== 200 && !(answer.status === 503 && answer.has_retry_after))
    .map(({ status, text }) => `${status} ${text.slice(0, 200)}`)
  const how = `${good} orders, ${busy} times 503`
  noneOf(report, `${name}: answers other than 200 and 503`, wrong, how)
  slowest(
    report,
    `${name}: slowest answer`,
    answers.map(({ ms }) => ms),
    wait_bars[name],
  )
  noneOf(
    report,
    `${name}: health check failed`,
    checks.failures,
    `/healthz requested ${checks.times.length} times`,
  )
  slowest(report, `${name}: slowest /healthz`, checks.times, health_bar_s)
  slowest(report, `${name}: all orders succeed afterwards`, [back], recovery_bar_s)
}

async function preparedBuyers(site: Site, items: readonly number[]): Promise<Buyer[]> {
  return Promise.all(
    Array.from({ length: clients }, async (_, number) => {
      for (;;) {
        try {
          const answer = await site.call('POST', '/api/sso/auth/guest-token', { json: {} })
          const buyer = buyerWith(site, dataOf<{ token: string }>(answer).token)
          await buyer.prepare(items[number % items.length] ?? 0)
          return buyer
        } catch (error) {
          if (!(error instanceof RangeError) || !error.message.startsWith('503')) throw error
        }
      }
    }),
  )
}

async function timed(buyer: Buyer): Promise<TimedAnswer> {
  const started = performance.now()
  const key = { 'idempotency-key': `pool-${buyer.token.slice(0, 20)}` }
  const answer = await buyer.order({ payment_method: 'cod' }, key)
  const ms = performance.now() - started
  const has_retry_after = answer.headers.has('retry-after')
  return { ms, status: answer.status, has_retry_after, text: answer.text }
}

/** Milliseconds until all buyers have an order, repeating with the same key. */
async function untilOrdered(buyers: readonly Buyer[]): Promise<number> {
  const started = performance.now()
  await Promise.all(
    buyers.map(async (buyer) => {
      const key = { 'idempotency-key': `pool-${buyer.token.slice(0, 20)}` }
      while ((await buyer.order({ payment_method: 'cod' }, key)).status !== 200) await sleep(20)
    }),
  )
  return performance.now() - started
}

function watchHealth(site: Site) {
  const times: number[] = []
  const failures: string[] = []
  let is_over = false
  const watch = async () => {
    while (!is_over) {
      const started = performance.now()
      const { status } = await site.call('GET', '/healthz')
      times.push(performance.now() - started)
      if (status !== 200) failures.push(`/healthz answered ${status}`)
      await sleep(100)
    }
  }
  const work = watch()
  return {
    end: async () => {
      is_over = true
      await work
      return { times, failures }
    },
  }
}
