import { orders as contract, StaffMove, type StaffOrder } from '#contracts/staff/orders.ts'
import type { OrderState } from '#contracts/storefront/order.ts'
import type { Database } from '#db/schema.ts'
import { mayCall } from '#pure/access.ts'
import type { AnyOperation, Service, StaffActor } from '#pure/contract.ts'
import { moveOrder, moveOrders } from '#shop/flows/staff/move-order.ts'
import type { StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import { cancel_texts } from '#shop/order/cancel-reasons.ts'
import { maskedEmail, maskedPhone } from '#shop/order/masked-contact.ts'
import { canMove } from '#shop/order/order-states.ts'
import { findOrderToNotify } from '#shop/order/order-store.ts'
import { paymentTitle } from '#shop/order/order-view.ts'
import { storedCode } from '#shop/order/order.ts'
import { insertStaffEvent } from '#shop/order/staff-event-store.ts'
import { qrPictureUrl } from '#platform/images/qr-picture.ts'
import { gateways } from '#shop/payment/methods/gateways.ts'
import { orderFilter } from '#shop/views/order/order-filter.ts'
import {
  findChosenOrders,
  findListedOrders,
  findOrderPlaces,
} from '#shop/views/order/order-list-store.ts'
import {
  findNextPending,
  findOrdersOfPhone,
  findPayments,
  findRefundsOfOrder,
  findReservations,
  findStaffPart,
  findTimeline,
} from '#shop/views/order/order-page-store.ts'
import { orderRow, ordersAsCsv } from '#shop/views/order/order-row.ts'

const page_size = 50
const max_exported = 10_000

/** The orders of the shop, for staff. */
export function orderStaffService(deps: StaffFlowDeps): Service<typeof contract> {
  const { db, now, log, write } = deps
  return {
    orders: async (actor, { page = 1, ...input }) => {
      const filter = orderFilter(input, now())
      const offset = (page - 1) * page_size
      const [{ rows, counts }, places] = await Promise.all([
        findListedOrders(db, filter, { limit: page_size + 1, offset }),
        findOrderPlaces(db),
      ])
      return {
        rows: rows.slice(0, page_size).map(orderRow),
        has_next: rows.length > page_size,
        counts,
        ...choicesOf(places),
        methods: gateways.map(({ code, title }) => ({ value: code, title })),
        may: {
          confirm: mayCall(contract.confirmOrders, actor),
          cancel: mayCall(contract.cancelOrders, actor),
          export: mayCall(contract.exportOrders, actor),
        },
      }
    },
    order: (actor, { order_code }) => readOrder(db, actor, storedCode(order_code)),
    pickList: async (actor, { order_code }) => {
      const order = await readOrder(db, actor, storedCode(order_code))
      return { order, qr: qrPictureUrl(order.code) }
    },
    chosenOrders: async (_actor, { order_codes }) =>
      (await findChosenOrders(db, order_codes.map(storedCode))).map(orderRow),
    confirmOrder: (actor, seen) =>
      moveOrder(deps, actor, seen, { operation: 'orders.confirmOrder', move: 'confirm' }),
    confirmOrders: (actor, { orders }) =>
      moveOrders(deps, actor, orders, { operation: 'orders.confirmOrders', move: 'confirm' }),
    shipOrder: (actor, { move, note, ...seen }) =>
      moveOrder(deps, actor, seen, { operation: 'orders.shipOrder', move, note }),
    cancelOrder: (actor, { reason: code, note, ...seen }) =>
      moveOrder(deps, actor, seen, { operation: 'orders.cancelOrder', ...cancelling(code), note }),
    cancelOrders: (actor, { reason: code, note, orders }) => {
      const wanted = { operation: 'orders.cancelOrders', ...cancelling(code), note } as const
      return moveOrders(deps, actor, orders, wanted)
    },
    addNote: async (actor, { order_code, kind, text }) => {
      const event = { order_code: storedCode(order_code), kind, text, staff_name: actor.name }
      const act = { actor, operation: 'orders.addNote' } as const
      if (!(await write(act, (tx) => insertStaffEvent(tx, event, now())))) {
        throw contract.addNote.refuse('order_not_found')
      }
      return { kind }
    },
    showPhone: async (actor, { order_code }) => {
      const code = storedCode(order_code)
      const event = { order_code: code, text: null, staff_name: actor.name }
      const act = { actor, operation: 'orders.showPhone' } as const
      const is_written = await write(act, (tx) =>
        insertStaffEvent(tx, { ...event, kind: 'phone_shown' }, now()),
      )
      const [order] = is_written ? await findChosenOrders(db, [code]) : []
      if (!order) throw contract.showPhone.refuse('order_not_found')
      const { phone, recipient_phone, email } = order.recipient
      return { phone, recipient_phone, email }
    },
    exportOrders: async (actor, input) => {
      const filter = orderFilter(input, now())
      const part = { limit: max_exported + 1, offset: 0 }
      const { rows: found } = await findListedOrders(db, filter, part)
      const rows = found.slice(0, max_exported).map(orderRow)
      // The filter is not logged: it may be a phone or a name.
      log.info({ staff: actor.name, count: rows.length }, 'staff exported orders')
      const is_capped = found.length > max_exported
      return { csv: ordersAsCsv(rows), count: rows.length, is_capped }
    },
  }
}

function cancelling(code: keyof typeof cancel_texts) {
  return { move: 'cancel', reason: { code, text: cancel_texts[code] } } as const
}

function choicesOf(places: readonly { kind: string; id: number; name: string }[]) {
  const choices = (kind: string) =>
    places
      .filter((place) => place.kind === kind)
      .map(({ id, name }) => ({ value: String(id), title: name }))
  return { shops: choices('shop'), provinces: choices('province') }
}

async function readOrder(db: Database, actor: StaffActor, code: string): Promise<StaffOrder> {
  const part = await findStaffPart(db, code)
  const order = part && (await findOrderToNotify(db, part.order_id))
  const [listed] = await findChosenOrders(db, [code])
  if (!part || !order || !listed) throw contract.order.refuse('order_not_found')
  const { order_id } = part
  const [reservations, payments, refunds, timeline, other_orders, next_code] = await Promise.all([
    findReservations(db, order_id),
    findPayments(db, order_id),
    findRefundsOfOrder(db, order_id),
    findTimeline(db, order_id),
    findOrdersOfPhone(db, part.phone, order_id),
    findNextPending(db, order_id),
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
    paid_total,
    refund_due_total,
    refunded_total,
    reservations,
    payments: payments.map(({ method, updated_at, ...attempt }) => ({
      ...attempt,
      method_title: paymentTitle(method) ?? method,
      at: updated_at.toISOString(),
    })),
    refunds: refunds.map(({ updated_at, ...refund }) => ({
      ...refund,
      at: updated_at.toISOString(),
    })),
    timeline: timeline.map(({ at, ...entry }) => ({ ...entry, at: at.toISOString() })),
    other_orders: other_orders.map(({ created_at, ...other }) => ({
      ...other,
      created_at: created_at.toISOString(),
    })),
    moves: movesOf(row.state, actor),
    may: {
      note: mayCall(contract.addNote, actor),
      see_phone: mayCall(contract.showPhone, actor),
    },
    next_code,
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
function movesOf(state: OrderState, actor: StaffActor): StaffMove[] {
  return StaffMove.options.filter(
    (move) => canMove(move, state, 'staff') && mayCall(operation_of_move[move], actor),
  )
}
