import { z } from 'zod'
import { dong, id, line, requiredLine, typedDong } from '#contracts/fields.ts'
import {
  changed,
  form_key,
  price_not_allowed,
  receiving,
  repairing,
  seen,
  set_repair_price,
  shops_only,
} from '#contracts/staff/orders/ticket-access.ts'
import { AskedReversal, PaymentWay, ReversalKind } from '#contracts/staff/orders/ticket-shapes.ts'
import { refundRequests } from '#contracts/staff/refund-requests.ts'
import { operation } from '#pure/contract.ts'

const { own_request, amount_above_limit } = refundRequests.approve.refusals
const above_left = {
  status: 409,
  meaning: 'That is more than what is left of the payment, less what waits for a decision.',
  data: z.object({ left: dong }),
} as const
/** The matrix of roles says up to which amount one person is enough, and who decides about more. */
const deciding = { access: 'staff', permission: 'refunds.approve', scopes: shops_only } as const

/** The money of a repair, and the way of the device back to its customer (decisions 231, 245). */
export const ticket_ends = {
  takePayment: operation({
    method: 'POST',
    path: '/tickets/payments/take',
    summary: 'Take money at the counter. A form that is sent twice takes it once.',
    ...receiving,
    input: z.object({
      ...seen,
      form_key,
      way: PaymentWay,
      amount: typedDong(1, 500_000_000),
      reference: line(60).optional(),
    }),
    output: z.object({}),
    refusals: {
      ...changed,
      above_due: {
        status: 409,
        meaning: 'That is more than what is to be paid still.',
        data: z.object({ due: dong }),
      },
      reference_needed: {
        status: 422,
        meaning: 'A transfer or a card needs the number of its slip.',
      },
      reference_used: { status: 409, meaning: 'This transfer or slip has paid already.' },
    },
  }),
  reversePayment: operation({
    method: 'POST',
    path: '/tickets/payments/reverse',
    summary:
      'Give a payment or a part of it back, or correct a wrong one: a row of its own, with the reason. Above the limit of the actor it is asked for, and somebody else decides.',
    ...set_repair_price,
    input: z.object({
      ...seen,
      repair_payment_id: id,
      /** A correction takes all that is left, and its transfer can be entered again. */
      reversal: ReversalKind,
      /** Without it all that is left. */
      amount: typedDong(1, 500_000_000).optional(),
      reason: requiredLine(300, 'Ghi lý do.'),
    }),
    output: z.object({ is_asked: z.boolean() }),
    refusals: { ...changed, above_left },
  }),
  decideReversal: operation({
    method: 'POST',
    path: '/tickets/payments/decide',
    summary:
      'Approve or reject what somebody else asked to give back. Whoever asked may take it back.',
    ...deciding,
    input: z.object({
      ...seen,
      repair_reversal_id: id,
      answer: z.enum(['approve', 'reject']),
      note: line(300).optional(),
    }),
    output: z.object({}),
    refusals: { ...changed, above_left, own_request, amount_above_limit },
  }),
  askedReversals: operation({
    method: 'GET',
    path: '/tickets/payments/asked',
    summary: 'Money of repairs that somebody asks to give back, the oldest first. At most 50.',
    ...deciding,
    input: z.object({}),
    output: z.array(AskedReversal.extend({ code: z.string(), device: z.string() })),
  }),
  collect: operation({
    method: 'POST',
    path: '/tickets/collect',
    summary: 'Give the device back for the code of the customer. Warranties begin.',
    ...receiving,
    input: z.object({
      ...seen,
      hand_code: line(20).optional(),
      /** Instead of a code that the customer does not have: how it is known whose device it is. */
      proof: line(200).optional(),
    }),
    output: z.object({}),
    refusals: {
      ...changed,
      not_paid: {
        status: 409,
        meaning: 'Money is to be paid or given back first.',
        data: z.object({ due: dong }),
      },
      hand_code_wrong: {
        status: 422,
        meaning: 'The code is wrong.',
        data: z.object({ codes_left: z.int() }),
      },
      hand_codes_blocked: {
        status: 429,
        meaning: 'Too many wrong codes: none is accepted until then.',
        data: z.object({ until: z.iso.datetime() }),
      },
      price_not_allowed,
    },
  }),
  reopen: operation({
    method: 'POST',
    path: '/tickets/reopen',
    summary:
      'Take up a repair again that waits for its customer: it is not good, or they want it after all. A new code is made when it is ready again.',
    ...repairing,
    input: z.object({ ...seen, reason: requiredLine(300, 'Ghi lý do.') }),
    output: z.object({}),
    refusals: changed,
  }),
  undoCollect: operation({
    method: 'POST',
    path: '/tickets/undo-collect',
    summary:
      'Take a hand-over back within a week: the device waits for its customer again, with a new code and the warranties of before.',
    ...set_repair_price,
    input: z.object({ ...seen, reason: requiredLine(300, 'Ghi lý do.') }),
    output: z.object({}),
    refusals: {
      ...changed,
      undo_too_late: { status: 409, meaning: 'It was handed over more than a week ago.' },
      warranty_used: {
        status: 409,
        meaning: 'A later ticket is for the warranty of this one.',
      },
    },
  }),
}
