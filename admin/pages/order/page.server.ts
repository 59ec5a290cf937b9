import { addresses } from '#admin/addresses/addresses.ts'
import {
  askRefundPath,
  newReturnPath,
  orderGoodsPath,
  orderPath,
  orderShopPath,
  orderSplitPath,
  orderTagsPath,
} from '#admin/addresses/paths.ts'
import { historyOf, type HistoryEntry } from '#admin/pages/changes/history-of.ts'
import { changedText, shownOrder, type ShownOrder } from '#admin/pages/order/timeline-texts.ts'
import { state_titles } from '#admin/pages/orders/order-texts.ts'
import {
  type Outcome,
  type Problem,
  problemOrThrow,
  type StaffContext,
  staffPage,
  unclear,
} from '#admin/runtime/page.ts'
import { orders as contract, type OrderRelation, type StaffOrder } from '#contracts/staff/orders.ts'
import { calls as calls_contract } from '#contracts/staff/calls.ts'
import { type ParcelRow, parcels as parcel_contract } from '#contracts/staff/parcels.ts'
import { orderGoods, orderShop } from '#contracts/staff/order-changes.ts'
import { orderParts } from '#contracts/staff/orders/order-parts.ts'
import { refundRequests } from '#contracts/staff/refund-requests.ts'
import { returns } from '#contracts/staff/returns.ts'
import { mayCall } from '#pure/access.ts'
import { isRefusal, type StaffActor } from '#pure/contract.ts'
import { ownValue } from '#web/runtime/read-form.ts'

/** The order, and the code of the order that was just confirmed before it was opened. */
export interface OrderData {
  order: ShownOrder
  /** Its parcels, newest first. */
  parcels: ParcelRow[]
  /** Whether the reader may pack it now. */
  may_pack: boolean
  /** Null if the reader may not see the ledger. */
  history: readonly HistoryEntry[] | null
  /** Pages where the reader may do more with it. */
  ways: { to: string; title: string }[]
  /** Whom the member of staff may assign the order to. */
  assignees: { staff_id: number; name: string }[]
  done_code: string | null
  now: number
}

/** What the page shows after its form: the phones of the order in full. */
export interface OrderAnswer {
  phone: string
  recipient_phone: string | null
  email: string | null
}

type Act = (
  context: StaffContext,
  input: Readonly<Record<string, string | undefined>>,
) => Promise<Outcome>

/** /noi-bo/don-hang/:code: one order and everything that can be done with it. */
export const page = staffPage<OrderData>({
  needs: 'orders.order',
  loader: async (context) => {
    const { services, actor, params, url } = context
    const order_code = params['code'] ?? ''
    const order = await services.orders.order(actor, { order_code })
    const parcels = await services.parcels.parcelsOfOrder(actor, { order_code })
    const is_packed = parcels.some(({ state }) => state !== 'cancelled')
    const has_rest = parcels.some(({ part }) => part !== null && part.of === null)
    // After a lost parcel is sent again, the order is on its way with nothing packed.
    const has_none = parcels.every(({ state }) => state === 'cancelled' || state === 'replaced')
    const is_open = order.state === 'confirmed' || (order.state === 'shipping' && is_packed)
    const is_to_pack = is_open && order.delivery === 'home_delivery'
    const assignees = order.may.assign ? await services.orders.assignees(actor, {}) : []
    return {
      order: shownOrder(is_packed ? packed(order) : order),
      parcels,
      assignees,
      ways: waysOn(order, is_packed, actor),
      may_pack: (has_rest || (is_to_pack && has_none)) && mayCall(parcel_contract.packing, actor),
      history: await historyOf(context, { thing: 'order', thing_key: order.code }),
      done_code: url.searchParams.get('done'),
      now: Date.now(),
    }
  },
  action: async (context, { intent = '', ...fields }) => {
    const act = ownValue(acts, intent)
    if (act === undefined) return unclear
    try {
      return await act(context, { ...fields, order_code: context.params['code'] })
    } catch (error) {
      return problemOrThrow(problemOf(error), error)
    }
  },
})

/**
 * Goods leave an order before it is packed, and come back when it was delivered; money that came, also to a courier,
 * can be refunded.
 */
function waysOn(
  { code, state, delivery, items, paid_total, related, may }: StaffOrder,
  is_packed: boolean,
  actor: StaffActor,
): OrderData['ways'] {
  const is_delivered = state === 'delivered'
  const may_ask = (is_delivered || paid_total > 0) && mayCall(refundRequests.ask, actor)
  const is_open = (state === 'pending' || state === 'confirmed') && !is_packed
  const may_move = is_open || state === 'awaiting_payment'
  return [
    ...(is_open && mayCall(orderGoods.changeGoods, actor)
      ? [{ to: orderGoodsPath(code), title: 'Sửa món' }]
      : []),
    ...(is_open &&
    items.length + (items[0]?.item_quantity ?? 0) > 2 &&
    mayCall(orderParts.splitOrder, actor)
      ? [{ to: orderSplitPath(code), title: 'Tách đơn' }]
      : []),
    ...(may_move && mayCall(orderShop.changeShop, actor)
      ? [
          {
            to: orderShopPath(code),
            title: delivery === 'home_delivery' ? 'Đổi kho xuất' : 'Đổi nơi lấy',
          },
        ]
      : []),
    ...(is_delivered && mayCall(returns.open, actor)
      ? [{ to: newReturnPath(code), title: 'Đổi trả' }]
      : []),
    ...(may.note ? [{ to: orderTagsPath(code), title: 'Thẻ' }] : []),
    ...(may_ask ? [{ to: askRefundPath(code), title: 'Đề nghị hoàn tiền' }] : []),
    ...related.map((one) => ({
      to: orderPath(one.code),
      title: `${relation_titles[one.kind]} ${one.code}`,
    })),
  ]
}

const relation_titles: Record<OrderRelation, string> = {
  addition: 'Đơn của món thêm',
  addition_of: 'Món thêm của đơn',
  part: 'Đơn tách ra',
  part_of: 'Tách từ đơn',
  joined: 'Đã gộp đơn',
  joined_to: 'Gộp vào đơn',
}

/** An order in a parcel is shipped, delivered and taken back with it, to the address on its label. */
function packed(order: StaffOrder): StaffOrder {
  return {
    ...order,
    moves: order.moves.filter((one) => one === 'confirm' || one === 'cancel'),
    may: { ...order.may, change_recipient: false },
  }
}

const acts: Readonly<Record<string, Act>> = {
  confirm: async ({ services: { orders }, actor }, fields) => {
    const input = contract.confirmOrder.input.safeParse(fields)
    if (!input.success) return unclear
    const { order_code } = input.data
    await orders.confirmOrder(actor, input.data)
    const { next_code } = await orders.order(actor, { order_code })
    const next = `?${new URLSearchParams({ done: order_code })}`
    return {
      location:
        next_code === null ? `${addresses.orders.path}?state=pending` : orderPath(next_code) + next,
    }
  },
  ship: move('ship'),
  deliver: move('deliver'),
  come_back: move('come_back'),
  cancel: async ({ services, actor }, fields) => {
    const input = contract.cancelOrder.input.safeParse(fields)
    if (!input.success) return { status: 422, problem: 'Hãy chọn lý do hủy.' }
    await services.orders.cancelOrder(actor, input.data)
    return { location: orderPath(input.data.order_code) }
  },
  assign: async ({ services, actor }, fields) => {
    const input = contract.assignOrder.input.safeParse(fields)
    if (!input.success) return unclear
    await services.orders.assignOrder(actor, input.data)
    return { location: orderPath(input.data.order_code) }
  },
  take_call: async ({ services: { calls }, actor }, fields) => {
    const input = calls_contract.takeCall.input.safeParse(fields)
    if (!input.success) return unclear
    await calls.takeCall(actor, input.data)
    return { location: addresses.order_calls.path }
  },
  take_over_call: async ({ services: { calls }, actor }, fields) => {
    const input = calls_contract.takeOverCall.input.safeParse(fields)
    if (!input.success) return unclear
    await calls.takeOverCall(actor, input.data)
    return { location: addresses.order_calls.path }
  },
  note: async ({ services, actor }, fields) => {
    const input = contract.addNote.input.safeParse(fields)
    if (!input.success) return { status: 422, problem: 'Hãy viết ghi chú, dài nhất 500 ký tự.' }
    await services.orders.addNote(actor, input.data)
    return null
  },
  show_phone: async ({ services, actor }, fields) => {
    const input = contract.showPhone.input.safeParse(fields)
    if (!input.success) return unclear
    return { answer: await services.orders.showPhone(actor, input.data) }
  },
}

function move(name: 'ship' | 'deliver' | 'come_back'): Act {
  return async ({ services, actor }, fields) => {
    const input = contract.shipOrder.input.safeParse({ ...fields, move: name })
    if (!input.success) return unclear
    await services.orders.shipOrder(actor, input.data)
    return { location: orderPath(input.data.order_code) }
  }
}

/** The words for a refusal; null for any other error. */
export function problemOf(error: unknown): Problem | null {
  if (isRefusal(error, contract.cancelOrder, 'order_changed')) {
    return { status: 409, problem: changedText(error.data.changes) }
  }
  if (isRefusal(error, contract.cancelOrder, 'move_not_possible')) {
    const title = state_titles[error.data.state].toLowerCase()
    return { status: 409, problem: `Không làm được: đơn đang ở trạng thái “${title}”.` }
  }
  if (isRefusal(error, contract.shipOrder, 'order_has_parcel')) {
    return {
      status: 409,
      problem: `Đơn đi theo vận đơn ${error.data.parcel_code}: hãy cập nhật ở vận đơn.`,
    }
  }
  if (isRefusal(error, contract.cancelOrder, 'order_taken')) {
    const problem = `${error.data.name} đang gọi khách này. Chờ gọi xong hoặc nhờ trưởng nhóm nhận thay.`
    return { status: 409, problem }
  }
  if (isRefusal(error, contract.confirmOrder, 'call_needed')) {
    const problem =
      'Đơn trả khi nhận hàng có tổng tiền lớn: hãy gọi khách, rồi ghi kết quả cuộc gọi.'
    return { status: 409, problem }
  }
  if (isRefusal(error, calls_contract.takeCall, 'call_taken')) {
    return { status: 409, problem: `${error.data.name} đang gọi khách này.` }
  }
  if (isRefusal(error, calls_contract.takeCall, 'not_pending')) {
    return { status: 409, problem: 'Đơn này không còn chờ xác nhận nên không cần gọi.' }
  }
  if (isRefusal(error, contract.assignOrder, 'assignment_changed')) {
    const name = error.data.name ?? 'không ai'
    const problem = `Đơn vừa được giao cho ${name}. Chưa lưu gì của bạn; chọn lại nếu vẫn muốn đổi.`
    return { status: 409, problem }
  }
  if (isRefusal(error, contract.assignOrder, 'staff_not_found')) {
    return { status: 404, problem: 'Không giao được cho người này. Hãy chọn người khác.' }
  }
  if (isRefusal(error, contract.shipOrder, 'units_not_on_hand')) {
    const problem =
      'Chưa giao được: hàng trên kệ ít hơn số giữ cho đơn này. Kiểm tra ở trang Tồn kho.'
    return { status: 409, problem }
  }
  return null
}
