import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Database } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import type { SecretBox } from '#platform/files/secret-box.ts'
import type { OutsideCall } from '#platform/http/outside-call.ts'
import {
  findZaloTokens,
  insertZaloSeed,
  takeRefreshToken,
  updateZaloTokens,
  type ZaloSeed,
} from '#shop/notification/transports/zalo-token-store.ts'

interface ZaloTokenDeps {
  db: Database
  now: Now
  /** Encrypts the tokens: the box of the purpose 'zalo'. */
  box: SecretBox
  call: OutsideCall
  app_id: string
  app_secret: string
  /** The refresh token that the owner got for the app. Later ones are stored. */
  refresh_token: string
}

/** The access token of the shop's Official Account. */
export interface ZaloTokens {
  /** `refused`: the token that Zalo no longer accepts, so that another one is got. */
  access: (refused?: string) => Promise<string>
}

const address = 'https://oauth.zaloapp.com/v4/oa/access_token'
/** A token that ends this soon is renewed. */
const spare_ms = 5 * 60_000
/** Longer than a call takes. A renewal that fails is not tried again before. */
const renewing_ms = 30_000

const Renewed = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1),
  /** Seconds, as a text. */
  expires_in: z.coerce.number().positive(),
})

/**
 * Keeps the tokens of Zalo (developers.zalo.me, "Access token của Official Account"): an access token counts for 25
 * hours, a refresh token for three months and for one use. One process uses it, and its successor is stored at once.
 */
export function zaloTokens(deps: ZaloTokenDeps): ZaloTokens {
  let renewing: Promise<string> | null = null
  return {
    access: async (refused) => {
      const stored = await storedTokens(deps)
      if (stored.access !== null && stored.access !== refused) return stored.access
      // Messages that are sent at the same moment share the answer.
      renewing ??= renew(deps, stored).finally(() => (renewing = null))
      return renewing
    },
  }
}

const labels = { access: 'zalo:access', refresh: 'zalo:refresh' }

interface Stored {
  sealed_refresh: Buffer
  /** Null: there is none, or it ends soon. */
  access: string | null
}

/** Two settings of a rolling update have tokens of their own: neither uses or replaces those of the other. */
function seedOf({ app_id, refresh_token }: ZaloTokenDeps): ZaloSeed {
  return { app_id, seed_hash: createHash('sha256').update(refresh_token).digest() }
}

async function storedTokens(deps: ZaloTokenDeps): Promise<Stored> {
  const { db, now, box, refresh_token } = deps
  const seed = seedOf(deps)
  await insertZaloSeed(db, { ...seed, sealed_refresh: box.seal(refresh_token, labels.refresh) })
  const { sealed_refresh, sealed_access, access_expires_at } = await findZaloTokens(db, seed)
  const ends_ms = (access_expires_at?.getTime() ?? 0) - spare_ms
  const is_valid = sealed_access !== null && ends_ms > now().getTime()
  return { sealed_refresh, access: is_valid ? box.open(sealed_access, labels.access) : null }
}

async function renew(deps: ZaloTokenDeps, { sealed_refresh }: Stored): Promise<string> {
  const { db, now, box, call, app_id, app_secret } = deps
  const until = new Date(now().getTime() + renewing_ms)
  const seed = seedOf(deps)
  if (!(await takeRefreshToken(db, seed, { sealed_refresh, now: now(), until }))) {
    const { access } = await storedTokens(deps)
    if (access === null) throw new RangeError('Zalo: another process is renewing the token')
    return access
  }
  const refresh_token = box.open(sealed_refresh, labels.refresh)
  if (refresh_token === null) throw new RangeError('Zalo: SECRET_KEY is another one than before')
  const { body } = await call({
    method: 'POST',
    url: address,
    headers: { 'content-type': 'application/x-www-form-urlencoded', secret_key: app_secret },
    body: new URLSearchParams({
      ...{ refresh_token, app_id, grant_type: 'refresh_token' },
    }).toString(),
  })
  const renewed = Renewed.safeParse(jsonIn(body))
  if (!renewed.success) throw new RangeError(`Zalo: the refresh token was refused${codeIn(body)}`)
  const { access_token, expires_in, ...next } = renewed.data
  await updateZaloTokens(db, seed, sealed_refresh, {
    sealed_refresh: box.seal(next.refresh_token, labels.refresh),
    sealed_access: box.seal(access_token, labels.access),
    access_expires_at: new Date(now().getTime() + expires_in * 1_000),
  })
  return access_token
}

const Failure = z.object({ error: z.coerce.number().int() })

/** The code of an answer that says no. Its text is not repeated: it may name what was sent. */
function codeIn(body: string): string {
  const { data } = Failure.safeParse(jsonIn(body))
  return data === undefined ? '' : ` (${data.error})`
}

function jsonIn(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}
