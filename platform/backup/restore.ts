import { Client } from 'pg'
import {
  BackupError,
  exact_texts,
  quoted,
  type HeadLine,
  type SequencesLine,
  type TableLine,
} from '#platform/backup/backup-format.ts'
import { readBackup, type BackupPart } from '#platform/backup/backup-reader.ts'
import { fitnessProblems } from '#platform/database/database-fitness.ts'
import {
  applyInside,
  createHistory,
  readMigrations,
  type Migration,
} from '#platform/database/migrate.ts'

interface Options {
  migrations: string
  /** Tables that in an empty shop are empty. */
  occupied_by: readonly string[]
  /** Whether what is in the database may be thrown away. */
  replace: boolean
  on_progress?: (share: number, doing: string) => void
}

export interface RestoreResult {
  made_at: string
  tables: number
  rows: number
  /** Migrations that the backup did not know, applied to it now. */
  migrated: string[]
}

/**
 * Puts a backup into the database at `url`, in one transaction: all of it, or nothing has happened.
 * The tables are made anew by the migrations the backup knew, filled, and then brought up to date.
 */
export async function restoreDatabase(
  url: string,
  file: string,
  options: Options,
): Promise<RestoreResult> {
  const { head, parts } = await readBackup(file, options.on_progress)
  const migrations = await readMigrations(options.migrations)
  const known = knownMigrations(head, migrations)
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
    for (const migration of known) await applyInside(client, migration)
    const counts = await fill(client, parts)
    const later = migrations.slice(known.length)
    for (const migration of later) await applyInside(client, migration)
    await client.query('commit')
    await client.query('vacuum analyze')
    return { made_at: head.made_at, ...counts, migrated: later.map(({ name }) => name) }
  } catch (error) {
    throw explained(error)
  } finally {
    // Closing the connection gives up what was not committed.
    await client.end()
  }
}

/** The migrations the backup was made after: the first ones of ours, or it is none of our past. */
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
        `The backup was made by a shop whose db/migrations/${name} is another. Restore it with that version of the shop.`,
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
    const found = await client.query(`select from ${quoted(table)} limit 1`)
    if (found.rowCount === 0) continue
    throw new BackupError(
      `This database holds a shop already (there are rows in "${table}"). Restore into an empty one (another DATA_DIR or DATABASE_URL), or say --replace to throw away what is here.`,
    )
  }
}

async function fill(client: Client, parts: AsyncIterable<BackupPart>) {
  const keys = await takeOffForeignKeys(client)
  const counts = { tables: 0, rows: 0 }
  let insert = ''
  for await (const part of parts) {
    if (part.kind === 'table') {
      insert = await emptied(client, part)
      counts.tables++
    } else if (part.kind === 'rows') {
      await client.query(insert, [`[${part.rows.join(',')}]`])
      counts.rows += part.rows.length
    } else {
      await continueNumbering(client, part.sequences)
    }
  }
  // Putting the keys back also proves that no row refers to one that is missing.
  for (const { put_back } of keys) await client.query(put_back)
  return counts
}

/** Rows come table by table in the order of the alphabet, so keys between tables have to wait. */
async function takeOffForeignKeys(client: Client): Promise<{ put_back: string }[]> {
  const { rows } = await client.query<{ take_off: string; put_back: string }>(`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as take_off,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname,
        pg_get_constraintdef(oid)) as put_back
    from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0`)
  for (const { take_off } of rows) await client.query(take_off)
  return rows
}

/** Takes out what migrations put into a table; gives the statement that fills it. */
async function emptied(client: Client, { table, columns }: TableLine): Promise<string> {
  const { rows } = await client.query<{ name: string; type: string }>(
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
     where attrelid = to_regclass($1) and attnum > 0 and not attisdropped and attgenerated = ''`,
    [`public.${quoted(table)}`],
  )
  const types = new Map(rows.map(({ name, type }) => [name, type]))
  const strangers = columns.filter((name) => !types.has(name))
  if (types.size === 0 || strangers.length > 0) {
    throw new BackupError(
      `The backup is damaged: its table "${table}" is not one this shop had then (${strangers.join(', ') || 'unknown'}).`,
    )
  }
  await client.query(`truncate ${quoted(table)}`)
  await client.query(`alter table ${quoted(table)} disable trigger user`)
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
      `The database's user may not build it anew (${error.message}). Restore as its owner.`,
    )
  }
  if (error.code === '55P03') {
    return new BackupError('Something else is using this database. Stop the shop, then restore.')
  }
  if (/^(22|23)/.test(String(error.code))) {
    return new BackupError(
      `The backup does not fit together: ${error.message}. Nothing was changed.`,
    )
  }
  return error
}
