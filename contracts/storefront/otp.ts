import { z } from 'zod'

/** What a phone is proven for. A code of one purpose is worth nothing for another. */
export const OtpPurpose = z.enum([
  'sign_in',
  'reset_password',
  'change_phone',
  'confirm',
  'merge',
  'prove_phone',
  'link_identity',
  'lookup',
  'notice',
  'talk',
  'email_sign_in',
  'email_confirm',
  'email_prove',
])
export type OtpPurpose = z.infer<typeof OtpPurpose>

/** A code was sent. Phones with and without an account get the same answer (contract §5). */
export const OtpSent = z.object({
  /** Stays with the browser that asked; the code counts only together with it. */
  otp_token: z.string(),
  /** Seconds until the code expires. */
  expires_in: z.int(),
  /** Seconds until another code may be asked for. */
  wait_s: z.int(),
  /**
   * Where it goes first. By Zalo, an SMS with the same code follows if Zalo does not take it. Says nothing of the
   * phone.
   */
  by: z.enum(['sms', 'zalo', 'email']),
})

/** Refusals of every operation that sends a code. */
export const send_otp_refusals = {
  phone_is_invalid: {
    status: 422,
    meaning: 'This is not a Vietnamese mobile number.',
    data: z.object({ problem: z.string() }),
  },
  otp_too_soon: {
    status: 429,
    meaning: 'A code was sent to this phone just now.',
    data: z.object({ wait_s: z.int() }),
  },
} as const

/** Refusals of every operation that takes a code. Expired, used and unknown ones are not told apart. */
export const otp_refusals = {
  otp_is_wrong: {
    status: 422,
    meaning: 'The code is wrong.',
    data: z.object({ attempts_left: z.int() }),
  },
  otp_is_expired: {
    status: 410,
    meaning: 'The code has expired, was used, or was entered wrongly too often.',
  },
} as const

/** What an operation that takes a code needs. */
export const enteredOtp = {
  otp_token: z.string().max(200),
  code: z
    .string()
    .max(100)
    .transform((text) => text.normalize('NFKC').replace(/\D/g, '')),
}
