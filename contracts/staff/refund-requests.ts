import { z } from 'zod'
import { dong, id, line, page, requiredLine, typedDong } from '#contracts/fields.ts'
import { refunds } from '#contracts/staff/refunds.ts'
import { operation, staff_scopes } from '#pure/contract.ts'

export const RefundRequestState = z.enum(['asked', 'approved', 'rejected', 'withdrawn'])
export type RefundRequestState = z.infer<typeof RefundRequestState>

/**
 * `goodwill` comes from a budget of its own; `return`: goods came back; `correction`: too much was taken; `lost`: the
 * carrier lost the goods.
 */
export const RefundRequestKind = z.enum(['return', 'goodwill', 'correction', 'lost'])
export type RefundRequestKind = z.infer<typeof RefundRequestKind>

export const RefundRequest = z.object({
  refund_request_id: z.int(),
  order_code: z.string(),
  /** The return that it belongs to. */
  return_code: z.string().nullable(),
  /** The lost parcel whose goods go off the order with it. */
  parcel_code: z.string().nullable(),
  amount: dong,
  kind: RefundRequestKind,
  reason: z.string(),
  state: RefundRequestState,
  asked_by: z.string(),
  asked_at: z.iso.datetime(),
  decided_by: z.string().nullable(),
  decided_at: z.iso.datetime().nullable(),
  decision_note: z.string().nullable(),
  /** What this member of staff may do with it now. */
  may: z.object({ decide: z.boolean(), withdraw: z.boolean() }),
  /** It is the reader's own: somebody else decides. */
  is_own: z.boolean(),
})
export type RefundRequest = z.infer<typeof RefundRequest>

/** The money of an order, in đồng, as far as a refund needs it. */
const OrderMoney = z.object({
  order_code: z.string(),
  grand_total: dong,
  /** What came, or what a courier took at the door. */
  received: dong,
  /** Refunds that are done or under way. */
  refunded: dong,
  /** Requests that wait for a decision. */
  asked: dong,
  /** What can still be asked for. */
  left: dong,
})
export type OrderMoney = z.infer<typeof OrderMoney>

const refund_request_not_found = {
  status: 404,
  meaning: 'There is no such request that waits for a decision.',
} as const
const order_not_found = { status: 404, meaning: 'There is no such order.' } as const
const above_received = {
  status: 409,
  meaning: 'It is more than what is left of the money that came.',
  data: z.object({ left: z.int() }),
} as const
const goodwill_spent = {
  status: 409,
  meaning: 'The budget of this month for goodwill does not suffice.',
  data: z.object({ left: z.int() }),
} as const

/** What asking for a refund may be refused with. */
export const askRefusals = { above_received, goodwill_spent }

/** Refunds that one member of staff asks for and another approves (decision 153). */
export const refundRequests = {
  requests: operation({
    method: 'GET',
    path: '/refund-requests',
    summary: 'Requests for refunds: those that wait first, then the latest decided ones.',
    access: 'staff',
    permission: 'refunds.ask',
    scopes: staff_scopes,
    input: z.object({
      state: RefundRequestState.optional().catch(undefined),
      page: page.optional(),
    }),
    output: z.object({
      rows: z.array(RefundRequest),
      has_next: z.boolean(),
      /** What is left of this month's budget for goodwill, in đồng. */
      goodwill_left: dong,
    }),
  }),
  orderMoney: operation({
    method: 'GET',
    path: '/refund-requests/order',
    summary: 'The money of an order, and what of it can still be refunded.',
    access: 'staff',
    permission: 'refunds.ask',
    scopes: staff_scopes,
    input: z.object({ order_code: line(40) }),
    output: OrderMoney,
    refusals: { order_not_found },
  }),
  ask: operation({
    method: 'POST',
    path: '/refund-requests',
    summary: 'Ask for a refund of an order. Somebody else approves it.',
    access: 'staff',
    permission: 'refunds.ask',
    scopes: staff_scopes,
    input: z.object({
      order_code: requiredLine(40, 'Hãy ghi mã đơn.'),
      amount: typedDong(1_000, 100_000_000_000),
      kind: z.enum(['goodwill', 'correction']),
      reason: requiredLine(300, 'Hãy ghi lý do.'),
    }),
    output: z.object({ refund_request_id: z.int() }),
    refusals: { order_not_found, ...askRefusals },
  }),
  approve: operation({
    method: 'POST',
    path: '/refund-requests/approve',
    summary: 'Approve a request of somebody else: the refund is due at once.',
    access: 'staff',
    permission: 'refunds.approve',
    scopes: ['all', 'shops'],
    input: z.object({ refund_request_id: id, note: line(300).optional() }),
    output: z.object({ amount: dong }),
    refusals: {
      refund_request_not_found,
      loss_changed: {
        status: 409,
        meaning: 'The parcel is not lost any more, or another amount goes back for it now.',
      },
      own_request: { status: 409, meaning: 'Whoever asks for a refund does not approve it.' },
      amount_above_limit: refunds.settleRefund.refusals.amount_above_limit,
      above_received,
    },
  }),
  reject: operation({
    method: 'POST',
    path: '/refund-requests/reject',
    summary: 'Reject a request, with a reason.',
    access: 'staff',
    permission: 'refunds.approve',
    scopes: ['all', 'shops'],
    input: z.object({ refund_request_id: id, note: requiredLine(300, 'Hãy ghi lý do từ chối.') }),
    output: z.object({}),
    refusals: { refund_request_not_found },
  }),
  withdraw: operation({
    method: 'POST',
    path: '/refund-requests/withdraw',
    summary: 'Take back a request of one’s own.',
    access: 'staff',
    permission: 'refunds.ask',
    scopes: staff_scopes,
    input: z.object({ refund_request_id: id }),
    output: z.object({}),
    refusals: { refund_request_not_found },
  }),
}
