import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { OidcRecord, OidcStore } from '#contracts/member-site/oidc-records.ts'
import type { Database } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import { transaction } from '#platform/database/postgres.ts'
import type { SecretBox } from '#platform/files/secret-box.ts'
import { day_ms } from '#pure/vietnam-time.ts'
import { newSigningKey } from '#shop/identity/oidc/signing-key.ts'

interface Deps {
  db: Database
  now: Now
  /** Encrypts the keys that sign: the box of the purpose 'oidc'. */
  box: SecretBox
}

/** A new key is made this long after the newest one. */
const key_life_ms = 90 * day_ms
/** A new key is published this long before it signs, so that everybody who caches keys has it. */
const published_before_ms = day_ms
/** A key stays published this long after the next one was made: its last tokens have expired by then. */
const key_memory_ms = 8 * day_ms
const key_label = 'oidc signing key'

/** Keeps the records of the OpenID provider in PostgreSQL. */
export function oidcStore({ db, now, box }: Deps): OidcStore {
  return {
    find: (model, id) => findRecord(db, model, id, now()),
    save: async (model, id, payload, lasts_s) => {
      const { grantId: grant_id, accountId } = payload as { grantId?: string; accountId?: string }
      const record = {
        payload: JSON.stringify(payload),
        grant_id: grant_id ?? null,
        customer_id: accountId === undefined ? null : Number(accountId),
        expires_at: new Date(now().getTime() + lasts_s * 1_000),
      }
      await db
        .insertInto('oidc_record')
        .values({ model, id_hash: hashOf(id), consumed_at: null, ...record })
        .onConflict((conflict) => conflict.columns(['model', 'id_hash']).doUpdateSet(record))
        .execute()
    },
    // The statement decides: of twenty requests with one code, one changes a row (T8).
    consume: async (model, id) => {
      const { numUpdatedRows } = await db
        .updateTable('oidc_record')
        .set({ consumed_at: now() })
        .where('model', '=', model)
        .where('id_hash', '=', hashOf(id))
        .where('consumed_at', 'is', null)
        .where('expires_at', '>', now())
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    remove: async (model, id) => {
      await db
        .deleteFrom('oidc_record')
        .where('model', '=', model)
        .where('id_hash', '=', hashOf(id))
        .execute()
    },
    removeGrant: async (grant_id) => {
      await db.deleteFrom('oidc_record').where('grant_id', '=', grant_id).execute()
    },
    keys: () => signingKeys({ db, now, box }),
  }
}

/** Deletes records that expired before `before`. */
export async function deleteOldRecords(db: Database, before: Date, batch: number): Promise<number> {
  const { rows } = await sql`
    delete from oidc_record where (model, id_hash) in (
      select model, id_hash from oidc_record where expires_at < ${before} order by expires_at limit ${batch}
      for update skip locked
    ) returning model
  `.execute(db)
  return rows.length
}

async function findRecord(
  db: Database,
  model: string,
  id: string,
  now: Date,
): Promise<OidcRecord | null> {
  const row = await db
    .selectFrom('oidc_record')
    .select(['payload', 'consumed_at'])
    .where('model', '=', model)
    .where('id_hash', '=', hashOf(id))
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (row === undefined) return null
  const consumed_at =
    row.consumed_at === null ? null : Math.floor(row.consumed_at.getTime() / 1_000)
  return { payload: row.payload, consumed_at }
}

async function signingKeys({ db, now, box }: Deps): Promise<object[]> {
  const at = now().getTime()
  const keys = await transaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('oidc-key', 0))`.execute(tx)
    const known = await findKeys(tx)
    const newest = known[0]?.created_at.getTime() ?? 0
    if (at - newest < key_life_ms) return known
    const sealed_jwk = box.seal(JSON.stringify(newSigningKey()), key_label)
    await tx
      .insertInto('oidc_key')
      .values({ sealed_jwk, created_at: new Date(at) })
      .execute()
    await tx
      .deleteFrom('oidc_key')
      .where('created_at', '<', new Date(at - key_life_ms - key_memory_ms))
      .execute()
    return findKeys(tx)
  })
  const opened = keys.flatMap(({ sealed_jwk, created_at }) => {
    const jwk = box.open(sealed_jwk, key_label)
    return jwk === null ? [] : [{ jwk: JSON.parse(jwk) as object, age: at - created_at.getTime() }]
  })
  // The newest that everybody knows signs; the first key of a shop signs at once.
  const signing = opened.find(({ age }) => age >= published_before_ms) ?? opened.at(-1)
  const others = opened.filter(
    (key, n) => key !== signing && (n === 0 || (opened[n - 1]?.age ?? 0) < key_memory_ms),
  )
  return [...(signing ? [signing] : []), ...others].map(({ jwk }) => jwk)
}

async function findKeys(db: Database) {
  return db
    .selectFrom('oidc_key')
    .select(['sealed_jwk', 'created_at'])
    .orderBy('created_at', 'desc')
    .execute()
}

function hashOf(id: string): Buffer {
  return createHash('sha256').update(id).digest()
}
