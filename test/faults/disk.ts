import { spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import type { Report } from '#test/bench/report.ts'
import { type Crowd, gatherCrowd } from '#test/faults/crowd.ts'
import { type Fault, FaultFailure, noneOf, slowest } from '#test/faults/fault.ts'
import { fillShelves, openSite, openSlots, type Site } from '#test/faults/site.ts'
import { bookErrors, takeInventory } from '#test/support/stock-ledger.ts'

const disk_mb = 320
const shoppers = 8
const recovery_bar_s = 10
const pages = ['/', '/dien-thoai', '/iphone-18-pro-max-256gb', '/healthz']

/** The disk under the data folder full (F5): writes say so, reads live, nothing is torn. */
export const disk: Fault = async (report, { rounds }) => {
  const folder = mkdtempSync(join(tmpdir(), 'tiem-fault-disk-'))
  if (!mounts(folder)) {
    console.log('  skipped: a disk of its own needs root and mount(8)')
    rmSync(folder, { recursive: true, force: true })
    return
  }
  try {
    const data_dir = join(folder, 'data')
    mkdirSync(data_dir)
    const site = await openSite({ data_dir })
    try {
      await playAll(report, site, join(folder, 'ballast'), rounds(2, 6))
    } finally {
      rmSync(join(folder, 'ballast'), { force: true })
      await site.close()
    }
  } finally {
    spawnSync('umount', ['-l', folder])
    rmSync(folder, { recursive: true, force: true })
  }
}

async function playAll(report: Report, site: Site, ballast: string, times: number): Promise<void> {
  const items = await fillShelves(site)
  await openSlots(site, items)
  const opening = await site.inDatabase(takeInventory)
  const crowd = await gatherCrowd(site, { size: shoppers, items, is_patient: true })
  const unread: string[] = []
  const changed: string[] = []
  const back: number[] = []
  for (let time = 1; time <= times; time++) {
    const shopping = crowd.shop()
    await untilMoreOrders(crowd, 2 * shoppers)
    for (const path of pages) await site.call('GET', path)
    fill(ballast)
    if (time % 2 === 0) await exhaustLog(site.databaseUrl())
    await untilRefused(crowd)
    unread.push(...(await readPages(site)))
    await sleep(3_000)
    unread.push(...(await readPages(site)))
    rmSync(ballast)
    const started = performance.now()
    await untilMoreOrders(crowd, shoppers)
    back.push(performance.now() - started)
    crowd.stop()
    await shopping
    changed.push(...(await crowd.settle()))
  }
  const { lost, doubled, errors } = await site.inDatabase(async (db) => ({
    ...(await crowd.strangers(db)),
    errors: await bookErrors(db, opening),
  }))
  const { tally } = crowd
  const how = `${crowd.acknowledged()} orders, full ${times} times, ${tally.busy} times 503`
  noneOf(report, 'acknowledged orders lost', [...lost, ...changed], how)
  noneOf(report, 'orders made twice', doubled, 'asked again with the same key')
  noneOf(report, 'books that do not add up', errors, 'after there was space again')
  noneOf(
    report,
    '5xx but 503, refusals',
    [...tally.broken, ...tally.refused],
    '503 says Retry-After',
  )
  noneOf(report, 'pages not read meanwhile', unread, pages.join(' '))
  slowest(report, 'orders again after there is space', back, recovery_bar_s)
}

function mounts(folder: string): boolean {
  if (process.getuid?.() !== 0) return false
  const options = `size=${disk_mb}m,mode=0755`
  return spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]).status === 0
}

/** Takes all the space there is, to the last block. */
function fill(file: string): void {
  const ballast = openSync(file, 'w')
  const piece = Buffer.alloc(1_048_576, 'x')
  try {
    for (let left = statfsSync(file).bfree; left > -64; left--) writeSync(ballast, piece)
  } catch (error) {
    if (!String(error).includes('ENOSPC')) throw error
    fillRest(ballast)
  } finally {
    closeSync(ballast)
  }
}

function fillRest(ballast: number): void {
  try {
    for (;;) writeSync(ballast, Buffer.alloc(4_096, 'x'))
  } catch (error) {
    if (!String(error).includes('ENOSPC')) throw error
  }
}

async function untilMoreOrders(crowd: Crowd, more: number): Promise<void> {
  const wanted = crowd.acknowledged() + more
  const until = performance.now() + 60_000
  while (crowd.acknowledged() < wanted) {
    if (performance.now() > until) throw new FaultFailure('nobody gets an order')
    await sleep(10)
  }
}

/** PostgreSQL writes on in the room it has already; only then it finds the disk full. */
async function untilRefused(crowd: Crowd): Promise<void> {
  const before = crowd.tally.busy
  const until = performance.now() + 120_000
  while (crowd.tally.busy < before + 20) {
    if (performance.now() > until) throw new FaultFailure('the full disk is not noticed')
    await sleep(10)
  }
}

/** Turns to new files of its write-ahead log until the server finds no room for one and dies of it. */
async function exhaustLog(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  client.on('error', () => undefined)
  try {
    await client.connect()
    for (let turn = 0; turn < 200; turn++) {
      await client.query(`select pg_logical_emit_message(true, 'fault', 'x'), pg_switch_wal()`)
    }
  } catch {
    return
  } finally {
    await client.end().catch(() => undefined)
  }
  throw new FaultFailure('the log had room for ever')
}

async function readPages(site: Site): Promise<string[]> {
  const found: string[] = []
  for (const path of pages) {
    const { status } = await site.call('GET', path)
    if (status !== 200) found.push(`${path} answered ${status}`)
  }
  return found
}
