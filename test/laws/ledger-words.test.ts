import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { valueText } from '#admin/pages/changes/change-texts.ts'
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

test('every code that the ledger writes has words for its readers', async () => {
  const { rows } = await sql<{ table_name: string; definition: string; arguments: Buffer }>`
    select distinct conrelid::regclass::text as table_name, pg_get_constraintdef(pg_constraint.oid) as definition,
      tgargs as arguments
    from pg_constraint join pg_trigger on tgrelid = conrelid
    where tgfoid = 'log_change'::regproc and contype = 'c'`.execute(own.db)
  const codes = rows.flatMap(({ table_name, definition, arguments: bytes }) => {
    const [, , , left_out = ''] = bytes.toString().split('\0')
    const [, column = '', list = ''] = one_list.exec(definition) ?? []
    if (column === '' || left_out.slice(1, -1).split(',').includes(column)) return []
    return [...list.matchAll(/'([^']+)'/g)].map(([, code = '']) => ({ table_name, column, code }))
  })
  expect(codes.length).toBeGreaterThan(200)
  const nameless = codes.filter(({ table_name, column, code }) => {
    return valueText(column, code, table_name) === code
  })
  expect(nameless).toEqual([])
})

/** A check that a column has one of a list of codes. */
const one_list = /^CHECK \(\((\w+) (?:= ANY|<@) \(?ARRAY\[([^\]]+)\]\)*$/
