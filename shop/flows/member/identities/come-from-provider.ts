import { memberIdentities as contract } from '#contracts/member-site/identities.ts'
import type { MemberPlace } from '#contracts/member-site/member-fields.ts'
import { transaction } from '#platform/database/postgres.ts'
import { CodeRefused, ProviderUnreachable } from '#platform/openid/openid-client.ts'
import type { Service } from '#pure/contract.ts'
import type { IdentitiesDeps } from '#shop/flows/member/identities/identities-deps.ts'
import { linkIdentity } from '#shop/flows/member/identities/link-identity.ts'
import { requireConfirmed } from '#shop/flows/member/account/require-member.ts'
import { isByCode } from '#shop/flows/member/security/second-proof.ts'
import { beginMemberSession } from '#shop/identity/begin-member-session.ts'
import {
  derivedSecrets,
  isBrowserKey,
  secretHash,
} from '#shop/identity/login-gate/login-attempt.ts'
import {
  endIdentityAttempt,
  findPending,
  noteIdentity,
  takeIdentityAttempt,
} from '#shop/identity/member/identity-attempt-store.ts'
import { findIdentity, noteIdentityUse } from '#shop/identity/member/linked-identity-store.ts'
import type { Identity, Provider } from '#shop/identity/member/providers/identity-provider.ts'
import { lockMember } from '#shop/identity/member-store.ts'

/** How long somebody may take to prove their phone. */
const proof_life_ms = 30 * 60_000

type Coming = Parameters<Service<typeof contract>['comeFromProvider']>[1]
type Came = Awaited<ReturnType<Service<typeof contract>['comeFromProvider']>>

/** Takes the answer of a provider. It is used up before the provider is asked, whatever it says. */
export async function comeFromProvider(deps: IdentitiesDeps, input: Coming): Promise<Came> {
  const { db, now } = deps
  const { refuse } = contract.comeFromProvider
  const adapter = deps.providers.by_name[input.provider]
  if (adapter === null) throw refuse('provider_not_offered')
  const { provider, browser, state } = input
  if (!isBrowserKey(browser)) throw refuse('attempt_expired')
  const hashes = { state_hash: secretHash(state), browser_hash: secretHash(browser) }
  const attempt = await takeIdentityAttempt(db, { provider, ...hashes, is_one_tap: false }, now())
  if (attempt === null) throw refuse('attempt_expired')
  const identity = await identified(deps, adapter, input)
  if (attempt.purpose === 'link') return link(deps, input, attempt.session_id, identity)
  const expires_at = new Date(now().getTime() + proof_life_ms)
  await noteIdentity(db, attempt.identity_attempt_id, { ...identity, expires_at })
  return enter(deps, { ...attempt, ...identity, provider }, input.from)
}

/** Goes on with a sign-in that a one-tap prompt of the shop began, in the browser that the shop has recognised. */
export async function comeFromOneTap(
  deps: IdentitiesDeps,
  { browser, ticket, from }: { browser: string; ticket: string; from: MemberPlace },
): Promise<Came> {
  const hashes = { member_hash: secretHash(browser), ticket_hash: secretHash(ticket) }
  const pending = isBrowserKey(browser) ? await findPending(deps.db, hashes, deps.now()) : null
  if (pending === null) throw contract.comeFromOneTap.refuse('attempt_expired')
  return enter(deps, pending, from)
}

async function identified(
  { log }: IdentitiesDeps,
  adapter: Provider,
  { browser, state, code, provider }: Coming,
): Promise<Identity> {
  const { refuse } = contract.comeFromProvider
  try {
    return await adapter.identify(derivedSecrets(browser, state), code)
  } catch (error) {
    if (error instanceof CodeRefused) {
      log.warn({ err: error, provider }, 'a provider of identities refused a code')
      throw refuse('provider_refused')
    }
    if (!(error instanceof ProviderUnreachable)) throw error
    log.warn({ err: error, provider }, 'a provider of identities does not answer')
    throw refuse('provider_not_reachable')
  }
}

/** Links an identity to the member of the session that began this, which must still be the one of this browser. */
async function link(
  deps: IdentitiesDeps,
  { token, provider }: Coming,
  session_id: number | null,
  identity: Identity,
): Promise<Came> {
  const { refuse } = contract.comeFromProvider
  const signed_in = await requireConfirmed(deps, token, contract.comeFromProvider)
  if (signed_in.session_id !== session_id) throw refuse('attempt_expired')
  const now = deps.now()
  const by_code = await isByCode(deps, { ...signed_in, session: signed_in })
  return transaction(deps.db, async (tx) => {
    const member = await lockMember(tx, signed_in.customer_id)
    if (member === null) throw refuse('signed_out')
    const session_since = signed_in.created_at
    const whose = { member, provider, identity, session_since, is_new: false, by_code, now }
    const linked = await linkIdentity(tx, whose)
    if (linked.problem !== null) throw refuse(linked.problem)
    const counts_from = linked.counts_from?.toISOString() ?? null
    return { outcome: 'linked', provider, counts_from } as const
  })
}

type Entering = Pick<NonNullable<Awaited<ReturnType<typeof findPending>>>, 'identity_attempt_id'> &
  Identity & { provider: Coming['provider']; next: string }

/** Signs in whom the identity belongs to. One that nobody has needs a phone. */
async function enter(
  { db, now }: IdentitiesDeps,
  { identity_attempt_id, provider, subject, next }: Entering,
  from: MemberPlace,
): Promise<Came> {
  const { refuse } = contract.comeFromProvider
  const at = now()
  const known = await findIdentity(db, { provider, subject })
  if (known === null) return { outcome: 'phone_needed', next }
  const { counts_from } = known
  if (counts_from > at) {
    throw refuse('identity_waits', { counts_from: counts_from.toISOString() })
  }
  const session = await transaction(db, async (tx) => {
    const is_first = await endIdentityAttempt(tx, identity_attempt_id, at)
    const is_there =
      is_first &&
      (await lockMember(tx, known.customer_id)) !== null &&
      (await noteIdentityUse(tx, known, at))
    if (!is_there) throw refuse('attempt_expired')
    // A browser that is signed in at the provider proves nothing about who holds it now.
    const place = { ...from, is_confirmed: false }
    return beginMemberSession({ db: tx, now }, known.customer_id, place)
  })
  return { outcome: 'signed_in', next, ...session }
}
