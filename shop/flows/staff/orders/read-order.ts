import { orders as contract, StaffMove, type StaffOrder } from '#contracts/staff/orders.ts'
import type { OrderState } from '#contracts/storefront/order.ts'
import type { Recipient } from '#contracts/storefront/quote.ts'
import type { Database } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import { covers, reachOf, type Subject } from '#pure/access.ts'
import type { AnyOperation, StaffActor } from '#pure/contract.ts'
import { findCaller } from '#shop/order/call-store.ts'
import { findSoldCodes } from '#shop/inventory/unit/unit-store.ts'
import { maskedEmail, maskedPhone } from '#shop/order/masked-contact.ts'
import { canMove } from '#shop/order/order-states.ts'
import { locationOf } from '#shop/order/order.ts'
import { findOrderToNotify } from '#shop/order/order-store.ts'
import {
  isOfGoods,
  trade_bonus_gateway,
  trade_in_gateway,
} from '#shop/payment/ledger/message-store.ts'
import { paymentTitle } from '#shop/order/order-view.ts'
import { findChosenOrders } from '#shop/views/order/order-list-store.ts'
import {
  findNextPending,
  findOrdersOfPhone,
  findPayments,
  findRefundsOfOrder,
  findRelatedOrders,
  findReservations,
  findStaffPart,
  findTimeline,
} from '#shop/views/order/order-page-store.ts'
import { orderRow } from '#shop/views/order/order-row.ts'

interface Deps {
  db: Database
  now: Now
}

/** Reads one order within reach for its page, with what the member of staff may do with it; null if there is none. */
export async function readOrder(
  { db, now }: Deps,
  actor: StaffActor,
  code: string,
): Promise<StaffOrder | null> {
  const reach = reachOf(contract.order, actor)
  const part = await findStaffPart(db, code, reach)
  const order = part && (await findOrderToNotify(db, part.order_id))
  const [listed] = await findChosenOrders(db, [code], reach)
  if (!part || !order || !listed) return null
  const { order_id } = part
  const [
    reservations,
    units,
    payments,
    refunds,
    timeline,
    other_orders,
    related,
    next_code,
    caller,
  ] = await Promise.all([
    findReservations(db, order_id),
    findSoldCodes(db, code),
    findPayments(db, order_id),
    findRefundsOfOrder(db, order_id),
    findTimeline(db, order_id),
    findOrdersOfPhone(db, part.phone, order_id, reach),
    findRelatedOrders(db, order_id, reach),
    findNextPending(db, order_id, reachOf(contract.confirmOrder, actor)),
    findCaller(db, order_id, now()),
  ])
  const { first_item: _first_item, line_count: _line_count, ...row } = orderRow(listed)
  const { items, totals, recipient, expires_at, payment } = order
  const { paid_total, refund_due_total, refunded_total } = payment
  return {
    ...row,
    expires_at,
    items,
    totals,
    recipient: masked(recipient),
    assigned_to: listed.assigned_to,
    paid_total,
    refund_due_total,
    refunded_total,
    reservations,
    units,
    payments: payments.filter(isAttempt).map(({ method, updated_at, ...attempt }) => ({
      ...attempt,
      method_title: titleOf(method),
      at: updated_at.toISOString(),
    })),
    refunds: refunds.map(({ updated_at, ...refund }) => ({
      ...refund,
      at: updated_at.toISOString(),
    })),
    timeline: timeline.map(({ at, note, ...entry }) => ({
      ...entry,
      at: at.toISOString(),
      // A move of money notes the way to pay.
      note: entry.kind === 'move' ? paymentTitle(note) : note,
    })),
    other_orders: other_orders.map(({ created_at, ...other }) => ({
      ...other,
      created_at: created_at.toISOString(),
    })),
    related,
    moves: movesOf({ ...listed, recipient }, actor),
    may: {
      note: covers(contract.addNote, actor, listed),
      see_phone: covers(contract.showPhone, actor, listed),
      assign: covers(contract.assignOrder, actor, listed),
      change_recipient:
        canMove('correct_recipient', row.state, 'staff') &&
        covers(contract.confirmOrder, actor, listed),
      call: row.state === 'pending' && covers(contract.confirmOrder, actor, listed),
    },
    next_code,
    call: caller && {
      name: caller.name,
      taken_until: caller.taken_until.toISOString(),
      is_self: caller.staff_id === actor.staff_id,
    },
  }
}

function masked(recipient: StaffOrder['recipient']): StaffOrder['recipient'] {
  const { phone, recipient_phone, email } = recipient
  return {
    ...recipient,
    phone: maskedPhone(phone),
    recipient_phone: recipient_phone && maskedPhone(recipient_phone),
    email: email && maskedEmail(email),
  }
}

const operation_of_move: Record<StaffMove, AnyOperation> = {
  confirm: contract.confirmOrder,
  ship: contract.shipOrder,
  deliver: contract.shipOrder,
  come_back: contract.shipOrder,
  cancel: contract.cancelOrder,
}

/** The moves that the state of the order and the permissions of the member of staff allow. */
function movesOf(
  order: Subject & { state: OrderState; recipient: Recipient; needs_call: boolean },
  actor: StaffActor,
): StaffMove[] {
  const is_collected = locationOf(order.recipient).shop_id !== null
  return StaffMove.options.filter(
    (move) =>
      canMove(move, order.state, 'staff') &&
      covers(operation_of_move[move], actor, order) &&
      !(is_collected && move === 'ship') &&
      !(order.needs_call && move === 'confirm'),
  )
}

/** The value of goods that pays only a part of an order is no attempt: the history says it. */
function isAttempt({ method, state }: { method: string; state: string }): boolean {
  return !isOfGoods(method) || state === 'paid'
}

function titleOf(method: string): string {
  if (!isOfGoods(method)) return paymentTitle(method) ?? method
  if (method === trade_bonus_gateway) return 'Trợ giá lên đời'
  return method === trade_in_gateway ? 'Máy cũ thu vào' : 'Giá trị hàng đổi'
}
