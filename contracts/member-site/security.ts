import { z } from 'zod'
import { requiredLine } from '#contracts/fields.ts'
import { limits } from '#contracts/limits.ts'
import {
  Begun,
  confirm_needed,
  from,
  password,
  signed_out,
  token,
  too_busy,
  wrong_login,
} from '#contracts/member-site/member-fields.ts'
import { addedByCode } from '#contracts/member-site/added-by-code.ts'
import { emailCodes } from '#contracts/member-site/email-codes.ts'
import { merging } from '#contracts/member-site/merge.ts'
import { phoneChange } from '#contracts/member-site/phone-change.ts'
import { enteredOtp, otp_refusals } from '#contracts/storefront/otp.ts'
import { operation } from '#pure/contract.ts'

/** What a passkey signed, as JSON of the browser (WebAuthn Level 3: toJSON). */
const passkey = z.string().max(20_000)
/** What its owner calls a passkey. */
const name = requiredLine(60, 'Hãy đặt tên cho passkey.')
const passkey_id = z.int().positive()

const passkey_expired = {
  passkey_expired: {
    status: 401,
    meaning:
      'There is no open challenge for this: it is too old, was used, or is of another browser.',
  },
} as const
const wrong_passkey = {
  wrong_passkey: {
    status: 401,
    meaning:
      'The passkey signed something else, for another site, or without checking who holds the device.',
  },
} as const
/** Why an answer of a passkey is not accepted. */
const passkey_refusals = {
  ...passkey_expired,
  ...wrong_passkey,
  unknown_passkey: {
    status: 401,
    meaning: 'The passkey belongs to no member, or to another one. Which is not told.',
  },
  copied_passkey: {
    status: 401,
    meaning: 'The passkey has counted backwards: there may be a copy of it.',
  },
} as const
const passkey_not_found = {
  passkey_not_found: { status: 404, meaning: 'The member has no such passkey.' },
} as const

/** Options of the browser for one use of a passkey. */
const options = z.record(z.string(), z.unknown())

/** How members prove who they are, beside code and password (decision 188). Nothing here is served over HTTP. */
export const memberSecurity = {
  ...phoneChange,
  ...merging,
  ...emailCodes,
  ...addedByCode,
  signInChallenge: operation({
    method: 'POST',
    path: '/passkeys/sign-in/challenge',
    summary: 'Begin a sign-in by passkey. No phone is named: the passkey says whose it is.',
    access: 'public',
    limits: limits.passkey_challenge,
    input: z.object({
      /** The token of this browser from before, or empty. */
      attempt: token,
    }),
    output: z.object({ options, attempt: z.string() }),
  }),
  signInByPasskey: operation({
    method: 'POST',
    path: '/passkeys/sign-in',
    summary: 'Sign in by passkey alone.',
    access: 'public',
    input: z.object({ attempt: token, passkey, from }),
    output: Begun,
    refusals: {
      ...passkey_refusals,
      passkey_waits: {
        status: 409,
        meaning: 'The passkey was added by a code alone and signs in from tomorrow.',
        data: z.object({ counts_from: z.iso.datetime() }),
      },
    },
  }),
  passkeys: operation({
    method: 'POST',
    path: '/passkeys',
    summary: 'The passkeys of the member, the oldest first.',
    access: 'public',
    input: z.object({ token }),
    output: z.array(
      z.object({
        passkey_id: z.int(),
        name: z.string(),
        created_at: z.iso.datetime(),
        used_at: z.iso.datetime().nullable(),
        /** From when it signs in; null: it does already. */
        counts_from: z.iso.datetime().nullable(),
      }),
    ),
    refusals: signed_out,
  }),
  passkeyChallenge: operation({
    method: 'POST',
    path: '/passkeys/challenge',
    summary: 'Begin to add a passkey, or to confirm by one who it is.',
    access: 'public',
    limits: limits.passkey_challenge,
    input: z.object({ token, purpose: z.enum(['add', 'confirm']) }),
    output: z.object({ options }),
    refusals: {
      ...signed_out,
      ...confirm_needed,
      passkeys_full: { status: 409, meaning: 'The member has as many passkeys as they may.' },
    },
  }),
  addPasskey: operation({
    method: 'POST',
    path: '/passkeys/add',
    summary: 'Add the passkey that an authenticator has made.',
    access: 'public',
    input: z.object({ token, name, passkey }),
    /** From when it signs in; null: at once. */
    output: z.object({ counts_from: z.iso.datetime().nullable() }),
    refusals: {
      ...signed_out,
      ...confirm_needed,
      ...passkey_expired,
      ...wrong_passkey,
      passkey_not_allowed: {
        status: 409,
        meaning: 'This passkey is known already, or there are too many.',
      },
    },
  }),
  renamePasskey: operation({
    method: 'POST',
    path: '/passkeys/rename',
    summary: 'Name a passkey anew.',
    access: 'public',
    input: z.object({ token, passkey_id, name }),
    output: z.object({}),
    refusals: { ...signed_out, ...passkey_not_found },
  }),
  removePasskey: operation({
    method: 'POST',
    path: '/passkeys/remove',
    summary: 'Remove a passkey: it signs nobody in any more.',
    access: 'public',
    input: z.object({ token, passkey_id }),
    output: z.object({}),
    refusals: { ...signed_out, ...confirm_needed, ...passkey_not_found },
  }),
  confirmWays: operation({
    method: 'POST',
    path: '/confirm/ways',
    summary:
      'How the member can show again who they are. On a new device not by their phone alone.',
    access: 'public',
    input: z.object({ token }),
    output: z.object({
      phone: z.boolean(),
      password: z.boolean(),
      passkey: z.boolean(),
      /** The address that a code can go to, masked. */
      email: z.string().nullable(),
    }),
    refusals: signed_out,
  }),
  confirmByPassword: operation({
    method: 'POST',
    path: '/confirm/password',
    summary: 'Show again who it is, by the password.',
    access: 'public',
    input: z.object({ token, password }),
    output: z.object({}),
    refusals: { ...signed_out, ...wrong_login, ...too_busy },
  }),
  confirmByPasskey: operation({
    method: 'POST',
    path: '/confirm/passkey',
    summary: 'Show again who it is, by a passkey of the member.',
    access: 'public',
    input: z.object({ token, passkey }),
    output: z.object({}),
    refusals: { ...signed_out, ...passkey_refusals },
  }),
  confirmByCode: operation({
    method: 'POST',
    path: '/confirm/code',
    summary: "Show again who it is, by a code to the member's own phone.",
    access: 'public',
    limits: limits.take_otp,
    input: z.object({ token, ...enteredOtp }),
    output: z.object({}),
    refusals: { ...signed_out, ...otp_refusals },
  }),
}
