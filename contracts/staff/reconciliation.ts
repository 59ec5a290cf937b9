import { z } from 'zod'
import { id, line } from '#contracts/fields.ts'
import { OrderState } from '#contracts/storefront/order.ts'
import { RefundState, ReviewReason, ReviewState } from '#contracts/storefront/payment.ts'
import { operation } from '#pure/contract.ts'

/** A received payment that staff must review, with all known details. */
export const PaymentReview = z.object({
  payment_review_id: z.int(),
  order_code: z.string().nullable(),
  order_state: OrderState.nullable(),
  grand_total: z.int().nullable(),
  /** Masked. */
  phone: z.string().nullable(),
  reason: ReviewReason,
  state: ReviewState,
  relay: z.string(),
  relay_id: z.string(),
  amount: z.int(),
  account_number: z.string().nullable(),
  content: z.string(),
  reference: z.string().nullable(),
  /** State of an automatic refund; then no decision is needed. */
  refund_state: RefundState.nullable(),
  /** Amount of the refund in đồng: the whole payment or the excess. */
  refund_amount: z.int().nullable(),
  /** Of a partial payment: the amount in đồng that its order still needs. */
  missing: z.int().nullable(),
  /** A card paid the part that its shopper split; the rest is paid when the goods are received. */
  is_card_part: z.boolean(),
  created_at: z.iso.datetime(),
  settled_at: z.iso.datetime().nullable(),
})
export type PaymentReview = z.infer<typeof PaymentReview>

/** A payment that a provider has received and holds back for a check. The shop does not have the money yet. */
export const HeldPayment = z.object({
  payment_id: z.int(),
  order_code: z.string(),
  order_state: OrderState,
  /** Masked. */
  phone: z.string(),
  gateway: z.string(),
  /** The shop's reference of the payment attempt, then the provider's. */
  reference: z.string().nullable(),
  provider_reference: z.string().nullable(),
  amount: z.int(),
  held_since: z.iso.datetime(),
  asked_at: z.iso.datetime().nullable(),
})
export type HeldPayment = z.infer<typeof HeldPayment>

/** Reconciliation: received money that was not matched to an order automatically. */
export const reconciliation = {
  reviews: operation({
    method: 'GET',
    path: '/reviews',
    summary: 'List open reviews, oldest first, then settled ones, latest first.',
    access: 'staff',
    permission: 'payments.see',
    input: z.object({}),
    output: z.array(PaymentReview),
  }),
  held: operation({
    method: 'GET',
    path: '/held',
    summary:
      'List payments that providers hold back now, oldest first. The shop asks the provider until it has decided.',
    access: 'staff',
    permission: 'payments.see',
    input: z.object({}),
    output: z.array(HeldPayment),
  }),
  settleReview: operation({
    method: 'POST',
    path: '/reviews/settle',
    summary:
      'Settle a review. accepted: the money pays the order, which is reopened if it had ended; refunded: the money was paid back; dismissed: no action is needed.',
    access: 'staff',
    permission: 'payments.settle',
    input: z.object({
      payment_review_id: id,
      decision: z.enum(['accepted', 'refunded', 'dismissed']),
      /** For money without an order code: the order that staff have assigned it to. */
      order_code: line(40).optional(),
    }),
    output: z.object({ state: ReviewState }),
    refusals: {
      review_not_found: { status: 404, meaning: 'There is no such open review.' },
      order_already_paid: { status: 409, meaning: 'The order is already paid.' },
      review_without_order: {
        status: 409,
        meaning: 'The order of this payment is not known, or there is no such order.',
      },
      order_joined: {
        status: 409,
        meaning: 'The goods of the order are in another one, which it was joined into.',
      },
      only_goes_back: {
        status: 409,
        meaning:
          'The value of exchanged goods pays its order by itself, or goes back to the customer.',
      },
      transfer_only: {
        status: 409,
        meaning:
          'From 5,000,000đ of its seller and day on, the price of an old device goes back by transfer: by the refund of its order, once that was cancelled.',
      },
      belongs_to_loan: {
        status: 409,
        meaning:
          "A company's part of a loan, or money before its contract: it pays its order then, or goes back when that is cancelled.",
      },
      money_goes_back: { status: 409, meaning: 'The money is already being refunded.' },
      quantity_gone: { status: 409, meaning: 'The items of the order are no longer in stock.' },
    },
  }),
}
