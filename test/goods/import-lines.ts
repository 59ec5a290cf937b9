import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { importShop } from '#shop/flows/import/import-shop.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'

interface Imported {
  added: number
  changed: number
  unchanged: number
}

/** A shop of its own for the tests of a file, with an import of lines. Call once at the top of the file. */
export function openImport(options: Parameters<typeof testDatabase>[0] = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'tiem-import-'))
  let own: TestDatabase
  beforeAll(async () => {
    own = await testDatabase(options)
  })
  afterAll(async () => {
    await own.close()
    rmSync(folder, { recursive: true, force: true })
  })
  /** Imports rows. Returns what became of them, and why some were refused. */
  const importRows = async (rows: readonly object[], reserved: readonly string[] = []) => {
    const file = join(folder, 'rows.ndjson')
    writeFileSync(file, rows.map((row) => JSON.stringify(row)).join('\n'))
    const reasons: string[] = []
    const on_rejected = async ({ reason }: { reason: string }) => void reasons.push(reason)
    const { added, changed, unchanged } = await importShop(own.db, file, { reserved, on_rejected })
    return { reasons, done: { added, changed, unchanged } }
  }
  return {
    folder,
    get db() {
      return own.db
    },
    importRows,
    /** The first reason for a refusal, or what became of all rows. */
    importLines: async (...rows: object[]): Promise<string | Imported> => {
      const { reasons, done } = await importRows(rows)
      return reasons[0] ?? done
    },
  }
}
