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
 * The import puts its statements together from the shapes of records, on temporary tables of its own.
 * What they say is known at run time alone; its tests run every one of them.
 */
const import_folder = 'shop/flows/import/'
/** Seeds write rows of any table, which they are given. */
const of_any_table = /^db\/seed\/(insert-rows|shelf-texts)\.ts:/
/** PostgreSQL prepares what reads and writes rows, nothing else. */
const utility = /^\s*(analyze|create|drop|lock|notify|reset|set)\b/i

let database: TestDatabase
let found: RawSql

beforeAll(async () => {
  database = await testDatabase({ max: 1 })
  found = rawSqlIn(sources)
}, 60_000)
afterAll(() => database.close())

const isFixed = (location: string) => !location.startsWith(import_folder)

test('PostgreSQL knows every table, column and function that raw SQL names', async () => {
  const statements = found.statements.filter(({ location }) => isFixed(location))
  expect(statements.length).toBeGreaterThan(200)
  expect(await problemsOf(database.db, statements)).toEqual([])
})

test('every fragment stands in a statement, and only seeds compute names', () => {
  expect(found.unused.filter(isFixed)).toEqual([])
  const computed = found.computed.filter((location) => !of_any_table.test(location))
  expect(computed.filter(isFixed)).toEqual([])
})

test('what the query builder says as shortly is written with it', () => {
  const by_location = Map.groupBy(found.statements, ({ location }) => location)
  const plain = [...by_location].flatMap(([location, [first, ...others]]) => {
    const is_plain = first !== undefined && others.length === 0 && isPlain(first.text)
    // platform/ does not know the types of tables (decisions/090).
    return is_plain && !location.startsWith('platform/') ? [location] : []
  })
  // Left from before the rule: it only ever goes down.
  const left = 28
  expect(plain.slice(left)).toEqual([])
})

test('a column that was renamed is noticed, wherever a statement names it', async () => {
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
      await sql.raw(`prepare each_statement as ${text}`).execute(db)
      await sql`deallocate each_statement`.execute(db)
    } catch (error) {
      // A parameter may have any type where only the driver decides: all names were found by then.
      const { code, message } = error as { code?: string; message: string }
      if (code !== '42P18') problems.push(`${location}: ${message}`)
    }
  }
  return problems
}
