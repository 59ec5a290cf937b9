import { hasConsent } from '#pure/formats/consent.ts'
import { cookieLine } from '#pure/cookies.ts'
import { affiliateCookies } from '#storefront/runtime/browser/affiliate.ts'

/** Customer cookies last 7 days (contract §9). */
const LASTS_S = 7 * 86_400
const click_id = /^[\w.-]{1,200}$/

/**
 * After mount (contract §4.7): deletes the `redirectUri` cookie, which was used. `cookies` are those from before the
 * page was hydrated: on a slow phone a press on "Đăng nhập" is answered before this runs, and its cookie is needed.
 */
export function deleteUsedReturn(cookies: string): void {
  if (cookies.includes('redirectUri=')) {
    document.cookie = 'redirectUri=; Path=/; Max-Age=0; SameSite=Lax'
  }
}

/**
 * Stores the click ids of an ad and of an affiliate, if the visitor agreed to it (decision 201). `search` is the query
 * that the visit began with.
 */
export function storeClickId(search: string): void {
  const secure = location.protocol === 'https:'
  const may_store = hasConsent(document.cookie, 'ads')
  for (const line of affiliateCookies(search, { secure, may_store })) document.cookie = line
  const cookie = may_store ? clickIdCookie(search, secure) : null
  if (cookie !== null) document.cookie = cookie
}

/** Returns the cookie for the `gclid` of the address, or null if it is missing or invalid. */
export function clickIdCookie(search: string, secure: boolean): string | null {
  const id = new URLSearchParams(search).get('gclid') ?? ''
  if (!click_id.test(id)) return null
  return cookieLine('gclid', id, { max_age: LASTS_S, http_only: false, secure })
}
