import type { OrderState } from '#contracts/storefront/order.ts'
import type { MoveNotification } from '#shop/order/order-states.ts'

export type Channel = 'email' | 'sms'

interface TemplateRule {
  /** `no_email`: a short message only where there is no address for the long one. */
  sms: 'always' | 'no_email' | 'never'
  /** Seconds before it goes out: what settles itself meanwhile need not be told. */
  delay_s: number
  /** Told only while the order is still so; null: whatever became of it. */
  only_while: readonly OrderState[] | null
}

/** What shoppers are told about an order, and how urgent each is (decision 080). */
export const templates = {
  order_waiting: { sms: 'no_email', delay_s: 120, only_while: ['awaiting_payment'] },
  order_placed: { sms: 'always', delay_s: 0, only_while: null },
  order_at_door: { sms: 'always', delay_s: 0, only_while: ['pending', 'confirmed'] },
  order_paid: { sms: 'always', delay_s: 0, only_while: null },
  order_confirmed: { sms: 'never', delay_s: 0, only_while: null },
  order_shipped: { sms: 'always', delay_s: 0, only_while: null },
  order_delivered: { sms: 'never', delay_s: 0, only_while: null },
  order_cancelled: { sms: 'always', delay_s: 0, only_while: null },
  order_expired: { sms: 'no_email', delay_s: 0, only_while: ['expired'] },
  refund_due: { sms: 'always', delay_s: 0, only_while: null },
  refund_done: { sms: 'always', delay_s: 0, only_while: null },
} as const satisfies Record<MoveNotification | 'refund_due' | 'refund_done', TemplateRule>

export type OrderTemplate = keyof typeof templates
export type Template = OrderTemplate | 'cart_left'

/** Of the fields of one template, with the types of every template. */
export function ruleOf(template: OrderTemplate): TemplateRule {
  return templates[template]
}

/** After so many tries in vain a message is dead, and staff see it. */
export const most_tries = 8
const first_wait_s = 30
const longest_wait_s = 3_600
/** Whoever takes a message has this long to send it. */
const claim_ms = 120_000

/** When to try again after `tries` in vain: 30 s, doubled each time to an hour, ± 20 % by `random`. */
export function nextTry(tries: number, now: Date, random: number): Date {
  const wait_s = Math.min(longest_wait_s, first_wait_s * 2 ** (tries - 1))
  return new Date(now.getTime() + wait_s * 1_000 * (0.8 + 0.4 * random))
}

/** Until when a message that is taken at `now` is being sent. */
export function claimEnd(now: Date): Date {
  return new Date(now.getTime() + claim_ms)
}
