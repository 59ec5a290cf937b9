import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { app_rights } from '#db/app-rights.ts'
import { backupDatabase } from '#platform/backup/backup.ts'
import { restoreDatabase } from '#platform/backup/restore.ts'
import { openAppRole, renewRights, withUser } from '#platform/database/app-role.ts'
import { CommandProblem } from '#platform/processes/command-problem.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { onServer } from '#test/support/database-templates.ts'

const key = { secret_key: 'k'.repeat(40), data_dir: '/nowhere' }
const settings = { ...key, database_app_url: null, rights: app_rights }
const folder = mkdtempSync(join(tmpdir(), 'tiem-role-'))
const denied = { code: '42501' }
let own: TestDatabase
let weak: string
const made: string[] = []

beforeAll(async () => {
  own = await testDatabase()
}, 60_000)
afterAll(async () => {
  await own.close()
  await onServer(inject('test_server_url'), async (client) => {
    for (const role of made) await client.query(`drop role if exists ${role}`)
  })
  rmSync(folder, { recursive: true, force: true })
})

const as = (name: string) => withUser(own.url, new URL(own.url).pathname.slice(1) + name, 'pw')

async function expectHeld(url: string): Promise<void> {
  await onServer(url, async (client) => {
    const entry = `insert into change_log (changed_at, actor, operation, thing, thing_key, table_name, row_key, action)
      values (now(), 'token', 'signIn.createFirstAccount', 'staff', '1', 'staff', '1', 'insert')`
    await client.query(entry)
    const forbidden = [
      ...app_rights.append_only.flatMap((table) => [
        `update ${table} set ${changeable(table)} = null`,
        `delete from ${table}`,
        `truncate ${table}`,
      ]),
      ...app_rights.never_deleted.map((table) => `delete from ${table}`),
      'delete from schema_migration',
      'alter table change_log disable trigger change_log_stays',
      'drop table change_log',
      'set role tiem',
    ]
    for (const statement of forbidden) {
      const refused = client.query(statement).then(() => statement)
      await expect(refused).rejects.toMatchObject(denied)
    }
    await client.query('select from change_log; select from sales_order for update')
  })
}

const other_columns: Readonly<Record<string, string>> = {
  change_log: 'reason',
  change_personal: 'sealed',
  carrier_event: 'status',
  order_tag: 'tag_key',
  parcel_line: 'quantity',
  point_entry: 'kind',
  member_reward: 'kind',
  trade_event: 'move',
  trade_payout: 'method',
  card_plan: 'bank_name',
}

/** A column of a ledger. The server checks rights before it looks at values. */
function changeable(table: string): string {
  return other_columns[table] ?? 'staff_name'
}

describe('the role that serves', () => {
  test('is made once, and may only add to the ledgers', async () => {
    // Two processes start at the same moment.
    const [one, other] = await Promise.all([
      openAppRole(own.url, settings),
      openAppRole(own.url, settings),
    ])
    expect(one).toEqual(other)
    expect(one.problem).toBeNull()
    expect(new URL(one.url).username).toBe(`${new URL(own.url).pathname.slice(1)}_app`)
    await expectHeld(one.url)
  })

  test('gets another password with another SECRET_KEY', async () => {
    const next = await openAppRole(own.url, { ...settings, secret_key: 'n'.repeat(40) })
    expect(next.problem).toBeNull()
    await expectHeld(next.url)
    await openAppRole(own.url, settings)
  })

  test('has its rights again after a restore, and after a table was added', async () => {
    const { url } = await openAppRole(own.url, settings)
    const file = join(folder, 'shop.backup')
    const now = () => new Date('2026-11-20T08:00:00Z')
    await backupDatabase(own.url, file, { now })
    const rules = { migrations: 'db/migrations', occupied_by: [], replace: true }
    const renewed = (client: Client) => renewRights(client, settings)
    await restoreDatabase(own.url, file, { ...rules, renewRights: renewed })
    await expectHeld(url)
    await onServer(url, async (client) => {
      const { rows } = await client.query<{ entries: string }>(
        'select count(*) as entries from change_log',
      )
      expect(Number(rows[0]?.entries)).toBeGreaterThan(1)
    })
    await onServer(own.url, (client) => client.query('create table added (id bigint)'))
    const select = () => onServer(url, (client) => client.query('select from added'))
    await expect(select()).rejects.toMatchObject(denied)
    await openAppRole(own.url, settings)
    await select()
    await onServer(own.url, (client) => client.query('drop table added'))
  })
})

describe('an owner who may not create roles', () => {
  beforeAll(async () => {
    const name = new URL(own.url).pathname.slice(1)
    // The owner of a database that may not create roles, as many providers give it.
    made.push(`${name}_owner`, `${name}_other`, `${name}_app`)
    await onServer(own.url, async (client) => {
      await client.query(`drop owned by ${name}_app; drop role ${name}_app`)
      await client.query(`create role ${name}_owner login password 'pw'`)
      await client.query(`create role ${name}_other login password 'pw'`)
      await client.query(`alter schema public owner to ${name}_owner`)
      const { rows } = await client.query<{ text: string }>(
        `select format('alter table %s owner to ${name}_owner', oid::regclass) as text from pg_class
        where relnamespace in ('public'::regnamespace, 'ledger'::regnamespace) and relkind in ('r', 'p')`,
      )
      await client.query(`alter schema ledger owner to ${name}_owner`)
      for (const { text } of rows) await client.query(text)
    })
    weak = withUser(own.url, `${name}_owner`, 'pw')
  })

  test('serves itself, and says so', async () => {
    const served = await openAppRole(weak, settings)
    expect(served).toEqual({ url: weak, problem: 'DATABASE_URL may not create a second role' })
  })

  test('serves by the role of DATABASE_APP_URL', async () => {
    const database_app_url = as('_other')
    const served = await openAppRole(weak, { ...settings, database_app_url })
    expect(served).toEqual({ url: database_app_url, problem: null })
    await expectHeld(served.url)
  })

  test('sees that an older process serves, although it may see little of other roles', async () => {
    const address = new URL(as('_other'))
    address.searchParams.set('application_name', 'tiem')
    await onServer(address.href, () =>
      onServer(weak, async (client) => {
        const { rows } = await client.query(
          `select usename from pg_stat_activity where datname = current_database()
          and application_name ~ '^tiem' and usename like '%_other'`,
        )
        expect(rows).toHaveLength(1)
      }),
    )
  })

  test('hears that the role of DATABASE_APP_URL may change the ledgers', async () => {
    const { problem } = await openAppRole(own.url, { ...settings, database_app_url: weak })
    expect(problem).toMatch(/may change (\w+, )*change_log/)
  })

  test('hears why DATABASE_APP_URL cannot be used', async () => {
    const wrong = withUser(own.url, 'nobody', 'pw')
    const opening = openAppRole(weak, { ...settings, database_app_url: wrong })
    await expect(opening).rejects.toThrow(CommandProblem)
    await expect(opening).rejects.toThrow('DATABASE_APP_URL cannot be used')
  })

  test('leaves a role of the same name alone that somebody else has made', async () => {
    const role = `${new URL(own.url).pathname.slice(1)}_app`
    await onServer(own.url, (client) => client.query(`create role ${role} login password 'theirs'`))
    const { problem } = await openAppRole(own.url, settings)
    expect(problem).toBe(`the role ${role} belongs to somebody else`)
    await onServer(withUser(own.url, role, 'theirs'), (client) => client.query('select 1'))
  })
})

test.each([
  ['postgres://a:b@host:5432/shop', 'postgres://r:p@host:5432/shop'],
  ['postgres://a:b@%2Ftmp%2Fx:5432/shop', 'postgres://r:p@%2Ftmp%2Fx:5432/shop'],
  ['postgres:///shop?host=/run', 'postgres:///shop?host=%2Frun&user=r&password=p'],
  ['postgres://host/shop?user=a&password=b', 'postgres://host/shop?user=r&password=p'],
])('%s is the same database for another user', (url, expected) => {
  expect(withUser(url, 'r', 'p')).toBe(expected)
})
