import type { Database, Tx } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import { transaction } from '#platform/database/postgres.ts'
import type { Log } from '#platform/observe/log.ts'
import type { CustomerId } from '#pure/ids.ts'
import {
  findMemberCredential,
  type MemberChallengeOwner,
  type MemberPasskeyPurpose,
  noteMemberPasskeyUse,
  takeMemberChallenge,
} from '#shop/identity/member/member-passkey-store.ts'
import type { ProvenPasskey } from '#shop/flows/member/security/second-proof.ts'
import { lockMember } from '#shop/identity/member-store.ts'
import {
  challengeIn,
  checkSignature,
  type PasskeySite,
  signedAnswer,
  userHandle,
} from '#shop/identity/passkey.ts'

export interface MemberPasskeyDeps {
  db: Database
  now: Now
  log: Log
  /** The member site: a passkey of a member works at its host name and nowhere else. */
  passkey_site: PasskeySite
}

/** Why a passkey is not accepted. The names are those of the refusals. */
type PasskeyFault = 'passkey_expired' | 'wrong_passkey' | 'unknown_passkey' | 'copied_passkey'

interface Asked {
  /** What the browser sent. */
  passkey: string
  purpose: MemberPasskeyPurpose
  owner: MemberChallengeOwner
  /** Whose passkey it must be. Null: whoever has it signs in. */
  customer_id: CustomerId | null
}

/**
 * Checks what a passkey signed and uses its challenge up, right or wrong. `accepted` runs in the transaction that locks
 * the member.
 */
export async function checkMemberPasskey<T>(
  deps: MemberPasskeyDeps,
  asked: Asked,
  accepted: (tx: Tx, customer_id: CustomerId, passkey: AcceptedPasskey) => Promise<T>,
): Promise<{ fault: PasskeyFault } | { fault: null; result: T }> {
  const signed = await checkedSignature(deps, asked)
  if ('fault' in signed) return signed
  const { member_passkey_id, customer_id, sign_count } = signed
  const answer = await transaction(deps.db, async (tx) => {
    if ((await lockMember(tx, customer_id)) === null) return 'removed'
    const use = await noteMemberPasskeyUse(tx, member_passkey_id, { sign_count, now: deps.now() })
    return use === 'used' ? { result: await accepted(tx, customer_id, signed) } : use
  })
  if (typeof answer === 'object') return { fault: null, ...answer }
  if (answer === 'removed') return { fault: 'unknown_passkey' }
  deps.log.error({ customer_id }, 'a passkey of a member has counted backwards')
  return { fault: 'copied_passkey' }
}

type AcceptedPasskey = ProvenPasskey & { counts_from: Date }

interface Signature extends AcceptedPasskey {
  member_passkey_id: number
  customer_id: CustomerId
  sign_count: number
}

async function checkedSignature(
  { db, now, passkey_site }: MemberPasskeyDeps,
  { passkey: json, purpose, owner, customer_id }: Asked,
): Promise<{ fault: PasskeyFault } | Signature> {
  const wrong = { fault: 'wrong_passkey' } as const
  const challenge = challengeIn(json)
  if (challenge === null) return wrong
  if (!(await takeMemberChallenge(db, { challenge, purpose, owner }, now()))) {
    return { fault: 'passkey_expired' }
  }
  const answer = signedAnswer(json)
  if (answer === null) return wrong
  const known = await findMemberCredential(db, Buffer.from(answer.id, 'base64url'))
  if (known === null || (customer_id !== null && known.customer_id !== customer_id)) {
    return { fault: 'unknown_passkey' }
  }
  const { member_passkey_id, public_key } = known
  const sign_count = await checkSignature(passkey_site, answer, { challenge, public_key })
  if (sign_count === null) return wrong
  // Whoever signs in without a phone is named by the passkey itself.
  const handle = answer.response.userHandle ?? (customer_id === null ? '' : null)
  const is_owner = handle === null || Buffer.from(handle, 'base64url').equals(userHandle(known))
  if (!is_owner) return wrong
  const { created_at, by_code, counts_from } = known
  const passkey_facts = { created_at, by_code, counts_from }
  return { member_passkey_id, customer_id: known.customer_id, sign_count, ...passkey_facts }
}
