import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Client } from 'pg'
import { app_rights } from '#db/app-rights.ts'
import type { Database, Tables } from '#db/schema.ts'
import { renewRights, withUser } from '#platform/database/app-role.ts'
import { migrate } from '#platform/database/migrate.ts'

const template_lock_key = 4_100_002

/** The role that serves in tests: one for the whole server. Clones of a template keep its rights. */
export const test_role = { name: 'tiem_tests_app', password: 'tests' }

/** The same database, as the serving processes of tests open it. */
export function servedUrl(url: string): string {
  return withUser(url, test_role.name, test_role.password)
}

/** Gives the role of tests its rights in a database that was not cloned, such as a restored one. */
export function renewTestRights(owner: Client): Promise<void> {
  const key = { secret_key: null, data_dir: '/nowhere' }
  const database_app_url = `postgres://${test_role.name}@localhost/any`
  return renewRights(owner, { ...key, database_app_url, rights: app_rights })
}

/** Returns the URL of another database on the same server. */
export function addressOf(server_url: string, name: string): string {
  const address = new URL(server_url)
  address.pathname = `/${name}`
  return address.href
}

/** Creates the database `name` once, also when several test files ask for it at the same time. */
export async function createTemplate(
  server_url: string,
  name: string,
  fill: (url: string) => Promise<unknown>,
  from = 'template1',
): Promise<void> {
  await onServer(server_url, async (client) => {
    await client.query('select pg_advisory_lock($1)', [template_lock_key])
    const existing = await client.query('select 1 from pg_database where datname = $1', [name])
    if (existing.rowCount !== 0) return
    const unfinished = `${name}_unfinished`
    await client.query(`drop database if exists ${unfinished} with (force)`)
    await client.query(`create database ${unfinished} template ${from}`)
    const url = addressOf(server_url, unfinished)
    await fill(url)
    // The first connection writes the file of catalogue entries from which every connection of a clone starts.
    await onServer(url, (first) => first.query('select 1'))
    await client.query(`alter database ${unfinished} rename to ${name}`)
  })
}

/** Runs `work` with a connection to the database of `server_url`. */
export async function onServer<T>(
  server_url: string,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client({ connectionString: server_url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Opens a database of the release before this migration, lets `run` fill it, and drops it afterwards. */
export async function withFormerDatabase(
  server: string,
  migration: string,
  run: (client: Client, update: () => Promise<unknown>) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'tiem-former-'))
  const name = `before_${migration.slice(0, 3)}`
  await cp('db/migrations', folder, { recursive: true })
  const files = await readdir(folder)
  for (const file of files) if (file >= migration) await rm(join(folder, file))
  await onServer(server, (client) => client.query(`create database ${name} template template0`))
  const url = addressOf(server, name)
  const client = new Client({ connectionString: url })
  try {
    await migrate(url, folder)
    await client.connect()
    await run(client, () => migrate(url, 'db/migrations'))
  } finally {
    await client.end()
    await rm(folder, { recursive: true })
    await onServer(server, (admin) => admin.query(`drop database ${name} with (force)`))
  }
}

/**
 * Empties tables and all that refer to them, as `truncate … cascade` does. That makes new files for every table
 * and index, some 200 here, and costs 40 ms of CPU; this costs 2. No trigger runs, as with `truncate`.
 */
export async function emptyTables(db: Database, ...names: (keyof Tables)[]): Promise<void> {
  const quoted = names.map((name) => `'${name}'::regclass`).join(', ')
  await sql
    .raw(
      `do $$
      declare referring regclass;
      begin
        perform set_config('session_replication_role', 'replica', true);
        for referring in
          with recursive emptied as (
            select unnest(array[${quoted}])::oid as relation
            union
            select conrelid from pg_constraint join emptied on confrelid = relation
            where contype = 'f'
          ) select relation from emptied
        loop
          execute format('delete from %s', referring);
        end loop;
      end $$`,
    )
    .execute(db)
}
