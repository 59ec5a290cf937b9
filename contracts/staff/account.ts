import { z } from 'zod'
import { id } from '#contracts/fields.ts'
import { password_refused } from '#contracts/staff/sign-in.ts'
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
})
export type OwnAccount = z.infer<typeof OwnAccount>

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
      wrong_password: { status: 403, meaning: 'The present password is wrong.' },
      too_many_attempts: {
        status: 429,
        meaning: 'The present password was wrong too often. Sign in again.',
      },
      password_refused,
      too_busy: {
        status: 429,
        meaning: 'Too many passwords are being checked. Try again in a few seconds.',
      },
    },
  }),
}
