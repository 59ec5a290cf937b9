import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { fitnessProblems } from '#platform/database/database-fitness.ts'

/** The database cannot be migrated to the schema this shop needs. The message gives the reason. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError'
}

export type Migration = { name: string; text: string; checksum: string }

// The number is arbitrary, but must be the same in every process of this shop.
export const migration_lock = 7_304_201_945
const server_wait_ms = 3_000

/**
 * Migrates the database at `url` to the newest schema: the files NNN-name.sql of `folder` in sequence, each
 * in its own transaction, each once. Several processes may start at the same time.
 * Returns the names of the files that were applied now.
 */
export async function migrate(url: string, folder: string): Promise<string[]> {
  const migrations = await readMigrations(folder)
  const client = await connect(url)
  try {
    const problems = await fitnessProblems(client)
    if (problems.length > 0) throw new MigrationError(unfit(problems))
    await client.query('select pg_advisory_lock($1)', [migration_lock])
    return await applyMissing(client, migrations)
  } finally {
    await client.end()
  }
}

// A server that was started at the same time may need a moment: it refuses or is not ready yet.
async function connect(url: string): Promise<Client> {
  const deadline = performance.now() + server_wait_ms
  for (;;) {
    const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
    try {
      await client.connect()
      return client
    } catch (error) {
      const is_transient = /ECONNREFUSED|57P03/.test(codeOf(error))
      if (!is_transient || performance.now() > deadline) throw unreachable(url, error)
      await sleep(250)
    }
  }
}

function unreachable(url: string, error: unknown): MigrationError {
  const { host, pathname } = new URL(url)
  return new MigrationError(
    `The database at ${host}${pathname} does not answer correctly: ${messageOf(error)}`,
    { cause: error },
  )
}

/** Creates the table of applied migrations if it does not exist. */
export async function createHistory(client: Client): Promise<void> {
  await client.query(`create table if not exists schema_migration (
    name text primary key,
    checksum text not null,
    applied_at timestamptz not null default now()
  )`)
}

async function applyMissing(client: Client, migrations: Migration[]): Promise<string[]> {
  await createHistory(client)
  const { rows } = await client.query<Omit<Migration, 'text'>>(
    'select name, checksum from schema_migration',
  )
  const applied = new Map(rows.map((row) => [row.name, row.checksum]))
  refuseChangedHistory(applied, migrations)
  const missing = migrations.filter((migration) => !applied.has(migration.name))
  for (const migration of missing) {
    await refuseBesideOlder(client, migration)
    await applyMigration(client, migration)
  }
  return missing.map((migration) => migration.name)
}

/** A process of the previous release would continue to write to names that a migration removes. */
async function refuseBesideOlder(client: Client, { name, text }: Migration): Promise<void> {
  if (!text.startsWith('-- Needs every older process stopped')) return
  const { rows } = await client.query<{ processes: string }>(
    `select string_agg(distinct concat_ws(' ', application_name, host(client_addr)), ', ') as processes
    from pg_stat_activity
    where datname = current_database() and application_name ~ '^tiem'`,
  )
  const processes = rows[0]?.processes ?? null
  if (processes === null) return
  throw new MigrationError(
    `db/migrations/${name} renames what a running shop reads and writes. Stop every process of the shop that uses this database, then start again. Connected now: ${processes}.`,
  )
}

async function applyMigration(client: Client, migration: Migration): Promise<void> {
  await client.query('begin')
  try {
    await applyInside(client, migration)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new MigrationError(`db/migrations/${migration.name} failed: ${messageOf(error)}`, {
      cause: error,
    })
  }
}

/** Applies a migration and records it, within the caller's transaction. */
export async function applyInside(client: Client, migration: Migration): Promise<void> {
  const { name, text, checksum } = migration
  await client.query(text)
  await client.query('insert into schema_migration (name, checksum) values ($1, $2)', [
    name,
    checksum,
  ])
}

function refuseChangedHistory(applied: Map<string, string>, migrations: Migration[]): void {
  const checksums = new Map(migrations.map((migration) => [migration.name, migration.checksum]))
  for (const [name, checksum] of applied) {
    if (!checksums.has(name)) {
      throw new MigrationError(
        `The database was made by a newer version of the shop (it has ${name}). Update the shop, or use another database.`,
      )
    }
    if (checksums.get(name) !== checksum) {
      throw new MigrationError(
        `db/migrations/${name} was edited after it had been applied. Restore its text and put the change into a new file with the next number.`,
      )
    }
  }
}

/** The migrations of a folder in sequence, each with the checksum that is stored for it. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const numbers = new Set<string>()
  for (const name of names) {
    const number = /^(\d{3})-[a-z0-9-]+\.sql$/.exec(name)?.[1]
    if (number === undefined || numbers.has(number)) {
      throw new MigrationError(
        `db/migrations/${name}: a name is NNN-what-it-does.sql, each number once`,
      )
    }
    numbers.add(number)
  }
  return Promise.all(names.map((name) => readMigration(folder, name)))
}

async function readMigration(folder: string, name: string): Promise<Migration> {
  const text = await readFile(join(folder, name), 'utf8')
  const checksum = createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex')
  return { name, text, checksum }
}

function unfit(problems: string[]): string {
  return `This database cannot hold the shop:\n${problems.map((line) => `  - ${line}`).join('\n')}`
}

function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join('; ')
  return error instanceof Error ? error.message : String(error)
}

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
}
