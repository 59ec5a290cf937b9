import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { Client } from 'pg'
import {
  BackupError,
  exact_texts,
  format_version,
  quoted,
  type EndLine,
  type FileLine,
  type HeadLine,
  type SequencesLine,
  type TableLine,
  type WholeLine,
} from '#platform/backup/backup-format.ts'
import type { FileStore } from '#platform/files/files-port.ts'
import type { Now } from '#platform/clock.ts'

interface Options {
  now: Now
  /** Files that the backup takes along. */
  files?: FileStore | null
  on_progress?: (share: number, doing: string) => void
}

interface BackupResult {
  tables: number
  rows: number
  files: number
  /** Size of the file. */
  bytes: number
}

const handful = 2_000

/**
 * Writes every table of the database at `url` into one compressed file, as of one moment. The shop may be
 * open meanwhile. Only the owner may read the file. It appears under its name when it is complete.
 */
export async function backupDatabase(
  url: string,
  file: string,
  { now, files = null, on_progress = () => undefined }: Options,
): Promise<BackupResult> {
  if (existsSync(file)) {
    throw new BackupError(`There is a file ${file} already; a backup does not overwrite it.`)
  }
  const part = `${file}.part`
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(exact_texts)
    await client.query('begin isolation level repeatable read, read only')
    const counts = { tables: 0, rows: 0, files: 0 }
    await rm(part, { force: true })
    const target = await open(part, 'wx', 0o600)
    const lines = joined(
      backupLines(client, now().toISOString(), counts, on_progress),
      fileLines(files, counts),
    )
    await pipeline(
      Readable.from(summed(lines, counts)),
      createGzip(),
      target.createWriteStream({ flush: true }),
    )
    await client.query('commit')
    await rename(part, file)
    return { ...counts, bytes: (await stat(file)).size }
  } finally {
    await client.end()
    await rm(part, { force: true })
  }
}

/** Passes the lines on and appends the line with their checksum. */
async function* summed(lines: AsyncIterable<string>, counts: { rows: number }) {
  const hash = createHash('sha256')
  for await (const text of lines) {
    hash.update(text)
    yield text
  }
  const last: WholeLine = { whole: true, rows: counts.rows, sha256: hash.digest('hex') }
  yield `${JSON.stringify(last)}\n`
}

async function* backupLines(
  client: Client,
  made_at: string,
  counts: { tables: number; rows: number },
  on_progress: (share: number, doing: string) => void,
): AsyncGenerator<string> {
  const history = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migration order by name',
  )
  const head: HeadLine = {
    format: 'tiem-backup',
    version: format_version,
    made_at,
    migrations: history.rows,
  }
  yield line(head)
  const tables = await tablesOf(client)
  const total = tables.reduce((sum, { size }) => sum + size, 1)
  let done = 0
  for (const { table, columns, size } of tables) {
    on_progress(done / total, table)
    const start: TableLine = { table, columns }
    yield line(start)
    const before = counts.rows
    for await (const text of rowsOf(client, table, columns, counts)) yield text
    const end: EndLine = { end: table, rows: counts.rows - before }
    yield line(end)
    counts.tables++
    done += size
  }
  // Read last: numbers taken since the tables were read only leave gaps, which sequences always may.
  const sequences: SequencesLine = { sequences: await sequencesOf(client) }
  yield line(sequences)
}

/** Read after the tables, so that every file that they name is there. */
async function* fileLines(
  files: FileStore | null,
  counts: { files: number },
): AsyncGenerator<string> {
  if (files === null) return
  for await (const key of files.list('')) {
    const bytes = await files.get(key)
    // It was deleted meanwhile: nothing had needed it for days.
    if (bytes === null) continue
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const entry: FileLine = { file: key, sha256, base64: bytes.toString('base64') }
    counts.files++
    yield line(entry)
  }
}

async function* joined(...parts: AsyncIterable<string>[]): AsyncGenerator<string> {
  for (const part of parts) yield* part
}

async function tablesOf(client: Client) {
  const { rows } = await client.query<{ table: string; columns: string[]; size: number }>(`
    select relname as table, pg_table_size(c.oid)::float8 as size,
      (select json_agg(attname order by attnum) from pg_attribute
       where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
    from pg_class c
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and relname <> 'schema_migration' and not exists (
        select from pg_depend where objid = c.oid and deptype = 'e')
    order by relname`)
  return rows
}

async function* rowsOf(
  client: Client,
  table: string,
  columns: string[],
  counts: { rows: number },
): AsyncGenerator<string> {
  const values = columns.map((name) => `${quoted(name)}::text`).join(', ')
  await client.query(`declare backup_rows no scroll cursor for
    select json_build_array(${values})::text as row from ${quoted(table)}`)
  for (;;) {
    const { rows } = await client.query<{ row: string }>(`fetch ${handful} from backup_rows`)
    if (rows.length === 0) break
    counts.rows += rows.length
    yield rows.map(({ row }) => `${row}\n`).join('')
  }
  await client.query('close backup_rows')
}

async function sequencesOf(client: Client): Promise<SequencesLine['sequences']> {
  const { rows } = await client.query<{ name: string }>(`
    select relname as name from pg_class
    where relkind = 'S' and relnamespace = 'public'::regnamespace order by relname`)
  const states: SequencesLine['sequences'] = []
  for (const { name } of rows) {
    const state = await client.query<{ value: string; is_called: boolean }>(
      `select last_value::text as value, is_called from ${quoted(name)}`,
    )
    for (const { value, is_called } of state.rows) states.push({ name, value, is_called })
  }
  return states
}

function line(data: object): string {
  return `${JSON.stringify(data)}\n`
}
