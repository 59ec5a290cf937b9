import type { Services } from '#contracts/all.ts'
import { type Caller, Refusal } from '#pure/contract.ts'
import { cookieLine, readCookies } from '#pure/cookies.ts'
import { default_province_id } from '#pure/default-province.ts'

const TOKEN_CODES = new Set(['token_is_invalid', 'token_is_expired', 'unknow'])
/** 7 days plus 7 hours (contract §9). */
export const PROVINCE_MAX_AGE_S = 7 * 86_400 + 7 * 3_600

/** Who asks, found at most once per request; a bad token is replaced on the way (contract §4). */
export interface Visitor {
  caller: () => Promise<Caller>
  /** Set-Cookie lines that have come up so far. */
  cookies: string[]
}

export function visitorOf(request: Request, services: Services, secure: boolean): Visitor {
  const cookies: string[] = []
  let found: Promise<Caller> | null = null
  const find = async (): Promise<Caller> => {
    const token = readCookies(request.headers.get('cookie')).get('token')
    if (token !== undefined) {
      const known = await identified(token, services)
      if (known) return known
    }
    const granted = await services.session.guestToken(null, token === undefined ? {} : { token })
    cookies.push(
      cookieLine('token', granted.token, { max_age: granted.expires_in, http_only: true, secure }),
    )
    return services.session.identify(null, { token: granted.token })
  }
  const user_agent = request.headers.get('user-agent') ?? ''
  const seen = async (): Promise<Caller> => ({ ...(await find()), user_agent })
  return { cookies, caller: () => (found ??= seen()) }
}

/** The province that prices are shown for: from the cookie, or from `_province` of a data address. */
export function provinceOf(request: Request, url: URL): number {
  const asked =
    url.searchParams.get('_province') ??
    readCookies(request.headers.get('cookie')).get('province_id') ??
    ''
  return /^[1-9]\d{0,3}$/.test(asked) ? Number(asked) : default_province_id
}

async function identified(token: string, services: Services): Promise<Caller | null> {
  try {
    return await services.session.identify(null, { token: token.slice(0, 200) })
  } catch (error) {
    if (error instanceof Refusal && TOKEN_CODES.has(error.code)) return null
    throw error
  }
}
