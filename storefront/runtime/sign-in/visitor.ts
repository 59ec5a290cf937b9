import type { Services } from '#contracts/all.ts'
import { type Caller, Refusal } from '#pure/contract.ts'
import {
  cookieLine,
  type CookieScope,
  doubtfulCookies,
  expiredEverywhere,
  expiredIdentity,
  expiredMember,
  readCookies,
  tokenOf,
} from '#pure/cookies.ts'
import { default_province_id } from '#pure/default-province.ts'

const TOKEN_CODES = new Set(['token_is_invalid', 'token_is_expired', 'unknow'])
/** The cookies that say who a visitor is. */
const identifying = new Set(['token', 'member_token', 'USER'])
/** 7 days plus 7 hours (contract §9). */
export const PROVINCE_MAX_AGE_S = 7 * 86_400 + 7 * 3_600

/** The visitor of one request. `caller` identifies it once and replaces an invalid token (contract §4). */
export interface Visitor {
  caller: () => Promise<Caller>
  /** Whether the browser sent a member token that is not valid any more. Known after `caller`. */
  hasLostMember: () => boolean
  /** Deletes both tokens and obtains a new guest token (contract §4.3). */
  becomeGuest: () => Promise<void>
  /** Values of Set-Cookie headers so far. */
  cookies: string[]
}

export function visitorOf(request: Request, services: Services, scope: CookieScope): Visitor {
  const header = request.headers.get('cookie')
  const doubtful = doubtfulCookies(header).filter((name) => identifying.has(name))
  const cookies = expiredEverywhere(doubtful, new URL(request.url).hostname, scope)
  const sent_cookies = readCookies(header)
  let cached_caller: Promise<Caller> | null = null
  let has_lost_member = false
  const newGuest = async (input: { token?: string }): Promise<string> => {
    const { token, expires_in } = await services.session.guestToken(null, input)
    cookies.push(cookieLine('token', token, { max_age: expires_in, http_only: true, ...scope }))
    return token
  }
  const findCaller = async (): Promise<Caller> => {
    const token = tokenOf(sent_cookies)
    if (token !== undefined) {
      const known = await identified(token, services)
      if (known) return known
    }
    has_lost_member = Boolean(sent_cookies.get('member_token'))
    if (sent_cookies.has('member_token')) cookies.push(...expiredMember(scope))
    // A live guest token stays, and the cart of an expired one moves to the new token.
    const guest = sent_cookies.get('token')
    return services.session.identify(null, { token: await newGuest(guest ? { token: guest } : {}) })
  }
  const user_agent = request.headers.get('user-agent') ?? ''
  const withUserAgent = async (): Promise<Caller> => ({ ...(await findCaller()), user_agent })
  return {
    cookies,
    caller: () => (cached_caller ??= withUserAgent()),
    hasLostMember: () => has_lost_member,
    becomeGuest: async () => {
      cookies.push(...expiredIdentity(scope))
      await newGuest({})
    },
  }
}

/** Returns the province for prices: `_province` of a data address, else the cookie, else the default. */
export function provinceOf(request: Request, url: URL): number {
  const requested =
    url.searchParams.get('_province') ??
    readCookies(request.headers.get('cookie')).get('province_id') ??
    ''
  return /^[1-9]\d{0,3}$/.test(requested) ? Number(requested) : default_province_id
}

async function identified(token: string, services: Services): Promise<Caller | null> {
  try {
    return await services.session.identify(null, { token: token.slice(0, 200) })
  } catch (error) {
    if (error instanceof Refusal && TOKEN_CODES.has(error.code)) return null
    throw error
  }
}
