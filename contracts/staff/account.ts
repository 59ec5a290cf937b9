import { z } from 'zod'
import { id } from '#contracts/fields.ts'
import {
  new_passkey_refusals,
  passkey_answer,
  passkey_name,
  password_refused,
  second_step_needed,
} from '#contracts/staff/sign-in.ts'
import { operation } from '#pure/contract.ts'

/** A place where the member of staff is signed in. */
export const StaffSession = z.object({
  staff_session_id: z.int(),
  device: z.string(),
  address: z.string(),
  created_at: z.iso.datetime(),
  seen_at: z.iso.datetime(),
})
export type StaffSession = z.infer<typeof StaffSession>

/** Wrong sign-ins with the name of the member of staff, by address. */
export const FailedLogins = z.object({
  address: z.string(),
  times: z.int(),
  last_at: z.iso.datetime(),
})
export type FailedLogins = z.infer<typeof FailedLogins>

/** A passkey of the member of staff. */
export const StaffPasskey = z.object({
  staff_passkey_id: z.int(),
  name: z.string(),
  created_at: z.iso.datetime(),
  /** Null: not used yet. */
  used_at: z.iso.datetime().nullable(),
})
export type StaffPasskey = z.infer<typeof StaffPasskey>

/** How the member of staff can confirm who they are, before what needs it. */
export const OwnSecondSteps = z.object({
  /** They have done so in the last five minutes. */
  is_fresh: z.boolean(),
  has_totp: z.boolean(),
  has_passkey: z.boolean(),
  /** The account needs no second step, so the password is enough. */
  takes_password: z.boolean(),
})
export type OwnSecondSteps = z.infer<typeof OwnSecondSteps>

export const OwnAccount = z.object({
  name: z.string(),
  login_name: z.string(),
  roles: z.array(z.string()),
  shops: z.array(z.string()),
  has_totp: z.boolean(),
  /** False: a demo account, which has no password. */
  has_password: z.boolean(),
  sessions: z.array(StaffSession),
  /** Wrong sign-ins between the last two successful ones. */
  failed_logins: z.array(FailedLogins),
  passkeys: z.array(StaffPasskey),
  second_steps: OwnSecondSteps,
})
export type OwnAccount = z.infer<typeof OwnAccount>

const wrong_password = { status: 403, meaning: 'The present password is wrong.' } as const
const too_many_attempts = {
  status: 429,
  meaning: 'The present password was wrong too often. Sign in again.',
} as const
const too_busy = {
  status: 429,
  meaning: 'Too many passwords are being checked. Try again in a few seconds.',
} as const

/** The own account of the member of staff who asks. */
export const account = {
  own: operation({
    method: 'GET',
    path: '/account',
    summary: 'Show the own account with its open sessions and wrong sign-ins.',
    access: 'staff_self',
    input: z.object({}),
    output: OwnAccount,
  }),
  endSession: operation({
    method: 'POST',
    path: '/account/sessions/end',
    summary: 'End one own session, or all of them.',
    access: 'staff_self',
    input: z.object({ staff_session_id: z.union([id, z.literal('all')]) }),
    output: z.object({}),
    refusals: {
      session_not_found: { status: 404, meaning: 'There is no such open session of one’s own.' },
    },
  }),
  changePassword: operation({
    method: 'POST',
    path: '/account/password',
    summary: 'Change the own password. All sessions end, also this one.',
    access: 'staff_self',
    input: z.object({ password: z.string().max(1_000), new_password: z.string().max(1_000) }),
    output: z.object({}),
    refusals: {
      wrong_password,
      too_many_attempts,
      password_refused,
      too_busy,
    },
  }),
  secondSteps: operation({
    method: 'GET',
    path: '/account/second-steps',
    summary: 'How one can confirm who one is.',
    access: 'staff_self',
    input: z.object({}),
    output: OwnSecondSteps,
  }),
  confirm: operation({
    method: 'POST',
    path: '/account/confirm',
    summary: 'Confirm who one is by one of these. It counts for five minutes.',
    access: 'staff_self',
    input: z.object({
      code: z.string().trim().max(40).optional(),
      passkey: passkey_answer.optional(),
      /** Only for an account that needs no second step. */
      password: z.string().max(1_000).optional(),
    }),
    output: z.object({}),
    refusals: {
      second_step_needed,
      wrong_code: { status: 403, meaning: 'The code is wrong or was used before.' },
      wrong_passkey: { status: 403, meaning: 'The passkey is wrong, or signed something else.' },
      wrong_password,
      too_many_attempts,
      too_busy,
    },
  }),
  addPasskey: operation({
    method: 'POST',
    path: '/account/passkeys',
    summary: 'Register a passkey for the challenge that this session got.',
    access: 'staff_self',
    input: z.object({ name: passkey_name, passkey: passkey_answer }),
    output: z.object({}),
    refusals: new_passkey_refusals,
  }),
  removePasskey: operation({
    method: 'POST',
    path: '/account/passkeys/remove',
    summary: 'Remove an own passkey.',
    access: 'staff_self',
    input: z.object({ staff_passkey_id: id }),
    output: z.object({}),
    refusals: {
      passkey_not_found: { status: 404, meaning: 'There is no such passkey of one’s own.' },
      second_step_needed,
      last_second_step: {
        status: 409,
        meaning: 'The role needs a second step, and this passkey is the only one.',
      },
    },
  }),
}
