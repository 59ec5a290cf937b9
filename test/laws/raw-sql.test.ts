import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isPlain } from '#test/sql/plain-statement.ts'
import { type RawSql, type RawStatement, rawSqlIn } from '#test/sql/raw-statements.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'

const sources = globSync('{shop,platform,db}/**/*.ts').filter((file) => !file.endsWith('.test.ts'))
/**
 * The import builds its statements from the fields of records, on its own temporary tables. Their text is only
 * known at run time. Its tests run all of them.
 */
const import_folder = 'shop/flows/import/'
/** Seeds insert rows into any table that they are called with. */
const any_table_seeds = /^db\/seed\/(insert-rows|category-texts)\.ts:/
/** PostgreSQL prepares only statements that read or write rows, not these. */
const utility = /^\s*(analyze|create|drop|lock|notify|reset|set)\b/i

let database: TestDatabase
let raw_sql: RawSql

beforeAll(async () => {
  database = await testDatabase({ max: 1 })
  // The table of an import that a statement of another folder reads.
  await sql`create temporary table import_stock (
    product_id bigint, shop_id bigint, on_hand integer)`.execute(database.db)
  raw_sql = rawSqlIn(sources)
}, 60_000)
afterAll(() => database.close())

const isFixed = (location: string) => !location.startsWith(import_folder)

test('PostgreSQL knows every table, column and function that raw SQL names', async () => {
  const statements = raw_sql.statements.filter(({ location }) => isFixed(location))
  expect(statements.length).toBeGreaterThan(200)
  expect(await problemsOf(database.db, statements)).toEqual([])
})

test('every fragment is part of a statement, and only seeds compute names', () => {
  expect(raw_sql.unused.filter(isFixed)).toEqual([])
  const computed = raw_sql.computed.filter((location) => !any_table_seeds.test(location))
  expect(computed.filter(isFixed)).toEqual([])
})

test('statements that are as short with the query builder are written with it', () => {
  const by_location = Map.groupBy(raw_sql.statements, ({ location }) => location)
  const plain = [...by_location].flatMap(([location, [first, ...others]]) => {
    const is_plain = first !== undefined && others.length === 0 && isPlain(first.text)
    // platform/ does not know the types of tables (decisions/090).
    return is_plain && !location.startsWith('platform/') ? [location] : []
  })
  // Statements from before the rule. This number may only decrease.
  const max_plain = 28
  expect(plain.slice(max_plain)).toEqual([])
})

test('a column that was renamed is detected in every statement that names it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tiem-sql-'))
  const file = join(folder, 'store.ts')
  writeFileSync(
    file,
    `const shown = sql\`product.is_active and product.gone_column = 1\`
    const asked = (ids) => ids === null ? sql\`true\` : sql\`product_id = any(\${ids}::bigint[])\`
    const read = async (db, which) => sql\`select name from product where \${which}\`.execute(db)
    export const one = (db, id) => read(db, sql\`gone_id = \${id}\`)
    export const some = (db, ids) => read(db, asked(ids))
    export const all = (db) => sql\`select name from product where \${shown}\`.execute(db)`,
  )
  const { statements } = rawSqlIn([file])
  rmSync(folder, { recursive: true })
  const problems = await problemsOf(database.db, statements)
  expect(statements).toHaveLength(4)
  expect(problems).toHaveLength(2)
  expect(problems.join()).toMatch(/gone_id.*does not exist.*gone_column does not exist/)
})

async function problemsOf<Tables>(
  db: Kysely<Tables>,
  statements: readonly RawStatement[],
): Promise<string[]> {
  const problems: string[] = []
  for (const { location, text } of statements) {
    if (utility.test(text)) continue
    try {
      await sql.raw(`prepare checked_statement as ${text}`).execute(db)
      await sql`deallocate checked_statement`.execute(db)
    } catch (error) {
      // A parameter may have any type if only the driver decides. All names have been checked by then.
      const { code, message } = error as { code?: string; message: string }
      if (code !== '42P18') problems.push(`${location}: ${message}`)
    }
  }
  return problems
}
