/** Cookies of a Cookie header by name; one that cannot be decoded is dropped, never an error. */
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

export interface CookieOptions {
  max_age: number
  http_only: boolean
  secure: boolean
}

/** A Set-Cookie line: always path / and SameSite=Lax (contract §3, §9). */
export function cookieLine(name: string, value: string, options: CookieOptions): string {
  const flags = `${options.http_only ? '; HttpOnly' : ''}${options.secure ? '; Secure' : ''}`
  return `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${options.max_age}; SameSite=Lax${flags}`
}

/** Set-Cookie lines that take away everything that says who somebody is (contract §4, §7). */
export const EXPIRED_IDENTITY: readonly string[] = ['token', 'member_token', 'USER'].map(
  (name) => `${name}=; Path=/; Max-Age=0; SameSite=Lax; HttpOnly`,
)

function decoded(value: string): string | null {
  try {
    return decodeURIComponent(value)
  } catch {
    return null
  }
}
