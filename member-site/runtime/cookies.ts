import { readCookies } from '#pure/cookies.ts'

/** A cookie of the member site: HttpOnly, lax, for this host alone. */
export interface OwnCookie {
  name: string
  read: (header: string | undefined) => string | null
  line: (value: string, max_age: number) => string
  expired: string
}

/** Over https the prefix `__Host-` keeps other names of the domain from setting it (T7). */
export function ownCookie(member_url: string, plain_name: string): OwnCookie {
  const is_secure = member_url.startsWith('https://')
  const name = is_secure ? `__Host-${plain_name}` : plain_name
  const flags = `Path=/; HttpOnly; SameSite=Lax${is_secure ? '; Secure' : ''}`
  return {
    name,
    read: (header) => readCookies(header).get(name) || null,
    line: (value, max_age) => `${name}=${value}; Max-Age=${max_age}; ${flags}`,
    expired: `${name}=; Max-Age=0; ${flags}`,
  }
}

/** The cookie with a header's other cookies, without this one. */
export function withoutCookie(header: string | undefined, name: string): string {
  return (header ?? '')
    .split(';')
    .filter((part) => part.trim().split('=')[0] !== name)
    .join(';')
}
