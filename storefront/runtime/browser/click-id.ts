import { cookieLine } from '#pure/cookies.ts'

/** Customer cookies last 7 days (contract §9). */
const LASTS_S = 7 * 86_400
const click_id = /^[\w.-]{1,200}$/

/** After mount (contract §4.7): the place to return to was returned to, and an ad's click is remembered. */
export function settleCookies(): void {
  document.cookie = 'redirectUri=; Path=/; Max-Age=0; SameSite=Lax'
  const line = clickIdCookie(location.search, location.protocol === 'https:')
  if (line !== null) document.cookie = line
}

/** The cookie for a `gclid` of the address, or null when there is none or it cannot be one. */
export function clickIdCookie(search: string, secure: boolean): string | null {
  const id = new URLSearchParams(search).get('gclid') ?? ''
  if (!click_id.test(id)) return null
  return cookieLine('gclid', id, { max_age: LASTS_S, http_only: false, secure })
}
