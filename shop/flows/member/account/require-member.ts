import type { Database } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import { secondProof } from '#shop/flows/member/security/second-proof.ts'
import { findSignedIn, type SignedInMember } from '#shop/identity/member-store.ts'
import { isFresh, tokenHash } from '#shop/identity/session.ts'

interface Deps {
  db: Database
  now: Now
}

/** The member of a live session, or the refusal of the operation. */
export async function requireMember(
  { db, now }: Deps,
  token: string,
  { refuse }: { refuse: (code: 'signed_out') => Error },
): Promise<SignedInMember> {
  const member = await findSignedIn(db, tokenHash(token), now())
  if (member === null) throw refuse('signed_out')
  return member
}

/**
 * The same, for what a stolen session must not do: the member has shown who they are in the last minutes, by sign-in or
 * once more (decision 188); on a device that is new today by more than a code to the phone (decision 210).
 */
export async function requireConfirmed(
  deps: Deps,
  token: string,
  { refuse }: { refuse: (code: 'signed_out' | 'confirm_needed') => Error },
): Promise<SignedInMember> {
  const member = await requireMember(deps, token, { refuse })
  if (!(await isConfirmed(deps, member))) throw refuse('confirm_needed')
  return member
}

/** Whether a member has shown enough in the last minutes to change how they sign in. */
export async function isConfirmed(deps: Deps, member: SignedInMember): Promise<boolean> {
  if (!isFresh(member.confirmed_at, deps.now())) return false
  return (await secondProof(deps, member)) !== 'needed'
}
