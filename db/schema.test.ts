import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'

/** A column as the types and the database describe it: may it be null, may an insert omit it. */
interface Column {
  is_nullable: boolean
  has_default: boolean
}
type Columns = Record<string, Column>

let database: TestDatabase
let live: Map<string, Columns>
let typed: Map<string, Columns>

beforeAll(async () => {
  database = await testDatabase()
  live = await liveTables()
  const files = [
    'schema.ts',
    'address-tables.ts',
    'application-tables.ts',
    'booking-tables.ts',
    'content-tables.ts',
    'game-tables.ts',
    'goods-tables.ts',
    'installment-tables.ts',
    'loyalty-tables.ts',
    'member-tables.ts',
    'repair-tables.ts',
    'return-tables.ts',
    'staff-tables.ts',
    'talk-tables.ts',
    'trade-in-tables.ts',
    'trade-tables.ts',
    'used-tables.ts',
    'visitor-tables.ts',
  ].map((name) => join(import.meta.dirname, name))
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')))
  typed = tablesIn(texts.join('\n'))
})
afterAll(() => database.close())

async function liveTables(): Promise<Map<string, Columns>> {
  const { rows } = await sql<Column & { table_name: string; column_name: string }>`
    select table_name, column_name, is_nullable = 'YES' as is_nullable,
      column_default is not null or is_identity = 'YES' as has_default
    from information_schema.columns
    where table_schema = 'public' and table_name <> 'schema_migration'
  `.execute(database.db)
  const tables = new Map<string, Columns>()
  for (const { table_name, column_name, is_nullable, has_default } of rows) {
    const columns = tables.get(table_name) ?? {}
    tables.set(table_name, { ...columns, [column_name]: { is_nullable, has_default } })
  }
  return tables
}

/** Reads the interfaces from the source text, because types do not exist at run time. */
function tablesIn(source: string): Map<string, Columns> {
  const interfaces = new Map(
    [...source.matchAll(/interface (\w+)(?:\s+extends\s[\w,\s]+)? \{\n([\s\S]*?)\n\}/g)].map(
      ([, name = '', body = '']) => [name, propertiesIn(body)],
    ),
  )
  const tables = Object.entries({
    ...interfaces.get('Tables'),
    ...interfaces.get('AddressTables'),
    ...interfaces.get('ApplicationTables'),
    ...interfaces.get('BookingTables'),
    ...interfaces.get('ContentTables'),
    ...interfaces.get('GameTables'),
    ...interfaces.get('GoodsTables'),
    ...interfaces.get('InstallmentTables'),
    ...interfaces.get('LoyaltyTables'),
    ...interfaces.get('MemberTables'),
    ...interfaces.get('RepairTables'),
    ...interfaces.get('ReturnTables'),
    ...interfaces.get('StaffTables'),
    ...interfaces.get('TalkTables'),
    ...interfaces.get('TradeInTables'),
    ...interfaces.get('TradeTables'),
    ...interfaces.get('UsedTables'),
    ...interfaces.get('VisitorTables'),
  })
  return new Map(tables.map(([table, name]) => [table, columnsOf(interfaces.get(name) ?? {})]))
}

function propertiesIn(body: string): Record<string, string> {
  const properties = body.matchAll(/^ {2}(\w+):([\s\S]*?)(?=\n {2}\w+:|$(?![\s\S]))/gm)
  return Object.fromEntries([...properties].map(([, name, type = '']) => [name, type.trim()]))
}

function columnsOf(properties: Record<string, string>): Columns {
  return Object.fromEntries(
    Object.entries(properties).map(([name, type]) => [
      name,
      {
        is_nullable: /\bnull\b/.test(type),
        has_default: type.startsWith('Generated<') || /\bundefined\b/.test(type),
      },
    ]),
  )
}

describe('db/schema.ts', () => {
  test('names the tables that the migrations created', () => {
    expect([...typed.keys()].toSorted()).toEqual([...live.keys()].toSorted())
  })

  test('names every column, and which may be null or omitted', () => {
    // A nullable jsonb column is read as unknown, which includes null.
    const loose = ({ recipient, ...columns }: Columns) => ({
      ...columns,
      ...(recipient && { recipient: true }),
    })
    for (const [table, columns] of live) {
      expect({ [table]: loose(typed.get(table) ?? {}) }).toEqual({ [table]: loose(columns) })
    }
  })
})
