import { z } from 'zod'
import { solvedCaptcha } from '#contracts/fields.ts'
import { limits } from '#contracts/limits.ts'
import {
  asker,
  Begun,
  confirm_needed,
  from,
  password,
  signed_out,
  token,
  too_busy,
  wrong_login,
} from '#contracts/member-site/member-fields.ts'
import { enteredOtp, otp_refusals, OtpSent, send_otp_refusals } from '#contracts/storefront/otp.ts'
import { operation } from '#pure/contract.ts'

const password_refused = {
  password_refused: {
    status: 422,
    meaning: 'This password is too short, too long, well known, or the phone itself.',
    data: z.object({ reason: z.enum(['too_short', 'too_long', 'common', 'like_phone']) }),
  },
} as const
export type PasswordReason = z.infer<typeof password_refused.password_refused.data>['reason']

/** Accounts of members, for the member site. Nothing here is served over HTTP. */
export const memberAccount = {
  sendCode: operation({
    method: 'POST',
    path: '/code',
    summary: 'Send a one-time password to a phone, whether or not it has an account.',
    access: 'public',
    limits: limits.send_otp,
    input: z.object({
      phone: z.string().max(40),
      purpose: z.enum(['sign_in', 'reset_password']),
      ...asker,
      ...solvedCaptcha,
    }),
    output: OtpSent,
    refusals: send_otp_refusals,
  }),
  signInByCode: operation({
    method: 'POST',
    path: '/sign-in/code',
    summary: 'Sign in by a one-time password. A phone without an account gets one.',
    access: 'public',
    limits: limits.take_otp,
    input: z.object({ ...enteredOtp, from }),
    output: Begun.extend({ is_new: z.boolean() }),
    refusals: otp_refusals,
  }),
  signInByPassword: operation({
    method: 'POST',
    path: '/sign-in/password',
    summary: 'Sign in by phone and password.',
    access: 'public',
    input: z.object({ phone: z.string().max(40), password, from }),
    output: Begun,
    refusals: { ...wrong_login, ...too_busy },
  }),
  resetPassword: operation({
    method: 'POST',
    path: '/password/reset',
    summary: 'Set a new password by a one-time password, end all other sessions and sign in.',
    access: 'public',
    limits: limits.take_otp,
    input: z.object({ ...enteredOtp, password, from }),
    output: Begun.extend({ is_new: z.boolean() }),
    refusals: { ...otp_refusals, ...password_refused, ...too_busy },
  }),
  member: operation({
    method: 'POST',
    path: '/member',
    summary:
      'The member of a session and what they said about themselves; null without a live session.',
    access: 'public',
    input: z.object({ token }),
    output: z
      .object({
        customer_id: z.int(),
        phone: z.string(),
        name: z.string().nullable(),
        email: z.string().nullable(),
        has_password: z.boolean(),
        /** Seconds since 1970. */
        signed_in_at: z.int(),
        expires_at: z.int(),
        /** Whether they have shown enough in the last minutes to change how they sign in. */
        is_confirmed: z.boolean(),
        is_email_proven: z.boolean(),
      })
      .nullable(),
  }),
  profile: operation({
    method: 'POST',
    path: '/profile/claims',
    summary: 'What the OpenID provider tells the shop about a member; null if there is none.',
    access: 'public',
    input: z.object({ customer_id: z.int() }),
    output: z
      .object({ phone: z.string(), name: z.string().nullable(), email: z.string().nullable() })
      .nullable(),
  }),
  saveProfile: operation({
    method: 'POST',
    path: '/profile',
    summary: 'Change name and e-mail address.',
    access: 'public',
    input: z.object({ token, name: z.string().max(80), email: z.string().max(254) }),
    output: z.object({}),
    refusals: {
      ...signed_out,
      ...confirm_needed,
      profile_refused: {
        status: 422,
        meaning: 'The name or the e-mail address cannot be one.',
        data: z.object({ problem: z.string() }),
      },
    },
  }),
  setPassword: operation({
    method: 'POST',
    path: '/password',
    summary:
      'Set or change the password. A password that exists must be entered. Ends all other sessions.',
    access: 'public',
    input: z.object({ token, current: password, password }),
    output: z.object({ ended: z.int() }),
    refusals: {
      ...signed_out,
      ...confirm_needed,
      ...wrong_login,
      ...password_refused,
      ...too_busy,
    },
  }),
  sessions: operation({
    method: 'POST',
    path: '/sessions',
    summary: 'Where the member is signed in, the last used first.',
    access: 'public',
    input: z.object({ token }),
    output: z.array(
      z.object({
        session_id: z.int(),
        device: z.string(),
        address: z.string(),
        created_at: z.iso.datetime(),
        seen_at: z.iso.datetime(),
        is_this: z.boolean(),
      }),
    ),
    refusals: signed_out,
  }),
  endSessions: operation({
    method: 'POST',
    path: '/sessions/end',
    summary: 'End one session of the member, or all except this one.',
    access: 'public',
    input: z.object({ token, session_id: z.int().nullable() }),
    output: z.object({ ended: z.int() }),
    refusals: signed_out,
  }),
  sendOwnCode: operation({
    method: 'POST',
    path: '/own-code',
    summary: "Send a one-time password to the member's own phone.",
    access: 'public',
    limits: limits.send_otp,
    input: z.object({
      token,
      purpose: z.enum(['confirm', 'change_phone']),
      /** That of the member, whom limits count by. */
      phone: z.string().max(40),
      ...asker,
      ...solvedCaptcha,
    }),
    output: OtpSent,
    refusals: { ...signed_out, ...send_otp_refusals },
  }),
  erasure: operation({
    method: 'POST',
    path: '/erasure',
    summary: 'What an erasure of the account and its data means, and whether one was asked for.',
    access: 'public',
    input: z.object({ token }),
    output: z.object({
      order_count: z.int(),
      /** Orders whose company invoice stays. */
      invoice_count: z.int(),
      /** Appointments for repairs. */
      booking_count: z.int(),
      /** Codes of orders that are not over: the erasure waits for them. */
      open: z.array(z.string()),
      /** Null: nothing was asked for. */
      erase_at: z.iso.datetime().nullable(),
      waiting_days: z.int(),
    }),
    refusals: signed_out,
  }),
  askErasure: operation({
    method: 'POST',
    path: '/erasure/ask',
    summary:
      'Ask for the erasure of the account and its data. It can be taken back for some days. A repeated call changes nothing.',
    access: 'public',
    input: z.object({ token }),
    output: z.object({}),
    refusals: { ...signed_out, ...confirm_needed },
  }),
  withdrawErasure: operation({
    method: 'POST',
    path: '/erasure/withdraw',
    summary: 'Keep the account: take the request back.',
    access: 'public',
    input: z.object({ token }),
    output: z.object({}),
    refusals: signed_out,
  }),
  signOut: operation({
    method: 'POST',
    path: '/sign-out',
    summary: 'End the session of a token.',
    access: 'public',
    input: z.object({ token }),
    output: z.object({}),
  }),
}
