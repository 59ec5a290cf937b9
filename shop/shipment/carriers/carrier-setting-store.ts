import { sql } from 'kysely'
import type { Database, Tx } from '#db/schema.ts'

interface StoredSetting {
  carrier: string
  is_enabled: boolean
  /** Encrypted. */
  settings: Buffer
  updated_at: Date
}

export async function findCarrierSettings(db: Database): Promise<StoredSetting[]> {
  return db.selectFrom('carrier_setting').selectAll().execute()
}

/** Locks the settings of a carrier, also those that are still to come. */
export async function lockCarrierSetting(tx: Tx, carrier: string): Promise<Buffer | undefined> {
  await sql`lock table carrier_setting in share row exclusive mode`.execute(tx)
  const row = await tx
    .selectFrom('carrier_setting')
    .select('settings')
    .where('carrier', '=', carrier)
    .executeTakeFirst()
  return row?.settings
}

export async function saveCarrierSetting(db: Database, setting: StoredSetting): Promise<void> {
  const { carrier: _carrier, ...changed } = setting
  await db
    .insertInto('carrier_setting')
    .values(setting)
    .onConflict((conflict) => conflict.column('carrier').doUpdateSet(changed))
    .execute()
}

export async function deleteCarrierSetting(db: Database, carrier: string): Promise<void> {
  await db.deleteFrom('carrier_setting').where('carrier', '=', carrier).execute()
}
