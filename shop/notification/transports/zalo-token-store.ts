import type { Database } from '#db/schema.ts'

interface StoredTokens {
  sealed_refresh: Buffer
  sealed_access: Buffer | null
  access_expires_at: Date | null
}

/** Tokens by the setting they began with: processes with different settings do not touch each other's. */
export interface ZaloSeed {
  app_id: string
  seed_hash: Buffer
}

/** Begins with the refresh token of the settings, unless the tokens that came of it are stored already. */
export async function insertZaloSeed(
  db: Database,
  seed: ZaloSeed & { sealed_refresh: Buffer },
): Promise<void> {
  await db
    .insertInto('zalo_token')
    .values({ ...seed, sealed_access: null, access_expires_at: null, renewing_until: null })
    .onConflict((conflict) => conflict.columns(['app_id', 'seed_hash']).doNothing())
    .execute()
}

export async function findZaloTokens(
  db: Database,
  { app_id, seed_hash }: ZaloSeed,
): Promise<StoredTokens> {
  return db
    .selectFrom('zalo_token')
    .select(['sealed_refresh', 'sealed_access', 'access_expires_at'])
    .where('app_id', '=', app_id)
    .where('seed_hash', '=', seed_hash)
    .executeTakeFirstOrThrow()
}

/** Takes a refresh token to use it, which can be done once. False: another process is using it, or has used it. */
export async function takeRefreshToken(
  db: Database,
  { app_id, seed_hash }: ZaloSeed,
  { sealed_refresh, now, until }: { sealed_refresh: Buffer; now: Date; until: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('zalo_token')
    .set({ renewing_until: until })
    .where('app_id', '=', app_id)
    .where('seed_hash', '=', seed_hash)
    .where('sealed_refresh', '=', sealed_refresh)
    .where((row) => row.or([row('renewing_until', 'is', null), row('renewing_until', '<=', now)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Stores what came of the refresh token `used`, unless something newer is stored. */
export async function updateZaloTokens(
  db: Database,
  { app_id, seed_hash }: ZaloSeed,
  used: Buffer,
  tokens: { sealed_refresh: Buffer; sealed_access: Buffer; access_expires_at: Date },
): Promise<void> {
  await db
    .updateTable('zalo_token')
    .set({ ...tokens, renewing_until: null })
    .where('app_id', '=', app_id)
    .where('seed_hash', '=', seed_hash)
    .where('sealed_refresh', '=', used)
    .execute()
}
