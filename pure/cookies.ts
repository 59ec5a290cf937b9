/** Reads the cookies of a Cookie header, by name. A cookie that cannot be decoded is dropped. */
export function readCookies(header: string | null | undefined): ReadonlyMap<string, string> {
  const cookies = new Map<string, string>()
  for (const part of (header ?? '').split(';')) {
    const pair = part.trim()
    const at = pair.indexOf('=')
    if (at < 1) continue
    const value = decoded(pair.slice(at + 1))
    if (value !== null) cookies.set(pair.slice(0, at), value)
  }
  return cookies
}

interface CookieOptions {
  max_age: number
  http_only: boolean
  secure: boolean
  /** Other hosts of this domain get the cookie too. */
  domain?: string | null
}

/** The value of a Set-Cookie header, always with path / and SameSite=Lax (contract §3, §9). `max_age` in seconds. */
export function cookieLine(name: string, value: string, options: CookieOptions): string {
  const { domain, http_only, secure, max_age } = options
  const scope = domain ? `; Domain=${domain}` : ''
  const flags = `${http_only ? '; HttpOnly' : ''}${secure ? '; Secure' : ''}`
  return `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${max_age}; SameSite=Lax${scope}${flags}`
}

/** How the shop's cookies of sign-in are set. */
export interface CookieScope {
  secure: boolean
  /** COOKIE_DOMAIN; null: the shop's host alone. */
  domain: string | null
}

/**
 * The token that identifies a visitor: the member's, else the guest's (contract §6). Pages and API read it here, so
 * that both know the same visitor. An empty cookie counts as none.
 */
export function tokenOf(cookies: ReadonlyMap<string, string>): string | undefined {
  return cookies.get('member_token') || cookies.get('token') || undefined
}

/** Set-Cookie values that delete the cookies of a member. */
export const expiredMember = (scope: CookieScope) => expiredCookies(['member_token', 'USER'], scope)

/** Set-Cookie values that delete all cookies that identify a customer (contract §4, §7). */
export const expiredIdentity = (scope: CookieScope) => [
  ...expiredCookies(['token'], scope),
  ...expiredMember(scope),
]

/** Set-Cookie values that delete cookies. */
export function expiredCookies(names: readonly string[], scope: CookieScope): string[] {
  return names.map((name) => cookieLine(name, '', { max_age: 0, http_only: true, ...scope }))
}

function decoded(value: string): string | null {
  try {
    return decodeURIComponent(value)
  } catch {
    return null
  }
}
