import type { ProviderAnswer, ProviderRequest } from '#shop/payment/gateways/gateway.ts'
import type { Book, Entry, NewEntry } from '#shop/payment/sandbox/sandbox-provider-store.ts'

/** What a provider says of a payment, to the shop or by way of the shopper's browser. */
export interface Saying {
  status: 'paid' | 'declined' | 'cancelled'
  /** Đồng. */
  amount: number
  at: Date
}

/** A message to the shop; null where this provider sends none. */
export interface Telling {
  method: 'GET' | 'POST'
  /** Path and query at the shop. */
  url: string
  headers?: Readonly<Record<string, string>>
  payload?: string
}

/** What the API of a provider works with. */
export interface ApiTools<S> {
  settings: S
  book: Book
  now: Date
}

/**
 * One provider with play money, for demo shops: it reads what our gateway sends as the provider would,
 * and speaks with the provider's own words and signatures. Keys are those of the gateway's demo.
 */
export interface TestProvider<S = unknown> {
  /** The code of the gateway it plays for. */
  family: string
  title: string
  settings: S
  /** Settings with which nothing that is signed is true. */
  forged: S
  /** Where the browser carries the order: null when the shop did not sign it. */
  readPage?(query: URLSearchParams, settings: S): NewEntry | null
  answer(request: ProviderRequest, tools: ApiTools<S>): Promise<ProviderAnswer>
  tell(entry: Entry, saying: Saying, settings: S): Telling | null
  /** Where the shopper goes afterwards, with what the provider adds. */
  comeBack(entry: Entry, saying: Saying, settings: S): string
}

export function jsonAnswer(body: object, status = 200): ProviderAnswer {
  return { status, body: JSON.stringify(body) }
}

/** The path of an address of ours, whatever name the shop has outside. */
export function ownPath(address: string): string {
  const { pathname, search } = new URL(address, 'http://shop.invalid')
  return `${pathname}${search}`
}

/** An address with more fields behind it. */
export function withFields(address: string, fields: Readonly<Record<string, string>>): string {
  const url = new URL(address)
  for (const [key, value] of Object.entries(fields)) url.searchParams.append(key, value)
  return url.href
}

/** Every value as a text, for what is signed and for addresses. */
export function asTexts(fields: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, String(value)]))
}
