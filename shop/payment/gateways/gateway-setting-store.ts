import { sql } from 'kysely'
import type { Database, Tx } from '#db/schema.ts'

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

/** Locks the settings of a gateway, also those that are still to come. */
export async function lockSetting(tx: Tx, gateway: string): Promise<Buffer | undefined> {
  await sql`lock table gateway_setting in share row exclusive mode`.execute(tx)
  const row = await tx
    .selectFrom('gateway_setting')
    .select('settings')
    .where('gateway', '=', gateway)
    .executeTakeFirst()
  return row?.settings
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
