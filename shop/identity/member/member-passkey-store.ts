import type { Database, Tx } from '#db/schema.ts'
import type { CustomerId } from '#pure/ids.ts'

/** What a passkey of a member signs for. */
export type MemberPasskeyPurpose = 'sign_in' | 'add' | 'confirm'

/** To whom a challenge belongs: to a sign-in attempt of a browser, or to a session. */
export type MemberChallengeOwner = { attempt_hash: Buffer } | { session_id: number }

interface MemberChallenge {
  challenge: Buffer
  purpose: MemberPasskeyPurpose
  owner: MemberChallengeOwner
}

export async function insertMemberChallenge(
  db: Database,
  { owner, ...challenge }: MemberChallenge & { expires_at: Date },
): Promise<void> {
  const none = { attempt_hash: null, session_id: null }
  await db
    .insertInto('member_passkey_challenge')
    .values({ ...challenge, ...none, ...owner })
    .execute()
}

/** Uses a challenge up, for its owner only. False if it is not open: of many requests at once one wins. */
export async function takeMemberChallenge(
  db: Database,
  { challenge, purpose, owner }: MemberChallenge,
  now: Date,
): Promise<boolean> {
  const taking = db
    .deleteFrom('member_passkey_challenge')
    .where('challenge', '=', challenge)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
  const taken = await (
    'attempt_hash' in owner
      ? taking.where('attempt_hash', '=', owner.attempt_hash)
      : taking.where('session_id', '=', owner.session_id)
  ).executeTakeFirst()
  return taken.numDeletedRows === 1n
}

/** Deletes challenges that nobody used in time. */
export async function deleteOldChallenges(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('member_passkey_challenge').where('expires_at', '<=', now).execute()
}

interface KnownPasskey {
  member_passkey_id: number
  customer_id: CustomerId
  public_key: Buffer
  passkey_handle: string
  created_at: Date
  /** Added by a session that a code alone had begun (decision 234). */
  by_code: boolean
  counts_from: Date
}

/** What is known of a passkey that signs, and the handle of its member. */
export async function findMemberCredential(
  db: Database,
  credential_id: Buffer,
): Promise<KnownPasskey | null> {
  const row = await db
    .selectFrom('member_passkey')
    .innerJoin('member', 'member.customer_id', 'member_passkey.customer_id')
    .select([
      'member_passkey.member_passkey_id',
      'member_passkey.customer_id',
      'member_passkey.public_key',
      'member_passkey.created_at',
      'member_passkey.by_code',
      'member_passkey.counts_from',
      'member.passkey_handle',
    ])
    .where('credential_id', '=', credential_id)
    .executeTakeFirst()
  return row ?? null
}

/** The passkeys of a member, the oldest first. */
export async function findMemberPasskeys(db: Database, customer_id: CustomerId) {
  return db
    .selectFrom('member_passkey')
    .select(['member_passkey_id', 'name', 'credential_id', 'created_at', 'used_at', 'counts_from'])
    .where('customer_id', '=', customer_id)
    .orderBy('member_passkey_id')
    .execute()
}

/**
 * Notes that a passkey has signed. An authenticator that counts must count up. The member is locked.
 *
 * @returns used; copied: it has not counted up; removed: the passkey is gone.
 */
export async function noteMemberPasskeyUse(
  tx: Tx,
  member_passkey_id: number,
  { sign_count, now }: { sign_count: number; now: Date },
): Promise<'used' | 'copied' | 'removed'> {
  const used = await tx
    .updateTable('member_passkey')
    .set({ sign_count, used_at: now })
    .where('member_passkey_id', '=', member_passkey_id)
    .where((where) =>
      sign_count === 0 ? where('sign_count', '=', 0) : where('sign_count', '<', sign_count),
    )
    .executeTakeFirst()
  if (used.numUpdatedRows === 1n) return 'used'
  const known = tx.selectFrom('member_passkey').select('member_passkey_id')
  const row = await known.where('member_passkey_id', '=', member_passkey_id).executeTakeFirst()
  return row === undefined ? 'removed' : 'copied'
}

interface NewMemberPasskey {
  customer_id: CustomerId
  name: string
  credential_id: Buffer
  public_key: Buffer
  sign_count: number
  created_at: Date
  by_code: boolean
  counts_from: Date
}

/** Stores a passkey. False if some member has it already. */
export async function insertMemberPasskey(tx: Tx, passkey: NewMemberPasskey): Promise<boolean> {
  const added = await tx
    .insertInto('member_passkey')
    .values({ ...passkey, used_at: null })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirst()
  return added.numInsertedOrUpdatedRows === 1n
}

interface OwnPasskey {
  customer_id: CustomerId
  member_passkey_id: number
}

/** Names a passkey of a member anew. False if they have no such passkey. */
export async function updatePasskeyName(
  db: Database,
  { customer_id, member_passkey_id }: OwnPasskey,
  name: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('member_passkey')
    .set({ name })
    .where('customer_id', '=', customer_id)
    .where('member_passkey_id', '=', member_passkey_id)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Deletes a passkey of a member. False if they have no such passkey. */
export async function deleteMemberPasskey(
  db: Database,
  { customer_id, member_passkey_id }: OwnPasskey,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('member_passkey')
    .where('customer_id', '=', customer_id)
    .where('member_passkey_id', '=', member_passkey_id)
    .executeTakeFirst()
  return numDeletedRows === 1n
}
