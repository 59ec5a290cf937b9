import { sql } from 'kysely'
import type { Database, Tx } from '#db/schema.ts'
import { transaction } from '#platform/database/postgres.ts'
import { writeAddresses } from '#shop/flows/import/address-store.ts'
import { writeDefinitions } from '#shop/flows/import/definitions-store.ts'
import { checkFacts, writeFacts } from '#shop/flows/import/facts-store.ts'
import { checkGoods, refuseWholeLines, writeGoods } from '#shop/flows/import/goods-store.ts'
import { readRow } from '#shop/flows/import/import-row.ts'
import { checkOffers, stockNewItems, writeOffers } from '#shop/flows/import/offers-store.ts'
import { openLines, type Line } from '#shop/flows/import/read-lines.ts'
import { writeShelves } from '#shop/flows/import/shelves-store.ts'
import {
  closeStaging,
  indexStaging,
  openStaging,
  rejectedAfter,
  settleSearchIndex,
  stage,
  tally,
  type Staged,
  type Tally,
} from '#shop/flows/import/staging-store.ts'

export interface ImportOptions {
  /** First words of the addresses of the shop's own pages. */
  reserved: readonly string[]
  /** Pieces for new goods whose line says nothing about stock. */
  pieces?: number
  /** Told how far it is, from 0 to 1, and what goes on. */
  on_progress?: (share: number, doing: string) => void
  /** Told every line that was refused, in the order of the file within each of the two passes. */
  on_rejected?: (rejection: Rejection) => Promise<void>
}

/** A line that was not taken, with its text as far as it was understood. */
export interface Rejection {
  line: number
  reason: string
  row: unknown
}

/** What an import came to, in lines of the file. */
export interface ImportResult extends Tally {
  /** Things of accepted lines that were left out, with how often and the first line. */
  notes: { words: string; count: number; line: number }[]
}

const one_at_a_time = 7_304_201_947
const reading_share = 0.4
const most_notes = 100

/**
 * Brings the goods of a file into the shop (issue 3 §3). All accepted lines are written in one
 * transaction: after a crash the shop is as it was before, and the same command does it again.
 */
export async function importShop(
  db: Database,
  file: string,
  options: ImportOptions,
): Promise<ImportResult> {
  return db.connection().execute(async (connection) => {
    await openStaging(connection)
    try {
      return await importOn(connection, file, options)
    } finally {
      await closeStaging(connection)
    }
  })
}

async function importOn(
  connection: Database,
  file: string,
  options: ImportOptions,
): Promise<ImportResult> {
  const { on_progress = () => undefined, on_rejected = async () => undefined } = options
  const read = await readFile(connection, file, { on_progress, on_rejected })
  const on_part = (part: number, doing: string) =>
    on_progress(reading_share + part * (1 - reading_share), doing)
  await transaction(connection, (trx) => writeAll(trx, options, on_part), {
    statement_timeout_ms: 0,
  })
  for (let page = await rejectedAfter(connection, 0); page.length > 0;) {
    for (const rejected of page) await on_rejected(rejected)
    page = await rejectedAfter(connection, page.at(-1)?.line ?? 0)
  }
  const counts = await tally(connection)
  if (counts.added + counts.changed > 0) {
    on_progress(1, 'search index')
    await settleSearchIndex(connection)
    // The next pages are planned by what is in the tables now.
    await sql`analyze`.execute(connection)
  }
  return { ...counts, rejected: counts.rejected + read.unreadable, notes: read.notes }
}

type Reading = Required<Pick<ImportOptions, 'on_progress' | 'on_rejected'>>

async function readFile(connection: Database, file: string, { on_progress, on_rejected }: Reading) {
  const source = await openLines(file)
  const notes = new Map<string, { words: string; count: number; line: number }>()
  let unreadable = 0
  for await (const lines of source.lines) {
    const staged: Staged[] = []
    for (const line of lines) {
      const read = readLine(line)
      if ('reason' in read) {
        unreadable++
        await on_rejected(read)
        continue
      }
      for (const row of read.staged) staged.push({ line: line.line, ...row })
      for (const words of read.notes) note(notes, words, line.line)
    }
    await stage(connection, staged)
    on_progress(source.share() * reading_share, 'reading')
  }
  await indexStaging(connection)
  return { unreadable, notes: [...notes.values()] }
}

function readLine(line: Line) {
  if ('reason' in line) return { line: line.line, reason: line.reason, row: line.text }
  const read = readRow(line.raw)
  return 'reason' in read ? { line: line.line, reason: read.reason, row: line.raw } : read
}

function note(
  notes: Map<string, { words: string; count: number; line: number }>,
  words: string,
  line: number,
): void {
  const known = notes.get(words)
  if (known !== undefined) known.count++
  else if (notes.size < most_notes) notes.set(words, { words, count: 1, line })
}

async function writeAll(
  trx: Tx,
  options: ImportOptions,
  on_part: (part: number, doing: string) => void,
): Promise<void> {
  // Two imports at once would race for addresses: the second waits.
  await sql`select pg_advisory_xact_lock(${one_at_a_time})`.execute(trx)
  await sql`select set_config('idle_in_transaction_session_timeout', '0', true)`.execute(trx)
  const { pieces } = options
  const steps: [doing: string, step: () => Promise<void>][] = [
    ['shops, brands, attributes', () => writeDefinitions(trx)],
    ['checking', () => check(trx)],
    ['shelves', () => writeShelves(trx)],
    ['goods', () => writeGoods(trx)],
    ['addresses', () => writeAddresses(trx, options)],
    ['prices and stock', () => writeOffers(trx)],
    ['stock', async () => (pieces === undefined ? undefined : stockNewItems(trx, pieces))],
    ['attributes and pictures', () => writeFacts(trx)],
  ]
  for (const [index, [doing, step]] of steps.entries()) {
    on_part(index / steps.length, doing)
    await step()
  }
  on_part(1, 'done')
}

async function check(trx: Tx): Promise<void> {
  await checkGoods(trx)
  await checkOffers(trx)
  await checkFacts(trx)
  await refuseWholeLines(trx)
}
