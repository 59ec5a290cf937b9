import { z } from 'zod'
import { id, line, page, requiredLine, whole } from '#contracts/fields.ts'
import { orderShop } from '#contracts/staff/order-changes.ts'
import { CancelReason, OrderRow } from '#contracts/staff/orders.ts'
import { OrderTag } from '#contracts/staff/orders/order-tags.ts'
import { operation, staff_scopes } from '#pure/contract.ts'

/** What can be done with many orders. */
export const BulkAction = z.enum(['confirm', 'cancel', 'assign', 'tag', 'untag', 'move_shop'])
export type BulkAction = z.infer<typeof BulkAction>

/** What the action will do with an order; otherwise why it leaves it out. */
export const BulkPlan = z.enum([
  ...(['will', 'not_permitted', 'wrong_state', 'call_needed'] as const),
  ...(['is_pickup', 'order_has_parcel', 'same_shop', 'not_in_stock'] as const),
])
export type BulkPlan = z.infer<typeof BulkPlan>

const PlannedOrder = OrderRow.extend({ plan: BulkPlan })
export type PlannedOrder = z.infer<typeof PlannedOrder>

/** What will happen, before it does. */
export const BulkPreview = z.object({
  action: BulkAction,
  /** Orders that were chosen or that match, at most one more than `max_bulk`. */
  count: z.int(),
  plans: z.record(BulkPlan, z.int()),
  is_too_many: z.boolean(),
  /** One page of them. */
  rows: z.array(PlannedOrder),
  has_next: z.boolean(),
  /** Of `move_shop`: the shops to choose from. */
  shops: z.array(z.object({ value: z.string(), title: z.string() })),
})
export type BulkPreview = z.infer<typeof BulkPreview>

/** A job has at most so many orders. */
export const max_bulk = 5_000
/** So many orders are chosen one by one at most: a page of the list. */
const max_chosen = 50

export const BulkOutcome = z.enum([
  'done',
  'order_not_found',
  'order_changed',
  'move_not_possible',
  'order_taken',
  'call_needed',
  'assignment_changed',
  'staff_not_found',
  'too_many_tags',
  'order_has_parcel',
  'is_pickup',
  'same_shop',
  'not_in_stock',
  'shop_not_found',
  'not_permitted',
  'failed',
])
export type BulkOutcome = z.infer<typeof BulkOutcome>

const BulkState = z.enum(['open', 'done', 'cancelled'])

/** A job in a list. */
export const BulkJobRow = z.object({
  bulk_job_id: z.int(),
  action: BulkAction,
  state: BulkState,
  created_at: z.iso.datetime(),
  ended_at: z.iso.datetime().nullable(),
  row_count: z.int(),
  left_out: z.int(),
  done_count: z.int(),
  refused_count: z.int(),
  /** The job whose assignments, tags or shops it takes back. */
  undoes: z.int().nullable(),
})
export type BulkJobRow = z.infer<typeof BulkJobRow>

const BulkRow = z.object({
  order_code: z.string(),
  /** Null: not yet, or never if the job was cancelled. */
  outcome: BulkOutcome.nullable(),
  ended_at: z.iso.datetime().nullable(),
})
export type BulkRow = z.infer<typeof BulkRow>

/** A job with one page of its orders, refused ones first. */
export const BulkJob = BulkJobRow.extend({
  reason: CancelReason.nullable(),
  assign_name: z.string().nullable(),
  tag: z.string().nullable(),
  shop: z.string().nullable(),
  undone_by: z.int().nullable(),
  rows: z.array(BulkRow),
  has_next: z.boolean(),
  may: z.object({ cancel: z.boolean(), undo: z.boolean() }),
})
export type BulkJob = z.infer<typeof BulkJob>

const order_code = z.string().min(1).max(40)
const query = z.string().max(2_000)

/** Chosen orders as they were seen, or all that match the query of the list: then as many as were seen. */
const chosen = {
  form_key: z.string().regex(/^[a-z0-9-]{8,60}$/),
  orders: z
    .array(z.object({ order_code, version: whole(1, 2_147_483_647) }))
    .max(max_chosen)
    .optional(),
  query: query.optional(),
  count_seen: whole(0, 1_000_000).optional(),
}

const Started = z.object({ bulk_job_id: z.int() })
const startRefusals = {
  nothing_to_do: { status: 409, meaning: 'The action is possible for none of these orders.' },
  too_many_orders: { status: 409, meaning: 'A job has at most 5,000 orders.' },
  more_orders_match: {
    status: 409,
    meaning: 'Orders have come to match since the preview: `count` instead of what was seen.',
    data: z.object({ count: z.int() }),
  },
} as const
const staff_not_found = {
  status: 404,
  meaning: 'There is no such member of staff whom the caller may assign orders to.',
} as const
const { shop_not_found } = orderShop.changeShop.refusals
const bulk_job_not_found = { status: 404, meaning: 'There is no such job of one’s own.' } as const
const undoRefusals = {
  bulk_job_not_found,
  undo_not_possible: {
    status: 409,
    meaning:
      'Only an ended job of assignments, tags or shops that changed something is undone, and once.',
  },
} as const
const tagging = {
  method: 'POST',
  access: 'staff',
  permission: 'orders.note',
  scopes: staff_scopes,
} as const
const about_jobs = { access: 'staff', permission: 'orders.see', scopes: staff_scopes } as const

/** Actions on many orders, as jobs with a receipt (decision 157). A job belongs to whoever pressed. */
export const bulk = {
  preview: operation({
    ...about_jobs,
    method: 'GET',
    path: '/bulk/preview',
    summary: 'What an action will do with chosen orders, or with all that match a list’s query.',
    input: z.object({
      action: BulkAction,
      order_codes: z.array(order_code).max(max_chosen).default([]),
      query: query.optional(),
      /** Of `move_shop`: to which shop. Without one, nothing is said about what it lacks. */
      shop_id: id.optional().catch(undefined),
      page: page.default(1),
    }),
    output: BulkPreview,
  }),
  startConfirm: operation({
    method: 'POST',
    path: '/bulk/confirm',
    summary: 'Confirm many orders by a job.',
    access: 'staff',
    permission: 'orders.confirm',
    scopes: staff_scopes,
    input: z.object(chosen),
    output: Started,
    refusals: startRefusals,
  }),
  startCancel: operation({
    method: 'POST',
    path: '/bulk/cancel',
    summary: 'Cancel many orders for one reason by a job.',
    access: 'staff',
    permission: 'orders.cancel',
    scopes: staff_scopes,
    input: z.object({ ...chosen, reason: CancelReason, note: line(500).optional() }),
    output: Started,
    refusals: startRefusals,
  }),
  startAssign: operation({
    method: 'POST',
    path: '/bulk/assign',
    summary: 'Assign many orders to a member of staff or to nobody by a job.',
    access: 'staff',
    permission: 'orders.assign',
    scopes: ['all', 'shops'],
    input: z.object({
      ...chosen,
      staff_id: z.union([z.literal('').transform(() => null), whole(1, 999_999_999)]),
    }),
    output: Started,
    refusals: { ...startRefusals, staff_not_found },
  }),
  startTag: operation({
    ...tagging,
    path: '/bulk/tag',
    summary: 'Put a tag on many orders by a job.',
    input: z.object({ ...chosen, tag: OrderTag }),
    output: Started,
    refusals: startRefusals,
  }),
  startUntag: operation({
    ...tagging,
    path: '/bulk/untag',
    summary: 'Take a tag off many orders by a job.',
    input: z.object({ ...chosen, tag: OrderTag }),
    output: Started,
    refusals: startRefusals,
  }),
  startMoveShop: operation({
    method: 'POST',
    path: '/bulk/move-shop',
    summary: 'Let another shop ship many orders that are not packed, by a job.',
    access: 'staff',
    permission: 'orders.change',
    scopes: staff_scopes,
    input: z.object({ ...chosen, shop_id: id, reason: requiredLine(300, 'Hãy ghi lý do.') }),
    output: Started,
    refusals: { ...startRefusals, shop_not_found },
  }),
  jobs: operation({
    ...about_jobs,
    method: 'GET',
    path: '/bulk/jobs',
    summary: 'One’s own jobs, newest first.',
    input: z.object({ page: page.default(1) }),
    output: z.object({ rows: z.array(BulkJobRow), has_next: z.boolean() }),
  }),
  job: operation({
    ...about_jobs,
    method: 'GET',
    path: '/bulk/jobs/:bulk_job_id',
    summary: 'A job of one’s own: how far it is, and what became of each order.',
    input: z.object({ bulk_job_id: id, page: page.default(1) }),
    output: BulkJob,
    refusals: { bulk_job_not_found },
  }),
  receiptOfJob: operation({
    ...about_jobs,
    method: 'GET',
    path: '/bulk/jobs/:bulk_job_id/receipt',
    summary: 'What became of every order of a job.',
    input: z.object({ bulk_job_id: id }),
    output: z.array(BulkRow),
    refusals: { bulk_job_not_found },
  }),
  cancelJob: operation({
    ...about_jobs,
    method: 'POST',
    path: '/bulk/jobs/:bulk_job_id/cancel',
    summary: 'End a job of one’s own. Orders that it has changed stay changed.',
    input: z.object({ bulk_job_id: id }),
    output: z.object({}),
    refusals: {
      bulk_job_not_found,
      bulk_job_ended: { status: 409, meaning: 'The job has ended already.' },
    },
  }),
  undoJob: operation({
    method: 'POST',
    path: '/bulk/jobs/:bulk_job_id/undo',
    summary:
      'Give assigned orders back to whom they were assigned before, by another job. Orders that somebody else assigned meanwhile stay.',
    access: 'staff',
    permission: 'orders.assign',
    scopes: ['all', 'shops'],
    input: z.object({ bulk_job_id: id }),
    output: Started,
    refusals: undoRefusals,
  }),
  undoTagJob: operation({
    ...tagging,
    path: '/bulk/jobs/:bulk_job_id/undo-tags',
    summary: 'Take a tag off the orders that a job put it on, or put it back, by another job.',
    input: z.object({ bulk_job_id: id }),
    output: Started,
    refusals: undoRefusals,
  }),
  undoMoveJob: operation({
    method: 'POST',
    path: '/bulk/jobs/:bulk_job_id/undo-moves',
    summary:
      'Let the shops from before ship the orders that a job moved, by another job. Orders that were packed or moved again meanwhile stay.',
    access: 'staff',
    permission: 'orders.change',
    scopes: staff_scopes,
    input: z.object({ bulk_job_id: id }),
    output: Started,
    refusals: undoRefusals,
  }),
}
