import { z } from 'zod'
import { id, line } from '#contracts/fields.ts'
import { RefundState } from '#contracts/storefront/payment.ts'
import { operation } from '#pure/contract.ts'

export const RefundRow = z.object({
  refund_id: z.int(),
  order_code: z.string(),
  phone: z.string(),
  gateway: z.string(),
  reference: z.string().nullable(),
  amount: z.int(),
  reason: z.string(),
  state: RefundState,
  /** The gateway sends it; else staff pay out by hand. */
  is_automatic: z.boolean(),
  provider_reference: z.string().nullable(),
  note: z.string().nullable(),
  tries: z.int(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})
export type RefundRow = z.infer<typeof RefundRow>

/** Money that goes back to customers. */
export const refunds = {
  refunds: operation({
    method: 'GET',
    path: '/refunds',
    summary: 'Money that goes back: what is open first, then what was done last.',
    access: 'staff',
    permission: 'refunds.see',
    input: z.object({}),
    output: z.array(RefundRow),
  }),
  settleRefund: operation({
    method: 'POST',
    path: '/refunds/settle',
    summary:
      'done: the money is back, by hand or by the provider; again: the gateway is to send it anew, or to say what became of it.',
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
    },
  }),
}
