import { z } from 'zod'
import { solvedCaptcha } from '#contracts/fields.ts'
import { limits } from '#contracts/limits.ts'
import { operation } from '#pure/contract.ts'

/** The three token errors of contract §8. Each requires a new token. A known token never loses its cart. */
const tokenRefusals = {
  token_is_invalid: {
    status: 401,
    meaning: 'The bearer token is missing or does not have the format of this shop.',
  },
  token_is_expired: { status: 401, meaning: 'The bearer token has expired.' },
  unknow: {
    status: 401,
    meaning: 'The bearer token has a valid format, but there is no session for it.',
  },
} as const

/** Guest sessions (contract §4, §7). Served under /api/sso. */
export const session = {
  guestToken: operation({
    method: 'POST',
    path: '/auth/guest-token',
    summary: 'Obtain a guest token. If an expired token is sent, its cart moves to the new token.',
    access: 'public',
    gives_token: true,
    limits: limits.guest_token,
    input: z.object({ token: z.string().max(200).optional(), ...solvedCaptcha }),
    output: z.object({ token: z.string(), expires_in: z.int() }),
  }),
  identify: operation({
    method: 'POST',
    path: '/auth/identify',
    summary: 'Find the customer of a bearer token.',
    access: 'public',
    input: z.object({ token: z.string().max(200) }),
    output: z.object({
      customer_id: z.int(),
      kind: z.enum(['guest', 'member']),
      token: z.string(),
    }),
    refusals: tokenRefusals,
  }),
  signOut: operation({
    method: 'POST',
    path: '/auth/sign-out',
    summary: 'End the session of the member token that calls. The token is unknown from then on.',
    access: 'member',
    input: z.object({}),
    /** A browser goes there next, to sign out of the member site too. */
    output: z.object({ member_site_url: z.string().nullable() }),
  }),
}
