import { z } from 'zod'
import { line, piled_marks, solvedCaptcha } from '#contracts/fields.ts'
import { enteredOtp } from '#contracts/storefront/otp.ts'

/** Why something that was said may be hidden or reported. There is no other reason: a bad opinion stays. */
export const TalkReason = z.enum([
  'illegal',
  'insult',
  'personal',
  'advertising',
  'off_topic',
  'false_identity',
])
export type TalkReason = z.infer<typeof TalkReason>

/** The rule that holds a text back until staff have looked at it. */
export const TalkRule = z.enum(['link', 'phone', 'insult', 'repeated', 'name'])
export type TalkRule = z.infer<typeof TalkRule>

export const TalkState = z.enum(['published', 'held', 'hidden'])
export type TalkState = z.infer<typeof TalkState>

export const max_text = 3_000

/** Text in paragraphs without control characters; lines are trimmed and at most one of two is empty. */
export function paragraphs(min: number, message: string) {
  return z
    .string(message)
    .max(20_000, 'Nội dung quá dài.')
    .transform((text) =>
      text
        .normalize('NFC')
        .replace(piled_marks, '$1')
        .replace(/\r\n?/g, '\n')
        .replace(/[^\P{Cc}\n]+|\p{Cf}+/gu, ' ')
        .split('\n')
        .map((each) => each.replace(/\s+/g, ' ').trim())
        .join('\n')
        .replace(/\n{3,}/g, '\n\n')
        .trim(),
    )
    .pipe(z.string().max(max_text, `Dài nhất ${max_text} ký tự.`))
    .refine((text) => (text.match(/[\p{L}\p{N}]/gu) ?? []).length >= min, message)
}

/**
 * Who writes. A page hands over its visitor; a member needs nothing more, a guest gives name and phone. A request
 * without a caller proves the phone by a code (contract §6: no auth header).
 */
export const writer = {
  name: line(60).optional(),
  phone: line(30).optional(),
  otp_token: enteredOtp.otp_token.optional(),
  code: enteredOtp.code.optional(),
  ...solvedCaptcha,
}

export const writer_refusals = {
  name_missing: { status: 422, meaning: 'A guest has to give a name.' },
  phone_not_right: { status: 422, meaning: 'A guest has to give a Vietnamese phone.' },
  phone_not_proven: { status: 403, meaning: 'Without a caller the phone needs a code.' },
} as const

export const own_secret = z.string().regex(/^[0-9a-f]{32}$/)

/** What was written, for whoever wrote it. */
export const Written = z.object({
  /** Opens the text in any browser, to change or to erase it. */
  secret: z.string(),
  state: TalkState,
})
export type Written = z.infer<typeof Written>
