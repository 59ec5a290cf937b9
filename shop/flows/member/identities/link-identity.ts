import type { IdentityProvider } from '#contracts/member-site/identities.ts'
import type { Tx } from '#db/schema.ts'
import { day_ms } from '#pure/vietnam-time.ts'
import { isGuarded, secondWays } from '#shop/flows/member/security/second-proof.ts'
import {
  findIdentities,
  findIdentity,
  insertIdentity,
} from '#shop/identity/member/linked-identity-store.ts'
import type { Identity } from '#shop/identity/member/providers/identity-provider.ts'
import { endWaitingMerges } from '#shop/identity/member/member-merge-store.ts'
import type { lockMember } from '#shop/identity/member-store.ts'
import { notifyMember } from '#shop/notification/notify-store.ts'

/** More than these nobody needs; it bounds what a stolen session can add. */
const max_identities = 5

/** What the providers call themselves. */
export const provider_names: Readonly<Record<IdentityProvider, string>> = {
  google: 'Google',
  zalo: 'Zalo',
}

/** What its owner recognises an identity by. */
export function shownAs({ name, email }: Pick<Identity, 'name' | 'email'>): string {
  return email ?? name ?? ''
}

type Member = NonNullable<Awaited<ReturnType<typeof lockMember>>>

interface Linking {
  /** Locked. */
  member: Member
  provider: IdentityProvider
  identity: Identity
  /** When the session began in which this happens; null: it begins now. */
  session_since: Date | null
  /** The account was made just now: there is nobody to tell. */
  is_new: boolean
  /** No more than a code to the phone has been shown, and the account is one of before (decision 234). */
  by_code: boolean
  now: Date
}

type Linked =
  | { problem: 'identity_taken' | 'identities_full' }
  | { problem: null; counts_from: Date | null }

/**
 * Links an identity to a member, and tells them. A code alone does not give it to whoever has moved somebody's SIM to
 * their own phone: to an account of before it counts from tomorrow, and its owner can unlink it before (decision 198).
 */
export async function linkIdentity(
  tx: Tx,
  { member, provider, identity, session_since, is_new, by_code, now }: Linking,
): Promise<Linked> {
  const { customer_id, phone, email } = member
  const own = await findIdentity(tx, { provider, subject: identity.subject })
  if (own?.customer_id === customer_id) {
    // Linked before: nothing changes, and nobody is told again.
    return { problem: null, counts_from: own.counts_from > now ? own.counts_from : null }
  }
  const known = await findIdentities(tx, customer_id)
  if (known.length >= max_identities) return { problem: 'identities_full' }
  const ways = await secondWays({ db: tx, now: () => now }, member)
  const has_better =
    ways.password || ways.email !== null || ways.passkeys.size > 0 || isGuarded(member, now)
  const is_device_new = session_since === null || now.getTime() - session_since.getTime() < day_ms
  const waits = by_code || (has_better && is_device_new)
  const counts_from = waits ? new Date(now.getTime() + day_ms) : now
  const linked_id = await insertIdentity(tx, {
    ...{ customer_id, provider, subject: identity.subject, shown: shownAs(identity) },
    ...{ created_at: now, counts_from, by_code },
  })
  if (linked_id === null) return { problem: 'identity_taken' }
  // Its owner is here: a merge that only a code has asked for is asked for again.
  await endWaitingMerges(tx, customer_id, now, 'leaving')
  const from = waits ? counts_from : null
  if (!is_new) {
    const notice = {
      about: 'identity_linked',
      provider: provider_names[provider],
      counts_from: from?.toISOString() ?? null,
    } as const
    await notifyMember(tx, { phone, email, key: String(linked_id) }, notice, now)
  }
  return { problem: null, counts_from: from }
}
