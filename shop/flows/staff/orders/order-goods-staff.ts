import type { z } from 'zod'
import { orderGoods as contract } from '#contracts/staff/order-goods.ts'
import type { Tx } from '#db/schema.ts'
import { reachOf } from '#pure/access.ts'
import type { Service, StaffActor } from '#pure/contract.ts'
import { collectMissing } from '#shop/flows/receive-payment/settle-money.ts'
import { refundOrder } from '#shop/flows/refund-order/refund-order.ts'
import { releasePartOfStock } from '#shop/flows/release-reservations.ts'
import { requireUnpacked } from '#shop/flows/staff/orders/require-unpacked.ts'
import type { StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import { transition } from '#shop/flows/transition-order.ts'
import { findHeldOrder, replaceGoods } from '#shop/order/order-goods-store.ts'
import { findOrderOfCode, type LockedOrder, lockOrderByCode } from '#shop/order/order-store.ts'
import { storedCode } from '#shop/order/order.ts'
import { withoutGoods } from '#shop/order/removed-goods.ts'
import { findLiveAttempt } from '#shop/payment/attempt/attempt-store.ts'
import { findPartialPayments } from '#shop/payment/ledger/review-store.ts'

/** Goods that staff take off an order before it is packed (decision 159). */
export function orderGoodsStaffService(deps: StaffFlowDeps): Service<typeof contract> {
  const { db } = deps
  return {
    goods: async (actor, { order_code, removed = {} }) => {
      const reach = reachOf(contract.goods, actor)
      const order = await findOrderOfCode(db, storedCode(order_code), reach)
      if (order === null) throw contract.goods.refuse('order_not_found')
      const { order_id, code, version, state, grand_total } = order
      const held = await findHeldOrder(db, order_id)
      const rest = withoutGoods(held, byPosition(removed))
      const has_rest = typeof rest !== 'string'
      const live = await findLiveAttempt(db, order_id)
      const is_paid = live?.state === 'paid'
      return {
        ...{ order_code: code, version, state, grand_total },
        lines: held.lines.map((line) => {
          const part = has_rest ? rest.removed.find((one) => one.position === line.position) : null
          const { position, name, sku, item_quantity: quantity, final_price, is_gift } = line
          const left = part?.left ?? quantity
          return { position, name, sku, quantity, final_price, is_gift, left }
        }),
        new_total: has_rest ? rest.grand_total : null,
        refund: has_rest && is_paid ? grand_total - rest.grand_total : 0,
        problem: has_rest || rest === 'nothing_to_remove' ? null : rest,
      }
    },
    removeGoods: async (actor, input) => ({ refund: await removeGoods(deps, actor, input) }),
  }
}

type Removal = z.output<typeof contract.removeGoods.input>

/** Takes goods off an order that was seen in this version; returns what goes back, in đồng. */
async function removeGoods(
  { now: clock, log, write }: StaffFlowDeps,
  actor: StaffActor,
  { order_code, version, removed, new_total, reason }: Removal,
): Promise<number> {
  const { refuse } = contract.removeGoods
  const act = { actor, operation: 'orderGoods.removeGoods', reason } as const
  const refund = await write(act, async (tx) => {
    const now = clock()
    const reach = reachOf(contract.removeGoods, actor)
    const order = await lockOrderByCode(tx, storedCode(order_code), reach)
    if (order === null) throw refuse('order_not_found')
    await requireUnpacked(tx, order, 'remove_goods', { actor, version, now })
    const is_paid = await isPaid(tx, order)
    const rest = withoutGoods(await findHeldOrder(tx, order.order_id), byPosition(removed))
    if (typeof rest === 'string') throw refuse(rest)
    if (rest.grand_total !== new_total) {
      throw refuse('total_changed', { new_total: rest.grand_total })
    }
    await replaceGoods(tx, order.order_id, rest)
    await releasePartOfStock(tx, order.order_id, rest.removed, now)
    const words = rest.removed.map(({ quantity, name }) => `${quantity} × ${name}`).join(', ')
    const staff = { name: actor.name, reason: null, note: reason }
    await transition(tx, order, 'remove_goods', { actor: 'staff', staff, reason: words }, now)
    const less = order.grand_total - rest.grand_total
    if (is_paid) return refundOrder(tx, order.order_id, less, 'fewer_goods', now)
    await collectMissing(tx, { ...order, grand_total: rest.grand_total }, now)
    return 0
  })
  log.info({ staff: actor.name, order_code, refund }, 'staff took goods off an order')
  return refund
}

/** Whether an order is paid. Refused while money may arrive for the old total. */
async function isPaid(tx: Tx, { order_id }: LockedOrder): Promise<boolean> {
  const live = await findLiveAttempt(tx, order_id)
  const parts = await findPartialPayments(tx, order_id)
  if (live?.state === 'started' || parts.length > 0) {
    throw contract.removeGoods.refuse('money_underway')
  }
  return live?.state === 'paid'
}

function byPosition(removed: Readonly<Record<string, number>>): Map<number, number> {
  return new Map(Object.entries(removed).map(([position, units]) => [Number(position), units]))
}
