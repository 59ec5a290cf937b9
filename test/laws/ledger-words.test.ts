import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { fieldTitle } from '#admin/pages/changes/field-titles.ts'
import { testDatabase } from '#test/support/database.ts'

const own = await testDatabase()
afterAll(() => own.close())

test('every column that the ledger writes has a name for its readers', async () => {
  const { rows } = await sql<{ table_name: string; column_name: string; arguments: Buffer }>`
    select relname as table_name, attname as column_name, tgargs as arguments
    from pg_trigger join pg_class on pg_class.oid = tgrelid join pg_attribute on attrelid = tgrelid
    where tgfoid = 'log_change'::regproc and attnum > 0 and not attisdropped`.execute(own.db)
  const logged = rows.filter(({ column_name, arguments: bytes }) => {
    // The key, the thing, the column of the thing, and then the columns that are left out.
    const [, , , left_out = ''] = bytes.toString().split('\0')
    return !left_out.slice(1, -1).split(',').includes(column_name)
  })
  expect(logged.length).toBeGreaterThan(400)
  const nameless = logged.filter(({ column_name }) => fieldTitle(column_name) === column_name)
  expect(nameless.map(({ table_name, column_name }) => `${table_name}.${column_name}`)).toEqual([])
})
