import type { OutsideAnswer, OutsideRequest } from '#platform/http/outside-call.ts'

/** A payment that a shop asks a sandbox provider to collect. */
export interface NewEntry {
  reference: string
  /** Đồng. */
  amount: number
  /** The fields of the shop's request, of which some are echoed. */
  request: Readonly<Record<string, string>>
}

/** A payment in the ledger of a sandbox provider. */
export interface Entry extends NewEntry {
  /** The provider's own number of the payment. */
  number: number
  state: 'open' | 'paid' | 'declined' | 'cancelled'
  amount_paid: number
  refunds: Readonly<Record<string, number>>
  created_at: Date
  settled_at: Date | null
}

/** The ledger of one sandbox provider. */
export interface SandboxLedger {
  /** Inserts a payment once; for a known reference returns the existing one. */
  open: (entry: NewEntry, now: Date) => Promise<Entry>
  find: (reference: string) => Promise<Entry | null>
  findByNumber: (number: number) => Promise<Entry | null>
  /** Ends an open payment; null when it had ended before. */
  settle: (
    reference: string,
    state: Exclude<Entry['state'], 'open'>,
    amount_paid: number,
    now: Date,
  ) => Promise<Entry | null>
  /** Records a refund, once by its name; false when less than `amount` is left. */
  refundPayment: (reference: string, name: string, amount: number) => Promise<boolean>
}

/** The outcome of a payment, as a provider reports it to the shop or in the return address of the browser. */
export interface PaymentOutcome {
  status: 'paid' | 'declined' | 'cancelled'
  /** Đồng. */
  amount: number
  at: Date
}

/** A message of a sandbox provider to the shop. */
export interface SandboxMessage {
  method: 'GET' | 'POST'
  /** Path and query at the shop. */
  url: string
  headers?: Readonly<Record<string, string>>
  payload?: string
}

/** The tools of a sandbox provider's API. */
export interface ApiTools<S> {
  settings: S
  ledger: SandboxLedger
  now: Date
}

/**
 * A sandbox provider for demo shops. It reads the requests of our gateway as the real provider would, and
 * answers with the provider's own formats and signatures. Its keys are those of the gateway's demo settings.
 */
export interface SandboxProvider<S = unknown> {
  /** The code of its gateway. */
  family: string
  title: string
  settings: S
  /** Settings with wrong secrets: signatures made with them are invalid. */
  forged: S
  /**
   * Reads the payment from the query of the pay page; null when the shop did not sign it. Absent: the API
   * creates it.
   */
  readPage?(query: URLSearchParams, settings: S): NewEntry | null
  answer(request: OutsideRequest, tools: ApiTools<S>): Promise<OutsideAnswer>
  /** Null where this provider sends no message about the outcome. */
  createMessage(entry: Entry, outcome: PaymentOutcome, settings: S): SandboxMessage | null
  /** Returns the address to which the shopper returns, with the fields that the provider adds. */
  returnAddress(entry: Entry, outcome: PaymentOutcome, settings: S): string
}

export function jsonAnswer(body: object, status = 200): OutsideAnswer {
  return { status, body: JSON.stringify(body) }
}

/** Returns the path and query of an address of the shop, without its public host. */
export function ownPath(address: string): string {
  const { pathname, search } = new URL(address, 'http://shop.invalid')
  return `${pathname}${search}`
}

/** Appends fields to the query of an address. */
export function withFields(address: string, fields: Readonly<Record<string, string>>): string {
  const url = new URL(address)
  for (const [key, value] of Object.entries(fields)) url.searchParams.append(key, value)
  return url.href
}

/** Converts every value to a text, for signatures and addresses. */
export function asTexts(fields: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, String(value)]))
}
