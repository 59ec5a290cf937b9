import type { Database } from '#db/schema.ts'
import { day_ms } from '#pure/vietnam-time.ts'
import { findMemberPasskeys } from '#shop/identity/member/member-passkey-store.ts'
import type { SignedInMember } from '#shop/identity/member-store.ts'

type Account = Pick<SignedInMember, 'customer_id' | 'password_hash' | 'password_set_at'>

/**
 * What a member could prove themselves with yesterday already. Whoever has taken somebody's SIM sets a password by a
 * code: it proves no more than the code did.
 */
export async function oldProofs(db: Database, member: Account, now: Date) {
  const is_old = (at: Date) => now.getTime() - at.getTime() >= day_ms
  const { password_hash, password_set_at } = member
  const passkeys = await findMemberPasskeys(db, member.customer_id)
  return {
    has_password: password_hash !== null && password_set_at !== null && is_old(password_set_at),
    passkeys: new Set(
      passkeys
        .filter(({ created_at }) => is_old(created_at))
        .map(({ credential_id }) => credential_id.toString('base64url')),
    ),
  }
}
