import { staff_root } from '#admin/addresses/addresses.ts'
import { readCookies } from '#pure/cookies.ts'

/** The look of the staff pages. `system`: dark where the device is set to dark. */
export type Theme = 'system' | 'light' | 'dark'

const name = 'staff_theme'
const a_year_s = 31_536_000

/** The look that this browser has chosen on the page of the account. */
export function readTheme(cookie_header: string | undefined): Theme {
  return themeNamed(readCookies(cookie_header).get(name))
}

/** The look of this name; `system` for any other text. */
export function themeNamed(text: string | undefined): Theme {
  return text === 'light' || text === 'dark' ? text : 'system'
}

/** The Set-Cookie line that remembers the look. It holds no secret, so it may go over http too. */
export function themeLine(theme: Theme): string {
  const max_age = theme === 'system' ? 0 : a_year_s
  return `${name}=${theme}; Max-Age=${max_age}; Path=${staff_root}; HttpOnly; SameSite=Strict`
}
