import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { backupDatabase } from '#platform/backup/backup.ts'
import { startEmbeddedPostgres } from '#platform/database/embedded-postgres.ts'
import { folderFiles } from '#platform/files/folder-files.ts'
import { restoreDatabase } from '#platform/backup/restore.ts'
import { dataOf, newBuyer, type Order } from '#test/support/buyer.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { renewTestRights } from '#test/support/database-templates.ts'
import { openDoor } from '#test/support/door.ts'
import { repeats } from '#test/support/repeats.ts'
import { products, freeStock } from '#test/support/small-shop.ts'
import { assertStock, setFreeStock } from '#test/support/stock-ledger.ts'

const folder = mkdtempSync(join(tmpdir(), 'tiem-backup-'))
const file = join(folder, 'shop.backup')
const files = folderFiles(join(folder, 'files'))
const picture = Buffer.from([0, 255, 10, 91, 123])
const now = () => new Date('2026-11-20T08:00:00Z')
const rules = {
  migrations: 'db/migrations',
  occupied_by: ['product', 'customer'],
  replace: false,
  renewRights: renewTestRights,
}
let shop: TestDatabase
let other: TestDatabase
let order: Order

beforeAll(async () => {
  shop = await testDatabase({ small: true })
  other = await testDatabase()
  order = await orderIn(shop)
  await orderIn(shop)
  await files.put('pictures/ab/one.webp', picture)
  await backupDatabase(shop.url, file, { now, files })
})
afterAll(async () => {
  await shop.close()
  await other.close()
  rmSync(folder, { recursive: true, force: true })
})

async function orderIn(database: TestDatabase): Promise<Order> {
  const door = await openDoor(database)
  try {
    const buyer = await newBuyer(door)
    await buyer.prepare(products.cable, 2)
    return dataOf<Order>(await buyer.order())
  } finally {
    await door.close()
  }
}

/** Every row of every table, as text. */
async function contents(url: string): Promise<Record<string, string[]>> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    )
    const rows_by_table: Record<string, string[]> = {}
    for (const { name } of rows.filter((table) => table.name !== 'schema_migration')) {
      const lines = await client.query<{ line: string }>(
        `select t::text as line from "${name}" t order by 1`,
      )
      rows_by_table[name] = lines.rows.map(({ line }) => line)
    }
    return rows_by_table
  } finally {
    await client.end()
  }
}

// The tests run in sequence: each uses what the one before restored.
describe('a shop with orders', { timeout: 60_000 }, () => {
  test('is compressed into one file that only its owner may read', () => {
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(gunzipSync(readFileSync(file)).toString()).toContain(order.code)
  })

  test('is the same in another database, row by row, with its files, and accepts new orders', async () => {
    const elsewhere = folderFiles(join(folder, 'elsewhere'))
    const result = await restoreDatabase(other.url, file, { ...rules, files: elsewhere })
    expect(result).toMatchObject({ made_at: now().toISOString(), migrated: [], files: 1 })
    expect(await elsewhere.get('pictures/ab/one.webp')).toEqual(picture)
    const before = await contents(shop.url)
    expect(await contents(other.url)).toEqual(before)
    expect(before['sales_order']).toHaveLength(2)
    expect(before['stock_movement']).not.toEqual([])
    const free_before = await freeStock(other.db, products.cable)
    const next = await orderIn(other)
    expect(next.code).not.toBe(order.code)
    expect(await freeStock(other.db, products.cable)).toBe(free_before - 2)
    expect((await contents(other.url))['sales_order']).toHaveLength(3)
    // Movements act on the restored stock as before.
    await setFreeStock(other.db, 9, sql`product_id = ${products.cable}`)
    await assertStock(other.db)
  })

  test('does not overwrite another shop without `replace`', async () => {
    await expect(restoreDatabase(other.url, file, rules)).rejects.toThrow('holds a shop already')
    await restoreDatabase(other.url, file, { ...rules, replace: true })
    expect(await contents(other.url)).toEqual(await contents(shop.url))
  })

  test('keeps its constraints, indexes, triggers and numbering', async () => {
    const shape = async (database: TestDatabase) => {
      const client = new Client({ connectionString: database.url })
      await client.connect()
      const { rows } = await client.query(`
        select conname as name, pg_get_constraintdef(oid) as what from pg_constraint
        where connamespace = 'public'::regnamespace
        union all select indexname, indexdef from pg_indexes where schemaname = 'public'
        union all select tgname || ' of ' || tgrelid::regclass, tgenabled::text from pg_trigger
          where not tgisinternal
        union all select sequencename, last_value::text from pg_sequences order by 1, 2`)
      await client.end()
      return rows
    }
    expect(await shape(other)).toEqual(await shape(shop))
  })
})

describe('a server of its own, not that of the tests', { timeout: 120_000 }, () => {
  /** Restores the shop into an empty server, and then over itself. */
  async function restoredTwice(name: string, settings: Record<string, string>): Promise<string> {
    const home = mkdtempSync(join(folder, name))
    const server = await startEmbeddedPostgres(home, { settings: { fsync: 'off', ...settings } })
    try {
      const own_rules = { migrations: 'db/migrations', occupied_by: [], replace: true }
      await restoreDatabase(server.url, file, own_rules)
      const { tables } = await restoreDatabase(server.url, file, own_rules)
      return `${tables > 200 ? 'all' : 'few'} tables`
    } finally {
      server.stop()
    }
  }

  test('has the locks that it takes to replace all tables at once', async () => {
    expect(await restoredTwice('own-', {})).toBe('all tables')
  })

  test('says what to set where there are too few', async () => {
    const few = { max_connections: '20', max_locks_per_transaction: '10' }
    await expect(restoredTwice('few-', few)).rejects.toThrow('max_locks_per_transaction')
    await expect(restoredTwice('few-', few)).rejects.toThrow('Nothing was changed')
  })
})

describe('a file that cannot be trusted leaves the database unchanged', { timeout: 60_000 }, () => {
  const text = () => gunzipSync(readFileSync(file)).toString()
  const tampered = (change: (text: string) => string) => {
    const path = join(folder, `tampered-${Math.random()}.backup`)
    writeFileSync(path, gzipSync(change(text())))
    return path
  }

  type Damage = [name: string, change: (all: string) => string, message: string]
  const damages: Damage[] = [
    [
      'with a file of another content',
      (all) => all.replace('"base64":"AP', '"base64":"BP'),
      'has another content',
    ],
    [
      'of a newer shop',
      (all) => all.replace('001-first-order.sql', '999-later.sql'),
      'newer version of the shop',
    ],
    [
      'of a newer format',
      (all) => all.replace('"version":2', '"version":3'),
      'newer version of the shop',
    ],
    ['of something else', () => 'hello\n', 'is no backup of a shop'],
  ]
  const late_damages: Damage[] = [
    [
      'without a row',
      (all) => all.replace(/\["1", "Apple".*\n/, ''),
      'rows of "brand" are missing',
    ],
    ['with a changed price', (all) => all.replace('"150000"', '"1"'), 'its sum is not the one'],
    ['that breaks off', (all) => all.slice(0, all.lastIndexOf('{"whole"')), 'breaks off'],
  ]

  // Damage that is only detected within or after the tables costs a restore.
  test.each(repeats({ verify: damages, soak: [...damages, ...late_damages] }))(
    '%s',
    async (_name, change, message) => {
      const before = await contents(other.url)
      const path = tampered(change)
      await expect(restoreDatabase(other.url, path, { ...rules, replace: true })).rejects.toThrow(
        message,
      )
      expect(await contents(other.url)).toEqual(before)
    },
  )

  test('cut in the middle', async () => {
    const path = join(folder, 'cut.backup')
    writeFileSync(path, readFileSync(file).subarray(0, 4_000))
    await expect(restoreDatabase(other.url, path, { ...rules, replace: true })).rejects.toThrow(
      'damaged',
    )
  })

  test('a backup does not overwrite an existing file', async () => {
    await expect(backupDatabase(shop.url, file, { now })).rejects.toThrow('already')
  })
})
