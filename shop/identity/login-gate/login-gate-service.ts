import { loginGate as contract } from '#contracts/storefront/login-gate.ts'
import type { Database } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import type { Log } from '#platform/observe/log.ts'
import {
  CodeRefused,
  NotOffered,
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
import { findMember } from '#shop/identity/member-store.ts'

interface Deps {
  db: Database
  now: Now
  log: Log
  member_site: OpenIdClient
  public_url: string
}

/** Signs members in at the member site (contract §4, §7). */
export function loginGateService(deps: Deps): Service<typeof contract> {
  return {
    redirect: (_caller, { action, is_silent, ...input }) =>
      begin(deps, input, {
        ...(action === 'register' ? { action: 'register' } : {}),
        ...(is_silent ? { prompt: 'none', response_mode: 'web_message' } : {}),
      }),
    oneTapRedirect: (_caller, { credential, ...input }) =>
      begin(deps, input, { one_tap_credential: credential }, { is_pushed: true }),
    token: (_caller, input) => redeem(deps, input),
  }
}

/** Stores that a browser begins to sign in. Only this browser can finish it. */
async function begin(
  { db, now, log, member_site, public_url }: Deps,
  input: { redirect_uri: string; browser_key?: string | undefined },
  parameters: Record<string, string>,
  { is_pushed = false } = {},
) {
  if (ownAddress(input.redirect_uri, public_url) === null) {
    throw new InvalidInput({ redirect_uri: 'Địa chỉ quay lại không thuộc cửa hàng này.' })
  }
  const { browser_key = newBrowserKey() } = input
  const state = newState()
  try {
    const secrets = derivedSecrets(browser_key, state)
    const url = await member_site.authorizationUrl({ ...secrets, parameters, is_pushed })
    await insertAttempt(db, {
      state_hash: secretHash(state),
      browser_hash: secretHash(browser_key),
      created_at: now(),
      expires_at: new Date(now().getTime() + attempt_life_s * 1_000),
    })
    return { url, browser_key, expires_in: attempt_life_s }
  } catch (error) {
    if (error instanceof NotOffered || error instanceof CodeRefused) {
      throw contract.oneTapRedirect.refuse('one_tap_not_offered')
    }
    throw unreachable(error, log)
  }
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
