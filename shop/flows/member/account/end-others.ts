import type { Database } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import { secondProof } from '#shop/flows/member/security/second-proof.ts'
import { deleteWaitingPasskeys } from '#shop/identity/member/added-store.ts'
import { deleteWaitingIdentities } from '#shop/identity/member/linked-identity-store.ts'
import { endMergesOfEnded } from '#shop/identity/member/member-merge-store.ts'
import { cancelChangeOfEnded } from '#shop/identity/member/phone-change-store.ts'
import { endSessions } from '#shop/identity/member-session-store.ts'
import type { SignedInMember } from '#shop/identity/member-store.ts'

interface Deps {
  db: Database
  now: Now
}

/**
 * Ends sessions of a member. A change of phone and a merge that one of them has begun end with it, and passkeys and
 * linked accounts that do not count yet go: a stranger may wait for them. A session that has shown no more than a code
 * does not make the browsers of the others unknown at once: they may be the owner's (decision 234).
 */
export async function endOthers(
  deps: Deps,
  member: SignedInMember,
  which: { only: number } | { except: number },
): Promise<number> {
  const { db, now } = deps
  const { customer_id, session_id } = member
  const at = now()
  const by_code = (await secondProof(deps, member)) === 'given' ? null : session_id
  const ended = await endSessions(db, customer_id, at, { ...which, by_code })
  await cancelChangeOfEnded(db, customer_id, at)
  await endMergesOfEnded(db, customer_id, at)
  await deleteWaitingIdentities(db, customer_id, at)
  await deleteWaitingPasskeys(db, customer_id, at)
  return ended
}
