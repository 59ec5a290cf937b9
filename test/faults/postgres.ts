import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { type Fault, FaultFailure, none, noneOf, slowest } from '#test/faults/fault.ts'
import { type Crowd, gatherCrowd } from '#test/faults/crowd.ts'
import { openOwnPostgres } from '#test/faults/own-postgres.ts'
import { fillShelves, isAlive, openSite, openSlots, type Site } from '#test/faults/site.ts'
import type { Report } from '#test/bench/report.ts'
import { bookErrors, takeInventory } from '#test/support/stock-ledger.ts'

const shoppers = 12
const service_bar_s = 1
const hearing_again_ms = 1_500

/** What stops the server, by turns: an immediate shutdown as by `pg_ctl -m immediate`, and kill -9. */
const ends = ['SIGQUIT', 'SIGKILL'] as const

/** PostgreSQL stopped at once under load: the built-in one, and one of somebody else (F2). */
export const postgres: Fault = async (report, { rounds }) => {
  const cycles = rounds(4, 30)
  const own = await openSite()
  try {
    const address = own.databaseUrl()
    const stage = { site: own, address, pid: own.databasePid, restart: async () => undefined }
    await playAll(report, 'built-in', stage, cycles)
  } finally {
    await own.close()
  }
  const server = await openOwnPostgres()
  try {
    const site = await openSite({ database_url: server.url })
    try {
      const stage = { site, address: server.url, pid: server.pid, restart: server.restart }
      await playAll(report, 'DATABASE_URL', stage, cycles)
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
  /** Nothing for the server that the shop itself starts again. */
  restart: () => Promise<void>
}

async function playAll(report: Report, kind: string, stage: Stage, cycles: number): Promise<void> {
  const { site } = stage
  const items = await fillShelves(site)
  await openSlots(site, items)
  const opening = await site.inDatabase(takeInventory)
  const crowd = await gatherCrowd(site, { size: shoppers, items, is_patient: true })
  const gone: number[] = []
  const until_served: number[] = []
  const changed: string[] = []
  const unread: string[] = []
  for (let cycle = 0; cycle < cycles; cycle++) {
    const signal = ends[cycle % ends.length] ?? 'SIGKILL'
    const seen = await stopOnce(stage, crowd, signal)
    gone.push(seen.gone_ms)
    until_served.push(seen.served_ms)
    unread.push(...seen.unread)
    changed.push(...(await crowd.settle()))
  }
  const { lost, doubled, errors } = await site.inDatabase(async (db) => ({
    ...(await crowd.strangers(db)),
    errors: await bookErrors(db, opening),
  }))
  const { tally } = crowd
  const how = `${crowd.acknowledged()} orders, ${cycles} cycles, ${tally.busy} times 503`
  noneOf(report, `${kind}: acknowledged orders lost`, [...lost, ...changed], how)
  noneOf(report, `${kind}: orders made twice`, doubled, 'asked again with the same key')
  noneOf(report, `${kind}: books that do not add up`, errors, 'pieces, claims, lines, payments')
  noneOf(
    report,
    `${kind}: 5xx but 503, refusals`,
    [...tally.broken, ...tally.refused],
    '503 says Retry-After',
  )
  none(report, `${kind}: lines gone dead`, tally.dead, 'the shop itself stays')
  noneOf(report, `${kind}: pages not read meanwhile`, unread, pages.join(' '))
  slowest(report, `${kind}: served again after it is back`, until_served, service_bar_s)
  slowest(report, `${kind}: database away`, gone, 10)
}

/** One end of the server amid checkouts; what it cost. */
async function stopOnce(stage: Stage, crowd: Crowd, signal: NodeJS.Signals) {
  const { site } = stage
  const before = crowd.acknowledged()
  const shopping = crowd.shop()
  // Who was deaf for a while makes all pages anew; those of a shop that is visited are kept again.
  await sleep(hearing_again_ms)
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
  const met = crowd.acknowledged()
  while (crowd.acknowledged() < met + shoppers) await sleep(5)
  crowd.stop()
  await shopping
  return { gone_ms: back_at - down_at, served_ms, unread }
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
  for (let tries = 0; tries < 5_000; tries++) {
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
