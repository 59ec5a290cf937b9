import { hasConsent } from '#pure/formats/consent.ts'
import { cookieLine } from '#pure/cookies.ts'
import { affiliate_cookie, affiliate_short_cookie } from '#storefront/addresses/affiliate.ts'

/** Affiliate cookies last 14 days, the short one 30 minutes (contract §9). */
const session_s = 14 * 86_400
const short_s = 1_800
const stored_source = 'accesstrade'
const click_id = /^[\w.:~-]{1,200}$/

/** Reads the affiliate parameters of the address (contract §2), if the visitor agreed to cookies of ads. */
export function noteAffiliate(): void {
  if (!hasConsent(document.cookie, 'ads')) return
  for (const cookie of affiliateCookies(location.search, location.protocol === 'https:')) {
    document.cookie = cookie
  }
}

/** The cookies for the affiliate of an address: another source than accesstrade clears them. */
export function affiliateCookies(search: string, secure: boolean): string[] {
  const query = new URLSearchParams(search)
  const source = query.get('utm_source')
  if (source === null) return []
  const id = query.get('aff_sid') ?? query.get('click_id') ?? ''
  const keeps = source === stored_source && click_id.test(id)
  const about = { http_only: false, secure }
  const line = (name: string, max_age: number) =>
    cookieLine(name, keeps ? id : '', { ...about, max_age: keeps ? max_age : 0 })
  return [line(affiliate_cookie, session_s), line(affiliate_short_cookie, short_s)]
}
