import { z } from 'zod'
import { requiredLine } from '#contracts/fields.ts'
import { operation, type StaffActor } from '#pure/contract.ts'

/** Where a sign-in comes from. Set by the HTTP server, never read from a form field. */
const from = z.object({ address: z.string(), device: z.string() })
export type SignInOrigin = z.infer<typeof from>

/** A session that has begun: its token for the cookie, and its lifetime in seconds. */
const Begun = z.object({
  token: z.string(),
  expires_in: z.int(),
  /** Somebody has entered wrong passwords or codes since the sign-in before. */
  has_failed_logins: z.boolean(),
})

const token = z.string().max(200)
const login_name = z.string().max(200)
const password = z.string().max(1_000)

const too_busy = {
  status: 429,
  meaning: 'Too many passwords are being checked. Try again in a few seconds.',
} as const
const sign_in_expired = {
  status: 401,
  meaning: 'The password was entered too long ago, or too many codes were wrong: begin again.',
} as const
const invite_not_found = {
  status: 404,
  meaning: 'There is no such invitation, or it was used, replaced or has expired.',
} as const
/** What a passkey signed, as JSON of the browser (WebAuthn Level 3: toJSON). */
export const passkey_answer = z.string().max(20_000)
/** What its owner calls a passkey. */
export const passkey_name = requiredLine(60, 'Hãy đặt tên cho passkey.')
const passkey_expired = {
  status: 401,
  meaning:
    'There is no open challenge for this: it is older than five minutes, was used, or belongs to another attempt.',
} as const
const wrong_passkey = {
  status: 401,
  meaning:
    'The passkey signed something else, for another site, or without checking who holds the device.',
} as const
const unknown_passkey = {
  status: 401,
  meaning: 'The passkey belongs to no active account, or to another one. Which is not told.',
} as const
const copied_passkey = {
  status: 401,
  meaning: 'The passkey has counted backwards: there may be a copy of it.',
} as const
/** Why an answer of a passkey is not accepted. */
const passkey_refusals = { passkey_expired, wrong_passkey, unknown_passkey, copied_passkey }
/** Why a new passkey is not accepted. */
export const new_passkey_refusals = {
  passkey_expired,
  wrong_passkey,
  passkey_not_allowed: {
    status: 409,
    meaning: 'The account cannot get this passkey: it has it, has ten, or is an account of a demo.',
  },
} as const
/** A change needs a second step that is at most five minutes old. */
export const second_step_needed = {
  status: 403,
  meaning: 'Confirm first who you are: a second step of the last five minutes is needed.',
} as const

/** Why a password may not be chosen. */
export const password_refused = {
  status: 422,
  meaning: 'The password may not be chosen.',
  data: z.object({ reason: z.enum(['too_short', 'too_long', 'like_login_name']) }),
} as const
/** Why a login name may not be chosen. */
export const login_name_refused = {
  status: 422,
  meaning: 'The login name has a wrong form, or belongs to another account.',
  data: z.object({ reason: z.enum(['wrong_form', 'taken']) }),
} as const

/**
 * Sign-in of staff. Pages of admin/auth call it in the process before they know who calls; it is served nowhere
 * else.
 */
export const staffSignIn = {
  begin: operation({
    method: 'POST',
    path: '/sign-in',
    summary: 'Check name and password. `next` says which step is missing.',
    access: 'public',
    input: z.object({ login_name, password, from }),
    output: Begun.extend({ next: z.enum(['done', 'code', 'enrol', 'passkey']) }),
    refusals: {
      wrong_login: {
        status: 401,
        meaning: 'Name or password is wrong, or the account is locked: which one is not told.',
      },
      too_busy,
    },
  }),
  secondSteps: operation({
    method: 'GET',
    path: '/sign-in/second-steps',
    summary: 'The second steps of the account whose password was right.',
    access: 'public',
    input: z.object({ token }),
    output: z.object({ has_totp: z.boolean(), has_passkey: z.boolean() }),
    refusals: { sign_in_expired },
  }),
  enrolment: operation({
    method: 'POST',
    path: '/sign-in/enrolment',
    summary:
      'The secret for an authenticator app, as QR picture and text. Null: the account has a second step.',
    access: 'public',
    input: z.object({ token }),
    output: z.object({ picture: z.string(), secret: z.string() }).nullable(),
    refusals: { sign_in_expired },
  }),
  verifyCode: operation({
    method: 'POST',
    path: '/sign-in/code',
    summary: 'Check the code of the second step. The session gets a new token.',
    access: 'public',
    input: z.object({ token, code: z.string().max(40), from }),
    output: Begun,
    refusals: {
      wrong_code: { status: 401, meaning: 'The code is wrong or was used already.' },
      sign_in_expired,
    },
  }),
  passkeyChallenge: operation({
    method: 'POST',
    path: '/sign-in/passkey/challenge',
    summary:
      'What a passkey shall sign: the options for the browser. `attempt` is the token of a sign-in by passkey alone.',
    access: 'public',
    input: z.object({
      purpose: z.enum(['sign_in', 'second_step', 'enrol', 'confirm', 'add']),
      /** The token of the session; empty for `sign_in`. */
      token,
      from,
    }),
    output: z.object({ options: z.custom<object>(), attempt: z.string().nullable() }),
    refusals: {
      sign_in_expired,
      unknown_passkey,
      second_step_needed,
      passkey_not_allowed: new_passkey_refusals.passkey_not_allowed,
      too_many_challenges: {
        status: 429,
        meaning:
          'A hundred challenges of this session, or of this address, are open. Try again in five minutes.',
      },
    },
  }),
  signInByPasskey: operation({
    method: 'POST',
    path: '/sign-in/passkey',
    summary: 'Sign in by a passkey alone. It counts as password and second step.',
    access: 'public',
    input: z.object({ attempt: token, passkey: passkey_answer, from }),
    output: Begun,
    refusals: passkey_refusals,
  }),
  verifyPasskey: operation({
    method: 'POST',
    path: '/sign-in/passkey/second-step',
    summary: 'Take a passkey as the second step after the password. The session gets a new token.',
    access: 'public',
    input: z.object({ token, passkey: passkey_answer, from }),
    output: Begun,
    refusals: { ...passkey_refusals, sign_in_expired },
  }),
  enrolPasskey: operation({
    method: 'POST',
    path: '/sign-in/passkey/enrolment',
    summary: 'Register the first passkey as the second step, where the account has none yet.',
    access: 'public',
    input: z.object({ token, name: passkey_name, passkey: passkey_answer, from }),
    output: Begun,
    refusals: { ...new_passkey_refusals, sign_in_expired },
  }),
  actor: operation({
    method: 'GET',
    path: '/sign-in/actor',
    summary: 'Who acts with this token, read from the database at every request. Null: nobody.',
    access: 'public',
    input: z.object({ token }),
    output: z.custom<StaffActor>().nullable(),
  }),
  signOut: operation({
    method: 'POST',
    path: '/sign-out',
    summary: 'End the session of this token.',
    access: 'public',
    input: z.object({ token }),
    output: z.object({}),
  }),
  needsFirstAccount: operation({
    method: 'GET',
    path: '/first-account',
    summary: 'Whether no active account may manage staff yet.',
    access: 'public',
    input: z.object({}),
    output: z.boolean(),
  }),
  createFirstAccount: operation({
    method: 'POST',
    path: '/first-account',
    summary: 'Create the first account. Only as long as there is none that may manage staff.',
    access: 'public',
    input: z.object({ name: requiredLine(80, 'Hãy điền họ tên.'), login_name, password }),
    output: z.object({}),
    refusals: {
      account_exists: { status: 409, meaning: 'There is an account that may manage staff.' },
      login_name_refused,
      password_refused,
      too_busy,
    },
  }),
  invite: operation({
    method: 'GET',
    path: '/invite',
    summary: 'Whose invitation this is.',
    access: 'public',
    input: z.object({ invite: token }),
    output: z.object({ name: z.string(), login_name: z.string() }),
    refusals: { invite_not_found },
  }),
  acceptInvite: operation({
    method: 'POST',
    path: '/invite',
    summary: 'Set the password by an invitation. It can be used once; older sessions end.',
    access: 'public',
    input: z.object({ invite: token, password }),
    output: z.object({ login_name: z.string() }),
    refusals: { invite_not_found, password_refused, too_busy },
  }),
  demoRoles: operation({
    method: 'GET',
    path: '/demo-roles',
    summary: 'The roles that anybody may enter in a demo shop. Empty in a live shop.',
    access: 'public',
    input: z.object({}),
    output: z.array(z.object({ role_code: z.string(), name: z.string() })),
  }),
  enterDemo: operation({
    method: 'POST',
    path: '/demo-roles',
    summary: 'Sign in as the demo account of a role.',
    access: 'public',
    input: z.object({ role_code: z.string().max(40), from }),
    output: Begun,
    refusals: { role_not_found: { status: 404, meaning: 'There is no such role in a demo shop.' } },
  }),
}
