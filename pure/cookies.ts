/**
 * Reads the cookies of a Cookie header, by name. A cookie that cannot be decoded is dropped, and so is a name that
 * comes with two values: another host of the domain may have set one of them, and nothing tells which (decision 338).
 */
export function readCookies(header: string | null | undefined): ReadonlyMap<string, string> {
  const values = valuesByName(header)
  return new Map(
    [...values].flatMap(([name, [value = '', ...more]]) =>
      more.length > 0 ? [] : [[name, value]],
    ),
  )
}

/** The names that come with two values. */
export function doubtfulCookies(header: string | null | undefined): string[] {
  return [...valuesByName(header)].flatMap(([name, values]) => (values.length > 1 ? [name] : []))
}

/** The different values of each name. */
function valuesByName(header: string | null | undefined): Map<string, string[]> {
  const values = new Map<string, string[]>()
  for (const part of (header ?? '').split(';')) {
    const pair = part.trim()
    const at = pair.indexOf('=')
    if (at < 1) continue
    const value = decoded(pair.slice(at + 1))
    if (value === null) continue
    const name = pair.slice(0, at)
    const known = values.get(name)
    if (known === undefined) values.set(name, [value])
    else if (!known.includes(value)) known.push(value)
  }
  return values
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

/**
 * Set-Cookie values that delete cookies which came with two values, whichever host of the domain has set them. A
 * browser ignores those for a domain that is everybody's.
 */
export function expiredEverywhere(
  names: readonly string[],
  hostname: string,
  scope: CookieScope,
): string[] {
  const domains = [null, ...domainsOf(hostname)]
  return domains.flatMap((domain) => expiredCookies(names, { ...scope, domain }))
}

/** "www.shop.vn" and "shop.vn"; none for an IP address and for localhost. */
function domainsOf(hostname: string): string[] {
  const labels = hostname.split('.')
  if (/^[\d.]+$|:/.test(hostname)) return []
  return labels.slice(0, -1).map((_label, n) => labels.slice(n).join('.'))
}

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
