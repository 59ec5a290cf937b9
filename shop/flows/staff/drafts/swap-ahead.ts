import { drafts as contract } from '#contracts/staff/orders/drafts.ts'
import { orderGoods } from '#contracts/staff/order-changes.ts'
import type { Tx } from '#db/schema.ts'
import { mayCall, reachOf } from '#pure/access.ts'
import { Refusal, type StaffActor } from '#pure/contract.ts'
import type { DraftOrder } from '#shop/draft/draft-store.ts'
import { refundOrder } from '#shop/flows/refund-order/refund-order.ts'
import { releasePartOfStock } from '#shop/flows/release-reservations.ts'
import { payByExchange } from '#shop/flows/returns/pay-by-exchange.ts'
import { requireUnpacked } from '#shop/flows/staff/orders/require-unpacked.ts'
import { transition } from '#shop/flows/transition-order.ts'
import { type ChangedOrder, withOtherGoods } from '#shop/order/changed-goods.ts'
import { findGoodsOfOrder, replaceGoods } from '#shop/order/order-goods-store.ts'
import { findOrderOfCode, type LockedOrder, lockOrderById } from '#shop/order/order-store.ts'
import { findLiveAttempt } from '#shop/payment/attempt/attempt-store.ts'
import { findPartialPayments } from '#shop/payment/ledger/review-store.ts'
import { findRefundable } from '#shop/payment/ledger/refund-store.ts'

/** Money that pays a new order with `amount` at most, in đồng, before its goods leave. */
export interface PaidAhead {
  amount: number
  pay: (order: LockedOrder) => Promise<void>
}

const { refuse } = contract.placeDraft

/** What goes off a paid order: a part of it, or all. Its worth in đồng: what that order costs less then. */
interface Swap {
  changed: ChangedOrder | 'all_goods'
  worth: number
}

/** Reckons goods that go off a paid order for dearer ones; null: they cannot go, or nothing was paid for them. */
export async function reckonSwap(
  tx: Tx,
  order: LockedOrder,
  swapped: ReadonlyMap<number, number>,
): Promise<Swap | null> {
  const { order_id, grand_total } = order
  const live = await findLiveAttempt(tx, order_id)
  const parts = await findPartialPayments(tx, order_id)
  if (live?.state !== 'paid' || parts.length > 0) return null
  const changed = withOtherGoods(await findGoodsOfOrder(tx, order_id), swapped)
  if (changed === 'nothing_to_change' || changed === 'combo_stays') return null
  const left = (await findRefundable(tx, order_id))?.left ?? 0
  const worth = Math.min(left, changed === 'all_goods' ? left : grand_total - changed.grand_total)
  return worth > 0 ? { changed, worth } : null
}

/**
 * The worth of goods that go off a paid order for those of a draft: it pays the new order when that is made. In the
 * same transaction these goods go; an order without goods is cancelled. Undefined: the draft swaps nothing.
 */
export async function swapAhead(
  tx: Tx,
  now: Date,
  actor: StaffActor,
  { follows_order_id, follows_code, swapped, worth }: DraftOrder,
): Promise<PaidAhead | undefined> {
  if (follows_order_id === null || follows_code === null || swapped === null) return undefined
  const is_in_reach =
    mayCall(orderGoods.changeGoods, actor) &&
    (await findOrderOfCode(tx, follows_code, reachOf(orderGoods.changeGoods, actor))) !== null
  const from = is_in_reach ? await lockOrderById(tx, follows_order_id) : null
  if (from === null) throw refuse('swap_changed')
  await requireChangeable(tx, from, actor, now)
  const swap = await reckonSwap(tx, from, byPosition(swapped))
  if (swap === null || swap.worth !== worth) throw refuse('swap_changed')
  const { changed } = swap
  const pay = async (to: LockedOrder) => {
    const document = `${from.code} → ${to.code}`
    const used = await payByExchange(
      tx,
      { from, to, document, worth: swap.worth, staff_name: actor.name },
      now,
    )
    const staff = { name: actor.name, reason: null, note: document }
    const reason = `đổi sang đơn ${to.code}`
    if (changed === 'all_goods') {
      await transition(tx, from, 'cancel', { actor: 'staff', staff, reason }, now)
      return
    }
    await replaceGoods(tx, from.order_id, changed, [])
    await releasePartOfStock(tx, from.order_id, changed.removed, now)
    await transition(tx, from, 'remove_goods', { actor: 'staff', staff, reason }, now)
    const rest = swap.worth - used
    if (rest > 0) await refundOrder(tx, from.order_id, rest, 'fewer_goods', now)
  }
  return { amount: swap.worth, pay }
}

/** Whoever made the draft saw the worth, not the version: any order of this worth that is not packed will do. */
async function requireChangeable(
  tx: Tx,
  order: LockedOrder,
  actor: StaffActor,
  now: Date,
): Promise<void> {
  try {
    await requireUnpacked(tx, order, 'remove_goods', { actor, version: order.version, now })
  } catch (error) {
    if (error instanceof Refusal) throw refuse('swap_changed')
    throw error
  }
}

function byPosition(swapped: Readonly<Record<string, number>>): Map<number, number> {
  return new Map(Object.entries(swapped).map(([position, units]) => [Number(position), units]))
}
