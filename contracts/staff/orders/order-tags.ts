import { z } from 'zod'
import { requiredLine } from '#contracts/fields.ts'
import { orders } from '#contracts/staff/orders.ts'
import { operation, staff_scopes } from '#pure/contract.ts'

const max_tag_length = 30
/** An order has at most so many. */
export const max_tags = 10

/** A tag as staff type it. Everybody who sees orders reads it, so it is no place for a phone. */
export const OrderTag = requiredLine(max_tag_length, 'Hãy chọn hoặc ghi thẻ.').pipe(
  z.string().refine((tag) => !/\d(\D?\d){7}/.test(tag), 'Thẻ không được chứa số điện thoại.'),
)

const order_code = z.string().min(1).max(40)
const { order_not_found } = orders.addNote.refusals
const Tags = z.object({ tags: z.array(z.string()) })
const about = { access: 'staff', permission: 'orders.note', scopes: staff_scopes } as const

/** Tags of orders: short texts that the shop chooses itself (decision 166). */
export const orderTags = {
  known: operation({
    ...about,
    method: 'GET',
    path: '/orders/tags',
    summary: 'The tags that orders have.',
    input: z.object({}),
    output: Tags,
  }),
  tags: operation({
    ...about,
    method: 'GET',
    path: '/orders/one/tags',
    summary: 'The tags of an order, and those that other orders have.',
    input: z.object({ order_code }),
    output: Tags.extend({ order_code: z.string(), known: z.array(z.string()) }),
    refusals: { order_not_found },
  }),
  tagOrder: operation({
    ...about,
    method: 'POST',
    path: '/orders/one/tags',
    summary: 'Put a tag on an order. A tag that exists keeps its spelling.',
    input: z.object({ order_code, tag: OrderTag }),
    output: Tags,
    refusals: {
      order_not_found,
      too_many_tags: { status: 409, meaning: `An order has at most ${max_tags} tags.` },
    },
  }),
  untagOrder: operation({
    ...about,
    method: 'POST',
    path: '/orders/one/tags/remove',
    summary: 'Take a tag off an order.',
    input: z.object({ order_code, tag: OrderTag }),
    output: Tags,
    refusals: { order_not_found },
  }),
}
