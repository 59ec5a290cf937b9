import { z } from 'zod'
import { flag, line } from '#contracts/fields.ts'
import { limits } from '#contracts/limits.ts'
import { UnavailableOffer } from '#contracts/price-parts.ts'
import { OrderState } from '#contracts/storefront/order.ts'
import { operation } from '#pure/contract.ts'

/** Why received money was not matched to an order automatically. */
export const ReviewReason = z.enum([
  'unknown_code',
  'several_codes',
  'wrong_account',
  'under',
  'over',
  'double',
  'after_cancel',
  'late_no_stock',
  'too_late',
  'not_awaited',
])
export type ReviewReason = z.infer<typeof ReviewReason>

export const ReviewState = z.enum(['open', 'accepted', 'refunded', 'dismissed'])
export type ReviewState = z.infer<typeof ReviewState>

/** due: to be sent · requested: sent to the provider · dropped: not needed, the money counts for the order. */
export const RefundState = z.enum(['due', 'requested', 'done', 'failed', 'dropped'])
export type RefundState = z.infer<typeof RefundState>

/** A transfer as a QR code to scan, and the same data as text to type. */
export const TransferCode = z.object({
  /** The gateway id, for {id} in the other paths. */
  id: z.string(),
  order_code: z.string(),
  /** The text encoded in the QR code (EMVCo, NAPAS). */
  qr_code: z.string(),
  /** The QR code as an SVG image in a data: URL. */
  qr_code_url: z.string(),
  bank: z.object({ bin: z.string(), short_name: z.string(), name: z.string() }),
  account_number: z.string(),
  account_name: z.string(),
  amount: z.int(),
  content: z.string(),
  /** The payment page of payOS, if payOS made the code. */
  checkout_url: z.string().nullable(),
  expires_at: z.iso.datetime(),
  /** Seconds until this code expires: 300 at first; 0 when a new code is needed. */
  seconds_left: z.int(),
  /** When the order expires if it is not paid; null if it does not await payment. */
  order_expires_at: z.iso.datetime().nullable(),
  /** Demo shops only: the page of the sandbox bank. */
  test_bank_url: z.string().nullable(),
})
export type TransferCode = z.infer<typeof TransferCode>

export const PaymentResult = z.object({
  order_code: z.string(),
  order_state: OrderState,
  /**
   * waiting: no money yet · held: the provider has the money and checks it first · paid · failed: the last
   * payment attempt failed, another may be started · review: money was received that staff must review ·
   * refund_due: the order has ended and its money will be refunded · refunded: the refund is done ·
   * closed: the order ended without money.
   */
  status: z.enum([
    'waiting',
    'held',
    'paid',
    'failed',
    'review',
    'refund_due',
    'refunded',
    'closed',
  ]),
  /** The payment method that the order has now. */
  method: z.string().nullable(),
  /** Why the last payment attempt failed, as a text for the shopper. */
  failure: z.string().nullable(),
  amount: z.int(),
  /** All money received for this order so far, in đồng. */
  received: z.int(),
  /** All refunds that are done, in đồng. */
  refunded: z.int(),
  /** Refunds, oldest first. Staff handle those that failed. */
  refunds: z.array(
    z.object({ amount: z.int(), state: RefundState, gateway: z.string(), reason: z.string() }),
  ),
  reviews: z.array(
    z.object({
      reason: ReviewReason,
      state: ReviewState,
      amount: z.int(),
      /** Amount of its refund; null while that is not decided. */
      refund_amount: z.int().nullable(),
    }),
  ),
  /** Amount still to pay before the hand-over, less than `amount` after a partial payment; else 0. */
  missing: z.int(),
  /** Since when the provider holds the money back; null if it does not. */
  held_since: z.iso.datetime().nullable(),
  expires_at: z.iso.datetime().nullable(),
})
export type PaymentResult = z.infer<typeof PaymentResult>

const device = line(40).optional()
const order_code = z.string().max(40).optional()
const gatewayId = z.string().regex(/^[a-z0-9_]{2,40}$/)

const AcceptedMethod = z.object({
  title: z.string(),
  /** File name of the icon in media/payment. */
  icon: z.string(),
})
export type AcceptedMethod = z.infer<typeof AcceptedMethod>

const refusals = {
  order_not_found: { status: 404, meaning: 'The caller has no such order.' },
  order_closed: {
    status: 409,
    meaning:
      'The order is cancelled or expired, its payment is settled, or a company still examines its loan.',
  },
  payment_method_not_available: { status: 409, meaning: 'This order has another payment method.' },
} as const

/** Payment of an order that awaits payment (contract §7). Served under /api/cart. */
export const payment = {
  accepted: operation({
    method: 'GET',
    path: '/v1/payment-gateway/accepted',
    summary: 'The payment methods that the shop takes now, whatever an order is like.',
    access: 'public',
    input: z.object({}),
    output: z.array(AcceptedMethod),
  }),
  paymentGateways: operation({
    method: 'GET',
    path: '/v1/payment-gateway',
    summary:
      'Payment methods for the caller’s order that awaits payment: by order_code, else the newest one.',
    access: 'customer',
    input: z.object({ device, order_code }),
    output: z.object({
      order_code: z.string(),
      gateways: z.array(
        z.object({
          id: z.string(),
          title: z.string(),
          description: z.string(),
          /** File name of the icon in media/payment. */
          icon: z.string(),
          is_chosen: z.boolean(),
          /** The payment offer that the order has or gains with this method. */
          offer: z.object({ name: z.string(), amount: z.int() }).nullable(),
          unavailable_offers: z.array(UnavailableOffer),
          /** The order total with this payment method. */
          grand_total: z.int(),
          /** What is paid by it now: the total less what has come, and less what a card leaves for the hand-over. */
          amount: z.int(),
        }),
      ),
    }),
    refusals: {
      order_not_found: refusals.order_not_found,
      order_closed: refusals.order_closed,
    },
  }),
  qrCode: operation({
    method: 'GET',
    path: '/v1/payment-gateway/qrcode',
    summary:
      'The QR code for a bank transfer that the caller’s order awaits. A code is valid for 300 s. After that a new code is made, unless peek is set.',
    access: 'customer',
    limits: limits.qr_code,
    input: z.object({ device, order_code, peek: flag.optional() }),
    output: TransferCode,
    refusals,
  }),
  paymentResult: operation({
    method: 'GET',
    path: '/v1/payment-gateway/{id}/result',
    summary:
      'The result of a payment. This only reads: parameters of a gateway’s return URL are ignored. With order_id_web and secret, no token is needed.',
    access: 'customer_or_secret',
    limits: limits.order_secret,
    input: z.object({
      id: gatewayId,
      order_id_web: order_code,
      secret: z.string().max(100).optional(),
    }),
    output: PaymentResult,
    refusals: { order_not_found: refusals.order_not_found },
  }),
  cancelPayment: operation({
    method: 'POST',
    path: '/v1/payment-gateway/{id}/cancelPayment',
    summary:
      'Cancel an order that awaits payment and release its reservations. A repeated call gets the same answer.',
    access: 'customer',
    limits: limits.start_payment,
    input: z.object({
      id: gatewayId,
      order_id_web: z.string().min(1).max(40),
      reason: line(200).optional(),
    }),
    output: PaymentResult,
    refusals: { order_not_found: refusals.order_not_found, order_closed: refusals.order_closed },
  }),
}
