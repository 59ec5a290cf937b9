import type { z } from 'zod'
import type { ShippingMethod } from '#contracts/storefront/quote.ts'
import type { CardPlan } from '#shop/payment/attempt/attempt.ts'
import type { PaymentNotice } from '#shop/payment/attempt/payment-notice.ts'
import type { SandboxProvider } from '#shop/payment/gateways/sandbox-provider.ts'

/** The properties of an order that decide whether a payment method is offered. */
export interface Payable {
  /** What the method would ask for: the total with its offers, without what was paid already. */
  amount: number
  shipping_method: ShippingMethod
  /** Items of a flash sale are paid before delivery. */
  is_online_only: boolean
}

/** A payment attempt, as its provider gets it. */
export interface Attempt {
  /** Our id of the attempt at the provider, random and never used twice: letters and digits, at most 33. */
  reference: string
  /** The provider's id of the attempt; null until it is known. */
  provider_reference: string | null
  /** What `start` returned as such. */
  provider_link: string | null
  order_code: string
  /** Đồng. */
  amount: number
  created_at: Date
  expires_at: Date | null
  /** The shopper's IP address, as the edge saw it. */
  ip: string
  device: 'desktop' | 'mobile'
  /** The customer: sent only to lenders, who decide by it. */
  customer?: { name: string; phone: string; email: string | null; address: string }
  /** Absent or null: the shopper chooses on the provider's page, if there is anything to choose. */
  card_plan?: CardPlan | null
  /** Where the provider sends the shopper back to; this page decides nothing. */
  return_url: string
  /** Where the provider sends its notice, which decides. */
  notify_url: string
}

/** An HTTP request to a provider. */
export interface ProviderRequest {
  method: 'GET' | 'POST'
  url: string
  headers?: Readonly<Record<string, string>>
  body?: string
}
export interface ProviderAnswer {
  status: number
  body: string
}

/** The tools of a gateway: its own settings, a function for HTTP calls, the time. */
export interface GatewayTools<S> {
  settings: S
  /**
   * Takes 10 s and reads 1 MB at most, follows no redirect; throws ProviderTrouble when there is no answer.
   * In a demo, hosts under .thu.invalid are the sandbox providers, which answer in this process.
   */
  send: (request: ProviderRequest) => Promise<ProviderAnswer>
  now: Date
}

/** Typed as a method, so that a gateway with specific settings fits into a list of gateways of any settings. */
type Call<S, Input, Output> = {
  call(input: Input, tools: GatewayTools<S>): Promise<Output>
}['call']

export interface Started {
  /** Where the shopper goes next: a page of ours, or the provider's. */
  redirect_url: string
  provider_reference?: string
  /** The provider's id of the payment that it names in every later answer: any other is not about this attempt. */
  provider_link?: string
}

/** A provider's message, unchanged: signatures cover these exact texts. */
export interface NoticeMessage {
  query: URLSearchParams
  headers: Readonly<Record<string, string | string[] | undefined>>
  raw: string
}

/** The outcome of a notice, for the answer that the provider expects. */
export type NoticeOutcome =
  /** The order changed its state, or the attempt ended. */
  | 'taken'
  /** The same statement was processed before. */
  | 'known'
  /** Nothing is decided yet. */
  | 'pending'
  | 'forged'
  | 'not_found'
  | 'wrong_amount'
  /** The notice could not be processed: the provider must send it again later. */
  | 'try_again'

interface NoticeAnswer {
  status: number
  type: 'application/json' | 'text/plain'
  body: string
}

/** Sent again with the same number after a lost answer: must never refund twice. */
export interface RefundRequest {
  /** Our number of the refund, random and never used twice: fifteen digits. */
  number: string
  amount: number
  reason: string
  attempt: Attempt
  /** True when everything that was paid is refunded. */
  is_full: boolean
  /**
   * The gateway accepted the refund before and is asked for its outcome. Then an answer that may only mean
   * "already known" is no refusal.
   */
  is_requested?: boolean
  /** When the refund was created; the same in every repetition. */
  created_at: Date
}
export interface RefundAnswer {
  state: 'done' | 'requested' | 'failed'
  provider_reference: string | null
  note: string | null
}

/**
 * A payment method, as one object in one file. With `on_delivery` the order proceeds at once; with
 * `before_delivery` it waits until the gateway reports the payment.
 */
export interface Gateway<S = unknown> {
  /** Used in addresses (/cart/success/{code}) and rows: never changed once used. */
  code: string
  title: string
  description: string
  /** The name of the picture in media/payment; absent: the code. */
  icon?: string
  settles: 'on_delivery' | 'before_delivery'
  isOffered: (order: Payable) => boolean
  /**
   * The shop's keys at the provider; null where none are needed. The schema is a z.object of texts;
   * `.describe()` labels a field on the staff page.
   */
  settings: {
    schema: z.ZodType<S>
    /** Fields that are never shown again. */
    secrets: readonly string[]
    /** The settings of the built-in sandbox provider. */
    demo: S
  } | null
  /** Origins of the provider's pay pages, such as https://pay.vnpay.vn, for the CSP. */
  origins?: readonly string[]
  /**
   * Hosts of the provider's own sandbox, with test cards: nothing is really paid there. Live shops refuse
   * settings with such a host.
   */
  sandbox_hosts?: readonly string[]
  /**
   * Imports the sandbox provider. Only demo shops call it. The list in payment/methods/ sets it: the file of
   * the sandbox provider imports this gateway, and two files must not import each other.
   */
  sandbox?: () => Promise<SandboxProvider>
  /** How long after its start a silent attempt is queried before it counts as failed; default: a day. */
  silent_ms?: number
  /** The provider knows attempts by whole numbers only: references are digits. */
  has_whole_numbers?: true
  /** For a method without a provider: the next page of the shop. */
  page?: (order: { code: string }) => string
  /**
   * Requests the page where the attempt is paid; null where `page` gives it. Called outside of transactions;
   * throws ProviderTrouble when the provider does not answer, ProviderRefusal when it says no.
   */
  start: Call<S, Attempt, Started> | null
  /** Reads and answers the provider's messages to /api/payment/notify/{code}. */
  notices: {
    method: 'GET' | 'POST'
    /** Returns null if the message is not genuine. Compares signatures in constant time. */
    read(message: NoticeMessage, settings: S): PaymentNotice | null
    answer(outcome: NoticeOutcome): NoticeAnswer
  } | null
  /** Other gateways of the same merchant: their messages may also arrive at this address. */
  siblings?: readonly string[]
  /**
   * Asks the provider about a silent attempt. An attempt unknown to it is 'pending' while it may still
   * begin.
   */
  query: Call<S, Attempt, PaymentNotice> | null
  /** Null: staff refund by hand. */
  refund: Call<S, RefundRequest, RefundAnswer> | null
}

/**
 * The provider did not answer, or its answer is not understood: nothing is decided, the call is repeated
 * later.
 */
export class ProviderTrouble extends Error {
  override name = 'ProviderTrouble'
}

/**
 * The provider did not start the attempt, or started another than was asked for: the reference may be in use for a
 * payment of somebody else. The provider is never queried about it.
 */
export class ProviderRefusal extends ProviderTrouble {
  override name = 'ProviderRefusal'
}

/** Returns the path of the notify route of a gateway. */
export function notifyPath(code: string): string {
  return `/api/payment/notify/${code}`
}

/** Finds the gateway of a code; null if it is not offered to this order. */
export function offeredGateway(
  gateways: readonly Gateway[],
  code: string,
  order: Payable,
): Gateway | null {
  return gateways.find((gateway) => gateway.code === code && gateway.isOffered(order)) ?? null
}
