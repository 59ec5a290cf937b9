import { z } from 'zod'
import { dong, flag, line, solvedCaptcha } from '#contracts/fields.ts'
import { limits } from '#contracts/limits.ts'
import { itemRefusals } from '#contracts/item-refusals.ts'
import { flashRefusals, usedProductRefusals } from '#contracts/offer-refusals.ts'
import { OfferProblem } from '#contracts/price-parts.ts'
import { QuoteLine, Recipient, Totals, shopOutOfStock } from '#contracts/storefront/quote.ts'
import { operation } from '#pure/contract.ts'

/** Forward only: awaiting_payment → pending → confirmed → shipping → delivered; cancelled and expired end it. */
export const OrderState = z.enum([
  'awaiting_payment',
  'pending',
  'confirmed',
  'shipping',
  'delivered',
  'cancelled',
  'expired',
])
export type OrderState = z.infer<typeof OrderState>

/** One step of an order's life; `note` is what there is to say of it to the shopper. */
const OrderEvent = z.object({
  state: OrderState,
  happened_at: z.iso.datetime(),
  note: z.string().nullable(),
})
export type OrderEvent = z.infer<typeof OrderEvent>

/** The money of an order as the books have it. */
const OrderMoney = z.object({
  /** What the way to pay is called; null while none is chosen. */
  method_title: z.string().nullable(),
  /** What counts for this order. */
  paid_total: dong,
  /** What goes back and has not left yet. */
  refund_due_total: dong,
  /** What has gone back. */
  refunded_total: dong,
})

export const Order = z.object({
  code: z.string(),
  state: OrderState,
  payment_method: z.string().nullable(),
  created_at: z.iso.datetime(),
  /** Opens this one order without a token: GET /v1/order?code=&secret=, or the page with &key=. */
  secret: z.string(),
  /** Until when the pieces are kept while no way to pay is chosen. */
  expires_at: z.iso.datetime().nullable(),
  items: z.array(QuoteLine),
  recipient: Recipient,
  totals: Totals,
  /** Goods of a flash sale are paid before delivery. */
  is_online_only: z.boolean(),
  /** Oldest first. */
  history: z.array(OrderEvent),
  /** Whether its shopper may still give it up: until it is on its way. */
  can_cancel: z.boolean(),
  payment: OrderMoney,
})
export type Order = z.infer<typeof Order>

const payment_method = z.string().regex(/^[a-z0-9_]{2,40}$/)

const paymentRefusals = {
  order_not_found: { status: 404, meaning: 'The caller has no such order.' },
  payment_method_not_available: { status: 409, meaning: 'This order cannot be paid in this way.' },
  order_closed: {
    status: 409,
    meaning: 'The order is cancelled or expired, or its payment is settled.',
  },
  payment_provider_away: {
    status: 503,
    meaning:
      'The provider of this way to pay does not answer. The order waits on: try again or choose another way.',
    data: z.object({ retry_after: z.int() }),
  },
} as const

const paymentInput = z.object({
  order_code: z.string().max(40).optional(),
  payment_method,
  ...solvedCaptcha,
})
/** Where the shopper goes next: a page of ours after COD, a gateway's page for the others. */
const PaymentStarted = z.object({ order: Order, redirect_url: z.string() })

/** Orders and their payment (contract §3, §7). Served under /api/cart. */
export const order = {
  createOrder: operation({
    method: 'POST',
    path: '/v1/order',
    summary:
      'Turn the open checkout into an order and claim its stock, in one transaction. One checkout makes one order: asked again, the same answer comes. With payment_method the order is complete at once; without, it waits 15 minutes for POST /v1/order/payment.',
    access: 'customer',
    idempotent: true,
    limits: limits.create_order,
    input: z.object({
      /** Of an affiliate network; what cannot be one is dropped, for no order fails because of it. */
      affClickId: z.string().optional(),
      payment_method: payment_method.optional(),
      /** What the shopper last saw: only compared, never charged. */
      grand_total: z
        .union([
          z.int(),
          z
            .string()
            .regex(/^\d{1,15}$/)
            .transform(Number),
        ])
        .optional(),
      /** Buys at the normal price what a flash sale has no slot for: the answer to no_available_slot. */
      without_flash: flag.optional(),
      ...solvedCaptcha,
      /** The checkout that the shopper looked at, so that a late double click finds its own order. */
      quote_id: z
        .union([
          z.int(),
          z
            .string()
            .regex(/^\d{1,15}$/)
            .transform(Number),
        ])
        .optional(),
      idempotency_key: z.string().min(8).max(100).optional(),
    }),
    output: Order,
    refusals: {
      quote_not_found: { status: 404, meaning: 'No checkout is open.' },
      address_missing: { status: 409, meaning: 'The checkout has no address yet.' },
      ...itemRefusals,
      shop_out_of_stock: shopOutOfStock,
      grand_total_change: {
        status: 409,
        meaning:
          'The total is no longer what the shopper saw. Problems of reason student: the offer’s quantity is exceeded (contract §8); of reason gift: the pick-up shop ran out of it, perhaps at the same total.',
        data: z.object({
          previous_total: dong,
          grand_total: dong,
          problems: z.array(OfferProblem),
        }),
      },
      ...flashRefusals,
      ...usedProductRefusals,
      payment_method_not_available: paymentRefusals.payment_method_not_available,
    },
  }),
  getOrder: operation({
    method: 'GET',
    path: '/v1/order',
    summary:
      'An order of the caller: by code, else the newest. With code and secret: that order, for whoever holds its link.',
    access: 'customer_or_secret',
    limits: limits.order_secret,
    input: z.object({
      code: z.string().max(40).optional(),
      secret: z.string().max(100).optional(),
    }),
    output: Order,
    refusals: { order_not_found: paymentRefusals.order_not_found },
  }),
  cancelOrder: operation({
    method: 'POST',
    path: '/v1/order/cancel',
    summary:
      'Give an order up until it is on its way: what it holds goes back, money that was paid is refunded. Asked twice, the same answer. With secret in the query: for whoever holds its link.',
    access: 'customer_or_secret',
    limits: limits.order_secret,
    input: z.object({
      order_code: z.string().min(1).max(40),
      secret: z.string().max(100).optional(),
      reason: line(200).optional(),
    }),
    output: Order,
    refusals: {
      order_not_found: paymentRefusals.order_not_found,
      order_not_cancellable: {
        status: 409,
        meaning: 'The order is on its way, delivered, or has ended by itself.',
        data: z.object({ state: OrderState }),
      },
    },
  }),
  startPayment: operation({
    method: 'POST',
    path: '/v1/order/payment',
    summary: 'Choose how an order that waits is paid. Without order_code: the newest that waits.',
    access: 'customer',
    limits: limits.start_payment,
    input: paymentInput,
    output: PaymentStarted,
    refusals: paymentRefusals,
  }),
  changePayment: operation({
    method: 'PUT',
    path: '/v1/order/payment',
    summary: 'Choose another way to pay while nothing is paid.',
    access: 'customer',
    limits: limits.start_payment,
    input: paymentInput,
    output: PaymentStarted,
    refusals: paymentRefusals,
  }),
}
