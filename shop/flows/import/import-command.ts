import { createWriteStream, rmSync, type WriteStream } from 'node:fs'
import { once } from 'node:events'
import type { Database, Tables } from '#db/schema.ts'
import { CommandProblem } from '#platform/processes/command-problem.ts'
import { openDatabase } from '#platform/database/postgres.ts'
import { openProgress, type Screen } from '#platform/processes/progress.ts'
import { exportShop } from '#shop/flows/import/export-shop.ts'
import { importShop, type ImportResult, type Rejection } from '#shop/flows/import/import-shop.ts'
import type { StockShortage } from '#shop/inventory/movement/movement.ts'

export interface Terminal {
  url: string
  screen: Screen
  say: (text: string) => void
}

interface ImportRequest {
  file: string
  /** Quantity for new products whose line has no stock. */
  initial_stock?: number
  reserved: readonly string[]
}

const shown_rejections = 10
const number = new Intl.NumberFormat('en')

/** Reads the arguments of `npm run import -- FILE [--stock QUANTITY]`. */
export function importRequest(args: readonly string[]): Omit<ImportRequest, 'reserved'> {
  const at = args.indexOf('--stock')
  const stock = at === -1 ? null : (args[at + 1] ?? '')
  const rest = at === -1 ? args : args.toSpliced(at, 2)
  const [file, ...more] = rest
  const is_wrong = stock !== null && !/^\d{1,6}$/.test(stock)
  if (file === undefined || more.length > 0 || is_wrong) {
    throw new CommandProblem('Usage: npm run import -- FILE [--stock QUANTITY]')
  }
  return stock === null ? { file } : { file, initial_stock: Number(stock) }
}

/** Imports a file and prints the result; refused lines are written to FILE.rejected.ndjson. */
export async function runImport(request: ImportRequest, terminal: Terminal): Promise<ImportResult> {
  const { screen, say, url } = terminal
  const progress = openProgress(screen)
  const rejections = rejectionFile(`${request.file}.rejected.ndjson`)
  const started = performance.now()
  try {
    const result = await withDatabase(url, (db) =>
      importShop(db, request.file, {
        ...request,
        on_progress: progress.show,
        on_rejected: rejections.add,
      }),
    )
    progress.clear()
    await report(result, performance.now() - started, rejections, say)
    return result
  } finally {
    await rejections.close()
  }
}

/** `npm run export -- FILE`. */
export async function runExport(file: string, { url, screen, say }: Terminal): Promise<void> {
  const progress = openProgress(screen)
  const started = performance.now()
  const lines = await withDatabase(url, (db) => exportShop(db, file, progress.show))
  progress.clear()
  say(
    `${number.format(lines)} lines written to ${file} in ${seconds(performance.now() - started)}.`,
  )
}

async function withDatabase<T>(url: string, work: (db: Database) => Promise<T>): Promise<T> {
  const db = openDatabase<Tables>(url, { max: 1, application_name: 'tiem import' })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

async function report(
  result: ImportResult,
  took_ms: number,
  rejections: ReturnType<typeof rejectionFile>,
  say: (text: string) => void,
): Promise<void> {
  const { added, changed, unchanged, rejected, notes, short } = result
  const lines = added + changed + unchanged + rejected
  const speed = number.format(Math.round(lines / (took_ms / 1000)))
  for (const { text, count, line } of notes) {
    say(`Note: ${text} (line ${line}${count > 1 ? ` and ${number.format(count - 1)} more` : ''}).`)
  }
  for (const { line, reason } of rejections.first) say(`Line ${line} refused: ${reason}.`)
  if (rejected > rejections.first.length) say('…')
  for (const shortage of short.slice(0, shown_rejections)) say(shortageText(shortage))
  if (short.length > shown_rejections)
    say(`… and ${short.length - shown_rejections} more stock rows short.`)
  if (rejected > 0)
    say(`All ${number.format(rejected)} refused lines with their reasons: ${rejections.path}`)
  say(
    `${number.format(lines)} lines in ${seconds(took_ms)} (${speed} a second): ` +
      `${number.format(added)} added, ${number.format(changed)} changed, ` +
      `${number.format(unchanged)} unchanged, ${number.format(rejected)} refused.`,
  )
  if (added + changed === 0) say('Nothing changed in the shop.')
  else say('An open shop shows it within seconds.')
}

function shortageText({ sku, shop_code, on_hand, reserved, order_codes }: StockShortage): string {
  return (
    `Stock short: ${sku} in ${shop_code} has ${on_hand}, and orders have reserved ${reserved}: ` +
    `${order_codes.join(', ')}. Nothing more of it is sold there.`
  )
}

/** The file of refused lines. It is created with the first one; the file of an earlier import is deleted. */
function rejectionFile(path: string) {
  rmSync(path, { force: true })
  const first: Rejection[] = []
  let file: WriteStream | null = null
  return {
    path,
    first,
    async add(rejection: Rejection): Promise<void> {
      if (first.length < shown_rejections) first.push(rejection)
      file ??= createWriteStream(path)
      if (!file.write(`${JSON.stringify(rejection)}\n`)) await once(file, 'drain')
    },
    async close(): Promise<void> {
      if (file === null) return
      file.end()
      await once(file, 'close')
    },
  }
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}
