import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Site } from '#member-site/runtime/site.ts'

/** How long the browser keeps the token of a code: longer than the code counts, to say that it has expired. */
const asked_life_s = 900

export type CodeWay = 'sms' | 'zalo' | 'email'

interface Asked {
  otp_token: string
  wait_s: number
  /** Where the code went first. */
  by: CodeWay
  /** As it was typed. By e-mail it may be the address. */
  phone: string
}

/** Keeps in the browser which code it has asked for. */
export function keepAsked({ asked }: Site, reply: FastifyReply, sent: Asked): void {
  const { otp_token, wait_s, by, phone } = sent
  const value = [otp_token, String(wait_s), by, encodeURIComponent(phone.trim())].join('.')
  void reply.header('set-cookie', asked.line(value, asked_life_s))
}

/** The code that this browser has asked for. */
export function askedOf({ asked }: Site, { headers }: FastifyRequest): Asked | null {
  const [, otp_token = '', wait_s = '', way, phone = ''] =
    /^(o_[\w-]{43})\.(\d{1,4})\.(sms|zalo|email)\.(.{1,120})$/s.exec(
      asked.read(headers.cookie) ?? '',
    ) ?? []
  if (otp_token === '') return null
  const by = way === 'zalo' || way === 'email' ? way : 'sms'
  return { otp_token, wait_s: Number(wait_s), by, phone: readable(phone) }
}

/** The digits of a field, whatever stands between them. */
export function digitsOf(text: string): string {
  return text.normalize('NFKC').replace(/\D/g, '').slice(0, 40)
}

function readable(encoded: string): string {
  try {
    return decodeURIComponent(encoded)
  } catch {
    return ''
  }
}
