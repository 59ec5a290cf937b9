import { sql } from 'kysely'
import type { Database } from '#db/schema.ts'

interface StoredTokens {
  sealed_refresh: Buffer
  sealed_access: Buffer | null
  access_expires_at: Date | null
}

interface Seed {
  app_id: string
  seed_hash: Buffer
  sealed_refresh: Buffer
}

/** Begins with the refresh token of the settings, unless the tokens that came of it are stored already. */
export async function insertZaloSeed(db: Database, seed: Seed): Promise<void> {
  await sql`
    insert into zalo_token (app_id, seed_hash, sealed_refresh)
    values (${seed.app_id}, ${seed.seed_hash}, ${seed.sealed_refresh})
    on conflict (app_id) do update set seed_hash = excluded.seed_hash,
      sealed_refresh = excluded.sealed_refresh, sealed_access = null, access_expires_at = null,
      renewing_until = null
    where zalo_token.seed_hash <> excluded.seed_hash
  `.execute(db)
}

export async function findZaloTokens(db: Database, app_id: string): Promise<StoredTokens> {
  return db
    .selectFrom('zalo_token')
    .select(['sealed_refresh', 'sealed_access', 'access_expires_at'])
    .where('app_id', '=', app_id)
    .executeTakeFirstOrThrow()
}

/** Takes a refresh token to use it, which can be done once. False: another process is using it, or has used it. */
export async function takeRefreshToken(
  db: Database,
  app_id: string,
  { sealed_refresh, now, until }: { sealed_refresh: Buffer; now: Date; until: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('zalo_token')
    .set({ renewing_until: until })
    .where('app_id', '=', app_id)
    .where('sealed_refresh', '=', sealed_refresh)
    .where((row) => row.or([row('renewing_until', 'is', null), row('renewing_until', '<=', now)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function updateZaloTokens(
  db: Database,
  app_id: string,
  tokens: { sealed_refresh: Buffer; sealed_access: Buffer; access_expires_at: Date },
): Promise<void> {
  await db
    .updateTable('zalo_token')
    .set({ ...tokens, renewing_until: null })
    .where('app_id', '=', app_id)
    .execute()
}
