import type { Database } from '#db/schema.ts'

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
