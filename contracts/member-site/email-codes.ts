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

const { otp_too_soon } = send_otp_refusals

/** Codes by e-mail, where the phone gets none (decision 210). */
export const emailCodes = {
  sendEmailCode: operation({
    method: 'POST',
    path: '/email/code',
    summary: "Send a code to the member's own e-mail address: to prove it, or to show who it is.",
    access: 'public',
    limits: limits.send_email_otp,
    input: z.object({
      token,
      purpose: z.enum(['email_prove', 'email_confirm']),
      /** Those of the member, whom limits count by. */
      phone: z.string().max(40),
      email: z.string().max(254),
      ...asker,
      ...solvedCaptcha,
    }),
    output: OtpSent,
    refusals: {
      ...signed_out,
      ...confirm_needed,
      otp_too_soon,
      no_email: {
        status: 409,
        meaning: 'The member has no e-mail address that may get this code.',
      },
    },
  }),
  proveEmail: operation({
    method: 'POST',
    path: '/email/prove',
    summary: 'Prove the e-mail address by the code that it got.',
    access: 'public',
    limits: limits.take_otp,
    input: z.object({ token, ...enteredOtp }),
    output: z.object({}),
    refusals: { ...signed_out, ...confirm_needed, ...otp_refusals },
  }),
  confirmByEmail: operation({
    method: 'POST',
    path: '/confirm/email',
    summary: 'Show again who it is, by a code to the e-mail address that was proven before today.',
    access: 'public',
    limits: limits.take_otp,
    input: z.object({ token, ...enteredOtp }),
    output: z.object({}),
    refusals: { ...signed_out, ...otp_refusals },
  }),
  sendEmailSignIn: operation({
    method: 'POST',
    path: '/sign-in/email/code',
    summary:
      'Send a code to the proven e-mail address of a phone, if this browser has signed in to it before. The answer is the same if not.',
    access: 'public',
    limits: limits.send_email_otp,
    input: z.object({ phone: z.string().max(40), ...asker, ...solvedCaptcha }),
    output: OtpSent,
    refusals: send_otp_refusals,
  }),
  signInByEmail: operation({
    method: 'POST',
    path: '/sign-in/email',
    summary: 'Sign in by a code that went to the e-mail address.',
    access: 'public',
    limits: limits.take_otp,
    input: z.object({ ...enteredOtp, from }),
    output: Begun,
    refusals: otp_refusals,
  }),
}
