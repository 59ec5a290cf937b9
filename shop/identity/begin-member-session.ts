import type { MemberPlace } from '#contracts/member-site/member-fields.ts'
import type { Database } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import type { CustomerId } from '#pure/ids.ts'
import { insertMemberSession } from '#shop/identity/member-session-store.ts'
import { deviceHash, memberTokenExpiry, newMemberToken, tokenHash } from '#shop/identity/session.ts'

const longest_device = 200

interface Begins extends MemberPlace {
  /** Whether the member has just proven who they are: not where the shop takes over a sign-in of the member site. */
  is_confirmed: boolean
  /** By more than a code to the phone: by what was there yesterday (decision 210). */
  has_second_proof?: boolean
  /** By something that no code alone has added (decision 234). */
  is_own_proof?: boolean
}

/**
 * Begins a session of a member with a token of its own: nothing that a browser had before sign-in counts afterwards
 * (T7). Returns the token, of which only the hash is stored, and its life in seconds.
 */
export async function beginMemberSession(
  { db, now }: { db: Database; now: Now },
  customer_id: CustomerId,
  { address, device, device_id, is_confirmed, ...shown }: Begins,
): Promise<{ token: string; expires_in: number }> {
  const { has_second_proof = false, is_own_proof = false } = shown
  const at = now()
  const token = newMemberToken()
  const expires_at = memberTokenExpiry(at)
  await insertMemberSession(db, {
    ...{ token_hash: tokenHash(token), customer_id, now: at, expires_at, address },
    device: device.slice(0, longest_device),
    device_hash: deviceHash(device_id),
    confirmed_at: is_confirmed ? at : null,
    second_proof_at: has_second_proof ? at : null,
    own_proof_at: has_second_proof && is_own_proof ? at : null,
  })
  return { token, expires_in: Math.floor((expires_at.getTime() - at.getTime()) / 1_000) }
}
