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
  wrong_login,
} from '#contracts/member-site/member-fields.ts'
import { enteredOtp, otp_refusals, OtpSent, send_otp_refusals } from '#contracts/storefront/otp.ts'
import { operation } from '#pure/contract.ts'

/** What moves to the account that stays. */
const Moved = z.object({
  orders: z.int(),
  points: z.int(),
  vouchers: z.int(),
  addresses: z.int(),
  wishes: z.int(),
})
export type Moved = z.infer<typeof Moved>

/** How somebody makes one account of two: by proving the other one too (decision 197). */
export const merging = {
  sendOtherPhoneCode: operation({
    method: 'POST',
    path: '/merge/code',
    summary: 'Send a code to the phone of the other account, whether or not there is one.',
    access: 'public',
    limits: limits.send_otp,
    input: z.object({ token, phone: z.string().max(40), ...asker, ...solvedCaptcha }),
    output: OtpSent,
    refusals: {
      ...signed_out,
      ...confirm_needed,
      ...send_otp_refusals,
      same_phone: { status: 422, meaning: 'This is the phone of this account.' },
    },
  }),
  proveOtherAccount: operation({
    method: 'POST',
    path: '/merge/prove',
    summary: 'Prove the phone of the other account by a code.',
    access: 'public',
    limits: limits.take_otp,
    input: z.object({ token, ...enteredOtp }),
    output: z.object({}),
    refusals: {
      ...signed_out,
      ...confirm_needed,
      ...otp_refusals,
      no_other_account: { status: 404, meaning: 'The phone that was proven has no account.' },
    },
  }),
  mergePreview: operation({
    method: 'POST',
    path: '/merge/preview',
    summary: 'The other account that this session has proven, and what would move; null if none.',
    access: 'public',
    input: z.object({ token }),
    output: z
      .object({
        phone: z.string(),
        /** What proves the other account beside its phone: nothing is a day's wait. */
        proof: z.enum(['password', 'passkey', 'none']),
        moved: Moved,
      })
      .nullable(),
    refusals: signed_out,
  }),
  mergeAccounts: operation({
    method: 'POST',
    path: '/merge',
    summary:
      'Move everything of the proven account to this one, and end the other. An account without password and passkey is moved a day later.',
    access: 'public',
    input: z.object({
      token,
      /** Of the other account, if it has one from before today. */
      password,
    }),
    output: z.object({ moved: Moved.nullable(), due_at: z.iso.datetime().nullable() }),
    refusals: {
      ...signed_out,
      ...confirm_needed,
      ...wrong_login,
      ...too_busy,
      nothing_to_merge: {
        status: 404,
        meaning: 'This session has proven no other account in the last minutes.',
      },
      merge_from_other: {
        status: 409,
        meaning: 'The other account signs in by passkey: it must be the one that stays.',
      },
    },
  }),
  waitingMerge: operation({
    method: 'POST',
    path: '/merge/waiting',
    summary: 'The merge that waits for this account; null if none does.',
    access: 'public',
    input: z.object({ token }),
    output: z
      .object({
        /** Whether this account is the one that goes. */
        is_leaving: z.boolean(),
        /** Of the other account, masked. */
        phone: z.string(),
        due_at: z.iso.datetime(),
      })
      .nullable(),
    refusals: signed_out,
  }),
  cancelMerge: operation({
    method: 'POST',
    path: '/merge/cancel',
    summary: 'Stop the merge that waits. Either account may.',
    access: 'public',
    input: z.object({ token }),
    output: z.object({}),
    refusals: signed_out,
  }),
}
