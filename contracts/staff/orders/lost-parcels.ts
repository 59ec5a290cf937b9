import { z } from 'zod'
import { dong, line, requiredLine, whole } from '#contracts/fields.ts'
import { SkuQuantity } from '#contracts/staff/parcels.ts'
import { operation, staff_scopes } from '#pure/contract.ts'

/** A lost parcel of an order, and what staff can do about it. */
const LostParcel = z.object({
  code: z.string(),
  version: z.int(),
  goods: z.array(SkuQuantity),
  /** What of them is free in no shop: then they cannot be sent again. */
  missing: z.array(SkuQuantity),
  /** True: nothing else of the order is on its way or delivered, so that the order ends with the parcel. */
  is_whole: z.boolean(),
  /** What goes back to the shopper if the goods are not sent again, in đồng. */
  refund: dong,
  /** True: the amount is above the limit of this member of staff, so that somebody else approves it. */
  needs_approval: z.boolean(),
  /** Who has asked for that refund and waits for the approval; null: nobody. */
  asked_by: z.string().nullable(),
})
export type LostParcel = z.infer<typeof LostParcel>

const code = z.string().trim().min(1).max(40)

/** Why nothing is decided about a parcel. */
const refusals = {
  parcel_not_found: { status: 404, meaning: 'There is no such parcel.' },
  parcel_changed: { status: 409, meaning: 'The parcel has changed since it was seen.' },
  not_lost: {
    status: 409,
    meaning: 'The parcel is not lost, or somebody has decided about it, or its order has ended.',
  },
} as const

/** Orders of which a carrier lost a parcel (decision 301). */
export const lostParcels = {
  ofOrder: operation({
    method: 'GET',
    path: '/lost-parcels',
    summary: 'The parcels of an order that were lost and about which nobody has decided.',
    access: 'staff',
    permission: 'orders.cancel',
    scopes: staff_scopes,
    input: z.object({ order_code: code }),
    output: z.array(LostParcel),
  }),
  sendGoodsAgain: operation({
    method: 'POST',
    path: '/lost-parcels/send-again',
    summary: 'Reserve the goods of a lost parcel once more, to be packed again for the same order.',
    access: 'staff',
    permission: 'orders.cancel',
    scopes: staff_scopes,
    input: z.object({ code, version: whole(1, 2_147_483_647), note: line(300).optional() }),
    output: z.object({ order_code: z.string() }),
    refusals: {
      ...refusals,
      goods_not_free: { status: 409, meaning: 'The goods are not free in any shop any more.' },
    },
  }),
  writeOff: operation({
    method: 'POST',
    path: '/lost-parcels/write-off',
    summary:
      'Take the goods of a lost parcel off the order, and refund what was paid for them. The order ends if it has no others. Above the limit of the caller, somebody else approves the refund first.',
    access: 'staff',
    permission: 'orders.cancel',
    scopes: staff_scopes,
    input: z.object({
      code,
      version: whole(1, 2_147_483_647),
      reason: requiredLine(300, 'Hãy ghi lý do.'),
    }),
    output: z.object({ order_code: z.string(), outcome: z.enum(['done', 'asked']) }),
    refusals: {
      ...refusals,
      already_asked: { status: 409, meaning: 'The refund waits for its approval already.' },
    },
  }),
}
