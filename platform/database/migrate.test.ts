import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { migrate, MigrationError } from '#platform/database/migrate.ts'
import { addressOf, onServer } from '#test/support/database-templates.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'

let own: TestDatabase
let folder: string

beforeEach(async () => {
  own = await testDatabase()
  folder = await mkdtemp(join(tmpdir(), 'tiem-migrations-'))
  await cp('db/migrations', folder, { recursive: true })
})

afterEach(async () => {
  await own.close()
  await rm(folder, { recursive: true })
})

const add = (name: string, text: string) => writeFile(join(folder, name), text)

test('a new file is applied once, in its own transaction', async () => {
  await add('900-sample.sql', 'create table sample (id int); insert into sample values (1);')
  expect(await migrate(own.url, folder)).toEqual(['900-sample.sql'])
  expect(await migrate(own.url, folder)).toEqual([])
})

test('a file that fails is rolled back and named in the error', async () => {
  await add('900-broken.sql', 'create table sample (id int); select nothing from nowhere;')
  await expect(migrate(own.url, folder)).rejects.toThrow(/900-broken\.sql failed.*nowhere/)
  const { rows } = await sql`select to_regclass('sample') as sample`.execute(own.db)
  expect(rows).toEqual([{ sample: null }])
})

test('an edited file that was applied already is refused with a message', async () => {
  await add('900-sample.sql', 'create table sample (id int);')
  await migrate(own.url, folder)
  await add('900-sample.sql', 'create table sample (id bigint);')
  await expect(migrate(own.url, folder)).rejects.toThrow(/900-sample\.sql was edited/)
})

test('a database of a newer shop is refused with a message', async () => {
  await add('900-sample.sql', 'create table sample (id int);')
  await migrate(own.url, folder)
  await rm(join(folder, '900-sample.sql'))
  await expect(migrate(own.url, folder)).rejects.toThrow(/newer version of the shop/)
})

test('a file that renames waits until no older process of the shop is connected', async () => {
  await add('900-renamed.sql', '-- Needs every older process stopped: it renames.\nselect 1;')
  const older = new Client({ connectionString: own.url, application_name: 'tiem' })
  await older.connect()
  await expect(migrate(own.url, folder)).rejects.toThrow(/900-renamed\.sql renames.*tiem/)
  await older.end()
  await expect.poll(() => migrate(own.url, folder)).toEqual(['900-renamed.sql'])
})

test.each(['9-short.sql', '900 space.sql', '001-twice.sql'])(
  'the name %s is refused',
  async (name) => {
    await add(name, 'select 1')
    await expect(migrate(own.url, folder)).rejects.toThrow(/each number once/)
  },
)

test('two processes may start at once', async () => {
  await add('900-sample.sql', 'create table sample (id int); select pg_sleep(0.2);')
  const applied = await Promise.all([migrate(own.url, folder), migrate(own.url, folder)])
  expect(applied.flat()).toEqual(['900-sample.sql'])
})

test('a database that cannot hold Vietnamese is refused with the command that creates a suitable one', async () => {
  const server = inject('test_server_url')
  await onServer(server, (client) =>
    client.query(
      `create database plain template template0 encoding 'SQL_ASCII' locale_provider libc locale 'C'`,
    ),
  )
  const refused = await migrate(addressOf(server, 'plain'), folder).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(MigrationError)
  expect(String(refused)).toMatch(/encoding is SQL_ASCII.*createdb --template=template0/)
  await onServer(server, (client) => client.query('drop database plain'))
})
