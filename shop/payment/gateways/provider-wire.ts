import type { z } from 'zod'
import { vietnamClock } from '#pure/vietnam-time.ts'
import {
  type GatewayTools,
  type ProviderAnswer,
  ProviderTrouble,
} from '#shop/payment/gateways/gateway.ts'

/**
 * Posts JSON and parses the answer. Throws ProviderTrouble if the answer does not match the schema: it
 * decides nothing.
 */
export async function postJson<T>(
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

/** Parses an answer; throws ProviderTrouble if it does not match the schema. */
export function readAnswer<T>(answer: ProviderAnswer, schema: z.ZodType<T>): T {
  const parsed = schema.safeParse(parsedJson(answer.body))
  if (!parsed.success) throw new ProviderTrouble(`the answer ${answer.status} is not understood`)
  return parsed.data
}

/** Parses a text as JSON; null if it is not JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Formats an instant as yyyyMMddHHmmss in Vietnamese time. */
export function vietnamStamp(instant: Date): string {
  return vietnamClock(instant).replace(/\D/g, '')
}

/**
 * Returns the description of a payment, in letters that every provider and bank accepts. It contains the
 * order code.
 */
export function paymentDescription(order_code: string): string {
  return `Thanh toan don hang ${order_code.replace(/[^0-9A-Za-z]/g, '')}`
}

/** Returns the fields of a query; null if a field occurs twice, which no provider sends. */
export function singleFields(query: URLSearchParams): Readonly<Record<string, string>> | null {
  const fields = Object.fromEntries(query)
  return Object.keys(fields).length === query.size ? fields : null
}
