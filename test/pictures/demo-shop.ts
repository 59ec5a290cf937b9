import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readyDatabase } from '#db/ready-database.ts'
import type { Database, Tables } from '#db/schema.ts'
import { startEmbeddedPostgres } from '#platform/database/embedded-postgres.ts'
import { openDatabase } from '#platform/database/postgres.ts'
import { type ShopServer, startShop } from '#test/support/shop-server.ts'

/** Starts a demo shop as of today with a database of its own, for pictures; removes both when `look` has ended. */
export async function withDemoShop(
  look: (shop: ShopServer, db: Database) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tiem-pictures-'))
  const server = await startEmbeddedPostgres(folder)
  const db = openDatabase<Tables>(server.url, { max: 4 })
  try {
    const now = () => new Date()
    await readyDatabase(server.url, { seed: 'demo', now, on_progress: () => undefined })
    const env = { DATABASE_URL: server.url, RATE_LIMITS: 'off' }
    // The member site has a name of its own, so an IP address would not do.
    const shop = await startShop({ data_dir: join(folder, 'shop'), env, host: 'localhost' })
    try {
      await look(shop, db)
    } finally {
      await shop.close()
    }
  } finally {
    await db.destroy()
    server.stop()
    for (const one of [folder, server.home]) rmSync(one, { recursive: true, force: true })
  }
}
