import type { OrderState } from '#contracts/storefront/order.ts'
import type { MoveNotification } from '#shop/order/order-states.ts'

export type Channel = 'email' | 'sms' | 'push' | 'zalo'

interface TemplateRule {
  /** `no_email`: an SMS only if the order has no email address. */
  sms: 'always' | 'no_email' | 'never'
  /** Seconds before it is sent: a message that is no longer true by then is dropped. */
  delay_s: number
  /** Sent only while the order is in one of these states; null: in any state. */
  only_while: readonly OrderState[] | null
}

/** Notifications that no move of an order sends. */
type OtherNotification =
  | 'order_split'
  | 'phone_changed'
  | 'pickup_moved'
  | 'refund_due'
  | 'refund_done'
  | 'return_accepted'
  | 'return_refused'

/** The notifications about an order, and when and how each is sent (decision 080). */
export const templates = {
  order_waiting: { sms: 'no_email', delay_s: 120, only_while: ['awaiting_payment'] },
  order_placed: { sms: 'always', delay_s: 0, only_while: null },
  order_cod: {
    sms: 'always',
    delay_s: 0,
    only_while: ['pending', 'confirmed', 'ready_for_pickup'],
  },
  order_paid: { sms: 'always', delay_s: 0, only_while: null },
  order_part_paid: { sms: 'always', delay_s: 0, only_while: null },
  order_changed: { sms: 'always', delay_s: 0, only_while: ['pending', 'confirmed'] },
  order_confirmed: { sms: 'never', delay_s: 0, only_while: null },
  order_ready: { sms: 'always', delay_s: 0, only_while: ['ready_for_pickup'] },
  order_shipped: { sms: 'always', delay_s: 0, only_while: null },
  order_delivered: { sms: 'never', delay_s: 0, only_while: null },
  order_cancelled: { sms: 'always', delay_s: 0, only_while: null },
  order_joined: { sms: 'always', delay_s: 0, only_while: null },
  order_split: { sms: 'always', delay_s: 0, only_while: null },
  order_lost: { sms: 'always', delay_s: 0, only_while: null },
  order_part_lost: { sms: 'always', delay_s: 0, only_while: null },
  order_sent_again: { sms: 'always', delay_s: 0, only_while: ['shipping'] },
  order_not_collected: { sms: 'always', delay_s: 0, only_while: null },
  order_expired: { sms: 'no_email', delay_s: 0, only_while: ['expired'] },
  phone_changed: { sms: 'always', delay_s: 0, only_while: null },
  pickup_moved: {
    sms: 'always',
    delay_s: 0,
    only_while: ['awaiting_payment', 'pending', 'confirmed'],
  },
  refund_due: { sms: 'always', delay_s: 0, only_while: null },
  refund_done: { sms: 'always', delay_s: 0, only_while: null },
  return_accepted: { sms: 'always', delay_s: 0, only_while: null },
  return_refused: { sms: 'always', delay_s: 0, only_while: null },
} as const satisfies Record<MoveNotification | OtherNotification, TemplateRule>

export type OrderTemplate = keyof typeof templates
export type Template =
  | OrderTemplate
  | 'abandoned_cart'
  | 'otp'
  | 'card'
  | 'member_notice'
  // Offers to those who agreed (decision 281).
  | 'campaign'
  // About a phase of a repair (decision 231).
  | 'repair_ticket'
  | NoticeTemplate
  | BookingTemplate
  | TradeTemplate
  | LoanTemplate
  | 'lender_mail'
  | ShopReservationTemplate
/** About a wish to hear of an item (decision 203), or of a start (decision 309). */
export const notice_templates = [
  'notice_confirm',
  'notice_stock',
  'notice_price',
  'notice_start',
] as const
export type NoticeTemplate = (typeof notice_templates)[number]

/** About an appointment for a repair (decision 219). */
export const booking_templates = [
  'booking_made',
  'booking_moved',
  'booking_cancelled',
  'booking_reminder',
] as const
export type BookingTemplate = (typeof booking_templates)[number]

/** About a quote for an old device (decision 226). */
export const trade_templates = ['trade_quoted', 'trade_offered', 'trade_paid'] as const
export type TradeTemplate = (typeof trade_templates)[number]
/** About an application for a loan (decision 228). Its order tells of its end. */
export const loan_templates = [
  'loan_submitted',
  'loan_papers',
  'loan_approved',
  'loan_signed',
] as const
export type LoanTemplate = (typeof loan_templates)[number]

/** About a piece that a shop sets aside (decision 235). */
export const shop_reservation_templates = [
  'reserved_at_shop',
  'reserved_at_shop_reminder',
  'reserved_at_shop_ended',
] as const
export type ShopReservationTemplate = (typeof shop_reservation_templates)[number]

/** Returns the rule of a template, typed alike for all templates. */
export function ruleOf(template: OrderTemplate): TemplateRule {
  return templates[template]
}

/** After this many failed attempts a message has failed, and staff see it. */
export const max_attempts = 8
const first_wait_s = 30
const longest_wait_s = 3_600
/** How long a sender has to send a claimed message. */
const claim_ms = 120_000

/**
 * Returns the time of the next attempt after failed `attempts`: 30 s, doubled each time up to an hour, ± 20
 * % by `random`.
 */
export function nextAttemptAt(attempts: number, now: Date, random: number): Date {
  const wait_s = Math.min(longest_wait_s, first_wait_s * 2 ** (attempts - 1))
  return new Date(now.getTime() + wait_s * 1_000 * (0.8 + 0.4 * random))
}

/** Returns until when a message that is claimed at `now` belongs to its sender. */
export function claimEnd(now: Date): Date {
  return new Date(now.getTime() + claim_ms)
}
