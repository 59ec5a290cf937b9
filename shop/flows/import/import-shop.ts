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
import {
  writeArticles,
  writeBanners,
  writePopups,
} from '#shop/flows/import/content/content-store.ts'
import { writeGames } from '#shop/flows/import/content/game-store.ts'
import { writeStaticPages } from '#shop/flows/import/campaigns/static-page-store.ts'
import { writeFlashSales } from '#shop/flows/import/campaigns/flash-sale-store.ts'
import { writeTradeIns } from '#shop/flows/import/trade/trade-in-store.ts'
import { writeUsedUnits } from '#shop/flows/import/trade/write-used-units.ts'
import { readRow } from '#shop/flows/import/import-row.ts'
import { record_kinds, type RecordKind } from '#shop/flows/import/record-shapes.ts'
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
  const { kinds } = read
  const short = await transaction(
    connection,
    (trx) => writeAll(trx, { file, kinds }, options, on_part),
    { statement_timeout_ms: 0 },
  )
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
  const kinds = new Set<RecordKind>()
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
      for (const row of read.staged) {
        staged.push({ line: line.line, ...row })
        kinds.add(row.record)
      }
      for (const text of read.notes) addNote(notes, text, line.line)
    }
    await stage(connection, staged)
    on_progress(source.share() * reading_share, 'reading')
  }
  await indexStaging(connection)
  return { unreadable, kinds, notes: [...notes.values()] }
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

/** A step of the writing, and the kinds of records that it writes. Without a line of them it has nothing to do. */
type Step = [name: string, of: readonly RecordKind[], run: () => Promise<void>]

/** A product is a version and its items. These steps share what the first of them notes about each version. */
const of_products: readonly RecordKind[] = ['version', 'item']
const of_articles: readonly RecordKind[] = ['author', 'post_category', 'post_tag', 'post']

async function writeAll(
  trx: Tx,
  { file, kinds }: { file: string; kinds: ReadonlySet<RecordKind> },
  options: ImportOptions,
  on_part: (part: number, step: string) => void,
): Promise<StockShortage[]> {
  // Two imports at once would compete for addresses, so the second one waits.
  await sql`select pg_advisory_xact_lock(${import_lock})`.execute(trx)
  await sql`select set_config('idle_in_transaction_session_timeout', '0', true)`.execute(trx)
  const { initial_stock = null, now = () => new Date() } = options
  const edit = { at: now(), by: `Tệp ${basename(file)}` }
  const of_file = { file: basename(file), at: now() }
  let short: StockShortage[] = []
  const steps: Step[] = [
    ['shops, brands, attributes', record_kinds, () => writeDefinitions(trx, kinds)],
    ['technicians', ['shop', 'repair_service'], () => writeTechnicians(trx, now())],
    ['checking', of_products, () => check(trx)],
    ['categories', ['category', ...of_products], () => writeCategories(trx)],
    ['products', of_products, () => writeProducts(trx)],
    ['repair services', ['repair_part', 'repair_service'], () => writeRepairServices(trx)],
    ['trade-in', ['trade_grade', 'trade_question', 'trade_device'], () => writeTradeIns(trx)],
    ['lenders', ['installment_company', 'installment_bank'], () => writeLenders(trx)],
    ['landing pages', ['landing_page'], () => writeLandingPages(trx)],
    ['static pages', ['static_page'], () => writeStaticPages(trx, edit)],
    ['articles', of_articles, () => writeArticles(trx, edit)],
    ['popups', ['popup'], () => writePopups(trx)],
    ['banners', ['banner'], () => writeBanners(trx)],
    ['games', ['game'], () => writeGames(trx, now())],
    ['addresses', record_kinds, () => writeAddresses(trx, { ...options, kinds })],
    ['redirects', ['redirect'], () => writeRedirects(trx, options)],
    ['prices', of_products, () => writePrices(trx)],
    ['flash sales', ['flash_sale'], () => writeFlashSales(trx)],
    ['attributes and pictures', of_products, () => writeFacts(trx)],
    ['questions', ['category', 'brand', 'tag', 'version'], () => writeQuestions(trx)],
    // Stock comes last: its rows are locked until the end, and orders of these products wait.
    [
      'stock',
      of_products,
      async () => {
        short = await writeStock(trx, { ...of_file, initial_stock })
      },
    ],
    ['used devices', ['used_unit'], () => writeUsedUnits(trx, of_file)],
  ]
  const needed = steps.filter(([, of]) => of.some((kind) => kinds.has(kind)))
  for (const [index, [name, , run]] of needed.entries()) {
    on_part(index / needed.length, name)
    await run()
  }
  on_part(1, 'done')
  return short
}

async function check(trx: Tx): Promise<void> {
  await checkProducts(trx)
  await checkOffers(trx)
  await checkFacts(trx)
  await refuseWholeLines(trx)
}
