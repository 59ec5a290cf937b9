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

/** For so long the owner is shown what a code alone has added. Then it is theirs like everything else. */
const shown_ms = 30 * day_ms

/** Whether something was there yesterday, and no code alone has added it (decision 234). */
export function isOwn(added: { at: Date | null; by_code: boolean }, now: Date): boolean {
  const { at, by_code } = added
  return at !== null && now.getTime() - at.getTime() >= (by_code ? shown_ms : day_ms)
}

/** Since when what a code alone has added is shown. */
export function addedSince(now: Date): Date {
  return new Date(now.getTime() - shown_ms)
}

/** What a right password proves. */
export function passwordProof(account: MemberAccount, now: Date) {
  const { password_set_at: at, password_by_code: by_code } = account
  return {
    has_second_proof: hasOldPassword(account, now),
    is_own_proof: isOwn({ at, by_code }, now),
  }
}

/** What a passkey that has signed proves. */
export function passkeyProof({ created_at: at, by_code }: ProvenPasskey, now: Date) {
  return { has_second_proof: isOld(at, now), is_own_proof: isOwn({ at, by_code }, now) }
}

export interface ProvenPasskey {
  created_at: Date
  by_code: boolean
}

/** What a code that went to the proven e-mail address proves. */
export function emailProof({ email_proven_at: at, email_by_code_at }: MemberAccount, now: Date) {
  const by_code = email_by_code_at !== null
  return { has_second_proof: isOld(at, now), is_own_proof: isOwn({ at, by_code }, now) }
}

/** Whether a code alone has replaced a password of before today. */
export function isGuarded({ guarded_until }: MemberAccount, now: Date): boolean {
  return guarded_until !== null && guarded_until > now
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
  // The password of yesterday that a code has replaced would be needed now.
  if (isGuarded(member, now())) return 'needed'
  const { password, email, passkeys } = await secondWays(deps, member)
  return password || email !== null || passkeys.size > 0 ? 'needed' : 'none'
}

/** A browser in which a member has been signed in for so long is taken for theirs. */
const trusted_ms = 7 * day_ms

type Adding = Pick<SignedInMember, 'customer_id' | 'member_since' | 'device_hash'> & {
  /** Null: it begins now, by a code. */
  session: Pick<SignedInMember, 'session_id' | 'created_at' | 'second_proof_at'> | null
}

/**
 * Whether something is added to an account of before by no more than a code to its phone, in a browser of the last
 * days: whoever has moved the SIM could do so. Then it counts from tomorrow, is told and shown (decision 234).
 */
export async function isByCode({ db, now }: Deps, adding: Adding): Promise<boolean> {
  const { member_since, session } = adding
  const trusted = new Date(now().getTime() - trusted_ms)
  if (!isOld(member_since, now()) || (session?.second_proof_at ?? null) !== null) return false
  if (session !== null && session.created_at <= trusted) return false
  return !(await hasKnownDevice(
    db,
    { ...adding, session_id: session?.session_id ?? null },
    trusted,
  ))
}
