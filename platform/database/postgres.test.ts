import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  connectionCounts,
  DatabaseUnavailable,
  isDatabaseUnavailable,
  openDatabase,
  transaction,
} from '#platform/database/postgres.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { openWire } from '#test/support/wire.ts'

let own: TestDatabase

beforeAll(async () => {
  own = await testDatabase()
})
afterAll(() => own.close())

const firstRow = async <T>(query: { execute: (db: never) => Promise<{ rows: T[] }> }) =>
  (await query.execute(own.db as never)).rows[0]

describe('openDatabase', () => {
  test('whole numbers, sums and counts arrive as numbers, days as text', async () => {
    const row = await firstRow(
      sql`select 9007199254740991::int8 as big, sum(n) as total, count(*) as many,
                 date '2026-02-17' as day from (values (1::int8), (2)) as t(n)`,
    )
    expect(row).toEqual({ big: 9007199254740991, total: 3, many: 2, day: '2026-02-17' })
  })

  test('a repeated statement is prepared once under a stable name', async () => {
    const db = openDatabase(own.url, { max: 1 })
    for (const n of [1, 2, 3]) await sql`select ${n}::int as n`.execute(db)
    const { rows } = await sql<{ name: string }>`
      select name from pg_prepared_statements where statement like 'select $1::int as n%'`.execute(
      db,
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]?.name).toMatch(/^[\w-]{20}$/)
    await db.destroy()
  })

  test('waiting two seconds for a connection throws an error of its own type', async () => {
    const db = openDatabase(own.url, { max: 1 })
    const busy = sql`select pg_sleep(2.5)`.execute(db)
    const started = performance.now()
    const refused = await sql`select 1`.execute(db).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(DatabaseUnavailable)
    expect(performance.now() - started).toBeLessThan(2_400)
    expect(connectionCounts(db).total).toBe(1)
    await busy
    await db.destroy()
  })

  test('a database that ends its connections does not end the process, and is reconnected', async () => {
    const lost: Error[] = []
    const db = openDatabase(own.url, { max: 3, onConnectionLost: (error) => lost.push(error) })
    const cut = db
      .transaction()
      .execute(async (trx) => {
        await sql`select 1`.execute(trx)
        await endOtherConnections()
        await sql`select 1`.execute(trx)
      })
      .catch((error: unknown) => error)
    expect(isDatabaseUnavailable(await cut)).toBe(true)
    const { rows } = await sql`select 1 as n`.execute(db)
    expect(rows).toEqual([{ n: 1 }])
    expect(lost.length).toBeGreaterThan(0)
    await db.destroy()
  })
})

describe('time limits', () => {
  test('a connection that does not answer is closed, and the next query is answered', async () => {
    const { hostname, port } = new URL(own.url)
    const wire = await openWire({ host: hostname, port: Number(port) })
    const through = new URL(own.url)
    through.port = String(wire.port)
    const db = openDatabase(through.href, { max: 1, silence_limit_ms: 200 })
    await sql`select 1`.execute(db)
    wire.be({ kind: 'swallow' })
    const silent = await sql`select 2`.execute(db).catch((error: unknown) => error)
    expect(isDatabaseUnavailable(silent)).toBe(true)
    wire.be({ kind: 'pass' })
    expect((await sql`select 3 as n`.execute(db)).rows).toEqual([{ n: 3 }])
    await db.destroy()
    await wire.close()
  })

  test('a transaction that sets its own limit may take longer', async () => {
    const db = openDatabase(own.url, { max: 1, silence_limit_ms: 100 })
    const patient = transaction(db, (trx) => sql`select pg_sleep(0.3)`.execute(trx), {
      statement_timeout_ms: 5_000,
    })
    await expect(patient).resolves.toBeDefined()
    const hasty = sql`select pg_sleep(0.3)`.execute(db).catch((error: unknown) => error)
    expect(isDatabaseUnavailable(await hasty)).toBe(true)
    await db.destroy()
  })

  test.each(['55P03', '57014', '25P03', '53300', '53100'])(
    '%s means: unavailable, try again',
    (code) => {
      expect(isDatabaseUnavailable(Object.assign(new Error('no'), { code }))).toBe(true)
    },
  )
})

describe('transaction', () => {
  test('a statement may get a shorter time limit than usual', async () => {
    const slow = transaction(own.db, (trx) => sql`select pg_sleep(5)`.execute(trx), {
      statement_timeout_ms: 100,
    })
    await expect(slow).rejects.toThrow(/statement timeout/)
  })

  test('the victim of a deadlock is run again', async () => {
    await sql`create table pair (id int primary key, n int not null)`.execute(own.db)
    await sql`insert into pair values (1, 0), (2, 0)`.execute(own.db)
    const add = (first: number, second: number) =>
      transaction(own.db, async (trx) => {
        await sql`update pair set n = n + 1 where id = ${first}`.execute(trx)
        await sql`select pg_sleep(0.2)`.execute(trx)
        await sql`update pair set n = n + 1 where id = ${second}`.execute(trx)
      })
    await Promise.all([add(1, 2), add(2, 1)])
    expect(await firstRow(sql`select sum(n) as n from pair`)).toEqual({ n: 4 })
  })
})

async function endOtherConnections(): Promise<void> {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
             where datname = current_database() and pid <> pg_backend_pid()`.execute(own.db)
}
