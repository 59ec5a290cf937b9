import { max_tags, orderTags as contract } from '#contracts/staff/orders/order-tags.ts'
import { reachOf } from '#pure/access.ts'
import type { Service, StaffActor } from '#pure/contract.ts'
import type { StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import {
  deleteTag,
  findKnownTags,
  findTags,
  insertTag,
  tagKey,
} from '#shop/order/order-tag-store.ts'
import { lockOrderByCode } from '#shop/order/order-store.ts'
import { storedCode } from '#shop/order/order.ts'
import { findChosenOrders } from '#shop/views/order/order-list-store.ts'

/** The tags of orders, for staff (decision 166). */
export function tagStaffService(deps: StaffFlowDeps): Service<typeof contract> {
  const { db } = deps
  return {
    known: async () => ({ tags: await findKnownTags(db) }),
    tags: async (actor, { order_code }) => {
      const reach = reachOf(contract.tags, actor)
      const [order] = await findChosenOrders(db, [storedCode(order_code)], reach)
      if (!order) throw contract.tags.refuse('order_not_found')
      return { order_code: order.code, tags: order.tags, known: await findKnownTags(db) }
    },
    tagOrder: (actor, input) => tagOrder(deps, actor, input),
    untagOrder: (actor, input) => untagOrder(deps, actor, input),
  }
}

interface Tagging {
  order_code: string
  tag: string
}

/** Puts a tag on an order. Twice is once. A tag is no move and does not change the version. */
export function tagOrder(
  { write }: StaffFlowDeps,
  actor: StaffActor,
  { order_code, tag }: Tagging,
): Promise<{ tags: string[] }> {
  const { refuse } = contract.tagOrder
  const reach = reachOf(contract.tagOrder, actor)
  return write({ actor, operation: 'orderTags.tagOrder' }, async (tx) => {
    const order = await lockOrderByCode(tx, storedCode(order_code), reach)
    if (order === null) throw refuse('order_not_found')
    await insertTag(tx, order.order_id, tag)
    const tags = await findTags(tx, order.order_id)
    if (tags.length > max_tags) throw refuse('too_many_tags')
    return { tags }
  })
}

/** Takes a tag off an order, if it has it. */
export function untagOrder(
  { write }: StaffFlowDeps,
  actor: StaffActor,
  { order_code, tag }: Tagging,
): Promise<{ tags: string[] }> {
  const reach = reachOf(contract.untagOrder, actor)
  return write({ actor, operation: 'orderTags.untagOrder' }, async (tx) => {
    const order = await lockOrderByCode(tx, storedCode(order_code), reach)
    if (order === null) throw contract.untagOrder.refuse('order_not_found')
    await deleteTag(tx, order.order_id, tag)
    return { tags: await findTags(tx, order.order_id) }
  })
}

/** Whether a list of tags has this one, in whatever spelling. */
export function hasTag(tags: readonly string[], tag: string): boolean {
  return tags.some((one) => tagKey(one) === tagKey(tag))
}
