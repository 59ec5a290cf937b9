import type { z } from 'zod'
import { orderGoods as contract } from '#contracts/staff/order-changes.ts'
import type { Tx } from '#db/schema.ts'
import { everything, mayCall, reachOf } from '#pure/access.ts'
import type { StaffActor } from '#pure/contract.ts'
import { insertDraft, lockDraft } from '#shop/draft/draft-store.ts'
import { fillDraft } from '#shop/flows/staff/drafts/change-draft.ts'
import { reckonSwap } from '#shop/flows/staff/drafts/swap-ahead.ts'
import { byNumber } from '#shop/flows/staff/orders/change-goods.ts'
import { requireUnpacked } from '#shop/flows/staff/orders/require-unpacked.ts'
import type { StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import { type LockedOrder, lockOrderByCode } from '#shop/order/order-store.ts'
import { storedCode } from '#shop/order/order.ts'
import { addressOf } from '#shop/quote/address.ts'

type Apart = z.output<typeof contract.orderApart.input>

const { refuse } = contract.orderApart

/**
 * Opens a draft of goods that are added to an order which is paid and would become dearer (decision 169). `removed`
 * goods go off that order when the draft becomes an order, and their worth pays it.
 */
export async function orderApart(
  deps: StaffFlowDeps,
  actor: StaffActor,
  { order_code, version, removed, added }: Apart,
): Promise<number> {
  const { now, write } = deps
  return write({ actor, operation: 'orderGoods.orderApart' }, async (tx) => {
    const reach = reachOf(contract.orderApart, actor)
    const order = await lockOrderByCode(tx, storedCode(order_code), reach)
    if (order === null) throw refuse('order_not_found')
    const more = byNumber(added)
    if (more.size === 0) throw refuse('nothing_to_change')
    await requireUnpacked(tx, order, 'add_goods', { actor, version, now: now() })
    const swap = await swapOf(tx, actor, order, removed)
    const { is_everything, shops } = reach
    const shop_id = is_everything ? null : (shops[0] ?? null)
    const about = { made_by: actor.staff_id, shop_id, address: addressOf(order.recipient) }
    const draft = { ...about, follows_order_id: order.order_id, ...swap }
    const draft_id = await insertDraft(tx, draft, now())
    const opened = await lockDraft(tx, draft_id, everything)
    if (opened === null) throw new RangeError(`the draft ${draft_id} is gone`)
    await fillDraft(tx, deps, opened, more)
    return draft_id
  })
}

async function swapOf(
  tx: Tx,
  actor: StaffActor,
  order: LockedOrder,
  removed: Readonly<Record<string, number>>,
): Promise<{ swapped: Record<string, number>; worth: number } | null> {
  const less = byNumber(removed)
  if (less.size === 0) return null
  if (!mayCall(contract.changeGoods, actor)) throw refuse('order_not_found')
  const swap = await reckonSwap(tx, order, less)
  if (swap === null) throw refuse('not_swappable')
  return { swapped: Object.fromEntries(less), worth: swap.worth }
}
