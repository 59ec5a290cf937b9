import { z } from 'zod'
import { solvedCaptcha } from '#contracts/fields.ts'
import { limits } from '#contracts/limits.ts'
import { operation } from '#pure/contract.ts'

/** The name of the shop at its member site (contract §4, §7). */
export const login_service = 'dienthoaivui'

/** Where the member site sends browsers back to (contract §2). */
export const login_return_path = '/auth/callback'

/** The state of our sign-ins begins with this, so that no other parameter of an address is taken for one. */
export const login_state_prefix = 's_'

/** A random text that only the browser of a sign-in knows. */
const browserKey = z.string().regex(/^[\w-]{43}$/, 'must be the key that /redirect returned')

const begins = {
  /** Where the browser goes afterwards: a path of the shop, or its whole address. */
  redirect_uri: z.string().min(1).max(2_000),
  service: z.literal(login_service),
  action: z.enum(['login', 'register']),
  /** The key of an earlier sign-in of the same browser, so that two tabs may sign in at once. */
  browser_key: browserKey.optional(),
}

const Begun = z.object({
  /** The page of the member site. */
  url: z.string(),
  /** Must be sent with the code. A browser holds it in an HttpOnly cookie (decision 190). */
  browser_key: browserKey,
  expires_in: z.int(),
})

const not_reachable = {
  status: 503,
  meaning: 'The member site does not answer now.',
} as const

const one_tap_not_offered = {
  status: 409,
  meaning: 'The shop offers no one-tap prompt.',
} as const
const login_not_valid = {
  status: 409,
  meaning: 'This sign-in is unknown, of another browser, too old, or was used already.',
} as const

/** A member token in both readings of contract §3. */
export const MemberToken = z.union([
  z.object({ access_token: z.string(), expires_in: z.int() }),
  /** `expiration_time` in seconds since 1970. */
  z.object({ token: z.string(), expiration_time: z.int() }),
])

/** Sign-in at the member site (contract §7). Served under /api/login-gate, without an authorization header. */
export const loginGate = {
  redirect: operation({
    method: 'POST',
    path: '/redirect',
    summary: 'Begin a sign-in or a registration. Returns the page of the member site.',
    access: 'public',
    gives_token: true,
    limits: limits.login_gate,
    input: z.object({
      ...begins,
      /** The member site answers at once, without any page, whether somebody is signed in there. */
      is_silent: z.boolean().default(false),
      ...solvedCaptcha,
    }),
    output: Begun,
    refusals: { member_site_not_reachable: not_reachable },
  }),
  oneTapStart: operation({
    method: 'POST',
    path: '/one-tap-start',
    summary: 'Begin a one-tap prompt in one browser. Returns the page of the prompt, for a frame.',
    access: 'public',
    gives_token: true,
    limits: limits.login_gate,
    input: z.object({
      service: z.literal(login_service),
      browser_key: browserKey.optional(),
      ...solvedCaptcha,
    }),
    output: z.object({ frame_url: z.string(), browser_key: browserKey, expires_in: z.int() }),
    refusals: { one_tap_not_offered },
  }),
  oneTapRedirect: operation({
    method: 'POST',
    path: '/one-tap-redirect',
    summary: 'Begin a sign-in with the credential of a one-tap prompt, which is used once.',
    access: 'public',
    gives_token: true,
    limits: limits.login_gate,
    input: z.object({ ...begins, credential: z.string().min(1).max(4_000), ...solvedCaptcha }),
    output: Begun,
    refusals: {
      member_site_not_reachable: not_reachable,
      one_tap_not_offered,
      credential_refused: {
        status: 409,
        meaning: 'The credential is forged, too old, was used, or is of another shop or browser.',
      },
    },
  }),
  claimOneTap: operation({
    method: 'POST',
    path: '/one-tap-claim',
    summary: 'Say to the member site that a one-tap sign-in is of this browser (decision 207).',
    access: 'public',
    gives_token: true,
    limits: limits.login_token,
    input: z.object({
      ticket: z.string().max(100),
      /** A hash of the key that the browser has at the member site. */
      member_mark: z.string().regex(/^[\w-]{43}$/, 'must be a hash'),
      browser_key: z.string().max(200),
    }),
    output: z.object({ url: z.string() }),
    refusals: { login_not_valid },
  }),
  token: operation({
    method: 'POST',
    path: '/token',
    summary: 'Exchange the code of the member site for a member token. A code is used once.',
    access: 'public',
    gives_token: true,
    limits: limits.login_token,
    input: z.object({
      code: z.string().min(1).max(1_000),
      state: z.string().min(1).max(200),
      service: z.literal(login_service),
      grant_type: z.literal('authorization_code'),
      browser_key: z.string().max(200).default(''),
      /** What the member reads in the list of their devices. */
      device: z.string().max(400).default(''),
      address: z.string().max(100).default(''),
    }),
    output: MemberToken,
    refusals: {
      login_not_valid,
      login_code_refused: { status: 409, meaning: 'The member site does not accept this code.' },
      member_site_not_reachable: not_reachable,
    },
  }),
}
