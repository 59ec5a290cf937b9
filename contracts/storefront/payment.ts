import { z } from 'zod'
import { flag, line } from '#contracts/fields.ts'
import { limits } from '#contracts/limits.ts'
import { OrderState } from '#contracts/storefront/order.ts'
import { operation } from '#pure/contract.ts'

/** Why money did not settle an order by itself. */
export const ReviewReason = z.enum([
  'unknown_code',
  'several_codes',
  'wrong_account',
  'under',
  'over',
  'double',
  'after_cancel',
  'late_no_stock',
  'not_awaited',
])
export type ReviewReason = z.infer<typeof ReviewReason>

export const ReviewState = z.enum(['open', 'accepted', 'refunded', 'dismissed'])
export type ReviewState = z.infer<typeof ReviewState>

/** due: to be sent · requested: the provider has it in hand · dropped: the money counted after all. */
export const RefundState = z.enum(['due', 'requested', 'done', 'failed', 'dropped'])
export type RefundState = z.infer<typeof RefundState>

/** A code to be scanned and the same in words, for who types it. */
export const TransferCode = z.object({
  /** The gateway, for {id} of the other addresses. */
  id: z.string(),
  order_code: z.string(),
  /** The text inside the picture (EMVCo, NAPAS). */
  qr_code: z.string(),
  /** The picture itself as a data: address, SVG. */
  qr_code_url: z.string(),
  bank: z.object({ bin: z.string(), short_name: z.string(), name: z.string() }),
  account_number: z.string(),
  account_name: z.string(),
  amount: z.int(),
  content: z.string(),
  /** The payment page of payOS, where payOS made the code. */
  checkout_url: z.string().nullable(),
  expires_at: z.iso.datetime(),
  /** Seconds this code is still good for: 300 at first, 0 when a new one must be asked for. */
  seconds_left: z.int(),
  /** When the order ends unpaid; null for one that does not wait. */
  order_expires_at: z.iso.datetime().nullable(),
  /** Demo shops only: a bank that pays with play money. */
  test_bank_url: z.string().nullable(),
})
export type TransferCode = z.infer<typeof TransferCode>

export const PaymentResult = z.object({
  order_code: z.string(),
  order_state: OrderState,
  /**
   * waiting: no money yet · held: the provider has the money and looks at it first · paid · failed: the last try brought no money, another may begin · review:
   * money came that staff must look at · refund_due: money of an order that has ended goes back ·
   * refunded: it has gone back · closed: the order ended without money.
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
  /** The way to pay that the order has now. */
  method: z.string().nullable(),
  /** Why the last try brought no money, in words for the shopper. */
  failure: z.string().nullable(),
  amount: z.int(),
  /** All money that came for this order so far. */
  received: z.int(),
  /** All money that has gone back. */
  refunded: z.int(),
  /** Money that goes back, oldest first; of those that failed staff take care. */
  refunds: z.array(
    z.object({ amount: z.int(), state: RefundState, gateway: z.string(), reason: z.string() }),
  ),
  reviews: z.array(
    z.object({
      reason: ReviewReason,
      state: ReviewState,
      amount: z.int(),
      /** How much of it goes back or went back; null while that is not decided. */
      refund_amount: z.int().nullable(),
    }),
  ),
  /** What is still to pay of an order that waits: less than amount when a part came; else 0. */
  missing: z.int(),
  /** Since when the provider holds the money back; null when it does not. */
  held_since: z.iso.datetime().nullable(),
  expires_at: z.iso.datetime().nullable(),
})
export type PaymentResult = z.infer<typeof PaymentResult>

const device = line(40).optional()
const order_code = z.string().max(40).optional()
const gatewayId = z.string().regex(/^[a-z0-9_]{2,40}$/)

const refusals = {
  order_not_found: { status: 404, meaning: 'The caller has no such order.' },
  order_closed: {
    status: 409,
    meaning: 'The order is cancelled or expired, or its payment is settled.',
  },
  payment_method_not_available: { status: 409, meaning: 'This order is not paid in this way.' },
} as const

/** Money for an order that waits (contract §7). Served under /api/cart. */
export const payment = {
  paymentGateways: operation({
    method: 'GET',
    path: '/v1/payment-gateway',
    summary: 'How the caller’s waiting order can be paid; by order_code, else the newest.',
    access: 'customer',
    input: z.object({ device, order_code }),
    output: z.object({
      order_code: z.string(),
      gateways: z.array(
        z.object({
          id: z.string(),
          title: z.string(),
          description: z.string(),
          /** Of the picture in media/payment. */
          icon: z.string(),
          is_chosen: z.boolean(),
          /** What the order has off for this way; it goes with the way and does not come back. */
          offer: z.object({ name: z.string(), amount: z.int() }).nullable(),
          /** What the order comes to when it is paid so. */
          grand_total: z.int(),
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
      'The QR code of the caller’s order that waits for a transfer. A code is good for 300 s; asked after that a new one comes, unless peek is set.',
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
      'What has become of a payment. Whatever a gateway’s return address carries is ignored: this only reads. With order_id_web and secret: for whoever holds the order’s link.',
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
      'Cancel an order that waits for its money; its pieces go back. Asked twice, the same answer.',
    access: 'customer',
    limits: limits.start_payment,
    input: z.object({ id: gatewayId, order_id_web: z.string().min(1).max(40) }),
    output: PaymentResult,
    refusals: { order_not_found: refusals.order_not_found, order_closed: refusals.order_closed },
  }),
}
