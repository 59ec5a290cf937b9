import { z } from 'zod'
import { dong, flag, line, solvedCaptcha } from '#contracts/fields.ts'
import { limits } from '#contracts/limits.ts'
import { itemRefusals } from '#contracts/item-refusals.ts'
import { flashRefusals, usedProductRefusals } from '#contracts/offer-refusals.ts'
import { OfferProblem } from '#contracts/price-parts.ts'
import { QuoteLine, Recipient, Totals, shopOutOfStock } from '#contracts/storefront/quote.ts'
import { typedInvoice } from '#contracts/storefront/typed-invoice.ts'
import { operation } from '#pure/contract.ts'

/**
 * Forward only: awaiting_payment → pending → confirmed → shipping → delivered; one that is picked up goes from
 * confirmed to ready_for_pickup instead of shipping. An order can also end as cancelled or expired.
 */
export const OrderState = z.enum([
  'awaiting_payment',
  'pending',
  'confirmed',
  'ready_for_pickup',
  'shipping',
  'delivered',
  'cancelled',
  'expired',
])
export type OrderState = z.infer<typeof OrderState>

/** A state change of an order. `note` is a text for the shopper. */
export const OrderEvent = z.object({
  state: OrderState,
  happened_at: z.iso.datetime(),
  note: z.string().nullable(),
})
export type OrderEvent = z.infer<typeof OrderEvent>

/** The money of an order according to the ledger, in đồng. */
const OrderMoney = z.object({
  /** Name of the payment method; null while none is chosen. */
  method_title: z.string().nullable(),
  /** Payments that count for this order, parts that wait for the rest included. */
  paid_total: dong,
  /** Refunds that are due but not sent yet. */
  refund_due_total: dong,
  /** Refunds that are done. */
  refunded_total: dong,
})

/** How the bank of a credit card splits what the order costs, as its shopper chose it. */
const OrderCardPlan = z.object({
  bank_code: z.string(),
  bank_name: z.string(),
  card_brand: z.string(),
  months: z.int(),
  monthly: dong,
  /** The conversion fee, which the card pays besides the amount. */
  fee: dong,
  /** What the card pays to the shop. */
  amount: dong,
  /** What is paid when the goods are handed over. */
  rest: dong,
  /** Whether money came by it. */
  is_paid: z.boolean(),
})

/** What the shopper needs to collect a ready order. */
const OrderPickup = z.object({
  shop_name: z.string(),
  address: z.string(),
  time_opening: z.string(),
  /** The last day on which it can be collected: YYYY-MM-DD. */
  keep_until: z.string(),
  /** Six digits that prove to staff who collects it. */
  code: z.string(),
  /** The order and the code as a QR code: a data: URL of an SVG. */
  qr: z.string(),
})

export const Order = z.object({
  code: z.string(),
  state: OrderState,
  payment_method: z.string().nullable(),
  created_at: z.iso.datetime(),
  /** Gives access to this order without a token: GET /v1/order?code=&secret=, or the page with &key=. */
  secret: z.string(),
  /** When the reservation ends if no payment method is chosen. */
  expires_at: z.iso.datetime().nullable(),
  items: z.array(QuoteLine),
  recipient: Recipient,
  totals: Totals,
  /** True if the order has flash sale items, which must be paid before delivery. */
  is_online_only: z.boolean(),
  /** Oldest first. */
  history: z.array(OrderEvent),
  /** Whether the shopper may still cancel it: possible until it is shipped. */
  can_cancel: z.boolean(),
  /** Whether the shopper may still name the company of the invoice: possible until the goods leave the shop. */
  can_ask_invoice: z.boolean(),
  payment: OrderMoney,
  /** Null: not chosen. It stays when the order is paid in another way. */
  card_plan: OrderCardPlan.nullable(),
  /** Only while the order lies ready in its shop. */
  pickup: OrderPickup.nullable(),
})
export type Order = z.infer<typeof Order>

const payment_method = z.string().regex(/^[a-z0-9_]{2,40}$/)

/** The total that the shopper saw last. It is only compared, never charged. */
const shownTotal = z
  .union([
    z.int(),
    z
      .string()
      .regex(/^\d{1,15}$/)
      .transform(Number),
  ])
  .optional()

/** A deduction for one payment method. */
const MethodOffer = z.object({ name: z.string(), amount: dong })

const paymentRefusals = {
  order_not_found: { status: 404, meaning: 'The caller has no such order.' },
  payment_method_not_available: {
    status: 409,
    meaning: 'This order cannot be paid with this payment method.',
  },
  cod_refused: {
    status: 409,
    meaning:
      'This order cannot be paid on delivery: its total or quantity, the unconfirmed orders of its phone, parcels that came back, the orders of its network today, or staff want the money first. Other payment methods are possible.',
    data: z.object({
      rule: z.enum(['total', 'quantity', 'open_orders', 'came_back', 'network', 'prepaid']),
      /** Đồng for 'total', else a quantity; 0 for 'prepaid'. */
      limit: z.int(),
    }),
  },
  order_closed: {
    status: 409,
    meaning:
      'The order is cancelled or expired, its payment is settled, or a company still examines its loan.',
  },
  payment_provider_away: {
    status: 503,
    meaning:
      'The payment provider does not answer. The order still awaits payment: try again or choose another payment method.',
    data: z.object({ retry_after: z.int() }),
  },
  payment_total_change: {
    status: 409,
    meaning:
      'The order has another total with this payment method. Repeat the call with grand_total set to the new total.',
    data: z.object({
      previous_total: dong,
      grand_total: dong,
      /** Offers that the order loses and gains with this payment method. */
      lost: z.array(MethodOffer),
      gained: z.array(MethodOffer),
    }),
  },
} as const

const paymentInput = z.object({
  order_code: z.string().max(40).optional(),
  payment_method,
  grand_total: shownTotal,
  ...solvedCaptcha,
})
/** `redirect_url` is the next page for the shopper: a page of the shop for COD, else the gateway's page. */
const PaymentStarted = z.object({ order: Order, redirect_url: z.string() })

/** Orders and their payment (contract §3, §7). Served under /api/cart. */
export const order = {
  createOrder: operation({
    method: 'POST',
    path: '/v1/order',
    summary:
      'Create an order from the open checkout and reserve its stock, in one transaction. One checkout makes one order: a repeated call gets the same answer. With payment_method the order is complete at once. Without it, the order waits 15 minutes for POST /v1/order/payment.',
    access: 'customer',
    idempotent: true,
    limits: limits.create_order,
    input: z.object({
      /** Click id of an affiliate network. An invalid one is ignored, so that no order fails because of it. */
      affClickId: z.string().optional(),
      /** Click id of an advertisement. Only whether there is one is stored. */
      gclid: z.string().optional(),
      payment_method: payment_method.optional(),
      grand_total: shownTotal,
      /** Buys items without a free flash sale slot at the normal price. Sent after no_available_slot. */
      without_flash: flag.optional(),
      ...solvedCaptcha,
      /** The checkout that the shopper saw, so that a late double click gets the order of that checkout. */
      quote_id: z
        .union([
          z.int(),
          z
            .string()
            .regex(/^\d{1,15}$/)
            .transform(Number),
        ])
        .optional(),
      /** Whom and where the shopper saw that it goes to (pure/formats/recipient-seen.ts): another tab may change it. */
      recipient_seen: z.string().max(2_000).optional(),
      /**
       * The gifts that the shopper saw (pure/formats/gifts-seen.ts): one may run out or end without changing the total.
       */
      gifts_seen: z.string().max(2_000).optional(),
      idempotency_key: z.string().min(8).max(100).optional(),
    }),
    output: Order,
    refusals: {
      quote_not_found: { status: 404, meaning: 'No checkout is open.' },
      address_missing: { status: 409, meaning: 'The checkout has no address yet.' },
      recipient_changed: {
        status: 409,
        meaning: 'The checkout goes to somebody else, or elsewhere, than the shopper saw.',
      },
      ...itemRefusals,
      shop_out_of_stock: shopOutOfStock,
      grand_total_change: {
        status: 409,
        meaning:
          'The total differs from the one that the shopper saw. Problems with reason student: the quantity of the student offer is exceeded (contract §8). With reason gift: there is less of the gift than the shopper saw, or none; the total may be the same.',
        data: z.object({
          previous_total: dong,
          grand_total: dong,
          problems: z.array(OfferProblem),
        }),
      },
      ...flashRefusals,
      ...usedProductRefusals,
      payment_method_not_available: paymentRefusals.payment_method_not_available,
      cod_refused: paymentRefusals.cod_refused,
      application_missing: {
        status: 409,
        meaning:
          'A checkout of type 4 is ordered with its application: POST /v1/installment/application/submit.',
      },
      orders_refused: {
        status: 403,
        meaning: 'The shop takes no orders of this phone. The shopper may call the shop.',
      },
    },
  }),
  getOrder: operation({
    method: 'GET',
    path: '/v1/order',
    summary:
      'Get an order of the caller by code, else the newest one. With code and secret, the order is shown without a token.',
    access: 'customer_or_secret',
    limits: limits.order_secret,
    input: z.object({
      code: z.string().max(40).optional(),
      secret: z.string().max(100).optional(),
    }),
    output: Order.extend({
      /** Parcels of an order on its way: those that were delivered, and the others. Absent: none was delivered yet. */
      parcels: z.object({ delivered: z.int(), others: z.int() }).optional(),
    }),
    refusals: { order_not_found: paymentRefusals.order_not_found },
  }),
  cancelOrder: operation({
    method: 'POST',
    path: '/v1/order/cancel',
    summary:
      'Cancel an order before it is shipped. Its reservations are released and paid money is refunded. A repeated call gets the same answer. With secret in the query, no token is needed.',
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
        meaning:
          'The order is shipped, delivered or expired, or a contract for a loan was signed for it.',
        data: z.object({ state: OrderState }),
      },
    },
  }),
  askInvoice: operation({
    method: 'POST',
    path: '/v1/order/invoice',
    summary:
      'Name the company that the invoice of an order is made out to, or correct it, until the goods leave the shop. With secret in the query, no token is needed.',
    access: 'customer_or_secret',
    limits: limits.order_secret,
    input: z.object({
      order_code: z.string().min(1).max(40),
      secret: z.string().max(100).optional(),
      ...typedInvoice,
    }),
    output: Order,
    refusals: {
      order_not_found: paymentRefusals.order_not_found,
      invoice_is_made: {
        status: 409,
        meaning: 'The goods have left the shop, or the order has ended.',
        data: z.object({ state: OrderState }),
      },
    },
  }),
  startPayment: operation({
    method: 'POST',
    path: '/v1/order/payment',
    summary:
      'Choose the payment method of an order that awaits payment. Without order_code: the newest such order.',
    access: 'customer',
    limits: limits.start_payment,
    input: paymentInput,
    output: PaymentStarted,
    refusals: paymentRefusals,
  }),
  changePayment: operation({
    method: 'PUT',
    path: '/v1/order/payment',
    summary:
      'Change the payment method while nothing is paid. Another total is refused once, so that the shopper confirms it.',
    access: 'customer',
    limits: limits.start_payment,
    input: paymentInput,
    output: PaymentStarted,
    refusals: paymentRefusals,
  }),
}
