import type { z } from 'zod'
import { orderParts as contract } from '#contracts/staff/orders/order-parts.ts'
import type { Tx } from '#db/schema.ts'
import { reachOf } from '#pure/access.ts'
import type { StaffActor } from '#pure/contract.ts'
import { customerKey } from '#shop/customer/customer-key.ts'
import { codProblems } from '#shop/flows/cod-check.ts'
import { collectMissing } from '#shop/flows/receive-payment/settle-money.ts'
import { requireUnpacked } from '#shop/flows/staff/orders/require-unpacked.ts'
import type { StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import { transition } from '#shop/flows/transition-order.ts'
import { ofOrder } from '#shop/inventory/reservation/release-store.ts'
import { updateOrderOfReservations } from '#shop/inventory/reservation/ship-store.ts'
import { lastLineId } from '#shop/order/changed-goods.ts'
import { findMember } from '#shop/identity/member-store.ts'
import { findGoodsOfOrder } from '#shop/order/order-goods-store.ts'
import {
  copyGoods,
  findParts,
  findSums,
  updateJoinedTo,
  updateSums,
} from '#shop/order/order-split-store.ts'
import { type LockedOrder, lockOrderByCode, updateShopOfOrder } from '#shop/order/order-store.ts'
import { locationOf, storedCode } from '#shop/order/order.ts'
import { findLiveAttempt } from '#shop/payment/attempt/attempt-store.ts'
import { findPartialPayments } from '#shop/payment/ledger/review-store.ts'

const { refuse } = contract.joinOrders

type Joining = z.output<typeof contract.joinOrders.input>

/** Puts the goods of one unpaid order into another of its phone (decision 171); returns the code of that one. */
export async function joinOrders(
  { now: clock, log, write }: StaffFlowDeps,
  actor: StaffActor,
  { order_code, version, other_code, other_version, total }: Joining,
): Promise<string> {
  const act = { actor, operation: 'orderParts.joinOrders' } as const
  const code = await write(act, async (tx) => {
    const now = clock()
    const seen = { [storedCode(order_code)]: version, [storedCode(other_code)]: other_version }
    const [kept, ended] = await lockBoth(tx, actor, seen, now)
    await requireJoinable(tx, kept, ended)
    const before = await findGoodsOfOrder(tx, kept.order_id)
    const added = await findGoodsOfOrder(tx, ended.order_id)
    await requireOwnAccount(tx, kept, ended)
    // Another part of the one that ends could still give what it took to it, behind the move below.
    await findParts(tx, ended.order_id)
    await copyGoods(tx, {
      ...{ from: ended.order_id, to: kept.order_id, first_line_id: lastLineId(before) },
    })
    const grand_total = await addSums(tx, kept, ended)
    if (grand_total !== total) throw refuse('total_changed', { new_total: grand_total })
    await updateOrderOfReservations(tx, ofOrder(ended.order_id), kept.order_id)
    const staff = { name: actor.name, reason: null, note: null }
    const named = added.lines.map(({ item_quantity, name }) => `${item_quantity} × ${name}`)
    const into = { actor: 'staff', staff, reason: `gộp vào đơn ${kept.code}` } as const
    await transition(tx, ended, 'join', into, now)
    await updateJoinedTo(tx, ended.order_id, kept.order_id)
    await requireCodRules(tx, kept, [...before.lines, ...added.lines], grand_total)
    const words = `${named.join(', ')}, từ đơn ${ended.code}`
    await transition(tx, kept, 'take_in', { actor: 'staff', staff, reason: words }, now)
    await updateShopOfOrder(tx, kept.order_id)
    await collectMissing(tx, { ...kept, grand_total }, now)
    return kept.code
  })
  log.info({ staff: actor.name, order_code: code, other_code }, 'staff joined two orders')
  return code
}

/**
 * Locks both orders as they were seen, in the order of their codes: two who join the same two never wait for each
 * other.
 */
async function lockBoth(
  tx: Tx,
  actor: StaffActor,
  seen: Readonly<Record<string, number>>,
  now: Date,
): Promise<[LockedOrder, LockedOrder]> {
  const reach = reachOf(contract.joinOrders, actor)
  const codes = Object.keys(seen)
  const locked = new Map<string, LockedOrder>()
  for (const code of codes.toSorted()) {
    const order = await lockOrderByCode(tx, code, reach)
    if (order === null) throw refuse('order_not_found')
    await requireUnpacked(tx, order, 'take_in', { actor, version: seen[code] ?? 0, now })
    locked.set(code, order)
  }
  const [kept, ended] = codes.map((code) => locked.get(code))
  // One order twice is one key.
  if (kept === undefined || ended === undefined) throw refuse('not_joinable')
  return [kept, ended]
}

async function requireJoinable(tx: Tx, kept: LockedOrder, ended: LockedOrder): Promise<void> {
  const place = ({ recipient }: LockedOrder) => locationOf(recipient).shop_id
  const is_same_phone = customerKey(kept.recipient) === customerKey(ended.recipient)
  if (!is_same_phone || place(kept) !== place(ended)) throw refuse('not_joinable')
  for (const { order_id } of [kept, ended]) {
    const live = await findLiveAttempt(tx, order_id)
    const parts = await findPartialPayments(tx, order_id)
    if (live?.state !== 'due_on_delivery' || parts.length > 0) throw refuse('money_underway')
  }
}

/** The order of a member, with what it is worth to them and their points, never becomes somebody else's. */
async function requireOwnAccount(tx: Tx, kept: LockedOrder, ended: LockedOrder): Promise<void> {
  const { customer_id } = await findSums(tx, ended.order_id)
  if (customer_id === (await findSums(tx, kept.order_id)).customer_id) return
  if ((await findMember(tx, customer_id)) !== null) throw refuse('not_joinable')
}

/** One delivery: the fee of the order that stays. */
async function addSums(tx: Tx, kept: LockedOrder, ended: LockedOrder): Promise<number> {
  const [own, more] = [await findSums(tx, kept.order_id), await findSums(tx, ended.order_id)]
  const subtotal = own.subtotal + more.subtotal
  const adjustment_total = own.adjustment_total + more.adjustment_total
  const grand_total = subtotal - adjustment_total + own.shipping_fee
  await updateSums(tx, kept.order_id, {
    ...{ list_total: own.list_total + more.list_total, discount: own.discount + more.discount },
    ...{ subtotal, adjustment_total, grand_total },
  })
  return grand_total
}

async function requireCodRules(
  tx: Tx,
  { order_id, recipient }: LockedOrder,
  lines: readonly { item_quantity: number }[],
  total: number,
): Promise<void> {
  const quantity = lines.reduce((sum, { item_quantity }) => sum + item_quantity, 0)
  const phone = customerKey(recipient) ?? ''
  const [problem] = await codProblems(tx, [{ phone, total, quantity, network: null }], order_id)
  if (problem) throw refuse('cod_refused', problem)
}
