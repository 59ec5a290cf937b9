import { loginGate as contract } from '#contracts/storefront/login-gate.ts'
import type { Database } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import type { Log } from '#platform/observe/log.ts'
import {
  CodeRefused,
  type OpenIdClient,
  ProviderUnreachable,
} from '#platform/openid/openid-client.ts'
import { InvalidInput, type Service } from '#pure/contract.ts'
import { ownAddress } from '#pure/own-address.ts'
import type { CustomerId } from '#pure/ids.ts'
import { insertAttempt, takeAttempt } from '#shop/identity/login-gate/login-attempt-store.ts'
import {
  attempt_life_s,
  derivedSecrets,
  newBrowserKey,
  newState,
  secretHash,
} from '#shop/identity/login-gate/login-attempt.ts'
import { beginMemberSession } from '#shop/identity/begin-member-session.ts'
import {
  claimTicket,
  insertIdentityAttempt,
  noteIdentity,
  takeIdentityAttempt,
} from '#shop/identity/member/identity-attempt-store.ts'
import type { OneTap } from '#shop/identity/member/providers/identity-provider.ts'
import { findMember } from '#shop/identity/member-store.ts'

/** How long somebody may take who must prove a phone first. */
const one_tap_proof_ms = 30 * 60_000

interface Deps {
  db: Database
  now: Now
  log: Log
  member_site: OpenIdClient
  public_url: string
  member_url: string
  /** The prompt of Google; null: not offered. */
  one_tap: OneTap | null
}

/** Signs members in at the member site (contract §4, §7). */
export function loginGateService(deps: Deps): Service<typeof contract> {
  return {
    redirect: (_caller, { action, is_silent, ...input }) =>
      begin(deps, input, {
        ...(action === 'register' ? { action: 'register' } : {}),
        ...(is_silent ? { prompt: 'none', response_mode: 'web_message' } : {}),
      }),
    oneTapStart: (_caller, input) => startOneTap(deps, input),
    oneTapRedirect: (_caller, { credential, action: _action, ...input }) =>
      redirectOneTap(deps, input, credential),
    claimOneTap: (_caller, input) => claimOneTap(deps, input),
    token: (_caller, input) => redeem(deps, input),
  }
}

/** Stores that a browser begins to sign in. Only this browser can finish it. */
async function begin(
  { db, now, log, member_site, public_url }: Deps,
  input: { redirect_uri: string; browser_key?: string | undefined },
  parameters: Record<string, string>,
) {
  requireOwn(input.redirect_uri, public_url)
  const { browser_key = newBrowserKey() } = input
  const state = newState()
  try {
    const secrets = derivedSecrets(browser_key, state)
    const url = await member_site.authorizationUrl({ ...secrets, parameters })
    await insertAttempt(db, {
      state_hash: secretHash(state),
      browser_hash: secretHash(browser_key),
      created_at: now(),
      expires_at: new Date(now().getTime() + attempt_life_s * 1_000),
    })
    return { url, browser_key, expires_in: attempt_life_s }
  } catch (error) {
    throw unreachable(error, log)
  }
}

function requireOwn(redirect_uri: string, public_url: string): void {
  if (ownAddress(redirect_uri, public_url) !== null) return
  throw new InvalidInput({ redirect_uri: 'Địa chỉ quay lại không thuộc cửa hàng này.' })
}

/** Begins a prompt: what it signs names a nonce that counts once, in this browser. */
async function startOneTap(
  { db, now, one_tap }: Deps,
  { browser_key = newBrowserKey() }: { browser_key?: string | undefined },
) {
  if (one_tap === null) throw contract.oneTapStart.refuse('one_tap_not_offered')
  const nonce = newState()
  await insertIdentityAttempt(db, {
    ...{ provider: 'google', purpose: 'one_tap', next: '', session_id: null },
    ...{ state_hash: secretHash(nonce), browser_hash: secretHash(browser_key) },
    ...{ member_hash: null, created_at: now() },
    expires_at: new Date(now().getTime() + attempt_life_s * 1_000),
  })
  return { frame_url: one_tap.frameUrl(nonce), browser_key, expires_in: attempt_life_s }
}

/**
 * Takes what a prompt has signed, and begins a sign-in as /redirect does. The ticket in the address leads the member
 * site to whom the credential names. It is worth nothing in another browser: claimOneTap compares the key (decision
 * 207).
 */
async function redirectOneTap(
  deps: Deps,
  input: { redirect_uri: string; browser_key?: string | undefined },
  credential: string,
) {
  const { db, now, public_url, member_url, one_tap } = deps
  const { refuse } = contract.oneTapRedirect
  if (one_tap === null) throw refuse('one_tap_not_offered')
  requireOwn(input.redirect_uri, public_url)
  const { nonce, ...identity } = await verified(deps, one_tap, credential)
  const hashes = {
    state_hash: secretHash(nonce),
    browser_hash: secretHash(input.browser_key ?? ''),
  }
  const taken = { provider: 'google', ...hashes, is_one_tap: true } as const
  const attempt = await takeIdentityAttempt(db, taken, now())
  if (attempt === null) throw refuse('credential_refused')
  const begun = await begin(deps, input, {})
  const { pathname, search } = new URL(begun.url)
  const ticket = newBrowserKey()
  await noteIdentity(db, attempt.identity_attempt_id, {
    ...{ ...identity, ticket_hash: secretHash(ticket), next: pathname + search },
    expires_at: new Date(now().getTime() + one_tap_proof_ms),
  })
  return {
    ...begun,
    url: `${member_url}/dang-nhap/mot-cham?${new URLSearchParams({ ve: ticket })}`,
  }
}

async function verified({ log }: Deps, one_tap: OneTap, credential: string) {
  try {
    return await one_tap.verify(credential)
  } catch (error) {
    if (error instanceof CodeRefused) throw contract.oneTapRedirect.refuse('credential_refused')
    throw unreachable(error, log)
  }
}

async function claimOneTap(
  { db, now, member_url }: Deps,
  input: { ticket: string; member_mark: string; browser_key: string },
) {
  const { ticket, member_mark, browser_key } = input
  const hashes = { ticket_hash: secretHash(ticket), browser_hash: secretHash(browser_key) }
  // The mark is the hash that the member site will compare with.
  const member_hash = Buffer.from(member_mark, 'base64url')
  if (!(await claimTicket(db, hashes, { member_hash, now: now() }))) {
    throw contract.claimOneTap.refuse('login_not_valid')
  }
  const query = new URLSearchParams({ ve: ticket })
  return { url: `${member_url}/dang-nhap/mot-cham/tiep?${String(query)}` }
}

type TokenInput = Parameters<Service<typeof contract>['token']>[1]

/** Exchanges a code for a session of the shop. The sign-in is used up first, whatever the member site answers. */
async function redeem({ db, now, log, member_site }: Deps, input: TokenInput) {
  const { code, state, browser_key, device, address } = input
  const { refuse } = contract.token
  const hashes = { state_hash: secretHash(state), browser_hash: secretHash(browser_key) }
  if (!(await takeAttempt(db, hashes, now()))) throw refuse('login_not_valid')
  const customer_id = await memberOf(member_site, derivedSecrets(browser_key, state), code, log)
  const member = customer_id === null ? null : await findMember(db, customer_id)
  if (member === null) throw refuse('login_code_refused')
  const place = { device, address, is_confirmed: false }
  const session = await beginMemberSession({ db, now }, member.customer_id, place)
  return { access_token: session.token, expires_in: session.expires_in }
}

/** Whom the member site has signed in; null: its answer names nobody of ours. */
async function memberOf(
  member_site: OpenIdClient,
  secrets: ReturnType<typeof derivedSecrets>,
  code: string,
  log: Log,
): Promise<CustomerId | null> {
  try {
    const { sub } = await member_site.redeem(secrets, code)
    return /^[1-9]\d{0,14}$/.test(sub) ? (Number(sub) as CustomerId) : null
  } catch (error) {
    if (error instanceof CodeRefused) throw contract.token.refuse('login_code_refused')
    throw unreachable(error, log)
  }
}

function unreachable(error: unknown, log: Log): unknown {
  if (!(error instanceof ProviderUnreachable)) return error
  log.warn({ err: error }, 'the member site does not answer')
  return contract.token.refuse('member_site_not_reachable')
}
