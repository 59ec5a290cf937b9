import { sql } from 'kysely'
import type { Database } from '#db/schema.ts'

interface StoredSetting {
  gateway: string
  is_enabled: boolean
  /** Encrypted. */
  settings: Buffer
  updated_at: Date
}

export async function findSettings(db: Database): Promise<StoredSetting[]> {
  return db.selectFrom('gateway_setting').selectAll().execute()
}

export async function saveSetting(db: Database, setting: StoredSetting): Promise<void> {
  const { gateway, is_enabled, settings, updated_at } = setting
  await sql`
    insert into gateway_setting (gateway, is_enabled, settings, updated_at)
    values (${gateway}, ${is_enabled}, ${settings}, ${updated_at})
    on conflict (gateway) do update
      set is_enabled = excluded.is_enabled, settings = excluded.settings, updated_at = excluded.updated_at
  `.execute(db)
}

export async function deleteSetting(db: Database, gateway: string): Promise<void> {
  await db.deleteFrom('gateway_setting').where('gateway', '=', gateway).execute()
}
