import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { sql } from 'kysely'
import type { Database, Tx } from '#db/schema.ts'
import { csv, linesOf, ndjson, outRow, type Format } from '#shop/flows/import/export-row.ts'
import { definitionRows, definitions, versionsAfter } from '#shop/flows/import/export-store.ts'
import { ImportFileError } from '#shop/flows/import/read-lines.ts'

type Progress = (share: number, step: string) => void

const page_size = 500

/**
 * Writes the products of the shop and all records they refer to into `file`, in the format of an import and from one
 * snapshot of the database. The file appears when it is complete. Returns the number of lines.
 */
export async function exportShop(
  db: Database,
  file: string,
  on_progress: Progress = () => undefined,
): Promise<number> {
  const format = formatOf(file)
  const part = `${file}.part`
  let lines = 0
  const counted = async function* (trx: Tx) {
    if (format.heading !== '') yield format.heading
    for await (const text of linesIn(trx, format, on_progress)) {
      lines += text.split('\n').length - 1
      yield text
    }
  }
  try {
    await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (trx) => {
        await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx)
        await sql`set local statement_timeout = 0`.execute(trx)
        const target = createWriteStream(part)
        const texts = Readable.from(counted(trx))
        if (file.endsWith('.gz')) await pipeline(texts, createGzip(), target)
        else await pipeline(texts, target)
      })
    await rename(part, file)
  } finally {
    await rm(part, { force: true })
  }
  return lines
}

function formatOf(file: string): Format {
  const name = file.replace(/\.gz$/i, '').toLowerCase()
  if (/\.(ndjson|jsonl)$/.test(name)) return ndjson
  if (name.endsWith('.csv')) return csv
  throw new ImportFileError(
    `The format of ${file} is unknown: the name must end in .ndjson or .csv (with .gz to compress it).`,
  )
}

async function* linesIn(trx: Tx, format: Format, on_progress: Progress): AsyncGenerator<string> {
  for (const [record, query] of definitions) {
    const rows = await definitionRows(trx, query)
    const text = rows.map((row) => format.write(outRow(record, row))).join('')
    if (text !== '') yield text
  }
  const { rows } = await sql<{ max: number }>`
    select coalesce(max(product_id), 0) as max from product where type = 'configurable'`.execute(
    trx,
  )
  const max = rows[0]?.max ?? 0
  for (let after = 0; ;) {
    const versions = await versionsAfter(trx, after, page_size)
    const last = versions.at(-1)
    if (last === undefined) return
    after = last.product_id
    yield versions.flatMap(linesOf).map(format.write).join('')
    on_progress(after / max, 'writing')
  }
}
