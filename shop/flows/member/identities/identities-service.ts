import { memberIdentities as contract } from '#contracts/member-site/identities.ts'
import { transaction } from '#platform/database/postgres.ts'
import { ProviderUnreachable } from '#platform/openid/openid-client.ts'
import type { Service } from '#pure/contract.ts'
import {
  comeFromOneTap,
  comeFromProvider,
} from '#shop/flows/member/identities/come-from-provider.ts'
import type { IdentitiesDeps } from '#shop/flows/member/identities/identities-deps.ts'
import { linkIdentity, shownAs } from '#shop/flows/member/identities/link-identity.ts'
import { sendOtp, takeOtp } from '#shop/flows/member/account/otp-flow.ts'
import { requireConfirmed, requireMember } from '#shop/flows/member/account/require-member.ts'
import { isByCode } from '#shop/flows/member/security/second-proof.ts'
import { beginMemberSession } from '#shop/identity/begin-member-session.ts'
import {
  attempt_life_s,
  derivedSecrets,
  isBrowserKey,
  newBrowserKey,
  newState,
  secretHash,
} from '#shop/identity/login-gate/login-attempt.ts'
import {
  endIdentityAttempt,
  findPending,
  insertIdentityAttempt,
} from '#shop/identity/member/identity-attempt-store.ts'
import { deleteIdentity, findIdentities } from '#shop/identity/member/linked-identity-store.ts'
import {
  findAccountByPhone,
  insertMember,
  lockMember,
  notePhoneProven,
} from '#shop/identity/member-store.ts'
import { deviceHash } from '#shop/identity/session.ts'
import { nameProblem } from '#shop/quote/address-letters.ts'

/** Sign-in of members by Google and Zalo (decision 198). */
export function memberIdentitiesService(deps: IdentitiesDeps): Service<typeof contract> {
  const { db, now } = deps
  return {
    beginAtProvider: (_caller, input) => beginAtProvider(deps, input),
    comeFromProvider: (_caller, input) => comeFromProvider(deps, input),
    comeFromOneTap: (_caller, input) => comeFromOneTap(deps, input),
    pendingIdentity: async (_caller, { browser }) => {
      const pending = await pendingOf(deps, browser)
      return pending && { provider: pending.provider, shown: shownAs(pending), next: pending.next }
    },
    sendPhoneCode: async (_caller, { browser, ...asked }) => {
      if ((await pendingOf(deps, browser)) === null) {
        throw contract.sendPhoneCode.refuse('attempt_expired')
      }
      return sendOtp(deps, { ...asked, purpose: 'link_identity' })
    },
    provePhone: (_caller, input) => provePhone(deps, input),
    identities: async (_caller, { token }) => {
      const { customer_id } = await requireMember(deps, token, contract.identities)
      const linked = await findIdentities(db, customer_id)
      return linked.map(({ linked_identity_id, provider, shown, ...at }) => ({
        ...{ identity_id: linked_identity_id, provider, shown },
        created_at: at.created_at.toISOString(),
        used_at: at.used_at?.toISOString() ?? null,
        counts_from: at.counts_from > now() ? at.counts_from.toISOString() : null,
      }))
    },
    unlinkIdentity: async (_caller, { token, identity_id }) => {
      const { customer_id } = await requireConfirmed(deps, token, contract.unlinkIdentity)
      if (!(await deleteIdentity(db, { customer_id, linked_identity_id: identity_id }))) {
        throw contract.unlinkIdentity.refuse('identity_not_found')
      }
      return {}
    },
  }
}

type Beginning = Parameters<Service<typeof contract>['beginAtProvider']>[1]

async function beginAtProvider(deps: IdentitiesDeps, input: Beginning) {
  const { db, now, log } = deps
  const { refuse } = contract.beginAtProvider
  const { provider, next, token } = input
  const adapter = deps.providers.by_name[provider]
  if (adapter === null) throw refuse('provider_not_offered')
  const member = token === '' ? null : await requireConfirmed(deps, token, contract.beginAtProvider)
  // Two tabs of a browser have one key, so that the newer one does not end the older one.
  const browser = input.browser === '' ? newBrowserKey() : input.browser
  const state = newState()
  const url = await adapter
    .authorizationUrl(derivedSecrets(browser, state))
    .catch((error: unknown) => {
      if (!(error instanceof ProviderUnreachable)) throw error
      log.warn({ err: error, provider }, 'a provider of identities does not answer')
      throw refuse('provider_not_reachable')
    })
  const browser_hash = secretHash(browser)
  await insertIdentityAttempt(db, {
    ...{ provider, purpose: member === null ? 'sign_in' : 'link', next },
    ...{ state_hash: secretHash(state), browser_hash, member_hash: browser_hash },
    ...{ session_id: member?.session_id ?? null, created_at: now() },
    expires_at: new Date(now().getTime() + attempt_life_s * 1_000),
  })
  return { url, browser }
}

async function pendingOf({ db, now }: IdentitiesDeps, browser: string) {
  if (!isBrowserKey(browser)) return null
  return findPending(db, { member_hash: secretHash(browser) }, now())
}

type Proving = Parameters<Service<typeof contract>['provePhone']>[1]

/**
 * Links the pending identity to the member of a phone that is proven now. A phone without an account gets one. What the
 * code alone allows is what it allows everybody: to sign in.
 */
async function provePhone(deps: IdentitiesDeps, { browser, from, ...entered }: Proving) {
  const { db } = deps
  const { refuse } = contract.provePhone
  const pending = await pendingOf(deps, browser)
  if (pending === null) throw refuse('attempt_expired')
  const phone = await takeOtp(deps, { ...entered, purpose: 'link_identity' })
  const now = deps.now()
  const { provider, next, subject, name, email } = pending
  return transaction(db, async (tx) => {
    if (!(await endIdentityAttempt(tx, pending.identity_attempt_id, now))) {
      throw refuse('attempt_expired')
    }
    const known_name = name !== null && nameProblem(name) === null ? name : null
    const made = await insertMember(tx, { phone, name: known_name, email }, now)
    const customer_id = made ?? (await findAccountByPhone(tx, phone))?.customer_id ?? null
    const member = customer_id === null ? null : await lockMember(tx, customer_id)
    // Erased between the statements: then the phone is free again.
    if (member === null) throw refuse('otp_is_expired')
    if (made === null) await notePhoneProven(tx, member.customer_id, now)
    const identity = { subject, name, email }
    const is_new = made !== null
    const adding = { ...member, device_hash: deviceHash(from.device_id), session: null }
    const by_code = await isByCode({ db: tx, now: deps.now }, adding)
    const whose = { member, provider, identity, session_since: null, is_new, by_code, now }
    const linked = await linkIdentity(tx, whose)
    if (linked.problem !== null) throw refuse(linked.problem)
    const place = { ...from, is_confirmed: true }
    const session = await beginMemberSession({ db: tx, now: deps.now }, member.customer_id, place)
    const counts_from = linked.counts_from?.toISOString() ?? null
    return { ...session, is_new, next, provider, counts_from }
  })
}
