import { createHash } from 'node:crypto'
import { Client } from 'pg'
import {
  BackupError,
  exact_texts,
  quoted,
  type FileLine,
  type HeadLine,
  type SequencesLine,
  type TableLine,
} from '#platform/backup/backup-format.ts'
import { readBackup, type BackupPart } from '#platform/backup/backup-reader.ts'
import type { FileStore } from '#platform/files/files-port.ts'
import { fitnessProblems } from '#platform/database/database-fitness.ts'
import {
  applyInside,
  createHistory,
  readMigrations,
  type Migration,
} from '#platform/database/migrate.ts'

interface Options {
  migrations: string
  /** Tables that are empty in an empty shop. */
  occupied_by: readonly string[]
  /** Whether existing data in the database may be dropped. */
  replace: boolean
  /** Where the files of the backup go. They are written before the database changes; their names are hashes. */
  files?: FileStore
  on_progress?: (share: number, doing: string) => void
  /** Gives the serving role its rights again, in the transaction of the restore. */
  renewRights?: (client: Client) => Promise<void>
}

interface RestoreResult {
  made_at: string
  tables: number
  rows: number
  files: number
  /** Migrations that are newer than the backup and were applied now. */
  migrated: string[]
}

/**
 * Restores a backup into the database at `url`, in one transaction: completely or not at all. The tables
 * are created by the migrations that the backup knew, filled, and then migrated to the newest schema.
 */
export async function restoreDatabase(
  url: string,
  file: string,
  options: Options,
): Promise<RestoreResult> {
  const { head, parts } = await readBackup(file, options.on_progress)
  const migrations = await readMigrations(options.migrations)
  const known_migrations = knownMigrations(head, migrations)
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const problems = await fitnessProblems(client)
    if (problems.length > 0) throw new BackupError(problems.join('\n'))
    await client.query(exact_texts)
    await client.query(`set lock_timeout = '10s'; set gin_pending_list_limit = '1GB'`)
    await client.query('begin')
    if (!options.replace) await requireEmpty(client, options.occupied_by)
    await client.query('drop schema public cascade; create schema public')
    await createHistory(client)
    for (const migration of known_migrations) await applyInside(client, migration)
    const counts = await fill(client, parts, options.files)
    const newer = migrations.slice(known_migrations.length)
    for (const migration of newer) await applyInside(client, migration)
    await options.renewRights?.(client)
    await client.query('commit')
    await client.query('vacuum analyze')
    return { made_at: head.made_at, ...counts, migrated: newer.map(({ name }) => name) }
  } catch (error) {
    throw explained(error)
  } finally {
    // Closing the connection rolls back what was not committed.
    await client.end()
  }
}

/** Returns the migrations that the backup knew. They must be the first ones of this shop. */
function knownMigrations(head: HeadLine, ours: Migration[]): Migration[] {
  head.migrations.forEach(({ name, checksum }, index) => {
    const own = ours.find((migration) => migration.name === name)
    if (own === undefined) {
      throw new BackupError(
        `The backup was made by a newer version of the shop (it has ${name}). Update the shop, then restore it.`,
      )
    }
    if (own.checksum !== checksum || ours[index]?.name !== name) {
      throw new BackupError(
        `The backup was made by a shop whose db/migrations/${name} differs. Restore it with that version of the shop.`,
      )
    }
  })
  return ours.slice(0, head.migrations.length)
}

async function requireEmpty(client: Client, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    const { rows } = await client.query<{ is_there: boolean }>(
      'select to_regclass($1) is not null as is_there',
      [`public.${table}`],
    )
    if (rows[0]?.is_there !== true) continue
    const first_row = await client.query(`select from ${quoted(table)} limit 1`)
    if (first_row.rowCount === 0) continue
    throw new BackupError(
      `This database holds a shop already (there are rows in "${table}"). Restore into an empty one (another DATA_DIR or DATABASE_URL), or pass --replace to drop the existing data.`,
    )
  }
}

async function fill(client: Client, parts: AsyncIterable<BackupPart>, files?: FileStore) {
  const keys = await dropForeignKeys(client)
  const counts = { tables: 0, rows: 0, files: 0 }
  const filled: string[] = []
  let insert = ''
  for await (const part of parts) {
    if (part.kind === 'table') {
      insert = await emptied(client, part)
      filled.push(part.table)
      counts.tables++
    } else if (part.kind === 'rows') {
      await client.query(insert, [`[${part.rows.join(',')}]`])
      counts.rows += part.rows.length
    } else if (part.kind === 'file') {
      await putFile(files, part)
      counts.files++
    } else {
      await continueNumbering(client, part.sequences)
    }
  }
  // The rows are complete as they were backed up. Triggers act again on every later change.
  for (const table of filled) await client.query(`alter table ${quoted(table)} enable trigger user`)
  // Adding the foreign keys again also proves that no row refers to a missing row.
  for (const { add_again } of keys) await client.query(add_again)
  return counts
}

async function putFile(
  files: FileStore | undefined,
  { file, sha256, base64 }: FileLine,
): Promise<void> {
  const bytes = Buffer.from(base64, 'base64')
  // A damaged backup must not replace a good file.
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) {
    throw new BackupError(`The backup is damaged: its file ${file} has another content.`)
  }
  try {
    await files?.put(file, bytes)
  } catch (cause) {
    throw new BackupError(`The file ${file} cannot be stored: ${String(cause)}.`, { cause })
  }
}

/** Drops the foreign keys, because tables are filled in alphabetical sequence. */
async function dropForeignKeys(client: Client): Promise<{ add_again: string }[]> {
  const { rows } = await client.query<{ drop_key: string; add_again: string }>(`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop_key,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname,
        pg_get_constraintdef(oid)) as add_again
    from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0`)
  for (const { drop_key } of rows) await client.query(drop_key)
  return rows
}

/** Deletes the rows that migrations inserted into a table. Returns the statement that fills the table. */
async function emptied(client: Client, { table, columns }: TableLine): Promise<string> {
  const { rows } = await client.query<{ name: string; type: string }>(
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
     where attrelid = to_regclass($1) and attnum > 0 and not attisdropped and attgenerated = ''`,
    [`public.${quoted(table)}`],
  )
  const types = new Map(rows.map(({ name, type }) => [name, type]))
  const unknown_columns = columns.filter((name) => !types.has(name))
  if (types.size === 0 || unknown_columns.length > 0) {
    throw new BackupError(
      `The backup is damaged: its table "${table}" is unknown to that version of the shop (${unknown_columns.join(', ') || 'unknown'}).`,
    )
  }
  // First, because a ledger refuses to be emptied.
  await client.query(`alter table ${quoted(table)} disable trigger user`)
  await client.query(`truncate ${quoted(table)}`)
  const values = columns.map((name, index) => `(row->>${index})::${types.get(name)}`)
  return `insert into ${quoted(table)} (${columns.map(quoted).join(', ')}) overriding system value
    select ${values.join(', ')} from json_array_elements($1::json) row`
}

async function continueNumbering(
  client: Client,
  sequences: SequencesLine['sequences'],
): Promise<void> {
  for (const { name, value, is_called } of sequences) {
    await client.query('select setval($1::regclass, $2::bigint, $3)', [
      `public.${quoted(name)}`,
      value,
      is_called,
    ])
  }
}

function explained(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error
  if (error.code === '42501') {
    return new BackupError(
      `The database's user may not create its tables again (${error.message}). Restore as its owner.`,
    )
  }
  if (error.code === '55P03') {
    return new BackupError('Something else is using this database. Stop the shop, then restore.')
  }
  if (error.code === '53200') {
    return new BackupError(
      'The database server has too few locks to replace all tables at once. Set max_locks_per_transaction = 256 there, restart it, then restore. Nothing was changed.',
    )
  }
  if (/^(22|23)/.test(String(error.code))) {
    return new BackupError(
      `The backup does not fit together: ${error.message}. Nothing was changed.`,
    )
  }
  return error
}
