import type { Tx } from '#db/schema.ts'
import { refundOrder } from '#shop/flows/refund-order/refund-order.ts'
import { releaseOrderClaims, releaseOrderReservations } from '#shop/flows/release-reservations.ts'
import {
  insertReservations,
  settleReservations,
} from '#shop/inventory/reservation/reservation-store.ts'
import type { Reservation } from '#shop/inventory/reservation/reservation.ts'
import { reserveAgain } from '#shop/inventory/reservation/reserve.ts'
import { notifyOfOrders } from '#shop/notification/notify-store.ts'
import { insertOrders, type NewOrder } from '#shop/order/order-insert-store.ts'
import {
  type Actor,
  canMove,
  firstMove,
  type Move,
  moveOf,
  type MoveName,
} from '#shop/order/order-states.ts'
import {
  dropOffers,
  findOrderOffers,
  findWanted,
  type LockedOrder,
  updateOrderState,
} from '#shop/order/order-store.ts'
import { isOverdue, locationOf, withoutOthers } from '#shop/order/order.ts'
import {
  endLiveAttempt,
  findLiveAttempt,
  insertAttempt,
  updatePaid,
} from '#shop/payment/attempt/attempt-store.ts'
import type { Gateway } from '#shop/payment/gateways/gateway.ts'

/** Who moves an order, why, and how it is paid from now on. */
export interface Change {
  actor: Actor
  /** In words: for the order's history and the notification of its shopper. */
  reason?: string | undefined
  /** For moves that write a payment attempt. */
  payment?: AttemptChange
}

export interface AttemptChange {
  method: string
  /** Đồng: what is asked for, or what came and counts. */
  amount: number
  /** Of an attempt that replaces another: when its method brings the money. */
  settles?: Gateway['settles']
  /** Of money: the attempt that it was sent for, if it names one. */
  payment_id?: number | null
}

/** An order was to move in a way that its state does not allow: its state was read without its lock. */
export class OrderNotMovable extends Error {
  override name = 'OrderNotMovable'
}

/**
 * Moves a locked order by the table of moves (shop/order/order-states.ts), and everything that goes with it:
 * reservations, payment attempt, history, notification, refund. Nobody else changes the state of an order.
 * Null when the move has to reserve anew what is gone meanwhile; nothing has changed then. Else the number
 * of the payment attempt that the move wrote or paid.
 */
export async function transition(
  tx: Tx,
  order: LockedOrder,
  name: MoveName,
  change: Change,
  now: Date,
): Promise<{ payment_id: number | null } | null> {
  const move = moveOf(name)
  refuseImpossible(order, name, move, change.actor, now)
  const { order_id } = order
  if (move.reservations === 'reserve_for_good' && !(await reserveItemsAgain(tx, order, now)))
    return null
  const payment_id = await changeAttempt(tx, order_id, move.payment, change.payment, now)
  const { actor, reason = null, payment } = change
  const payment_method = payment?.method ?? null
  const state_change = { actor, reason, payment_method }
  if (!(await updateOrderState(tx, order, name, state_change, now))) {
    throw new OrderNotMovable(`order ${order_id} is ${order.state} no longer`)
  }
  if (move.reservations === 'settle') await settleReservations(tx, [order_id], now)
  if (move.reservations === 'release') await releaseOrderReservations(tx, [order_id], now)
  if (move.notifies !== null) {
    await notifyOfOrders(tx, [order_id], move.notifies, now, reason === null ? {} : { reason })
  }
  if (move.refund) await refundOrder(tx, order_id, 'all', 'Đơn hàng đã hủy', now)
  return { payment_id }
}

/**
 * Brings orders into being by the same table: each with its lines, payment attempt, history, reservations and
 * notification. One statement of a kind for all, so that a crowd costs little more than one (decision 074).
 */
export async function createOrders(
  tx: Tx,
  placed: readonly { order: NewOrder; reserved: readonly Reservation[] }[],
  now: Date,
): Promise<void> {
  const order_ids = await insertOrders(
    tx,
    placed.map(({ order }) => order),
  )
  const created = placed.map(({ order, reserved }, n) => ({
    order_id: order_ids[n] ?? 0,
    move: moveOf(firstMove(order.state)),
    reserved,
  }))
  await insertReservations(
    tx,
    created.flatMap(({ order_id, move, reserved }) => {
      const settled_at = move.reservations === 'reserve_for_good' ? now : null
      return reserved.map((part) => ({ ...part, order_id, expires_at: null, settled_at }))
    }),
  )
  for (const [template, some] of Map.groupBy(created, ({ move }) => move.notifies)) {
    const notified = some.map(({ order_id }) => order_id)
    if (template !== null) await notifyOfOrders(tx, notified, template, now)
  }
}

function refuseImpossible(
  order: LockedOrder,
  name: MoveName,
  { by, only_overdue }: Move,
  actor: Actor,
  now: Date,
): void {
  if (!by.includes(actor)) throw new OrderNotMovable(`${actor} may not ${name} an order`)
  if (!canMove(name, order.state, actor) || (only_overdue === true && !isOverdue(order, now))) {
    throw new OrderNotMovable(`order ${order.order_id} cannot ${name}`)
  }
}

/** An order that ended is wanted again: what it had is reserved anew, all or nothing. */
async function reserveItemsAgain(tx: Tx, order: LockedOrder, now: Date): Promise<boolean> {
  const { order_id, recipient } = order
  const wanted = await findWanted(tx, order_id)
  return reserveAgain(tx, order_id, { items: wanted, location: locationOf(recipient) }, now)
}

async function changeAttempt(
  tx: Tx,
  order_id: number,
  effect: Move['payment'],
  payment: AttemptChange | undefined,
  now: Date,
): Promise<number | null> {
  if (effect === 'keep') return null
  if (effect === 'end') {
    await endLiveAttempt(tx, order_id, 'failed', now)
    return null
  }
  if (payment === undefined) throw new RangeError(`order ${order_id} moves without a payment`)
  if (effect === 'paid') return countAsPaid(tx, order_id, payment, now)
  const { method, amount, settles } = payment
  const is_cod = effect === 'cash_on_delivery' || settles === 'on_delivery'
  const state = is_cod ? 'due_on_delivery' : 'started'
  await endLiveAttempt(tx, order_id, 'replaced', now)
  return insertAttempt(tx, { order_id, method, state, amount }, now)
}

/** Money counts for the attempt it names, else for the live one of its method, else for one of its own. */
async function countAsPaid(
  tx: Tx,
  order_id: number,
  { method, payment_id = null, amount }: AttemptChange,
  now: Date,
): Promise<number> {
  const live = await findLiveAttempt(tx, order_id)
  const own = live?.state === 'started' && live.method === method ? live.payment_id : null
  const paid_id = payment_id ?? own
  if (live !== null && live.payment_id !== paid_id) {
    await endLiveAttempt(tx, order_id, 'replaced', now)
  }
  if (paid_id === null) return insertAttempt(tx, { order_id, method, state: 'paid', amount }, now)
  await updatePaid(tx, paid_id, amount, now)
  return paid_id
}

/**
 * A locked order is paid in this way: what was offered for another way goes. Its printed lines and their sum
 * are those of this way, and others may have what it claimed. Returns what the order comes to then. An offer
 * that went does not come back with its way: the shopper sees the total before each choice.
 */
export async function dropOtherOffers(
  tx: Tx,
  order: { order_id: number; grand_total: number },
  payment_method: string,
  now: Date,
): Promise<number> {
  const { order_id } = order
  const offers = await findOrderOffers(tx, order_id)
  const { dropped, ...sums } = withoutOthers(offers, order.grand_total, payment_method)
  if (dropped.length === 0) return order.grand_total
  const positions = dropped.map(({ position }) => position)
  await dropOffers(tx, order_id, { ...sums, positions })
  const quota_ids = dropped.flatMap(({ quota_id }) => quota_id ?? [])
  const limit_keys = dropped.flatMap(({ limit_key }) => limit_key ?? [])
  await releaseOrderClaims(tx, order_id, { quota_ids, limit_keys }, now)
  return sums.grand_total
}
