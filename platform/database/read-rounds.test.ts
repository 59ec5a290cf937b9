import { globSync, readFileSync } from 'node:fs'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  connectionCounts,
  isDatabaseUnavailable,
  openDatabase,
  type PooledDatabase,
  transaction,
} from '#platform/database/postgres.ts'
import { statementNames } from '#platform/database/statement-names.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { openWire } from '#test/support/wire.ts'

let own: TestDatabase
let db: PooledDatabase<unknown>

beforeAll(async () => {
  own = await testDatabase()
  db = openDatabase(own.url, { max: 4, gathers_reads: true })
})
afterAll(async () => {
  await db.destroy()
  await own.close()
})

const share = (dividend: number, divisor: number) =>
  sql<{ n: number }>`select ${dividend}::int / ${divisor}::int as n`.execute(db)

test('reads of the same moment are answered by one connection', async () => {
  const pids = await Promise.all(
    ['a', 'b', 'c', 'd', 'e'].map((name) =>
      sql<{ pid: number }>`select pg_backend_pid() as pid, ${sql.lit(name)} as name`.execute(db),
    ),
  )
  expect(new Set(pids.map(({ rows }) => rows[0]?.pid)).size).toBe(1)
  expect(connectionCounts(db).total).toBe(1)
})

test('each read gets its own rows, of the same types as alone', async () => {
  const typed = (database: Kysely<unknown>, n: number) =>
    sql`select ${n}::int8 as big, sum(n) as total, date '2026-02-17' as day, null as nothing,
      '{"a": [1]}'::json as tree, array[1, 2] as list, timestamptz '2026-02-17 10:00+07' as time
      from (values (1::int8), (2)) as t(n)`.execute(database)
  for (const _again of [1, 2]) {
    const [first, none, second] = await Promise.all([
      typed(db, 1),
      sql`select 1 as n where false`.execute(db),
      typed(db, 2),
    ])
    const answers = [first, none, second].map(({ rows }) => rows)
    const office = openDatabase<unknown>(own.url, { max: 1 })
    const alone = [(await typed(office, 1)).rows, [], (await typed(office, 2)).rows]
    await office.destroy()
    expect(answers).toEqual(alone)
  }
})

test('a read that fails fails alone', async () => {
  for (const _again of [1, 2, 3]) {
    const wrong = sql`select nothing_of_this_name`.execute(db)
    const answers = await Promise.allSettled([share(6, 2), share(1, 0), wrong, share(8, 2)])
    expect(answers).toMatchObject([
      { status: 'fulfilled', value: { rows: [{ n: 3 }] } },
      { status: 'rejected', reason: { code: '22012' } },
      { status: 'rejected', reason: { code: '42703' } },
      { status: 'fulfilled', value: { rows: [{ n: 4 }] } },
    ])
  }
})

test('a value that cannot be sent fails alone', async () => {
  const circular: Record<string, unknown> = {}
  circular['self'] = circular
  const wrong = sql`select ${circular}::json as n`.execute(db)
  const answers = await Promise.allSettled([share(6, 2), wrong, share(8, 2)])
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

test('a transaction has a connection of its own, also for its reads', async () => {
  await sql`create table note (text text)`.execute(own.db)
  const count = (database: Kysely<unknown>) =>
    sql<{ n: number }>`select count(*) as n from note`.execute(database)
  await transaction(db, async (trx) => {
    await sql`insert into note values ('mine')`.execute(trx)
    const [inside, outside] = await Promise.all([count(trx), count(db)])
    expect([inside.rows[0]?.n, outside.rows[0]?.n]).toEqual([1, 0])
  })
  expect((await count(db)).rows[0]?.n).toBe(1)
})

test('a connection that died in a transaction is used by nobody after it', async () => {
  const office = openDatabase<unknown>(own.url, { max: 1 })
  const dies = transaction(db, async (trx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
    await sql`select pg_terminate_backend(${rows[0]?.pid}::int)`.execute(office)
    await sql`select 1`.execute(trx)
  })
  await expect(dies).rejects.toSatisfy(isDatabaseUnavailable)
  await office.destroy()
  expect((await share(6, 3)).rows).toEqual([{ n: 2 }])
  const next = transaction(db, (trx) => sql<{ n: number }>`select 7 as n`.execute(trx))
  expect((await next).rows).toEqual([{ n: 7 }])
})

test('a connection that does not answer is closed, and the next reads are answered', async () => {
  const { hostname, port } = new URL(own.url)
  const wire = await openWire({ host: hostname, port: Number(port) })
  const through = new URL(own.url)
  through.port = String(wire.port)
  const far = openDatabase<unknown>(through.href, {
    max: 1,
    gathers_reads: true,
    silence_limit_ms: 200,
  })
  const ask = () => Promise.allSettled([sql`select 1`.execute(far), sql`select 2`.execute(far)])
  await ask()
  wire.be({ kind: 'swallow' })
  for (const answer of await ask()) {
    expect(answer.status === 'rejected' && isDatabaseUnavailable(answer.reason)).toBe(true)
  }
  wire.be({ kind: 'pass' })
  expect((await ask()).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
  await far.destroy()
  await wire.close()
})

test('no function that writes is called in a round', async () => {
  const { rows } = await sql<{ name: string }>`
    select proname as name from pg_proc
    where pronamespace = 'public'::regnamespace and provolatile = 'v' and prokind = 'f'
      and prorettype <> 'trigger'::regtype and probin is null`.execute(own.db)
  const files = globSync('{shop,platform,admin}/**/*-{store,job}.ts')
  const code = files.map((file) => readFileSync(file, 'utf8')).join('\n')
  const called = rows.filter(({ name }) => code.includes(` ${name}(`))
  expect(called.length).toBeGreaterThan(2)
  const nameOf = statementNames()
  const shared = called.filter(({ name }) => nameOf(`select * from ${name}(1)`)?.is_plain_read)
  expect(shared).toEqual([])
})
