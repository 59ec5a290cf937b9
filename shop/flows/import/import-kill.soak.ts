import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadToolConfig } from '#config/tools.ts'
import { importShop } from '#shop/flows/import/import-shop.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'

const folder = mkdtempSync(join(tmpdir(), 'tiem-import-'))
let own: TestDatabase

beforeAll(async () => {
  own = await testDatabase({ seeded: true })
})
afterAll(async () => {
  await own.close()
  rmSync(folder, { recursive: true, force: true })
})

async function all<T>(query: string): Promise<T[]> {
  return (await sql.raw<T>(query).execute(own.db)).rows
}

test(
  'kill -9 leaves nothing of an import; the same command then completes it',
  { timeout: 60_000 },
  async () => {
    const rows = Array.from({ length: 4_000 }, (_, index) => ({
      sku: `K-${index}`,
      name: `Sản phẩm bị ngắt ${index}`,
      category: 'cap',
      list_price: 10_000 + index,
      attributes: { kind: 'thử', length_m: index },
    }))
    const file = join(folder, 'killed.ndjson')
    writeFileSync(file, rows.map((row) => JSON.stringify(row)).join('\n'))
    const child = spawn(process.execPath, [resolve('main.ts'), 'import', file], {
      stdio: 'ignore',
      env: {
        PATH: loadToolConfig().search_path.join(':'),
        DATABASE_URL: own.url,
        DATA_DIR: folder,
      },
    })
    const gone = new Promise((done) => child.once('close', done))
    const writing = `select 1 from pg_stat_activity where datname = current_database()
    and application_name = 'tiem import' and state = 'active' and query like '%as next%"product"%'`
    await expect.poll(() => all(writing), { timeout: 40_000, interval: 5 }).not.toEqual([])
    child.kill('SIGKILL')
    await gone
    await expect.poll(() => all(writing), { timeout: 20_000 }).toEqual([])
    expect(await all("select sku from product where sku like 'V-K-%'")).toEqual([])
    const result = await importShop(own.db, file, { reserved: [] })
    expect(result).toMatchObject({ added: 4_000, rejected: 0 })
  },
)
