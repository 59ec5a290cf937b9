import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { LenderAnswer } from '#contracts/staff/trade/loans.ts'
import { PaperKind } from '#contracts/storefront/trade/application.ts'
import { OutsideTrouble } from '#platform/http/outside-call.ts'
import { isSame } from '#platform/http/signature.ts'
import type { LenderMessage, LenderWay } from '#shop/trade/lender/lender.ts'

/** Carries the HMAC-SHA256 of the body, in hexadecimal digits, both ways. */
export const signature_header = 'x-tiem-signature'

const Answer = z.object({ reference: z.string().max(60).nullable().default(null) })
const Message = z
  .object({
    event_id: z.string().min(1).max(80),
    answered_at: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
    code: z.string().min(1).max(40),
    answer: LenderAnswer,
    reason: z.string().max(500).nullable().default(null),
    papers: z.array(PaperKind).max(8).default([]),
    contract_number: z.string().trim().min(1).max(60).nullable().default(null),
  })
  .refine(({ answer, contract_number }) => answer !== 'signed' || contract_number !== null)
  .refine(({ answer, papers }) => answer !== 'needs_papers' || papers.length > 0)

/**
 * The interface of the shop: JSON, signed with a secret that shop and company share. No company of the country
 * publishes one of its own, so a company or whoever connects it speaks this one (decision 229).
 */
export const signedLender: LenderWay = {
  async send(application, { url, secret, send }) {
    const body = JSON.stringify(application)
    try {
      const answer = await send({
        method: 'POST',
        url: `${url}/applications`,
        headers: {
          'content-type': 'application/json; charset=utf-8',
          [signature_header]: signatureOf(body, secret),
        },
        body,
      })
      const { status } = answer
      if (status >= 500 || status === 408 || status === 429) {
        return { outcome: 'unknown', reason: `Công ty đang bận (lỗi ${status})` }
      }
      if (status >= 300) return { outcome: 'rejected', reason: answer.body.slice(0, 300) }
      const read = parsed(answer.body, Answer)
      return read === null
        ? { outcome: 'unknown', reason: 'Không hiểu trả lời của công ty' }
        : { outcome: 'ok', reference: read.reference }
    } catch (error) {
      if (!(error instanceof OutsideTrouble)) throw error
      return { outcome: 'unknown', reason: 'Công ty không trả lời' }
    }
  },
  read({ raw, headers }, secret): LenderMessage | 'forged' | 'unreadable' {
    const sent = headers[signature_header]
    if (typeof sent !== 'string' || !isSame(sent, signatureOf(raw, secret))) return 'forged'
    return parsed(raw, Message) ?? 'unreadable'
  },
}

/** The signature of a body. */
export function signatureOf(body: string, secret: string): string {
  return createHmac('sha256', secret).update(body).digest('hex')
}

function parsed<T>(text: string, schema: z.ZodType<T>): T | null {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
