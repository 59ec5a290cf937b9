import { type CookieScope, cookieLine, expiredCookies } from '#pure/cookies.ts'

/** How the shop signs members in. */
export interface SignInSettings {
  cookies: CookieScope
  /** The origin of the member site, if a hidden frame of it gets its cookies; null: it does not. */
  auto_login_at: string | null
  /** Whether Google's prompt is offered. */
  has_one_tap: boolean
}

const day_s = 86_400
/** contract §9: customer cookies. */
const user_lasts_s = 7 * day_s

/** The cookie that binds a sign-in to this browser. Over https no other host can set it. */
const keyCookie = ({ secure }: CookieScope) => (secure ? '__Host-login_key' : 'login_key')

export function browserKeyOf(
  sent: ReadonlyMap<string, string>,
  { cookies }: SignInSettings,
): string | undefined {
  const key = sent.get(keyCookie(cookies))
  return key !== undefined && /^[\w-]{43}$/.test(key) ? key : undefined
}

export function browserKeyLine(key: string, max_age: number, { cookies }: SignInSettings): string {
  const { secure } = cookies
  return cookieLine(keyCookie(cookies), key, { max_age, http_only: true, secure })
}

/** Where the browser goes after the sign-in. Scripts delete it after mount (contract §4.7). */
export function returnLine(back: string, max_age: number, { cookies }: SignInSettings): string {
  return cookieLine('redirectUri', back, { max_age, http_only: false, secure: cookies.secure })
}

/** Cookies of a member who has signed in: the token and the profile come, the guest token goes (contract §4.2). */
export function memberLines(
  token: string,
  expires_in: number,
  { cookies }: SignInSettings,
): string[] {
  return [
    cookieLine('member_token', token, { max_age: expires_in, http_only: true, ...cookies }),
    ...expiredCookies(['token', 'signed_out'], cookies),
  ]
}

/** The profile that is stored with the token: only the name, which the header shows. */
export function userLine(name: string, { cookies }: SignInSettings): string {
  return cookieLine('USER', JSON.stringify({ name }), {
    ...{ max_age: user_lasts_s, http_only: true, ...cookies },
  })
}

/** The stored name; null: there is no readable profile. */
export function userNameOf(sent: ReadonlyMap<string, string>): string | null {
  try {
    const user = JSON.parse(sent.get('USER') ?? '') as { name?: unknown } | null
    return typeof user?.name === 'string' ? user.name.slice(0, 100) : null
  } catch {
    return null
  }
}

/** After a sign-out nobody is signed in silently, until somebody signs in by hand. */
export function signedOutLine({ cookies }: SignInSettings): string {
  return cookieLine('signed_out', '1', { max_age: user_lasts_s, http_only: true, ...cookies })
}
