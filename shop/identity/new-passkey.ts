import type { Tx } from '#db/schema.ts'
import type { StaffId } from '#pure/ids.ts'
import type { PasskeyDeps } from '#shop/identity/check-passkey.ts'
import {
  type ChallengeOwner,
  findPasskeys,
  insertPasskey,
  takeChallenge,
} from '#shop/identity/passkey-store.ts'
import { challengeIn, checkCreation, max_passkeys } from '#shop/identity/passkey.ts'
import type { PasskeyPurpose } from '#shop/identity/staff.ts'

interface Asked {
  /** What the browser sent. */
  passkey: string
  purpose: PasskeyPurpose
  owner: ChallengeOwner
}

interface NewPasskey {
  /** Stores it. False if it is known, or the account has too many. The account is locked. */
  insert: (tx: Tx, of: { staff_id: StaffId; name: string }) => Promise<boolean>
}

/** Checks a passkey that an authenticator has made, and uses its challenge up. */
export async function newPasskey(
  { db, now, site }: PasskeyDeps,
  { passkey: json, purpose, owner }: Asked,
): Promise<NewPasskey | { fault: 'passkey_expired' | 'wrong_passkey' }> {
  const challenge = challengeIn(json)
  if (challenge === null) return { fault: 'wrong_passkey' }
  if (!(await takeChallenge(db, { challenge, purpose, owner }, now()))) {
    return { fault: 'passkey_expired' }
  }
  const created = await checkCreation(site, json, challenge)
  if (created === null) return { fault: 'wrong_passkey' }
  return {
    insert: async (tx, of) => {
      const known = await findPasskeys(tx, of.staff_id)
      if (known.length >= max_passkeys) return false
      return insertPasskey(tx, { ...of, ...created, created_at: now() })
    },
  }
}
