import type { Recipient } from '#contracts/storefront/quote.ts'

/** A payment attempt that was started at a gateway, with what is known of it. */
export interface PaymentAttempt {
  payment_id: number
  order_id: number
  order_code: string
  method: string
  state: 'started' | 'due_on_delivery' | 'paid' | 'failed' | 'replaced'
  reference: string
  provider_reference: string | null
  redirect_url: string | null
  amount: number
  created_at: Date
  expires_at: Date | null
  ip: string | null
  device: 'desktop' | 'mobile' | null
  /** The provider holds its money back, to look at it first. */
  held_since: Date | null
  recipient: Recipient
}

/** The one attempt of an order that counts. */
export interface LiveAttempt {
  payment_id: number
  method: string
  state: 'started' | 'due_on_delivery' | 'paid'
  /** Of one that is paid: what came and counted. */
  amount: number
  /** Null until it was started at a gateway. */
  reference: string | null
  redirect_url: string | null
  expires_at: Date | null
  updated_at: Date
}

/** How long whoever asks meanwhile waits for a provider's answer to the start of an attempt. */
export const start_patience_ms = 12_000

/** What to do about the live attempt of an order when its shopper wants to pay with it. */
export function nextStep(live: LiveAttempt, now: Date): 'start' | 'wait' | 'show' | 'replace' {
  if (live.reference === null) return 'start'
  const is_good = live.expires_at === null || live.expires_at > now
  if (live.redirect_url !== null) return is_good ? 'show' : 'replace'
  return live.updated_at.getTime() + start_patience_ms > now.getTime() ? 'wait' : 'replace'
}

/** What the nth attempt of an order is called towards its provider: letters and digits, never used twice. */
export function referenceOf(order_code: string, nth: number): string {
  return `${order_code.replaceAll(/[^A-Za-z0-9]/g, '')}T${nth}`
}
