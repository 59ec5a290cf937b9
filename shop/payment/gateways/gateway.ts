import type { z } from 'zod'
import type { ShippingMethod } from '#contracts/storefront/quote.ts'
import type { PaymentNotice } from '#shop/payment/attempt/payment-notice.ts'

/** What decides whether a way to pay is offered. */
export interface Payable {
  grand_total: number
  shipping_method: ShippingMethod
  /** Goods of a flash sale are paid before delivery. */
  is_online_only: boolean
}

/** One attempt to pay an order, as its provider hears of it. */
export interface Attempt {
  payment_id: number
  /** What we call it towards the provider: letters, digits and hyphens, at most 40, never used twice. */
  reference: string
  /** What the provider calls it; null until it has said so. */
  provider_reference: string | null
  order_code: string
  /** Đồng. */
  amount: number
  created_at: Date
  expires_at: Date | null
  /** Of the shopper, as the edge saw it. */
  ip: string
  device: 'desktop' | 'mobile'
  /** Who ordered: only lenders hear it, who decide by it. */
  customer?: { name: string; phone: string; email: string | null; address: string }
  /** Where the provider sends the shopper back to: only displays. */
  return_url: string
  /** Where the provider says what happened: decides. */
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

/** What a gateway works with: its own settings, the way out, the time. */
export interface GatewayTools<S> {
  settings: S
  /**
   * 10 s and 1 MB at most, redirects are not followed; throws ProviderTrouble where nothing came back.
   * In a demo, hosts under .thu.invalid are its sandbox providers, answered in this process.
   */
  send: (request: ProviderRequest) => Promise<ProviderAnswer>
  now: Date
}

/** Written as a method, so that a gateway of known settings may stand among those of any. */
type Call<S, Input, Output> = {
  call(input: Input, tools: GatewayTools<S>): Promise<Output>
}['call']

export interface Started {
  /** Where the shopper goes next: a page of ours, or the provider's. */
  redirect_url: string
  provider_reference?: string
}

/** A provider's message as it came: signatures are over these very texts. */
export interface NoticeMessage {
  query: URLSearchParams
  headers: Readonly<Record<string, string | string[] | undefined>>
  raw: string
}

/** What became of a notice, for the answer that the provider expects. */
export type NoticeOutcome =
  /** The order moved, or the attempt ended. */
  | 'taken'
  /** The same statement was taken before. */
  | 'known'
  /** Nothing is decided yet. */
  | 'pending'
  | 'forged'
  | 'not_found'
  | 'wrong_amount'
  /** We could not: say it again later. */
  | 'try_again'

export interface NoticeAnswer {
  status: number
  type: 'application/json' | 'text/plain'
  body: string
}

/** Sent again with the same refund_id after a lost answer: must never refund twice. */
export interface RefundRequest {
  refund_id: number
  amount: number
  reason: string
  attempt: Attempt
  /** True when everything that was paid goes back. */
  is_full: boolean
  /**
   * The gateway took it in hand before and is asked what became of it: an answer that may only mean "I
   * have this already" is no refusal then.
   */
  is_requested?: boolean
  /** When it was noted: the same however often it is asked for. */
  created_at: Date
}
export interface RefundAnswer {
  state: 'done' | 'requested' | 'failed'
  provider_reference: string | null
  note: string | null
}

/**
 * A way to pay, as one object in one file. `on_delivery` needs no answer from outside, so the order
 * goes on at once; `before_delivery` keeps it waiting until the gateway says that money came.
 */
export interface Gateway<S = unknown> {
  /** Stands in addresses (/cart/success/{code}) and rows: never changed once used. */
  code: string
  title: string
  description: string
  /** Of the picture in media/payment; absent: the code. */
  icon?: string
  settles: 'on_delivery' | 'before_delivery'
  isOffered: (order: Payable) => boolean
  /**
   * The shop's keys with the provider; null where there are none to have. The schema is a z.object of
   * texts; `.describe()` names a field on the staff page.
   */
  settings: {
    schema: z.ZodType<S>
    /** Fields that are never shown again. */
    secrets: readonly string[]
    /** The settings of the built-in sandbox provider. */
    demo: S
  } | null
  /** Origins of the pages that shoppers are sent to, such as https://pay.vnpay.vn, for the CSP. */
  origins?: readonly string[]
  /** How long after its start a silent attempt is asked about before it counts as failed; else a day. */
  silent_ms?: number
  /** Of a way to pay without a provider: the page of the shop that comes next. */
  page?: (order: { code: string }) => string
  /**
   * Asks the provider for the page where the attempt is paid; null where `page` says it. Called outside of
   * transactions; throws ProviderTrouble when the provider is away.
   */
  start: Call<S, Attempt, Started> | null
  /** The provider's messages: they come to /api/payment/notify/{code}. */
  notices: {
    method: 'GET' | 'POST'
    /** Null: not genuine. Compares signatures in constant time. */
    read(message: NoticeMessage, settings: S): PaymentNotice | null
    answer(outcome: NoticeOutcome): NoticeAnswer
  } | null
  /** Other gateways of the same merchant, whose messages may come to this address as well. */
  siblings?: readonly string[]
  /** Asks the provider about a silent attempt; what it never heard of is 'pending' while it may still begin. */
  query: Call<S, Attempt, PaymentNotice> | null
  /** Null: staff refund by hand. */
  refund: Call<S, RefundRequest, RefundAnswer> | null
}

/** The provider did not answer, or not in words we know: nothing is decided, ask again. */
export class ProviderTrouble extends Error {
  override name = 'ProviderTrouble'
}

/** Where a gateway says what happened. */
export function notifyPath(code: string): string {
  return `/api/payment/notify/${code}`
}

/** The gateway of a code, if this order may be paid so. */
export function offeredGateway(
  gateways: readonly Gateway[],
  code: string,
  order: Payable,
): Gateway | null {
  return gateways.find((gateway) => gateway.code === code && gateway.isOffered(order)) ?? null
}
