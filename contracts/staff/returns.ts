import { z } from 'zod'
import { dong, flag, line, page, requiredLine, stateCounts, whole } from '#contracts/fields.ts'
import { RefundRequestState, askRefusals } from '#contracts/staff/refund-requests.ts'
import { Picture, pictureOperations } from '#contracts/staff/pictures.ts'
import { return_refusals } from '#contracts/return-refusals.ts'
import { operation } from '#pure/contract.ts'

export const ReturnState = z.enum([
  'asked',
  'accepted',
  'received',
  'inspected',
  'done',
  'rejected',
  'withdrawn',
])
export type ReturnState = z.infer<typeof ReturnState>

export const ReturnReason = z.enum(['faulty', 'wrong_item', 'not_liked'])
export type ReturnReason = z.infer<typeof ReturnReason>

/**
 * What the inspection found: `sealed` is sold as new again, `opened` waits to be graded, `faulty` goes to the maker.
 */
export const ReturnGrade = z.enum(['sealed', 'opened', 'faulty'])
export type ReturnGrade = z.infer<typeof ReturnGrade>

export const ReturnRow = z.object({
  code: z.string(),
  state: ReturnState,
  order_code: z.string(),
  /** The product, with its colour. */
  item: z.string(),
  quantity: z.int(),
  unit_code: z.string().nullable(),
  reason: ReturnReason,
  customer: z.string(),
  /** Null: nobody has accepted the request yet. */
  shop: z.string().nullable(),
  asked_by: z.enum(['shopper', 'staff']),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})
export type ReturnRow = z.infer<typeof ReturnRow>

export const ReturnEvent = z.object({
  move: z.string(),
  state: ReturnState,
  actor: z.enum(['shopper', 'staff']),
  staff_name: z.string().nullable(),
  note: z.string().nullable(),
  happened_at: z.iso.datetime(),
})

/** One return. */
export const StaffReturn = ReturnRow.extend({
  version: z.int(),
  sku: z.string(),
  /** Units of this product have an IMEI or a serial number. */
  has_codes: z.boolean(),
  words: z.string().nullable(),
  /** What the shopper wishes; null: the goods were brought to a counter. */
  wish: z.enum(['refund', 'exchange']).nullable(),
  /** The last day on which accepted goods are brought: YYYY-MM-DD. */
  bring_by: z.string().nullable(),
  /** The shop of the return; until one is chosen, that of its order. */
  shop_id: z.int().nullable(),
  /** Shops that may take the goods; empty once they are here. */
  shops: z.array(z.object({ shop_id: z.int(), name: z.string() })),
  /** Days since the order was delivered. */
  day: z.int(),
  /** What the units cost their buyer, what goes off for gifts and combos that they keep, and what the shop keeps. */
  value: dong,
  gifts: z.array(z.object({ name: z.string(), quantity: z.int(), price: dong })),
  combo_loss: dong,
  fee_percent: z.int().nullable(),
  fee: dong.nullable(),
  grade: ReturnGrade.nullable(),
  gifts_returned: z.boolean().nullable(),
  findings: z.string().nullable(),
  outcome: z.enum(['refund', 'exchange', 'other_goods']).nullable(),
  /** The order whose goods were given instead. */
  new_order_code: z.string().nullable(),
  new_unit_code: z.string().nullable(),
  refund: z.object({ amount: dong, state: RefundRequestState }).nullable(),
  pictures: z.array(Picture),
  events: z.array(ReturnEvent),
  may: z.object({
    accept: z.boolean(),
    receive: z.boolean(),
    inspect: z.boolean(),
    refund: z.boolean(),
    exchange: z.boolean(),
    exchange_other: z.boolean(),
    reject: z.boolean(),
  }),
})
export type StaffReturn = z.infer<typeof StaffReturn>

/** A line of an order that may come back. */
export const ReturnableLine = z.object({
  position: z.int(),
  sku: z.string(),
  name: z.string(),
  quantity: z.int(),
  /** How many are not in a return yet. */
  left: z.int(),
  /** The returns that took the others. */
  return_codes: z.array(z.string()),
  /** Requests of the shopper whose goods are not at a shop yet: taking these goods goes on with the request. */
  asked: z.array(
    z.object({
      code: z.string(),
      reason: ReturnReason,
      quantity: z.int(),
      /** The code of its unit. */
      unit_code: z.string().nullable(),
    }),
  ),
  /** Codes of its units that the customer has. */
  unit_codes: z.array(z.string()),
  /** What the shop keeps of the value today, in percent, by reason; without one, it is too late. */
  fees: z.array(z.object({ reason: ReturnReason, percent: z.int() })),
})
export type ReturnableLine = z.infer<typeof ReturnableLine>

export const ReturnableOrder = z.object({
  order_code: z.string(),
  customer: z.string(),
  delivered_at: z.iso.datetime(),
  day: z.int(),
  lines: z.array(ReturnableLine),
  shops: z.array(z.object({ shop_id: z.int(), name: z.string() })),
})
export type ReturnableOrder = z.infer<typeof ReturnableOrder>

const { return_not_found, return_changed, unit_needed } = return_refusals
const { returned_already, return_too_late, exchange_not_offered } = return_refusals
const code = line(20)
const seen = { code, version: whole(1, 1_000_000) }
const scopes = ['all', 'shops'] as const
const unit_differs = {
  status: 422,
  meaning: 'The scanned unit is not one that this order got.',
} as const

const shop_not_found = {
  status: 404,
  meaning: 'This member of staff has no such shop.',
} as const

/** Goods that come back (decision 154). */
export const returns = {
  ...pictureOperations({
    ...{ path: '/returns', see: 'returns.handle', change: 'returns.handle', scopes },
  }),
  returns: operation({
    method: 'GET',
    path: '/returns',
    summary: 'Returns, the latest first.',
    access: 'staff',
    permission: 'returns.handle',
    scopes,
    input: z.object({
      state: ReturnState.optional().catch(undefined),
      /** Code of a return or an order, or of a unit. */
      q: line(40).optional(),
      page: page.optional(),
    }),
    output: z.object({
      rows: z.array(ReturnRow),
      has_next: z.boolean(),
      counts: stateCounts(ReturnState),
    }),
  }),
  returnable: operation({
    method: 'GET',
    path: '/returns/new',
    summary:
      'What of an order can come back today, by the code of the order or of a unit that was sold.',
    access: 'staff',
    permission: 'returns.handle',
    scopes,
    input: z.object({ q: line(40) }),
    output: ReturnableOrder.extend({
      /** The line and the code of the unit that was scanned. */
      scanned: z.object({ position: z.int(), unit_code: z.string() }).nullable(),
    }),
    refusals: {
      nothing_to_return: {
        status: 404,
        meaning: 'There is no delivered order with this code, and no sold unit.',
      },
    },
  }),
  return: operation({
    method: 'GET',
    path: '/returns/one',
    summary: 'One return.',
    access: 'staff',
    permission: 'returns.handle',
    scopes,
    input: z.object({ code }),
    output: StaffReturn,
    refusals: { return_not_found },
  }),
  open: operation({
    method: 'POST',
    path: '/returns',
    summary:
      'Take goods of a delivered order back at the counter. Goods with codes: the scanned unit must be one that this order got.',
    access: 'staff',
    permission: 'returns.handle',
    scopes,
    input: z.object({
      order_code: requiredLine(40, 'Hãy ghi mã đơn.'),
      position: whole(0, 1_000),
      quantity: whole(1, 99).optional(),
      unit_code: line(40).optional(),
      reason: ReturnReason,
      words: line(500).optional(),
      shop_id: whole(1, 1_000_000),
    }),
    output: z.object({ code: z.string() }),
    refusals: {
      nothing_to_return: {
        status: 404,
        meaning: 'There is no delivered order with this code, and no sold unit.',
      },
      unit_differs,
      unit_needed,
      returned_already,
      return_too_late,
      shop_not_found,
    },
  }),
  accept: operation({
    method: 'POST',
    path: '/returns/accept',
    summary:
      'Accept what a shopper asked for. They bring the goods to this shop within some days, and are told so.',
    access: 'staff',
    permission: 'returns.handle',
    scopes,
    input: z.object({ ...seen, shop_id: whole(1, 1_000_000), note: line(300).optional() }),
    output: z.object({}),
    refusals: { return_not_found, return_changed, shop_not_found },
  }),
  receive: operation({
    method: 'POST',
    path: '/returns/receive',
    summary: 'The goods are here. A scanned unit must be one that the order got.',
    access: 'staff',
    permission: 'returns.handle',
    scopes,
    input: z.object({
      ...seen,
      unit_code: line(40).optional(),
      /** Where the goods are, if it is another shop than the chosen one. */
      shop_id: whole(1, 1_000_000).optional(),
    }),
    output: z.object({}),
    refusals: {
      return_not_found,
      return_changed,
      shop_not_found,
      unit_differs,
      unit_needed,
    },
  }),
  inspect: operation({
    method: 'POST',
    path: '/returns/inspect',
    summary: 'Write what the inspection found. The fee follows from reason and day.',
    access: 'staff',
    permission: 'returns.handle',
    scopes,
    input: z.object({
      ...seen,
      grade: ReturnGrade,
      /** The device is signed out of its owner's accounts. Not asked of goods without a code. */
      signed_out: flag.optional(),
      gifts_returned: flag.optional(),
      /** The reason as the inspection sees it, if it is another one: the fee follows from it. */
      reason: ReturnReason.optional(),
      findings: line(500).optional(),
    }),
    output: z.object({}),
    refusals: {
      return_not_found,
      return_changed,
      return_too_late,
      still_signed_in: {
        status: 422,
        meaning: 'A device that is still signed in to its owner’s account is not taken back.',
      },
    },
  }),
  refund: operation({
    method: 'POST',
    path: '/returns/refund',
    summary:
      'Take the goods back into stock and ask for the refund, which somebody else approves. One act.',
    access: 'staff',
    permission: 'returns.handle',
    scopes,
    input: z.object(seen),
    output: z.object({ amount: dong }),
    refusals: { return_not_found, return_changed, ...askRefusals },
  }),
  exchange: operation({
    method: 'POST',
    path: '/returns/exchange',
    summary:
      'Give the same product instead: both units, stock and warranty change in one act. Nothing is paid.',
    access: 'staff',
    permission: 'returns.handle',
    scopes,
    input: z.object({ ...seen, new_code: line(40).optional() }),
    output: z.object({}),
    refusals: {
      return_not_found,
      return_changed,
      unit_not_fit: {
        status: 422,
        meaning: 'The new unit is not of this product, or not in stock at this shop.',
      },
      exchange_not_offered,
      none_free: { status: 409, meaning: 'All units of this product at the shop are reserved.' },
    },
  }),
  reject: operation({
    method: 'POST',
    path: '/returns/reject',
    summary: 'Do not take the goods back: the customer keeps them.',
    access: 'staff',
    permission: 'returns.handle',
    scopes,
    input: z.object({ ...seen, note: requiredLine(300, 'Hãy ghi lý do từ chối.') }),
    output: z.object({}),
    refusals: { return_not_found, return_changed },
  }),
}
