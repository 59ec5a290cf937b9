import { z } from 'zod'
import { solvedCaptcha } from '#contracts/fields.ts'
import { limits } from '#contracts/limits.ts'
import { operation } from '#pure/contract.ts'

/** The three token errors of contract §8. Each asks for a new token; none loses the cart of a known one. */
export const tokenRefusals = {
  token_is_invalid: {
    status: 401,
    meaning: 'The bearer token is missing or not of the form this shop issues.',
  },
  token_is_expired: { status: 401, meaning: 'The bearer token was ours and its time is over.' },
  unknow: { status: 401, meaning: 'The bearer token has our form but no session is known by it.' },
} as const

/** Guest sessions (contract §4, §7). Served under /api/sso. */
export const session = {
  guestToken: operation({
    method: 'POST',
    path: '/auth/guest-token',
    summary: 'Obtain a guest token. An expired token handed in passes its cart on to the new one.',
    access: 'public',
    gives_token: true,
    limits: limits.guest_token,
    input: z.object({ token: z.string().max(200).optional(), ...solvedCaptcha }),
    output: z.object({ token: z.string(), expires_in: z.int() }),
  }),
  identify: operation({
    method: 'POST',
    path: '/auth/identify',
    summary: 'Who a bearer token belongs to.',
    access: 'public',
    input: z.object({ token: z.string().max(200) }),
    output: z.object({
      customer_id: z.int(),
      kind: z.enum(['guest', 'member']),
      token: z.string(),
    }),
    refusals: tokenRefusals,
  }),
}
