import { createHmac } from 'node:crypto'
import { staff_root } from '#admin/addresses/addresses.ts'
import { readCookies } from '#pure/cookies.ts'

/**
 * The cookie of a staff session. SameSite=Strict: nothing outside leads into the back office, so no page of another
 * site ever sends it. It goes to staff paths alone. `__Secure-`: a page over plain http cannot set it; `__Host-`
 * would demand the path /, with which every page of shoppers would receive it.
 */
export interface StaffCookie {
  read: (header: string | undefined) => string | null
  /** The Set-Cookie line for a session. */
  line: (token: string, max_age: number) => string
  /** The Set-Cookie line that forgets it. */
  expired: string
}

/** The cookie for the shop at this address: over https it is sent over https only. */
export function staffCookie(public_url: string, plain_name = 'staff'): StaffCookie {
  const is_secure = public_url.startsWith('https://')
  const name = is_secure ? `__Secure-${plain_name}` : plain_name
  const flags = `Path=${staff_root}; HttpOnly; SameSite=Strict${is_secure ? '; Secure' : ''}`
  return {
    read: (header) => readCookies(header).get(name) || null,
    line: (token, max_age) => `${name}=${token}; Max-Age=${max_age}; ${flags}`,
    expired: `${name}=; Max-Age=0; ${flags}`,
  }
}

/** The key of the session with this token, for drafts in its browser. It does not tell the token (decision 174). */
export function sealKey(token: string): string {
  return createHmac('sha256', token).update('drafts of forms').digest('base64')
}
