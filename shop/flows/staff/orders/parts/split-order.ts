import type { z } from 'zod'
import { orderParts as contract } from '#contracts/staff/orders/order-parts.ts'
import type { Tx } from '#db/schema.ts'
import { everything, reachOf } from '#pure/access.ts'
import type { StaffActor } from '#pure/contract.ts'
import { bookOrders } from '#shop/flows/member/book-orders.ts'
import { payPart } from '#shop/flows/returns/pay-by-exchange.ts'
import { collectMissing } from '#shop/flows/receive-payment/settle-money.ts'
import { placeWithRetries } from '#shop/flows/staff/drafts/place-draft.ts'
import { byNumber } from '#shop/flows/staff/orders/change-goods.ts'
import { requireUnpacked } from '#shop/flows/staff/orders/require-unpacked.ts'
import type { StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import { transition } from '#shop/flows/transition-order.ts'
import { updateOrderOfPart } from '#shop/inventory/reservation/ship-store.ts'
import { notifyOfOrders } from '#shop/notification/notify-store.ts'
import { inTwo } from '#shop/order/changed-goods.ts'
import { findGoodsOfOrder, replaceGoods } from '#shop/order/order-goods-store.ts'
import { CodeTaken } from '#shop/order/order-insert-store.ts'
import { insertSplitOrder } from '#shop/order/order-split-store.ts'
import {
  findOrderCodes,
  type LockedOrder,
  lockOrderByCode,
  updateShopOfOrder,
} from '#shop/order/order-store.ts'
import { newOrderCode, storedCode } from '#shop/order/order.ts'
import { findLiveAttempt, insertAttempt } from '#shop/payment/attempt/attempt-store.ts'
import { findRefundable } from '#shop/payment/ledger/refund-store.ts'
import { findPartialPayments } from '#shop/payment/ledger/review-store.ts'

const { refuse } = contract.splitOrder

type Splitting = z.output<typeof contract.splitOrder.input>

/** Makes a part of an order that was seen in this version an order of its own (decision 170); returns its code. */
export async function splitOrder(
  { now: clock, log, write }: StaffFlowDeps,
  actor: StaffActor,
  { order_code, version, moved, total, reason }: Splitting,
): Promise<string> {
  const act = { actor, operation: 'orderParts.splitOrder', reason } as const
  const code = await placeWithRetries(() =>
    write(act, async (tx) => {
      const now = clock()
      const reach = reachOf(contract.splitOrder, actor)
      const order = await lockOrderByCode(tx, storedCode(order_code), reach)
      if (order === null) throw refuse('order_not_found')
      await requireUnpacked(tx, order, 'split', { actor, version, now })
      const parts = inTwo(await findGoodsOfOrder(tx, order.order_id), byNumber(moved))
      if (typeof parts === 'string') throw refuse(parts)
      const { stays, goes } = parts
      if (stays.grand_total !== total) {
        throw refuse('total_changed', { new_total: stays.grand_total })
      }
      const money = await moneyOf(tx, order, goes.grand_total)
      const new_code = await freeCode(tx, now)
      const goods = stays.removed
      const named = goods.map(({ quantity, name }) => `${quantity} × ${name}`).join(', ')
      const order_id = await insertSplitOrder(
        tx,
        {
          ...{ from: order.order_id, code: new_code, goods, goes, reason },
          ...{ maker: actor.name, made_by: actor.staff_id, note: `${named}, từ đơn ${order.code}` },
        },
        now,
      )
      await replaceGoods(tx, order.order_id, stays, [])
      const units = goods.map(({ item_id, quantity }) => ({ product_id: item_id, quantity }))
      await updateOrderOfPart(tx, { from: order.order_id, to: order_id }, units)
      for (const one of [order.order_id, order_id]) await updateShopOfOrder(tx, one)
      const staff = { name: actor.name, reason: null, note: reason }
      const words = `${named}, sang đơn ${new_code}`
      await transition(tx, order, 'split', { actor: 'staff', staff, reason: words }, now)
      await notifyOfOrders(tx, [order_id], 'order_split', now, { reason: order.code })
      await shareMoney(tx, { order, stays: stays.grand_total, to: order_id, new_code }, money, now)
      await bookOrders(tx, [order_id], now)
      return new_code
    }),
  )
  log.info({ staff: actor.name, order_code, new_code: code }, 'staff split an order')
  return code
}

interface Money {
  method: string
  is_paid: boolean
  /** What the new order costs, in đồng. */
  amount: number
}

/** How the order is paid. Refused while money may arrive for the old total, or when less is left of it than moves. */
async function moneyOf(tx: Tx, { order_id }: LockedOrder, amount: number): Promise<Money> {
  const live = await findLiveAttempt(tx, order_id)
  const parts = await findPartialPayments(tx, order_id)
  if (live === null || live.state === 'started' || parts.length > 0) throw refuse('money_underway')
  const is_paid = live.state === 'paid'
  if (is_paid && ((await findRefundable(tx, order_id))?.left ?? 0) < amount) {
    throw refuse('money_underway')
  }
  return { method: live.method, is_paid, amount }
}

interface Shared {
  order: LockedOrder
  /** The total of what stays. */
  stays: number
  to: LockedOrder['order_id']
  new_code: string
}

/** Each order is paid as the whole one was: on delivery, or with its part of the money that came. */
async function shareMoney(
  tx: Tx,
  { order, stays, to, new_code }: Shared,
  { method, is_paid, amount }: Money,
  now: Date,
): Promise<void> {
  const state = is_paid ? 'paid' : 'due_on_delivery'
  const payment_id = await insertAttempt(tx, { order_id: to, method, state, amount }, now)
  if (!is_paid) return collectMissing(tx, { ...order, grand_total: stays }, now)
  // A part that costs nothing takes no money along.
  if (amount === 0) return
  const document = `${order.code} → ${new_code}`
  const part = { from: order.order_id, to, reference: new_code, payment_id, document, amount }
  await payPart(tx, part, now)
}

async function freeCode(tx: Tx, now: Date): Promise<string> {
  const code = newOrderCode(now)
  const taken = await findOrderCodes(tx, [code], everything)
  if (taken.length > 0) throw new CodeTaken()
  return code
}
