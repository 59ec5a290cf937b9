import { z } from 'zod'
import { id, line } from '#contracts/fields.ts'
import { RefundState } from '#contracts/storefront/payment.ts'
import { operation } from '#pure/contract.ts'

export const RefundRow = z.object({
  refund_id: z.int(),
  order_code: z.string(),
  /** Masked. */
  phone: z.string(),
  gateway: z.string(),
  reference: z.string().nullable(),
  /** Our number of the refund, by which the gateway finds it. */
  number: z.string(),
  amount: z.int(),
  reason: z.string(),
  state: RefundState,
  /** True: the gateway sends the refund. False: staff pay it by hand. */
  is_automatic: z.boolean(),
  provider_reference: z.string().nullable(),
  note: z.string().nullable(),
  attempts: z.int(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})
export type RefundRow = z.infer<typeof RefundRow>

/** Refunds to customers. */
export const refunds = {
  refunds: operation({
    method: 'GET',
    path: '/refunds',
    summary: 'List refunds: open ones first, then settled ones, latest first.',
    access: 'staff',
    permission: 'refunds.see',
    input: z.object({}),
    output: z.array(RefundRow),
  }),
  settleRefund: operation({
    method: 'POST',
    path: '/refunds/settle',
    summary:
      'Settle a refund. done: the money was paid back, by hand or by the provider; again: the gateway sends the refund again, or is asked for its state.',
    access: 'staff',
    permission: 'refunds.settle',
    input: z.object({
      refund_id: id,
      decision: z.enum(['done', 'again']),
      note: line(200).optional(),
    }),
    output: z.object({ state: RefundState }),
    refusals: {
      refund_not_found: { status: 404, meaning: 'No such refund is open.' },
      amount_above_limit: {
        status: 409,
        meaning: 'The amount is above what this member of staff may decide.',
        data: z.object({ amount: z.int() }),
      },
      transfer_only: {
        status: 409,
        meaning:
          'From 5,000,000đ of its seller and day on, the price of an old device is paid back by transfer: the note says the reference of the bank.',
      },
    },
  }),
}
