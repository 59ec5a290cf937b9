import type { OrderId, PaymentId } from '#pure/ids.ts'
import type { Recipient } from '#contracts/storefront/quote.ts'

/** How the bank of a credit card splits an order, where its shopper has chosen it. */
export interface CardPlan {
  bank_code: string
  card_brand: string
  months: number
}

/** A payment attempt as stored, once it has the reference that its gateway knows it by. */
export interface PaymentAttempt {
  payment_id: PaymentId
  order_id: OrderId
  order_code: string
  method: string
  state: 'started' | 'due_on_delivery' | 'paid' | 'failed' | 'replaced'
  reference: string
  provider_reference: string | null
  provider_link: string | null
  redirect_url: string | null
  amount: number
  created_at: Date
  expires_at: Date | null
  ip: string | null
  device: 'desktop' | 'mobile' | null
  /** Since when the provider holds the money back for a review. */
  held_since: Date | null
  recipient: Recipient
  /** How a bank splits it, where the shopper chose that before. */
  card_plan: CardPlan | null
}

/** The live attempt of an order; there is at most one. */
export interface LiveAttempt {
  payment_id: PaymentId
  method: string
  state: 'started' | 'due_on_delivery' | 'paid'
  /** Of a paid attempt: the money that was received and counted. */
  amount: number
  /** Null until it was started at a gateway. */
  reference: string | null
  redirect_url: string | null
  expires_at: Date | null
  updated_at: Date
  /** The plan of a card that its provider was asked for. */
  card_plan_id: number | null
}

/** How long another request waits for the provider's answer to the start of the same attempt. */
export const start_patience_ms = 12_000

/** Returns what to do with the live attempt of an order when its shopper wants to pay with it. */
export function nextStep(live: LiveAttempt, now: Date): 'start' | 'wait' | 'show' | 'replace' {
  if (live.reference === null) return 'start'
  const is_valid = live.expires_at === null || live.expires_at > now
  if (live.redirect_url !== null) return is_valid ? 'show' : 'replace'
  return live.updated_at.getTime() + start_patience_ms > now.getTime() ? 'wait' : 'replace'
}
