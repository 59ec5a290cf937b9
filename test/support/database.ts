import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { inject } from 'vitest'
import type { Database, Tables } from '#db/schema.ts'
import { openDatabase } from '#platform/database/postgres.ts'
import { addressOf, createTemplate, onServer, servedUrl } from '#test/support/database-templates.ts'

/** The time at which the demo shop of the tests was seeded. */
export const seeded_at = new Date('2026-09-15T03:00:00Z')

/** PostgreSQL's code if the template does not exist yet. */
const no_such_database = '3D000'

export type TestDatabase = {
  url: string
  /** The same database over the server's Unix socket, which costs less. */
  socket_url: string
  /** The same, as the role that serves: it may only add to the ledgers. */
  served_url: string
  /** The data folder of a shop on it that names none of its own. */
  data_dir: string
  db: Database
  close: () => Promise<void>
}

type Options = {
  /** True: the whole demo shop instead of empty tables. */
  seeded?: boolean
  /** True: the small shop (small-shop.ts) instead of empty tables. */
  small?: boolean
  /** Largest number of connections of the pool. */
  max?: number
}

/** Creates a database for this test file only, as a clone in some 50 ms. `close` drops it. */
export async function testDatabase(options: Options = {}): Promise<TestDatabase> {
  const server_url = inject('test_socket_url')
  const template =
    options.seeded === true ? 'seeded' : options.small === true ? 'small' : 'migrated'
  const name = `test_${randomBytes(6).toString('hex')}`
  const clone = () =>
    onServer(server_url, (client) =>
      client.query(`create database ${name} template ${template} strategy file_copy`),
    )
  await clone().catch(async (error: { code?: string }) => {
    if (error.code !== no_such_database || template === 'migrated') throw error
    await createTemplate(server_url, template, fillings[template], 'migrated')
    await clone()
  })
  const socket_url = addressOf(server_url, name)
  const db = openDatabase<Tables>(socket_url, { max: options.max ?? 10 })
  return {
    url: addressOf(inject('test_server_url'), name),
    socket_url,
    served_url: servedUrl(socket_url),
    data_dir: inject('test_data_dir'),
    db,
    close: async () => {
      await db.destroy()
      await onServer(server_url, (client) =>
        client.query(`drop database if exists ${name} with (force)`),
      )
    },
  }
}

/**
 * How many deadlocks there were. A connection that stays open counts them seconds later, when the server tells it to:
 * all that are idle end first. Pools open others.
 */
export async function deadlocksOf({ db }: TestDatabase): Promise<number> {
  const others = sql`from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
  await sql`select pg_terminate_backend(pid, 5000) ${others} and state = 'idle'`.execute(db)
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks from pg_stat_database where datname = current_database()`.execute(db)
  return rows[0]?.deadlocks ?? -1
}

/** What the templates contain besides the empty tables. */
const fillings = {
  seeded: filledBy(async (db) => {
    const { seedDemoShop } = await import('#db/seed/seed.ts')
    await seedDemoShop(db, { now: () => seeded_at, on_progress: () => undefined })
  }),
  small: filledBy(async (db) => {
    const { openSmallShop } = await import('#test/support/small-shop.ts')
    await openSmallShop(db)
  }),
}

function filledBy(fill: (db: Database) => Promise<unknown>) {
  return async (url: string): Promise<void> => {
    const db = openDatabase<Tables>(url, { max: 4 })
    try {
      await fill(db)
    } finally {
      await db.destroy()
    }
  }
}
