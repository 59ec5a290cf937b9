import type { z } from 'zod'
import {
  type OutsideAnswer,
  type OutsideRequest,
  OutsideTrouble,
} from '#platform/http/outside-call.ts'
import { isSame } from '#platform/http/signature.ts'
import type {
  CarrierAnswer,
  CarrierMessage,
  CarrierTools,
} from '#shop/shipment/carriers/carrier.ts'

/** What a carrier sent back, or why nobody knows what it did. */
export type Called = { answer: OutsideAnswer } | { trouble: string }

/**
 * Sends a request. No answer, 408, 429 and 5xx decide nothing: the carrier may have done what was asked.
 */
export async function callCarrier(
  { send }: Pick<CarrierTools<unknown>, 'send'>,
  title: string,
  request: OutsideRequest,
): Promise<Called> {
  try {
    const answer = await send(request)
    const { status } = answer
    const is_trouble = status >= 500 || status === 408 || status === 429
    return is_trouble ? { trouble: `${title} đang bận (lỗi ${status})` } : { answer }
  } catch (error) {
    if (!(error instanceof OutsideTrouble)) throw error
    return { trouble: `${title} không trả lời` }
  }
}

/** The same with a JSON body. */
export function postToCarrier(
  tools: Pick<CarrierTools<unknown>, 'send'>,
  title: string,
  url: string,
  { headers, body }: { headers: Readonly<Record<string, string>>; body: unknown },
): Promise<Called> {
  return callCarrier(tools, title, {
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify(body),
  })
}

/** Parses a text as JSON by a schema; null if it does not match. */
export function parsedBody<T>(text: string, schema: z.ZodType<T>): T | null {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

export function unknown(reason: string): CarrierAnswer<never> {
  return { outcome: 'unknown', reason }
}

export function rejected(reason: string): CarrierAnswer<never> {
  return { outcome: 'rejected', reason: reason.slice(0, 300) }
}

export function ok<T>(value: T): CarrierAnswer<T> {
  return { outcome: 'ok', value }
}

/** The name of the header that carriers with own headers send the secret in. */
export const secret_header = 'x-carrier-secret'

/** Whether a message has the secret, in its header or in the query of its address, compared in constant time. */
export function hasSecret({ headers, query }: CarrierMessage, secret: string): boolean {
  const sent = headers[secret_header] ?? query.get('hash') ?? ''
  return typeof sent === 'string' && isSame(sent, secret)
}

/** Cuts a text to so many bytes of UTF-8, between characters. */
export function clipBytes(text: string, max: number): string {
  let clipped = text.replace(/\s+/g, ' ').trim()
  while (Buffer.byteLength(clipped) > max) clipped = [...clipped].slice(0, -1).join('')
  return clipped.trim()
}

/** An instant from a text as of ISO 8601; without a zone in Vietnamese time. Null if it is none of these centuries. */
export function instantOf(text: string): Date | null {
  const [, day, time = '00:00'] = /^(\d{4}-\d\d-\d\d)(?:[T ]([\d:.]+))?$/.exec(text.trim()) ?? []
  const instant = new Date(day === undefined ? text : `${day}T${time}+07:00`)
  const year = instant.getUTCFullYear()
  return year >= 2000 && year <= 9999 ? instant : null
}
