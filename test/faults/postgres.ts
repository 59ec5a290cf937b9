import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { type Fault, FaultFailure, none, noneOf, slowest } from '#test/faults/fault.ts'
import { type Crowd, gatherCrowd } from '#test/faults/crowd.ts'
import { openOwnPostgres } from '#test/faults/own-postgres.ts'
import { fillStock, isAlive, openSite, openSlots, type Site } from '#test/faults/site.ts'
import type { Report } from '#test/bench/report.ts'
import { ledgerErrors, takeInventory } from '#test/support/stock-ledger.ts'

const shoppers = 12
const service_bar_s = 1
const feed_reconnect_ms = 1_500

/**
 * The signals that stop the server, in turn: an immediate shutdown like `pg_ctl -m immediate`, and kill -9.
 */
const ends = ['SIGQUIT', 'SIGKILL'] as const

/** F2: PostgreSQL is stopped under load: the built-in server, and an external one. */
export const postgres: Fault = async (report, { rounds }) => {
  const cycles = rounds(4, 30)
  const own = await openSite()
  try {
    const address = own.databaseUrl()
    const stage = { site: own, address, pid: own.databasePid, restart: async () => undefined }
    await runAll(report, 'built-in', stage, cycles)
  } finally {
    await own.close()
  }
  const server = await openOwnPostgres()
  try {
    const site = await openSite({ database_url: server.url })
    try {
      const stage = { site, address: server.url, pid: server.pid, restart: server.restart }
      await runAll(report, 'DATABASE_URL', stage, cycles)
    } finally {
      await site.close()
    }
  } finally {
    server.close()
  }
}

interface Stage {
  site: Site
  address: string
  pid: () => number
  /** Does nothing for the built-in server, which the shop starts again. */
  restart: () => Promise<void>
}

async function runAll(report: Report, kind: string, stage: Stage, cycles: number): Promise<void> {
  const { site } = stage
  const items = await fillStock(site)
  await openSlots(site, items)
  const opening = await site.inDatabase(takeInventory)
  const crowd = await gatherCrowd(site, { size: shoppers, items, is_patient: true })
  const down: number[] = []
  const until_served: number[] = []
  const changed: string[] = []
  const unread: string[] = []
  for (let cycle = 0; cycle < cycles; cycle++) {
    const signal = ends[cycle % ends.length] ?? 'SIGKILL'
    const result = await stopOnce(stage, crowd, signal)
    down.push(result.down_ms)
    until_served.push(result.served_ms)
    unread.push(...result.unread)
    changed.push(...(await crowd.repeatOrders()))
  }
  const { lost, doubled, errors } = await site.inDatabase(async (db) => ({
    ...(await crowd.mismatches(db)),
    errors: await ledgerErrors(db, opening),
  }))
  const { tally } = crowd
  const how = `${crowd.acknowledged()} orders, ${cycles} cycles, ${tally.busy} times 503`
  noneOf(report, `${kind}: confirmed orders lost`, [...lost, ...changed], how)
  noneOf(report, `${kind}: orders placed twice`, doubled, 'repeated with the same key')
  noneOf(
    report,
    `${kind}: inconsistent stock ledgers`,
    errors,
    'stock, reservations, order lines, payments',
  )
  noneOf(
    report,
    `${kind}: 5xx except 503, refusals`,
    [...tally.broken, ...tally.refused],
    'every 503 has Retry-After',
  )
  none(report, `${kind}: broken connections`, tally.dead, 'the shop keeps running')
  noneOf(report, `${kind}: unreadable pages meanwhile`, unread, pages.join(' '))
  slowest(report, `${kind}: first answer after the restart`, until_served, service_bar_s)
  slowest(report, `${kind}: database unavailable`, down, 10)
}

/** Stops the server once during checkouts. Returns durations and pages that could not be read. */
async function stopOnce(stage: Stage, crowd: Crowd, signal: NodeJS.Signals) {
  const { site } = stage
  const before = crowd.acknowledged()
  const shopping = crowd.shop()
  // After a lost change feed all pages are rendered again. The visits here cache them again.
  await sleep(feed_reconnect_ms)
  await readPages(site)
  while (crowd.acknowledged() < before + shoppers) await sleep(5)
  await sleep(Math.random() * 60)
  const pid = stage.pid()
  process.kill(pid, signal)
  while (isAlive(pid)) await sleep(2)
  const down_at = performance.now()
  const unread = await readPages(site)
  await stage.restart()
  await untilAccepting(stage.address)
  const back_at = performance.now()
  const served_ms = await untilWritten(site)
  const served = crowd.acknowledged()
  while (crowd.acknowledged() < served + shoppers) await sleep(5)
  crowd.stop()
  await shopping
  return { down_ms: back_at - down_at, served_ms, unread }
}

const pages = ['/', '/dien-thoai', '/iphone-18-pro-max-256gb', '/healthz']

async function readPages(site: Site): Promise<string[]> {
  const answers = await Promise.all(
    pages.map(async (path) => ({ path, ...(await site.call('GET', path)) })),
  )
  return answers
    .filter(({ status }) => status !== 200)
    .map(({ path, status }) => `${path} answered ${status}`)
}

async function untilAccepting(address: string): Promise<void> {
  for (let attempts = 0; attempts < 5_000; attempts++) {
    const client = new Client({ connectionString: address })
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.query('select 1')
      return
    } catch {
      await sleep(5)
    } finally {
      await client.end().catch(() => undefined)
    }
  }
  throw new FaultFailure('the database did not come back')
}

/** Milliseconds until a write succeeds. */
async function untilWritten(site: Site): Promise<number> {
  const started = performance.now()
  for (;;) {
    const answer = await site.call('POST', '/api/sso/auth/guest-token', { json: {} })
    if (answer.status === 200) return performance.now() - started
    if (performance.now() - started > 30_000) throw new FaultFailure(answer.text)
    await sleep(5)
  }
}
