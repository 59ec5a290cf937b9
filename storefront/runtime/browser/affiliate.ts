import { cookieLine } from '#pure/cookies.ts'

/**
 * Cookies with the click id of an affiliate network (contract §9): the long one says whose shopper this is, the short
 * one that the shopper came just now.
 */
const cookies = { aff_session: 14 * 86_400, aff_short_session: 30 * 60 } as const
/** The only network that the shop works with. */
const network = 'accesstrade'
/** As orders take it (`affClickId`). */
const click_id = /^[\w.:~-]{1,200}$/

/**
 * Returns the cookies to set for an address: those of a click of the network, or none any more for a visitor that
 * another campaign brought. An address without a source changes nothing.
 */
export function affiliateCookies(search: string, options: { secure: boolean; may_store: boolean }) {
  const query = new URLSearchParams(search)
  const source = query.get('utm_source')?.trim().toLowerCase() ?? ''
  if (source === '') return []
  const id = query.get('aff_sid') ?? ''
  const is_click = source === network && click_id.test(id)
  if (is_click && !options.may_store) return []
  return Object.entries(cookies).map(([name, lasts_s]) =>
    cookieLine(name, is_click ? id : '', {
      max_age: is_click ? lasts_s : 0,
      http_only: false,
      secure: options.secure,
    }),
  )
}
