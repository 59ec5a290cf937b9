import { sql } from 'kysely'
import type { Database, Tx } from '#db/schema.ts'
import type { StaffId } from '#pure/ids.ts'
import type { PasskeyPurpose } from '#shop/identity/staff.ts'

/** To whom a challenge belongs: to a sign-in attempt of a browser, or to a session. */
export type ChallengeOwner = { attempt_hash: Buffer } | { staff_session_id: number }

interface NewChallenge {
  challenge: Buffer
  purpose: PasskeyPurpose
  owner: ChallengeOwner
  address: string
  now: Date
  expires_at: Date
}

/**
 * Stores a challenge. False if `max` are open: of the session, or of the address where there is no session yet. Guests
 * of a shop may have the address of its staff.
 */
export async function insertChallenge(
  db: Database,
  { challenge, purpose, owner, address, now, expires_at }: NewChallenge,
  max: number,
): Promise<boolean> {
  const { attempt_hash = null, staff_session_id = null } = { ...none, ...owner }
  await db
    .deleteFrom('staff_passkey_challenge')
    .where('address', '=', address)
    .where('expires_at', '<=', now)
    .execute()
  const { numAffectedRows } = await sql`
    insert into staff_passkey_challenge
      (challenge, purpose, attempt_hash, staff_session_id, address, expires_at)
    select ${challenge}, ${purpose}, ${attempt_hash}, ${staff_session_id}, ${address}, ${expires_at}
    where (select count(*) from staff_passkey_challenge open
      where (open.staff_session_id = ${staff_session_id} and open.expires_at > ${now})
        or (${staff_session_id}::bigint is null and open.staff_session_id is null and open.address = ${address})
      ) < ${max}
  `.execute(db)
  return numAffectedRows === 1n
}

const none: { attempt_hash?: Buffer; staff_session_id?: number } = {}

/** Uses a challenge up, for its owner only. False if it is not open: of many requests at once one wins. */
export async function takeChallenge(
  db: Database,
  { challenge, purpose, owner }: Pick<NewChallenge, 'challenge' | 'purpose' | 'owner'>,
  now: Date,
): Promise<boolean> {
  const taking = db
    .deleteFrom('staff_passkey_challenge')
    .where('challenge', '=', challenge)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
  const taken = await (
    'attempt_hash' in owner
      ? taking.where('attempt_hash', '=', owner.attempt_hash)
      : taking.where('staff_session_id', '=', owner.staff_session_id)
  ).executeTakeFirst()
  return taken.numDeletedRows === 1n
}

/** What is known of a passkey that signs. */
interface KnownPasskey {
  staff_passkey_id: number
  staff_id: StaffId
  public_key: Buffer
}

export async function findByCredential(
  db: Database,
  credential_id: Buffer,
): Promise<KnownPasskey | null> {
  const found = db
    .selectFrom('staff_passkey')
    .select(['staff_passkey_id', 'staff_id', 'public_key'])
    .where('credential_id', '=', credential_id)
  return (await found.executeTakeFirst()) ?? null
}

/** The passkeys of an account, the oldest first. */
export async function findPasskeys(db: Database, staff_id: StaffId) {
  return db
    .selectFrom('staff_passkey')
    .select(['staff_passkey_id', 'name', 'credential_id', 'created_at', 'used_at'])
    .where('staff_id', '=', staff_id)
    .orderBy('staff_passkey_id')
    .execute()
}

/**
 * Notes that a passkey has signed. An authenticator that counts must count up. The account is locked.
 *
 * @returns used; copied: it has not counted up; removed: the passkey is gone.
 */
export async function notePasskeyUse(
  tx: Tx,
  staff_passkey_id: number,
  { sign_count, now }: { sign_count: number; now: Date },
): Promise<'used' | 'copied' | 'removed'> {
  const own = tx
    .updateTable('staff_passkey')
    .set({ sign_count, used_at: now })
    .where('staff_passkey_id', '=', staff_passkey_id)
  const used = await own
    .where((where) =>
      sign_count === 0 ? where('sign_count', '=', 0) : where('sign_count', '<', sign_count),
    )
    .executeTakeFirst()
  if (used.numUpdatedRows === 1n) return 'used'
  const known = tx.selectFrom('staff_passkey').select('staff_passkey_id')
  const row = await known.where('staff_passkey_id', '=', staff_passkey_id).executeTakeFirst()
  return row === undefined ? 'removed' : 'copied'
}

interface NewPasskey {
  staff_id: StaffId
  name: string
  credential_id: Buffer
  public_key: Buffer
  sign_count: number
  created_at: Date
}

/** Stores a passkey. False if an account has it already. */
export async function insertPasskey(tx: Tx, passkey: NewPasskey): Promise<boolean> {
  const added = await tx
    .insertInto('staff_passkey')
    .values({ ...passkey, used_at: null })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirst()
  return added.numInsertedOrUpdatedRows === 1n
}

/** Deletes a passkey of an account. False if it has no such passkey. */
export async function deletePasskey(
  tx: Tx,
  staff_id: StaffId,
  staff_passkey_id: number,
): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('staff_passkey')
    .where('staff_id', '=', staff_id)
    .where('staff_passkey_id', '=', staff_passkey_id)
    .executeTakeFirst()
  return deleted.numDeletedRows === 1n
}

/** Deletes all passkeys of an account. */
export async function deletePasskeys(tx: Tx, staff_id: StaffId): Promise<void> {
  await tx.deleteFrom('staff_passkey').where('staff_id', '=', staff_id).execute()
}
