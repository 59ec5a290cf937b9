import type { LenderAnswer } from '#contracts/staff/trade/loans.ts'
import type { PaperKind } from '#contracts/storefront/trade/application.ts'
import type { OutsideCall } from '#platform/http/outside-call.ts'

/** An application as its company gets it. Money in đồng. */
export interface SentApplication {
  /** Our code: a company that gets it a second time has new papers of the same application. */
  code: string
  goods: readonly string[]
  price: number
  prepaid: number
  /** What it is asked to lend, insurance included. */
  lent: number
  months: number
  monthly: number
  flat_rate_month: number
  has_insurance: boolean
  /** What its form asks for. */
  applicant: Readonly<Record<string, unknown>>
  /** The kinds of pictures that the shop has, for an officer who asks to see them. */
  papers: readonly PaperKind[]
}

export interface LenderMessage {
  /** The same for every repetition of this answer, and for no other of this company. */
  event_id: string
  /** When the company decided: an answer that is older than one that counts changes nothing. */
  answered_at: Date
  code: string
  answer: LenderAnswer
  /** The company's words for the shopper. */
  reason: string | null
  /** Pictures that it asks for. */
  papers: readonly PaperKind[]
  contract_number: string | null
}

/** The outcome of a hand-over. `unknown`: the company may have it or not; it is sent again. */
export type PassedOn =
  | { outcome: 'ok'; reference: string | null }
  | { outcome: 'rejected'; reason: string }
  | { outcome: 'unknown'; reason: string }

export interface LenderTools {
  url: string
  /** Signs what is sent and what comes back. */
  secret: string
  send: OutsideCall
}

/** A company's message, unchanged: signatures cover these exact bytes. */
export interface RawMessage {
  raw: string
  headers: Readonly<Record<string, string | string[] | undefined>>
}

/** A way to companies with an interface, as one object. It translates and verifies; it never uses the database. */
export interface LenderWay {
  send(application: SentApplication, tools: LenderTools): Promise<PassedOn>
  /** Reads a message to /api/installment/notify/{company_id}. */
  read(message: RawMessage, secret: string): LenderMessage | 'forged' | 'unreadable'
}

/** The path of the callback of a company. */
export function lenderNotifyPath(company_id: string): string {
  return `/api/installment/notify/${company_id}`
}
