import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Tables } from '#db/schema.ts'
import { openDatabase, type PooledDatabase } from '#platform/database/postgres.ts'
import { createLog } from '#platform/observe/log.ts'
import { ledgerMonthsJob } from '#shop/flows/sweep/ledger-months-job.ts'
import { withFormerDatabase } from '#test/support/database-templates.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'

let own: TestDatabase
let served: PooledDatabase<Tables>
const log = createLog({ service: 'test', level: 'silent' })

beforeAll(async () => {
  own = await testDatabase()
  served = openDatabase<Tables>(own.served_url)
})
afterAll(async () => {
  await served.destroy()
  await own.close()
})

const runAt = (at: string) => ledgerMonthsJob({ db: served, now: () => new Date(at), log }).run()

async function entry(at: string): Promise<void> {
  await sql`
    insert into change_log (changed_at, actor, operation, thing, thing_key, table_name, row_key, action)
    values (${new Date(at)}, 'token', 'roles.change', 'role', 'sales', 'staff_role', 'sales', 'update')`.execute(
    served,
  )
}

/** In which part each entry is. */
async function places(): Promise<string[]> {
  const { rows } = await sql<{ part: string }>`
    select tableoid::regclass::text as part from change_log order by change_id`.execute(own.db)
  return rows.map(({ part }) => part)
}

const denied = { code: '42501' }

test('a job of the serving role makes the months ahead, and moves what was in no month', async () => {
  await entry('2031-03-31T16:59:59Z')
  await entry('2031-03-31T17:00:00Z')
  expect(await places()).toEqual(['ledger.change_log_rest', 'ledger.change_log_rest'])
  await runAt('2031-05-15T00:00:00Z')
  // April begins at midnight in Vietnam.
  const split = ['ledger.change_log_2031_03', 'ledger.change_log_2031_04']
  expect(await places()).toEqual(split)
  await entry('2031-08-31T16:00:00Z')
  expect(await places()).toEqual([...split, 'ledger.change_log_2031_08'])
  await Promise.all([runAt('2031-06-01T00:00:00Z'), runAt('2031-06-01T00:00:00Z')])
  await entry('2031-09-10T00:00:00Z')
  expect((await places()).at(-1)).toBe('ledger.change_log_2031_09')
})

test('nobody changes a part, and only the owner takes a month out', async () => {
  await entry('2032-01-10T00:00:00Z')
  await entry('2032-02-10T00:00:00Z')
  await runAt('2032-01-01T00:00:00Z')
  const before = (await places()).length
  for (const statement of [
    'select from ledger.change_log_2032_01',
    `update ledger.change_log_2032_01 set reason = 'x'`,
    'delete from ledger.change_log_2032_01',
    'drop table ledger.change_log_2032_01',
    'alter table change_log detach partition ledger.change_log_2032_01',
    `select detach_ledger_month('2032-01-01')`,
  ]) {
    await expect(sql.raw(statement).execute(served)).rejects.toMatchObject(denied)
  }
  for (const statement of [
    'delete from change_log',
    'truncate change_log',
    'delete from ledger.change_log_2032_01',
    `update ledger.change_personal_rest set side = 'after'`,
  ]) {
    await expect(sql.raw(statement).execute(own.db)).rejects.toMatchObject(denied)
  }
  await sql`select detach_ledger_month('2032-01-01')`.execute(own.db)
  expect(await places()).toHaveLength(before - 1)
  const { rows } = await sql`select changed_at from ledger.detached_change_log_2032_01`.execute(
    own.db,
  )
  expect(rows).toEqual([{ changed_at: new Date('2032-01-10T00:00:00Z') }])
  await expect(sql`select detach_ledger_month('2032-01-01')`.execute(own.db)).rejects.toThrow(
    /no month 2032-01/,
  )
  // The month is made again if somebody writes into it.
  await entry('2032-01-11T00:00:00Z')
  await runAt('2032-02-01T00:00:00Z')
  expect(await places()).toHaveLength(before)
})

test('entries of before and their sealed values stay, and new ones are numbered on', async () => {
  const server = inject('test_server_url')
  await withFormerDatabase(server, '113-ledger-by-months.sql', async (client, update) => {
    const insert = `insert into change_log (changed_at, actor, operation, thing, thing_key, table_name, row_key, action)
      values ($1, 'token', 'x', 'role', 'sales', 'staff_role', 'sales', 'update') returning change_id`
    const old = await client.query(insert, ['2026-01-05T00:00:00Z'])
    await client.query(`insert into person_key (person, sealed_key, created_at) values ('p', 'k', now());
      insert into change_personal (change_id, side, person_key_id, sealed) select change_id, 'after', 1, 's' from change_log`)
    await update()
    const added = await client.query(insert, ['2026-01-06T00:00:00Z'])
    expect([old.rows, added.rows]).toEqual([[{ change_id: '1' }], [{ change_id: '2' }]])
    const { rows } = await client.query(
      `select change_id, changed_at, side, tableoid::regclass::text as part from change_personal`,
    )
    const changed_at = new Date('2026-01-05T00:00:00Z')
    expect(rows).toEqual([
      { change_id: '1', changed_at, side: 'after', part: 'ledger.change_personal_first' },
    ])
    const parts = await client.query(
      `select distinct tableoid::regclass::text as part from change_log`,
    )
    expect(parts.rows).toEqual([{ part: 'ledger.change_log_first' }])
    await expect(client.query('delete from change_log')).rejects.toMatchObject(denied)
    await expect(client.query('delete from ledger.change_log_first')).rejects.toMatchObject(denied)
  })
})
