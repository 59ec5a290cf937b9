import type { Database } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import { day_ms } from '#pure/vietnam-time.ts'
import { hasKnownDevice } from '#shop/identity/member-session-store.ts'
import { findMemberPasskeys } from '#shop/identity/member/member-passkey-store.ts'
import type { MemberAccount, SignedInMember } from '#shop/identity/member-store.ts'

interface Deps {
  db: Database
  now: Now
}

/** What proves a member beside their phone. */
interface SecondWays {
  password: boolean
  /** The address that a code can go to. */
  email: string | null
  /** Ids of credentials, in base64url. */
  passkeys: ReadonlySet<string>
}

/** Whether something was there yesterday already. */
export function isOld(at: Date | null, now: Date): boolean {
  return at !== null && now.getTime() - at.getTime() >= day_ms
}

/** A password that was set today proves no more than the code that may have set it (decision 189). */
export function hasOldPassword(
  { password_hash, password_set_at }: Pick<MemberAccount, 'password_hash' | 'password_set_at'>,
  now: Date,
): boolean {
  return password_hash !== null && isOld(password_set_at, now)
}

/**
 * What a member could prove themselves with yesterday already. Whoever has taken somebody's SIM adds a password, a
 * passkey or an e-mail address by a code: it proves no more than the code did.
 */
export async function secondWays({ db, now }: Deps, member: MemberAccount): Promise<SecondWays> {
  const at = now()
  const passkeys = await findMemberPasskeys(db, member.customer_id)
  return {
    password: hasOldPassword(member, at),
    email: isOld(member.email_proven_at, at) ? member.email : null,
    passkeys: new Set(
      passkeys
        .filter(({ created_at }) => isOld(created_at, at))
        .map(({ credential_id }) => credential_id.toString('base64url')),
    ),
  }
}

/**
 * Whether a session has shown enough for what could take the account away (decision 210). A session of a device that is
 * new today needs more than a code to the phone: `needed`. `none`: the member has nothing else, so acts that cannot be
 * undone wait a day.
 */
export async function secondProof(
  deps: Deps,
  member: SignedInMember,
): Promise<'given' | 'needed' | 'none'> {
  const { db, now } = deps
  if (isOld(member.created_at, now()) || member.second_proof_at !== null) return 'given'
  if (await hasKnownDevice(db, member, new Date(now().getTime() - day_ms))) return 'given'
  const { password, email, passkeys } = await secondWays(deps, member)
  return password || email !== null || passkeys.size > 0 ? 'needed' : 'none'
}
