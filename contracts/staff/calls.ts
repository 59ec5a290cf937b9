import { z } from 'zod'
import { dong, line, whole } from '#contracts/fields.ts'
import { CancelReason, moveRefusals, StaffOrder } from '#contracts/staff/orders.ts'
import { OrderState } from '#contracts/storefront/order.ts'
import { operation, staff_scopes } from '#pure/contract.ts'

/** What came of a call. */
export const CallOutcome = z.enum([
  'agreed',
  'no_answer',
  'change_goods',
  'wrong_number',
  'cancel',
  'callback',
])
export type CallOutcome = z.infer<typeof CallOutcome>

/** An order within 48 hours of the same phone or address, with goods of this order. */
const LookAlike = z.object({
  code: z.string(),
  state: OrderState,
  created_at: z.iso.datetime(),
  grand_total: dong,
  is_same_phone: z.boolean(),
})

/** The order that the caller has taken. */
const TakenCall = z.object({
  order: StaffOrder,
  taken_until: z.iso.datetime(),
  /** How often nobody answered so far. */
  no_answers: z.int(),
  /** The number to call in full; null for staff who may not see it. */
  phone: z.string().nullable(),
  look_alikes: z.array(LookAlike),
  /** How many orders of this phone were cancelled, and how many came back from delivery. */
  cancelled_count: z.int(),
  came_back_count: z.int(),
})
export type TakenCall = z.infer<typeof TakenCall>

const order_code = z.string().min(1).max(40)
const { order_not_found } = moveRefusals

const call_taken = {
  status: 409,
  meaning: 'Another member of staff is calling this shopper.',
  data: z.object({ name: z.string() }),
} as const
const not_pending = {
  status: 409,
  meaning: 'Only pending orders are called.',
  data: z.object({ state: OrderState }),
} as const

/** The call queue: pending orders, the one that is due longest first, each taken for ten minutes by its caller. */
export const calls = {
  nextCall: operation({
    method: 'POST',
    path: '/calls/next',
    summary:
      'Take the next order to call for ten minutes, or return the one that the caller has taken already.',
    access: 'staff',
    permission: 'orders.confirm',
    scopes: staff_scopes,
    input: z.object({}),
    output: z.object({
      call: TakenCall.nullable(),
      /** Other orders that can be called now. Counting stops at 1,000. */
      waiting: z.int(),
      /** When the next order is due, if none can be called now. */
      next_due_at: z.iso.datetime().nullable(),
    }),
  }),
  takeCall: operation({
    method: 'POST',
    path: '/calls/take',
    summary: 'Take this order for a call, unless another member of staff has taken it.',
    access: 'staff',
    permission: 'orders.confirm',
    scopes: staff_scopes,
    input: z.object({ order_code }),
    output: z.object({ taken_until: z.iso.datetime() }),
    refusals: { order_not_found, not_pending, call_taken },
  }),
  takeOverCall: operation({
    method: 'POST',
    path: '/calls/take-over',
    summary: 'Take this order for a call, also from another member of staff.',
    access: 'staff',
    permission: 'orders.assign',
    scopes: ['all', 'shops'],
    input: z.object({ order_code }),
    output: z.object({ taken_until: z.iso.datetime() }),
    refusals: { order_not_found, not_pending },
  }),
  leaveCall: operation({
    method: 'POST',
    path: '/calls/leave',
    summary: 'Give back the order that the caller has taken.',
    access: 'staff',
    permission: 'orders.confirm',
    scopes: staff_scopes,
    input: z.object({}),
    output: z.object({ is_left: z.boolean() }),
  }),
  recordCall: operation({
    method: 'POST',
    path: '/calls/record',
    summary:
      'Write what came of a call and give the order back: it is confirmed, cancelled, or called again later.',
    access: 'staff',
    permission: 'orders.confirm',
    scopes: staff_scopes,
    input: z
      .object({
        order_code,
        version: whole(1, 2_147_483_647),
        outcome: CallOutcome,
        /** Why the order is cancelled: only with 'cancel'. */
        reason: CancelReason.optional(),
        /** When to call again: only with 'callback'. In Vietnamese time, such as 2026-11-23T14:30. */
        callback_at: z
          .string()
          .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/)
          .optional(),
        note: line(500).optional(),
      })
      .refine(({ outcome, reason }) => outcome !== 'cancel' || reason !== undefined, {
        path: ['reason'],
      })
      .refine(({ outcome, callback_at }) => outcome !== 'callback' || callback_at !== undefined, {
        path: ['callback_at'],
      }),
    output: z.object({
      state: OrderState,
      /** When it is called again; null: not again. */
      next_at: z.iso.datetime().nullable(),
    }),
    refusals: {
      ...moveRefusals,
      call_not_taken: {
        status: 409,
        meaning: 'The caller has not taken this order, or no longer: `name` has it, or nobody.',
        data: z.object({ name: z.string().nullable() }),
      },
      callback_refused: {
        status: 422,
        meaning: 'The time of the callback is past, or more than seven days away.',
      },
      may_not_cancel: { status: 403, meaning: 'The caller may not cancel this order.' },
    },
  }),
}
