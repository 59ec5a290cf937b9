import { z } from 'zod'
import { id, line } from '#contracts/fields.ts'
import { OrderState } from '#contracts/storefront/order.ts'
import { RefundState, ReviewReason, ReviewState } from '#contracts/storefront/payment.ts'
import { operation } from '#pure/contract.ts'

/** Money that staff must look at, with what is known of it. */
export const PaymentReview = z.object({
  payment_review_id: z.int(),
  order_code: z.string().nullable(),
  order_state: OrderState.nullable(),
  grand_total: z.int().nullable(),
  phone: z.string().nullable(),
  reason: ReviewReason,
  state: ReviewState,
  relay: z.string(),
  relay_id: z.string(),
  amount: z.int(),
  account_number: z.string().nullable(),
  content: z.string(),
  reference: z.string().nullable(),
  /** Of money that goes back by itself: nobody needs to decide. */
  refund_state: RefundState.nullable(),
  /** How much goes back: all of it, or what was too much. */
  refund_amount: z.int().nullable(),
  /** Of a part that waits for the rest: what its order still needs. */
  missing: z.int().nullable(),
  created_at: z.iso.datetime(),
  settled_at: z.iso.datetime().nullable(),
})
export type PaymentReview = z.infer<typeof PaymentReview>

/** Money that a provider took and holds back, to look at it first: nobody has it yet. */
export const HeldPayment = z.object({
  payment_id: z.int(),
  order_code: z.string(),
  order_state: OrderState,
  phone: z.string(),
  gateway: z.string(),
  /** What we call the try towards the provider, and what it calls it. */
  reference: z.string().nullable(),
  provider_reference: z.string().nullable(),
  amount: z.int(),
  held_since: z.iso.datetime(),
  asked_at: z.iso.datetime().nullable(),
})
export type HeldPayment = z.infer<typeof HeldPayment>

/** Money that matched no order by itself. */
export const reconciliation = {
  reviews: operation({
    method: 'GET',
    path: '/reviews',
    summary: 'What waits for staff, oldest first, then what was settled last.',
    access: 'staff',
    permission: 'payments.see',
    input: z.object({}),
    output: z.array(PaymentReview),
  }),
  held: operation({
    method: 'GET',
    path: '/held',
    summary: 'Money that providers hold back now, oldest first. They are asked until they say.',
    access: 'staff',
    permission: 'payments.see',
    input: z.object({}),
    output: z.array(HeldPayment),
  }),
  settleReview: operation({
    method: 'POST',
    path: '/reviews/settle',
    summary:
      'accepted: the order is paid with this money, reopened if it had ended; refunded: the money went back; dismissed: nothing to do.',
    access: 'staff',
    permission: 'payments.settle',
    input: z.object({
      payment_review_id: id,
      decision: z.enum(['accepted', 'refunded', 'dismissed']),
      /** For money that names no order: the one that staff found it is for. */
      order_code: line(40).optional(),
    }),
    output: z.object({ state: ReviewState }),
    refusals: {
      review_not_found: { status: 404, meaning: 'No such review is open.' },
      order_already_paid: { status: 409, meaning: 'The order has its money already.' },
      review_without_order: {
        status: 409,
        meaning: 'Nobody knows which order this is for, or there is no such order.',
      },
      money_goes_back: { status: 409, meaning: 'The money is on its way back already.' },
      pieces_gone: { status: 409, meaning: 'The order’s pieces cannot be had any more.' },
    },
  }),
}
