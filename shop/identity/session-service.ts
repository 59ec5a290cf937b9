import { session as contract } from '#contracts/storefront/session.ts'
import type { Database } from '#db/schema.ts'
import { batchQueries } from '#platform/database/batched-query.ts'
import type { Now } from '#platform/clock.ts'
import { transaction } from '#platform/database/postgres.ts'
import { type OpenIdClient, ProviderUnreachable } from '#platform/openid/openid-client.ts'
import type { Caller, Service } from '#pure/contract.ts'
import { deleteOldIdentityAttempts } from '#shop/identity/member/identity-attempt-store.ts'
import { deleteOldAttempts } from '#shop/identity/login-gate/login-attempt-store.ts'
import { deleteOldChallenges } from '#shop/identity/member/member-passkey-store.ts'
import { endByToken, updateSeen } from '#shop/identity/member-session-store.ts'
import {
  deleteForgottenSessions,
  findSessions,
  insertGuest,
  replaceSession,
  type SessionRow,
} from '#shop/identity/session-store.ts'
import {
  guestTokenExpiry,
  hasTokenForm,
  isSeenLongAgo,
  memoryEnd,
  newGuestToken,
  sessionState,
  tokenHash,
} from '#shop/identity/session.ts'

interface Deps {
  db: Database
  now: Now
}

interface ServiceDeps extends Deps {
  member_site: OpenIdClient
  public_url: string
}

/** Finds a session by the hash of its token. Every call of a shopper begins with this query. */
type FindSession = (token_hash: Buffer) => Promise<SessionRow | null>

const sweep_batch = 1_000

/**
 * Issues guest tokens and identifies their customers (contract §4, §7). Tokens are opaque; only their sha-256 is
 * stored.
 */
export function sessionService(deps: ServiceDeps): Service<typeof contract> {
  const ask = batchQueries((hashes: string[]) => findSessions(deps.db, hashes))
  const find: FindSession = async (token_hash) => (await ask(token_hash.toString('hex'))) ?? null
  return {
    guestToken: (_caller, input) => guestToken({ ...deps, find }, input.token),
    identify: (_caller, input) => identify({ ...deps, find }, input.token),
    signOut: async ({ token }) => {
      await endByToken(deps.db, tokenHash(token), deps.now())
      return { member_site_url: await memberSiteUrl(deps) }
    },
  }
}

/** Deletes sessions that no longer give access to a cart and returns their number. A job calls it (decision 030). */
export async function sweepSessions({ db, now }: Deps): Promise<number> {
  await deleteOldAttempts(db, now())
  await deleteOldChallenges(db, now())
  await deleteOldIdentityAttempts(db, now())
  let deleted = 0
  for (;;) {
    const before = memoryEnd(now())
    const batch_size = await transaction(db, (tx) =>
      deleteForgottenSessions(tx, before, sweep_batch),
    )
    deleted += batch_size
    if (batch_size < sweep_batch) return deleted
  }
}

/** The page of the member site that signs out there too. The shop's sign-out does not wait for a site that is down. */
async function memberSiteUrl({ member_site, public_url }: ServiceDeps): Promise<string | null> {
  try {
    return await member_site.endSessionUrl(`${public_url}/`)
  } catch (error) {
    if (error instanceof ProviderUnreachable) return null
    throw error
  }
}

async function guestToken(
  { db, now, find }: Deps & { find: FindSession },
  submitted: string | undefined,
) {
  const moment = now()
  const found =
    submitted !== undefined && hasTokenForm(submitted) ? await find(tokenHash(submitted)) : null
  // A member's token is never handed out as a guest's, and is renewed by signing in only.
  const known = found?.kind === 'guest' ? found : null
  const state = sessionState(known, moment)
  if (known && submitted !== undefined && state === 'live') {
    return { token: submitted, expires_in: secondsUntil(known.expires_at, moment) }
  }
  const token = newGuestToken()
  const expires_at = guestTokenExpiry(moment)
  const fresh = { token_hash: tokenHash(token), now: moment, expires_at }
  if (known && state === 'expired') await replaceSession(db, known, fresh)
  else await insertGuest(db, fresh)
  return { token, expires_in: secondsUntil(expires_at, moment) }
}

async function identify(
  { db, now, find }: Deps & { find: FindSession },
  token: string,
): Promise<Caller> {
  if (!hasTokenForm(token)) throw contract.identify.refuse('token_is_invalid')
  const known = await find(tokenHash(token))
  const moment = now()
  const state = sessionState(known, moment)
  if (known === null || state === 'forgotten') throw contract.identify.refuse('unknow')
  if (state === 'expired') throw contract.identify.refuse('token_is_expired')
  if (isSeenLongAgo(known.seen_at, moment)) await updateSeen(db, known.session_id, moment)
  return { customer_id: known.customer_id, kind: known.kind, token }
}

function secondsUntil(end: Date, now: Date): number {
  return Math.floor((end.getTime() - now.getTime()) / 1000)
}
