import { orderShop } from '#contracts/staff/order-changes.ts'
import { orderTags } from '#contracts/staff/orders/order-tags.ts'
import { orders as contract, type StaffOrder } from '#contracts/staff/orders.ts'
import { mayCall, reachOf } from '#pure/access.ts'
import type { AnyOperation, Service, StaffActor } from '#pure/contract.ts'
import { assignSeenOrder } from '#shop/flows/staff/orders/assign-order.ts'
import { moveOrder } from '#shop/flows/staff/orders/move-order.ts'
import { readOrder } from '#shop/flows/staff/orders/read-order.ts'
import type { StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import { cancel_texts } from '#shop/order/cancel-reasons.ts'
import { storedCode } from '#shop/order/order.ts'
import { findKnownTags } from '#shop/order/order-tag-store.ts'
import { insertStaffEvent } from '#shop/order/staff-event-store.ts'
import { qrPictureUrl } from '#platform/images/qr-picture.ts'
import { gateways } from '#shop/payment/methods/gateways.ts'
import { orderFilter } from '#shop/views/order/order-filter.ts'
import {
  findChosenOrders,
  findListedOrders,
  findOrderPlaces,
} from '#shop/views/order/order-list-store.ts'
import { orderRow } from '#shop/views/order/order-row.ts'
import { findAssignees } from '#shop/views/staff/people-store.ts'

const page_size = 50

/** The orders of the shop, for staff. */
export function orderStaffService(deps: StaffFlowDeps): Service<typeof contract> {
  const { db, now, write } = deps
  return {
    orders: async (actor, { page = 1, ...input }) => {
      const reach = reachOf(contract.orders, actor)
      const filter = orderFilter(input, { ...actor, reach }, now())
      const offset = (page - 1) * page_size
      const [{ rows, counts }, places, tags] = await Promise.all([
        findListedOrders(db, filter, { limit: page_size + 1, offset }),
        findOrderPlaces(db, reach),
        findKnownTags(db),
      ])
      return {
        rows: rows.slice(0, page_size).map(orderRow),
        has_next: rows.length > page_size,
        counts,
        ...choicesOf(places),
        methods: gateways.map(({ code, title }) => ({ value: code, title })),
        tags: tags.map((tag) => ({ value: tag, title: tag })),
        may: {
          confirm: mayCall(contract.confirmOrder, actor),
          cancel: mayCall(contract.cancelOrder, actor),
          assign: mayCall(contract.assignOrder, actor),
          tag: mayCall(orderTags.tagOrder, actor),
          move_shop: mayCall(orderShop.changeShop, actor),
        },
      }
    },
    order: (actor, { order_code }) => requireOrder(deps, actor, storedCode(order_code)),
    pickList: async (actor, { order_code }) => {
      const order = await requireOrder(deps, actor, storedCode(order_code))
      return { order, qr: qrPictureUrl(order.code) }
    },
    assignees: (actor) => findAssignees(db, reachOf(contract.assignees, actor)),
    assignOrder: (actor, assignment) => assignSeenOrder(deps, actor, assignment),
    confirmOrder: (actor, seen) =>
      moveOrder(deps, by(actor, contract.confirmOrder), seen, {
        operation: 'orders.confirmOrder',
        move: 'confirm',
      }),
    shipOrder: (actor, { move, note, ...seen }) =>
      moveOrder(deps, by(actor, contract.shipOrder), seen, {
        operation: 'orders.shipOrder',
        move,
        note,
      }),
    cancelOrder: (actor, { reason: code, note, ...seen }) =>
      moveOrder(deps, by(actor, contract.cancelOrder), seen, {
        operation: 'orders.cancelOrder',
        ...cancelling(code),
        note,
      }),
    addNote: async (actor, { order_code, kind, text }) => {
      const event = { order_code: storedCode(order_code), kind, text, staff_name: actor.name }
      const reach = reachOf(contract.addNote, actor)
      const act = { actor, operation: 'orders.addNote' } as const
      if (!(await write(act, (tx) => insertStaffEvent(tx, event, reach, now())))) {
        throw contract.addNote.refuse('order_not_found')
      }
      return { kind }
    },
    showPhone: async (actor, { order_code }) => {
      const code = storedCode(order_code)
      const reach = reachOf(contract.showPhone, actor)
      const shown = { order_code: code, kind: 'phone_shown', text: null } as const
      const event = { ...shown, staff_name: actor.name }
      const act = { actor, operation: 'orders.showPhone' } as const
      const is_written = await write(act, (tx) => insertStaffEvent(tx, event, reach, now()))
      const [order] = is_written ? await findChosenOrders(db, [code], reach) : []
      if (!order) throw contract.showPhone.refuse('order_not_found')
      const { phone, recipient_phone, email } = order.recipient
      return { phone, recipient_phone, email }
    },
  }
}

function cancelling(code: keyof typeof cancel_texts) {
  return { move: 'cancel', reason: { code, text: cancel_texts[code] } } as const
}

async function requireOrder(
  deps: StaffFlowDeps,
  actor: StaffActor,
  code: string,
): Promise<StaffOrder> {
  const order = await readOrder(deps, actor, code)
  if (order === null) throw contract.order.refuse('order_not_found')
  return order
}

/** Who acts, and which orders the operation may touch for them. */
function by(actor: StaffActor, operation: AnyOperation) {
  return { ...actor, reach: reachOf(operation, actor) }
}

function choicesOf(places: readonly { kind: string; id: number; name: string }[]) {
  const choices = (kind: string) =>
    places
      .filter((place) => place.kind === kind)
      .map(({ id, name }) => ({ value: String(id), title: name }))
  return { shops: choices('shop'), provinces: choices('province') }
}
