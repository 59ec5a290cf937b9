import { z } from 'zod'

/** The browser, by the cookie that the member site gave it. Null: it has none. */
const device_id = z.string().max(64).nullable().optional()

/** Where somebody signs in: the IP address, the browser in its own words, and which one it is. */
export const from = z.object({ address: z.string(), device: z.string(), device_id })
export type MemberPlace = z.infer<typeof from>

/** Who asks for a code: the IP address and the browser. */
export const asker = { ip: z.string(), device_id }

/** A session has begun. `token` goes into an HttpOnly cookie. */
export const Begun = z.object({ token: z.string(), expires_in: z.int() })

export const password = z.string().max(400)
export const token = z.string().max(200)

export const too_busy = {
  too_busy: { status: 503, meaning: 'Too many passwords are being checked: try again.' },
} as const
export const signed_out = {
  signed_out: { status: 401, meaning: 'There is no live session of a member.' },
} as const
export const wrong_login = {
  wrong_login: { status: 401, meaning: 'Phone or password are wrong; which one is not told.' },
} as const
/** A change needs a proof of the last minutes who it is. */
export const confirm_needed = {
  confirm_needed: {
    status: 403,
    meaning: 'The member must first show again who they are: by password, passkey or code.',
  },
} as const
