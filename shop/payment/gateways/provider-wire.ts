import type { z } from 'zod'
import { vietnamClock } from '#pure/vietnam-time.ts'
import {
  type GatewayTools,
  type ProviderAnswer,
  ProviderTrouble,
} from '#shop/payment/gateways/gateway.ts'

/** Sends JSON and reads what came back: an answer not in words we know is trouble, never a decision. */
export async function askJson<T>(
  { send }: Pick<GatewayTools<unknown>, 'send'>,
  url: string,
  body: unknown,
  schema: z.ZodType<T>,
  headers: Readonly<Record<string, string>> = {},
): Promise<T> {
  const answer = await send({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify(body),
  })
  return readAnswer(answer, schema)
}

export function readAnswer<T>(answer: ProviderAnswer, schema: z.ZodType<T>): T {
  const read = schema.safeParse(parsedJson(answer.body))
  if (!read.success) throw new ProviderTrouble(`answered ${answer.status} in words unknown to us`)
  return read.data
}

/** What a text says as JSON; null for whatever is none. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** An instant as yyyyMMddHHmmss on the Vietnamese clock. */
export function vietnamStamp(instant: Date): string {
  return vietnamClock(instant).replace(/\D/g, '')
}

/** What is paid for, in letters that every provider and bank carries; the order can be read from it. */
export function paymentWords(order_code: string): string {
  return `Thanh toan don hang ${order_code.replace(/[^0-9A-Za-z]/g, '')}`
}

/** The fields of a query; null where one stands twice, as no provider sends it. */
export function singleFields(query: URLSearchParams): Readonly<Record<string, string>> | null {
  const fields = Object.fromEntries(query)
  return Object.keys(fields).length === query.size ? fields : null
}
