import type { Services } from '#contracts/all.ts'
import { type Caller, Refusal } from '#pure/contract.ts'
import { cookieLine, EXPIRED_MEMBER, readCookies, tokenOf } from '#pure/cookies.ts'
import { default_province_id } from '#pure/default-province.ts'

const TOKEN_CODES = new Set(['token_is_invalid', 'token_is_expired', 'unknow'])
/** 7 days plus 7 hours (contract §9). */
export const PROVINCE_MAX_AGE_S = 7 * 86_400 + 7 * 3_600

/** The visitor of one request. `caller` identifies it once and replaces an invalid token (contract §4). */
export interface Visitor {
  caller: () => Promise<Caller>
  /** Values of Set-Cookie headers so far. */
  cookies: string[]
}

export function visitorOf(request: Request, services: Services, secure: boolean): Visitor {
  const cookies: string[] = []
  let cached_caller: Promise<Caller> | null = null
  const findCaller = async (): Promise<Caller> => {
    const sent_cookies = readCookies(request.headers.get('cookie'))
    const token = tokenOf(sent_cookies)
    if (token !== undefined) {
      const known = await identified(token, services)
      if (known) return known
    }
    if (sent_cookies.has('member_token')) cookies.push(...EXPIRED_MEMBER)
    // A live guest token stays, and the cart of an expired one moves to the new token.
    const guest = sent_cookies.get('token')
    const granted = await services.session.guestToken(null, guest ? { token: guest } : {})
    cookies.push(
      cookieLine('token', granted.token, { max_age: granted.expires_in, http_only: true, secure }),
    )
    return services.session.identify(null, { token: granted.token })
  }
  const user_agent = request.headers.get('user-agent') ?? ''
  const withUserAgent = async (): Promise<Caller> => ({ ...(await findCaller()), user_agent })
  return { cookies, caller: () => (cached_caller ??= withUserAgent()) }
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
