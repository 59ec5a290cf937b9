import { z } from 'zod'
import { line } from '#contracts/fields.ts'
import { enteredOtp, otp_refusals } from '#contracts/storefront/otp.ts'

/** The address of a mail, in small letters. */
export const email_field = line(200, 'Vui lòng nhập email.')
  .transform((text) => text.toLowerCase())
  .pipe(z.email('Email chưa đúng. Ví dụ: ten@gmail.com'))

/** What a browser gives for web push. */
export const subscription_field = z.object({
  endpoint: z.string().max(2_000),
  keys: z.object({ p256dh: z.string().max(100), auth: z.string().max(100) }),
})

export const push_refusals = {
  push_not_possible: {
    status: 422,
    meaning: 'The endpoint is of no known push service, or its keys are no keys.',
  },
} as const

/** The code that proves a phone; a member's own phone needs none. */
export const code_proof = {
  otp_token: enteredOtp.otp_token.optional(),
  code: enteredOtp.code.optional(),
}

export const no_sms = { status: 409, meaning: 'This shop sends no short messages.' } as const

export const code_refusals = {
  ...otp_refusals,
  no_sms,
  phone_not_proven: { status: 403, meaning: 'Guests need a code from their phone.' },
} as const
