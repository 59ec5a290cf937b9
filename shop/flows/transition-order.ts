import type { OrderId, PaymentId } from '#pure/ids.ts'
import type { Tx } from '#db/schema.ts'
import { bookOrders } from '#shop/flows/member/book-orders.ts'
import { hasPointsAgain } from '#shop/flows/member/points-again.ts'
import { refundOrder } from '#shop/flows/refund-order/refund-order.ts'
import {
  partsWithClaims,
  releaseOrderClaims,
  releaseOrderReservations,
} from '#shop/flows/release-reservations.ts'
import { isForbiddenByLoan } from '#shop/flows/trade/application/loan-moves.ts'
import { cancelParcelsOf } from '#shop/flows/shipment/cancel-parcel.ts'
import { shipUnits } from '#shop/flows/units/ship-units.ts'
import {
  insertReservations,
  settleReservations,
} from '#shop/inventory/reservation/reservation-store.ts'
import type { Reservation } from '#shop/inventory/reservation/reservation.ts'
import { reserveAgain } from '#shop/inventory/reservation/reserve.ts'
import { startWarranty } from '#shop/inventory/unit/unit-store.ts'
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
import { replaceOffers } from '#shop/order/order-offers-store.ts'
import {
  findOrderedItems,
  type LockedOrder,
  type StaffPart,
  updateOrderState,
  updateShopOfOrder,
} from '#shop/order/order-store.ts'
import {
  claimsOf,
  claimsWithout,
  isOverdue,
  locationOf,
  type OfferChange,
  type OrderOffer,
  shopOfOrder,
} from '#shop/order/order.ts'
import {
  endLiveAttempt,
  findLiveAttempt,
  insertAttempt,
  updatePaid,
} from '#shop/payment/attempt/attempt-store.ts'
import type { Gateway } from '#shop/payment/gateways/gateway.ts'
import { deletePickupUnits } from '#shop/pickup/pickup-store.ts'
import { followOrder } from '#shop/trade/application/order-loan-store.ts'

/** The actor and the reason of a move, and how the order is paid from then on. */
export interface Change {
  actor: Actor
  /** Who of the staff makes the move, and what only staff read about it. */
  staff?: StaffPart
  /** Text for the order's history and the shopper's notification. */
  reason?: string | undefined
  /** For moves that write a payment attempt. */
  payment?: AttemptChange
  /** The parcel that leaves, if only its units do. */
  parcel_id?: number
  /** Offers that the order loses right after the move: an ended order does not reserve their claims again. */
  dropped?: readonly OrderOffer[]
}

interface AttemptChange {
  method: string
  /** In đồng: the amount requested, or the amount received. */
  amount: number
  /** For an attempt that replaces another: when its method settles. */
  settles?: Gateway['settles']
  /** For received money: the attempt that it names, if any. */
  payment_id?: PaymentId | null
}

/** The order's state does not allow the move. The caller read the state without the order's lock. */
export class OrderNotMovable extends Error {
  override name = 'OrderNotMovable'
}

/**
 * Moves a locked order by the table of moves (shop/order/order-states.ts), with its reservations, payment attempt,
 * history, notification and refund. No other function changes the state of an order. Returns null, with nothing
 * changed, when the move must reserve items again that are no longer available. Otherwise returns the payment_id that
 * the move wrote or paid. Throws UnitsNotOnHand when units to be shipped are missing.
 */
export async function transition(
  tx: Tx,
  order: LockedOrder,
  name: MoveName,
  change: Change,
  now: Date,
): Promise<{ payment_id: PaymentId | null } | null> {
  const move = moveOf(name)
  refuseImpossible(order, name, move, change.actor, now)
  const { order_id } = order
  if (await isForbiddenByLoan(tx, order_id, name)) {
    throw new OrderNotMovable(`the loan of order ${order_id} does not allow ${name}`)
  }
  if (
    move.reservations === 'reserve_for_good' &&
    !(await reserveItemsAgain(tx, order, change, now))
  )
    return null
  const payment_id = await changeAttempt(tx, order_id, move.payment, change.payment, now)
  const { actor, staff = null, reason = null, payment } = change
  const payment_method = payment?.method ?? null
  const state_change = { actor, staff, reason, payment_method }
  if (!(await updateOrderState(tx, order, name, state_change, now))) {
    throw new OrderNotMovable(`order ${order_id} is no longer ${order.state}`)
  }
  if (move.reservations === 'settle') await settleReservations(tx, [order_id], now)
  if (move.reservations === 'ship') await shipUnits(tx, order, now, change.parcel_id)
  if (move.reservations === 'release') await releaseOrderReservations(tx, order, now)
  if (move.to === 'cancelled') {
    const by = {
      actor: actor === 'staff' ? 'staff' : 'clock',
      staff_name: staff?.name ?? null,
    } as const
    await cancelParcelsOf(tx, order_id, { ...by, note: 'Đơn đã hủy' }, now)
    const ender = actor === 'shopper' || actor === 'staff' ? actor : 'clock'
    await followOrder(tx, order_id, 'withdraw', {
      ...{ actor: ender, staff_name: staff?.name ?? null, now },
    })
  }
  // Units that were put aside for its shopper are collected now, or free again.
  if (order.state === 'ready_for_pickup' && move.to !== 'same')
    await deletePickupUnits(tx, order_id)
  if (move.to === 'delivered') {
    await startWarranty(tx, order.code, now)
    await followOrder(tx, order_id, 'deliver', { actor: 'clock', staff_name: null, now })
  }
  if (move.notifies !== null) {
    // The reader may be a stranger whose address the shopper entered: no words of the shopper reach them.
    const texts = reason === null || actor === 'shopper' ? {} : { reason }
    // These happen to one order more than once, each with a message of its own.
    const is_repeated = repeated.includes(name) || move.notifies === 'order_changed'
    const facts = is_repeated ? { ...texts, key: String(order.version) } : texts
    await notifyOfOrders(tx, [order_id], move.notifies, now, facts)
  }
  if (move.refund) await refundOrder(tx, order_id, 'all', 'Đơn hàng đã hủy', now)
  if (countsForMember(name, move)) await bookOrders(tx, [order_id], now)
  return { payment_id }
}

const repeated: readonly MoveName[] = ['make_ready', 'part_lost', 'send_again']
const with_other_goods: readonly MoveName[] = ['remove_goods', 'split', 'take_in']

/** Whether a move changes what an order counts for: it is completed, ends, lives again or has fewer goods. */
function countsForMember(name: MoveName, { to, reservations }: Move): boolean {
  const has_other_goods = with_other_goods.includes(name) || reservations === 'reserve_for_good'
  return to === 'delivered' || reservations === 'release' || has_other_goods
}

/**
 * Creates orders by the same table, each with its lines, payment attempt, history, reservations and notification. All
 * orders share one statement of each kind, so that a batch costs little more than one order (decision 074).
 */
export async function createOrders(
  tx: Tx,
  placed: readonly { order: NewOrder; reserved: readonly Reservation[] }[],
  now: Date,
): Promise<void> {
  const order_ids = await insertOrders(
    tx,
    placed.map(({ order, reserved }) => ({ ...order, shop_id: shopOfOrder(order, reserved) })),
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
  const with_points = order_ids.filter((_, n) => paysWithPoints(placed[n]?.order.totals))
  if (with_points.length > 0) await bookOrders(tx, with_points, now)
  for (const [template, group] of Map.groupBy(created, ({ move }) => move.notifies)) {
    const notified = group.map(({ order_id }) => order_id)
    if (template !== null) await notifyOfOrders(tx, notified, template, now)
  }
}

function paysWithPoints(totals: NewOrder['totals'] | undefined): boolean {
  return totals?.adjustments.some(({ rule }) => rule === 'points') === true
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

/**
 * Reserves everything again for an order that ended, except for offers that it loses; all or nothing. Points that paid
 * it must be there still.
 */
async function reserveItemsAgain(
  tx: Tx,
  order: LockedOrder,
  { dropped = [] }: Change,
  now: Date,
): Promise<boolean> {
  const { order_id, recipient } = order
  if (!(await hasPointsAgain(tx, order_id, now))) return false
  const items = await findOrderedItems(tx, order_id)
  const claimed_by = await partsWithClaims(tx, order_id)
  const wanted = {
    ...{ items, location: locationOf(recipient) },
    ...{ claimed_by, without: claimsOf(dropped) },
  }
  if (!(await reserveAgain(tx, order_id, wanted, now))) return false
  await updateShopOfOrder(tx, order_id)
  return true
}

async function changeAttempt(
  tx: Tx,
  order_id: OrderId,
  effect: Move['payment'],
  payment: AttemptChange | undefined,
  now: Date,
): Promise<number | null> {
  if (effect === 'keep') return null
  if (effect === 'end') {
    await endLiveAttempt(tx, order_id, 'fail', now)
    return null
  }
  if (payment === undefined) throw new RangeError(`order ${order_id} moves without a payment`)
  if (effect === 'paid') return countAsPaid(tx, order_id, payment, now)
  const { method, amount, settles } = payment
  const is_cod = effect === 'cash_on_delivery' || settles === 'on_delivery'
  const state = is_cod ? 'due_on_delivery' : 'started'
  await endLiveAttempt(tx, order_id, 'replace', now)
  return insertAttempt(tx, { order_id, method, state, amount }, now)
}

/** Counts money for the attempt it names, else for the live attempt of its method, else for a new attempt. */
async function countAsPaid(
  tx: Tx,
  order_id: OrderId,
  { method, payment_id = null, amount }: AttemptChange,
  now: Date,
): Promise<number> {
  const live = await findLiveAttempt(tx, order_id)
  const own = live?.state === 'started' && live.method === method ? live.payment_id : null
  const paid_id = payment_id ?? own
  if (live !== null && live.payment_id !== paid_id) {
    await endLiveAttempt(tx, order_id, 'replace', now)
  }
  if (paid_id === null) return insertAttempt(tx, { order_id, method, state: 'paid', amount }, now)
  await updatePaid(tx, paid_id, amount, now)
  return paid_id
}

/**
 * Replaces offers of a locked order, with its rounding and total. The claims of dropped offers are released, except
 * those that an added offer keeps.
 */
export async function changeOffers(
  tx: Tx,
  order_id: OrderId,
  change: OfferChange,
  now: Date,
): Promise<void> {
  await replaceOffers(tx, order_id, change)
  const released = claimsWithout(claimsOf(change.dropped), claimsOf(change.added))
  await releaseOrderClaims(tx, order_id, released, now)
}
