import { spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import type { Report } from '#test/bench/report.ts'
import { type Crowd, gatherCrowd } from '#test/faults/crowd.ts'
import { type Fault, FaultFailure, noneOf, slowest } from '#test/faults/fault.ts'
import { fillStock, openSite, openSlots, type Site } from '#test/faults/site.ts'
import { ledgerErrors, takeInventory } from '#test/support/stock-ledger.ts'

const disk_mb = 320
const shoppers = 8
const recovery_bar_s = 10
const pages = ['/', '/dien-thoai', '/iphone-18-pro-max-256gb', '/healthz']

/** F5: the disk under the data folder is full. Writes are refused, reads work, and no file is corrupted. */
export const disk: Fault = async (report, { rounds }) => {
  const folder = mkdtempSync(join(tmpdir(), 'tiem-fault-disk-'))
  if (!mounts(folder)) {
    console.log('  skipped: mounting a separate disk needs root and mount(8)')
    rmSync(folder, { recursive: true, force: true })
    return
  }
  try {
    const data_dir = join(folder, 'data')
    mkdirSync(data_dir)
    const site = await openSite({ data_dir })
    try {
      await runAll(report, site, join(folder, 'ballast'), rounds(2, 6))
    } finally {
      rmSync(join(folder, 'ballast'), { force: true })
      await site.close()
    }
  } finally {
    spawnSync('umount', ['-l', folder])
    rmSync(folder, { recursive: true, force: true })
  }
}

async function runAll(report: Report, site: Site, ballast: string, times: number): Promise<void> {
  const items = await fillStock(site)
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
    changed.push(...(await crowd.repeatOrders()))
  }
  const { lost, doubled, errors } = await site.inDatabase(async (db) => ({
    ...(await crowd.mismatches(db)),
    errors: await ledgerErrors(db, opening),
  }))
  const { tally } = crowd
  const how = `${crowd.acknowledged()} orders, disk full ${times} times, ${tally.busy} times 503`
  noneOf(report, 'confirmed orders lost', [...lost, ...changed], how)
  noneOf(report, 'orders placed twice', doubled, 'repeated with the same key')
  noneOf(report, 'inconsistent stock ledgers', errors, 'after space was free again')
  noneOf(
    report,
    '5xx except 503, refusals',
    [...tally.broken, ...tally.refused],
    'every 503 has Retry-After',
  )
  noneOf(report, 'unreadable pages meanwhile', unread, pages.join(' '))
  slowest(report, 'first orders after space is free', back, recovery_bar_s)
}

function mounts(folder: string): boolean {
  if (process.getuid?.() !== 0) return false
  const options = `size=${disk_mb}m,mode=0755`
  return spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]).status === 0
}

/** Fills the disk to the last block. */
function fill(file: string): void {
  const ballast = openSync(file, 'w')
  const block = Buffer.alloc(1_048_576, 'x')
  try {
    for (let left = statfsSync(file).bfree; left > -64; left--) writeSync(ballast, block)
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
  const target_count = crowd.acknowledged() + more
  const until = performance.now() + 60_000
  while (crowd.acknowledged() < target_count) {
    if (performance.now() > until) throw new FaultFailure('no order succeeds')
    await sleep(10)
  }
}

/** PostgreSQL first uses the space that it has allocated. Only then the full disk is detected. */
async function untilRefused(crowd: Crowd): Promise<void> {
  const before = crowd.tally.busy
  const until = performance.now() + 120_000
  while (crowd.tally.busy < before + 20) {
    if (performance.now() > until) throw new FaultFailure('the full disk is not detected')
    await sleep(10)
  }
}

/** Switches to new files of the write-ahead log until the server has no space for one and crashes. */
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
  throw new FaultFailure('the write-ahead log never ran out of space')
}

async function readPages(site: Site): Promise<string[]> {
  const unread: string[] = []
  for (const path of pages) {
    const { status } = await site.call('GET', path)
    if (status !== 200) unread.push(`${path} answered ${status}`)
  }
  return unread
}
