import { z } from 'zod'
import { solvedCaptcha } from '#contracts/fields.ts'
import { limits } from '#contracts/limits.ts'
import {
  asker,
  confirm_needed,
  password,
  signed_out,
  token,
  too_busy,
} from '#contracts/member-site/member-fields.ts'
import { enteredOtp, otp_refusals, OtpSent, send_otp_refusals } from '#contracts/storefront/otp.ts'
import { operation } from '#pure/contract.ts'

const same_phone = {
  same_phone: { status: 422, meaning: 'This is the phone of the account already.' },
} as const
const change_not_found = {
  change_not_found: { status: 404, meaning: 'This session has begun no change of the phone.' },
} as const

/** What became of a proof. */
const Proven = z.object({
  /** `waits`: the device is new too, and the member has nothing but the phone. */
  outcome: z.enum(['done', 'waits']),
})

/** How a member moves to another phone: the new one is proven first, then the old one (decision 189). */
export const phoneChange = {
  phoneChange: operation({
    method: 'POST',
    path: '/phone',
    summary: 'The change that the member has begun; null if there is none.',
    access: 'public',
    input: z.object({ token }),
    output: z
      .object({
        new_phone: z.string(),
        is_old_proven: z.boolean(),
        /** When it takes effect by itself. */
        due_at: z.iso.datetime().nullable(),
        /** Begun by another session, which may go on. */
        is_foreign: z.boolean(),
        has_password: z.boolean(),
        has_passkey: z.boolean(),
      })
      .nullable(),
    refusals: signed_out,
  }),
  sendNewPhoneCode: operation({
    method: 'POST',
    path: '/phone/new/code',
    summary: 'Send a code to the new phone, whether or not it has an account.',
    access: 'public',
    limits: limits.send_otp,
    input: z.object({ token, phone: z.string().max(40), ...asker, ...solvedCaptcha }),
    output: OtpSent,
    refusals: { ...signed_out, ...confirm_needed, ...same_phone, ...send_otp_refusals },
  }),
  proveNewPhone: operation({
    method: 'POST',
    path: '/phone/new',
    summary: 'Prove the new phone. A change that was begun before is replaced.',
    access: 'public',
    limits: limits.take_otp,
    input: z.object({ token, ...enteredOtp }),
    output: z.object({}),
    refusals: { ...signed_out, ...confirm_needed, ...otp_refusals },
  }),
  provePhoneChange: operation({
    method: 'POST',
    path: '/phone/prove',
    summary: 'Prove the old phone by a code; or password and passkey, where it is lost.',
    access: 'public',
    limits: limits.take_otp,
    input: z.object({
      token,
      otp_token: enteredOtp.otp_token,
      /** Each of these may be empty. */
      code: enteredOtp.code,
      password,
      passkey: z.string().max(20_000),
    }),
    output: Proven,
    refusals: {
      ...signed_out,
      ...confirm_needed,
      ...change_not_found,
      ...otp_refusals,
      ...too_busy,
      proof_not_enough: {
        status: 401,
        meaning: 'Password or passkey are wrong, or younger than a day. Which is not told.',
      },
      phone_has_account: {
        status: 409,
        meaning: 'The new phone is that of another account, which may be merged.',
      },
    },
  }),
  waitForPhoneChange: operation({
    method: 'POST',
    path: '/phone/wait',
    summary:
      'Let the change take effect after three days, without the old phone. It is told to the old phone.',
    access: 'public',
    input: z.object({ token }),
    output: z.object({ due_at: z.iso.datetime() }),
    refusals: { ...signed_out, ...confirm_needed, ...change_not_found },
  }),
  cancelPhoneChange: operation({
    method: 'POST',
    path: '/phone/cancel',
    summary: 'Give the change up. Every session of the member may.',
    access: 'public',
    input: z.object({ token }),
    output: z.object({}),
    refusals: signed_out,
  }),
}
