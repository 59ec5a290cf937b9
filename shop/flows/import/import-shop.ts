import { basename } from 'node:path'
import { sql } from 'kysely'
import type { Database, Tx } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import { transaction } from '#platform/database/postgres.ts'
import { writeAddresses } from '#shop/flows/import/address-store.ts'
import { writeQuestions } from '#shop/flows/import/questions-store.ts'
import { writeDefinitions } from '#shop/flows/import/definitions-store.ts'
import { checkFacts, writeFacts } from '#shop/flows/import/facts-store.ts'
import { checkProducts, refuseWholeLines, writeProducts } from '#shop/flows/import/product-store.ts'
import { writeRepairServices } from '#shop/flows/import/repairs/repair-store.ts'
import { writeTechnicians } from '#shop/flows/import/repairs/technicians-store.ts'
import { writeLenders } from '#shop/flows/import/lenders/lender-store.ts'
import { writeLandingPages, writeRedirects } from '#shop/flows/import/campaigns/campaign-store.ts'
import { writeArticles, writePopups } from '#shop/flows/import/content/content-store.ts'
import { writeGames } from '#shop/flows/import/content/game-store.ts'
import { writeStaticPages } from '#shop/flows/import/campaigns/static-page-store.ts'
import { writeFlashSales } from '#shop/flows/import/campaigns/flash-sale-store.ts'
import { writeTradeIns } from '#shop/flows/import/trade/trade-in-store.ts'
import { writeUsedUnits } from '#shop/flows/import/trade/write-used-units.ts'
import { readRow } from '#shop/flows/import/import-row.ts'
import { checkOffers, writePrices, writeStock } from '#shop/flows/import/offers-store.ts'
import { openLines, type Line } from '#shop/flows/import/read-lines.ts'
import { writeCategories } from '#shop/flows/import/category-store.ts'
import {
  closeStaging,
  indexStaging,
  openStaging,
  rejectedAfter,
  mergeSearchIndex,
  stage,
  tally,
  type Staged,
  type Tally,
} from '#shop/flows/import/staging-store.ts'
import type { StockShortage } from '#shop/inventory/movement/movement.ts'

interface ImportOptions {
  /** First path segments of the shop's own pages. */
  reserved: readonly string[]
  /** Quantity for new products whose line has no stock. */
  initial_stock?: number
  now?: Now
  /** Called with the progress, from 0 to 1, and the name of the current step. */
  on_progress?: (share: number, step: string) => void
  /** Called with every refused line, in the sequence of the file within each of the two passes. */
  on_rejected?: (rejection: Rejection) => Promise<void>
}

/** A refused line, with its fields or text as far as they were read. */
export interface Rejection {
  line: number
  reason: string
  row: unknown
}

/** The result of an import, counted in lines of the file. */
export interface ImportResult extends Tally {
  notes: ImportNote[]
  /** Stock rows of which orders have reserved more than the file counts. */
  short: StockShortage[]
}

/** Data of accepted lines that was ignored, with the number of lines and the first of them. */
interface ImportNote {
  text: string
  count: number
  line: number
}

const import_lock = 7_304_201_947
const reading_share = 0.4
const max_notes = 100
/** A file that writes so many lines renews the statistics of all tables, which takes a quarter of a second. */
const many_lines = 100

/**
 * Imports the products of a file. All accepted lines are written in one transaction: after a crash the
 * shop is unchanged, and the same command can run again.
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
  const on_part = (part: number, step: string) =>
    on_progress(reading_share + part * (1 - reading_share), step)
  const short = await transaction(connection, (trx) => writeAll(trx, file, options, on_part), {
    statement_timeout_ms: 0,
  })
  for (let page = await rejectedAfter(connection, 0); page.length > 0;) {
    for (const rejected of page) await on_rejected(rejected)
    page = await rejectedAfter(connection, page.at(-1)?.line ?? 0)
  }
  const counts = await tally(connection)
  const written = counts.added + counts.changed
  if (written > 0) {
    on_progress(1, 'search index')
    await mergeSearchIndex(connection)
  }
  // Later queries are planned with statistics of the new rows. After a few lines the server's own are good enough.
  if (written >= many_lines) await sql`analyze`.execute(connection)
  return { ...counts, rejected: counts.rejected + read.unreadable, notes: read.notes, short }
}

type Reading = Required<Pick<ImportOptions, 'on_progress' | 'on_rejected'>>

async function readFile(connection: Database, file: string, { on_progress, on_rejected }: Reading) {
  const source = await openLines(file)
  const notes = new Map<string, ImportNote>()
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
      for (const text of read.notes) addNote(notes, text, line.line)
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

function addNote(notes: Map<string, ImportNote>, text: string, line: number): void {
  const known = notes.get(text)
  if (known !== undefined) known.count++
  else if (notes.size < max_notes) notes.set(text, { text, count: 1, line })
}

async function writeAll(
  trx: Tx,
  file: string,
  options: ImportOptions,
  on_part: (part: number, step: string) => void,
): Promise<StockShortage[]> {
  // Two imports at once would compete for addresses, so the second one waits.
  await sql`select pg_advisory_xact_lock(${import_lock})`.execute(trx)
  await sql`select set_config('idle_in_transaction_session_timeout', '0', true)`.execute(trx)
  const { initial_stock = null, now = () => new Date() } = options
  const edit = { at: now(), by: `Tệp ${basename(file)}` }
  const steps: [name: string, run: () => Promise<void>][] = [
    ['shops, brands, attributes', () => writeDefinitions(trx)],
    ['technicians', () => writeTechnicians(trx, now())],
    ['checking', () => check(trx)],
    ['categories', () => writeCategories(trx)],
    ['products', () => writeProducts(trx)],
    ['repair services', () => writeRepairServices(trx)],
    ['trade-in', () => writeTradeIns(trx)],
    ['lenders', () => writeLenders(trx)],
    ['landing pages', () => writeLandingPages(trx)],
    ['static pages', () => writeStaticPages(trx, edit)],
    ['articles', () => writeArticles(trx, edit)],
    ['popups', () => writePopups(trx)],
    ['games', () => writeGames(trx, now())],
    ['addresses', () => writeAddresses(trx, options)],
    ['redirects', () => writeRedirects(trx, options)],
    ['prices', () => writePrices(trx)],
    ['flash sales', () => writeFlashSales(trx)],
    ['attributes and pictures', () => writeFacts(trx)],
    ['questions', () => writeQuestions(trx)],
  ]
  for (const [index, [name, run]] of steps.entries()) {
    on_part(index / (steps.length + 1), name)
    await run()
  }
  // Stock comes last: its rows are locked until the end, and orders of these products wait.
  on_part(steps.length / (steps.length + 1), 'stock')
  const of_file = { file: basename(file), at: now() }
  const short = await writeStock(trx, { ...of_file, initial_stock })
  await writeUsedUnits(trx, of_file)
  on_part(1, 'done')
  return short
}

async function check(trx: Tx): Promise<void> {
  await checkProducts(trx)
  await checkOffers(trx)
  await checkFacts(trx)
  await refuseWholeLines(trx)
}
