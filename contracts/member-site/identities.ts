import { z } from 'zod'
import { solvedCaptcha } from '#contracts/fields.ts'
import { limits } from '#contracts/limits.ts'
import {
  asker,
  Begun,
  confirm_needed,
  from,
  signed_out,
  token,
} from '#contracts/member-site/member-fields.ts'
import { enteredOtp, otp_refusals, OtpSent, send_otp_refusals } from '#contracts/storefront/otp.ts'
import { operation } from '#pure/contract.ts'

/** Whose accounts sign members in. */
export const IdentityProvider = z.enum(['google', 'zalo'])
export type IdentityProvider = z.infer<typeof IdentityProvider>

/** The key of a browser at the member site, which holds it in an HttpOnly cookie. May be empty at the beginning. */
const browser = z.string().max(100)
const next = z.string().max(4_000)
/** Null: it signs in from now on. */
const counts_from = z.iso.datetime().nullable()

const attempt_expired = {
  attempt_expired: {
    status: 410,
    meaning: 'There is no such sign-in of this browser: too old, used, unknown, or of another one.',
  },
} as const
const provider_answers = {
  provider_refused: {
    status: 409,
    meaning: 'The provider does not accept the code, or its answer is not signed as it must be.',
  },
  provider_not_reachable: { status: 503, meaning: 'The provider does not answer now.' },
} as const
const not_offered = {
  provider_not_offered: { status: 404, meaning: 'The shop has no keys of this provider.' },
} as const
const cannot_link = {
  identity_taken: { status: 409, meaning: 'This identity signs another member in.' },
  identities_full: { status: 409, meaning: 'The member has as many identities as they may.' },
} as const
const identity_waits = {
  identity_waits: {
    status: 409,
    meaning: 'The identity was linked less than a day ago by a code alone.',
    data: z.object({ counts_from: z.iso.datetime() }),
  },
} as const

/** What came of the answer of a provider. */
const Came = z.discriminatedUnion('outcome', [
  Begun.extend({ outcome: z.literal('signed_in'), next }),
  /** Nobody has this identity yet: a phone must be proven. */
  z.object({ outcome: z.literal('phone_needed'), next }),
  z.object({ outcome: z.literal('linked'), provider: IdentityProvider, counts_from }),
])

/** Sign-in by Google and Zalo (decision 198), for the member site. Nothing here is served over HTTP. */
export const memberIdentities = {
  beginAtProvider: operation({
    method: 'POST',
    path: '/identities/begin',
    summary: 'Begin a sign-in at a provider, or a link to the account of a session.',
    access: 'public',
    limits: limits.identity_provider,
    input: z.object({
      provider: IdentityProvider,
      browser,
      next,
      /** The session whose member links an identity; empty: somebody signs in. */
      token,
    }),
    output: z.object({ url: z.string(), browser }),
    refusals: { ...not_offered, ...provider_answers, ...signed_out, ...confirm_needed },
  }),
  comeFromProvider: operation({
    method: 'POST',
    path: '/identities/come',
    summary: 'Take the answer of a provider, once: sign in, link, or ask for a phone.',
    access: 'public',
    limits: limits.identity_provider,
    input: z.object({
      provider: IdentityProvider,
      browser,
      token,
      code: z.string().max(2_000),
      state: z.string().max(200),
      from,
    }),
    output: Came,
    refusals: {
      ...not_offered,
      ...attempt_expired,
      ...provider_answers,
      ...identity_waits,
      ...cannot_link,
      ...signed_out,
      ...confirm_needed,
    },
  }),
  comeFromOneTap: operation({
    method: 'POST',
    path: '/identities/one-tap',
    summary:
      'Sign in by a one-tap prompt of the shop, in the browser that the shop has recognised.',
    access: 'public',
    limits: limits.identity_provider,
    input: z.object({ browser, ticket: z.string().max(100), from }),
    output: Came,
    refusals: { ...attempt_expired, ...identity_waits },
  }),
  pendingIdentity: operation({
    method: 'POST',
    path: '/identities/pending',
    summary: 'The identity of this browser that no member has yet; null: there is none.',
    access: 'public',
    input: z.object({ browser }),
    output: z.object({ provider: IdentityProvider, shown: z.string(), next }).nullable(),
  }),
  sendPhoneCode: operation({
    method: 'POST',
    path: '/identities/phone/code',
    summary: 'Send a code to the phone that the pending identity shall sign in.',
    access: 'public',
    limits: limits.send_otp,
    input: z.object({ browser, phone: z.string().max(40), ...asker, ...solvedCaptcha }),
    output: OtpSent,
    refusals: { ...attempt_expired, ...send_otp_refusals },
  }),
  provePhone: operation({
    method: 'POST',
    path: '/identities/phone',
    summary: 'Prove the phone, link the pending identity to its member, and sign in.',
    access: 'public',
    limits: limits.take_otp,
    input: z.object({ browser, ...enteredOtp, from }),
    output: Begun.extend({
      is_new: z.boolean(),
      next,
      provider: IdentityProvider,
      counts_from,
    }),
    refusals: { ...attempt_expired, ...otp_refusals, ...cannot_link },
  }),
  identities: operation({
    method: 'POST',
    path: '/identities',
    summary: 'The identities that sign the member in, the oldest first.',
    access: 'public',
    input: z.object({ token }),
    output: z.array(
      z.object({
        identity_id: z.int(),
        provider: IdentityProvider,
        shown: z.string(),
        created_at: z.iso.datetime(),
        used_at: z.iso.datetime().nullable(),
        counts_from,
      }),
    ),
    refusals: signed_out,
  }),
  unlinkIdentity: operation({
    method: 'POST',
    path: '/identities/unlink',
    summary: 'Unlink an identity: it signs nobody in any more.',
    access: 'public',
    input: z.object({ token, identity_id: z.int() }),
    output: z.object({}),
    refusals: {
      ...signed_out,
      ...confirm_needed,
      identity_not_found: { status: 404, meaning: 'The member has no such identity.' },
    },
  }),
}
