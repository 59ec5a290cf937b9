import type { Order, OrderEvent, OrderState } from '#contracts/storefront/order.ts'
import type { QuoteLine, Recipient, Totals } from '#contracts/storefront/quote.ts'
import { qrPictureUrl } from '#platform/images/qr-picture.ts'
import type { NewOrder } from '#shop/order/order-insert-store.ts'
import {
  type Actor,
  canMove,
  firstMove,
  isCancellable,
  type MoveName,
} from '#shop/order/order-states.ts'
import { pickupQrText } from '#shop/order/pickup-qr.ts'
import { gateways } from '#shop/payment/methods/gateways.ts'

export interface OrderRow extends Omit<Totals, 'item_quantity' | 'adjustments'> {
  code: string
  state: OrderState
  payment_method: string | null
  secret: string
  created_at: Date
  expires_at: Date | null
  recipient: Recipient
  items: QuoteLine[]
  adjustments: Totals['adjustments'] | null
  events: (Omit<StoredEvent, 'happened_at'> & { happened_at: string })[] | null
  is_online_only: boolean
  paid_total: number
  refunded_total: number
  refund_due_total: number
  card_plan: Order['card_plan']
  /** Without the picture of its code. */
  pickup: Omit<NonNullable<Order['pickup']>, 'qr'> | null
}

/** Converts the row of an order to its view. */
export function orderOf(row: OrderRow): Order {
  const { code, state, payment_method, secret, created_at, expires_at, items, recipient } = row
  const { list_total, discount, subtotal, shipping_fee, grand_total, is_online_only } = row
  const { paid_total, refunded_total, refund_due_total } = row
  const quantity = (total: number, line: QuoteLine) =>
    total + (line.is_gift ? 0 : line.item_quantity)
  const events = row.events ?? []
  return {
    code,
    state,
    payment_method,
    secret,
    created_at: created_at.toISOString(),
    expires_at: expires_at?.toISOString() ?? null,
    items,
    recipient,
    totals: {
      item_quantity: items.reduce(quantity, 0),
      list_total,
      discount,
      subtotal,
      adjustments: row.adjustments ?? [],
      shipping_fee,
      grand_total,
    },
    is_online_only,
    history: historyOf(
      events.map((event) => ({ ...event, happened_at: new Date(event.happened_at) })),
    ),
    can_cancel: isCancellable(state),
    can_ask_invoice: canMove('ask_invoice', state, 'shopper'),
    payment: {
      method_title: paymentTitle(payment_method),
      paid_total,
      refund_due_total,
      refunded_total,
    },
    card_plan: row.card_plan,
    pickup: row.pickup && {
      ...row.pickup,
      qr: qrPictureUrl(pickupQrText(code, row.pickup.code)),
    },
  }
}

/** The view of an order that was just written, equal to what a read would return. */
export function newOrderView(order: NewOrder): Order {
  const { state, created_at, totals, items } = order
  const happened_at = created_at.toISOString()
  const actor = order.made_by === null ? 'shopper' : 'staff'
  return orderOf({
    ...order,
    ...totals,
    items: items.map(({ flash_sale_item_id: _sale, ...line }) => line),
    adjustments: totals.adjustments.map((part) => ({ ...part, valid_until: null })),
    events: [{ state, move: firstMove(state), actor, note: null, happened_at }],
    paid_total: 0,
    refunded_total: 0,
    refund_due_total: 0,
    card_plan: null,
    pickup: null,
  })
}

/** A stored move of an order; `move` is null for old events without a name. */
interface StoredEvent {
  state: OrderState
  move: MoveName | null
  actor: Actor | 'system'
  /** A reason as text, or the code of a payment method. */
  note: string | null
  happened_at: Date
}

/** The history of an order for its shopper, oldest first (contract §4). */
function historyOf(events: readonly StoredEvent[]): OrderEvent[] {
  return events.map((event) => ({
    state: event.state,
    happened_at: event.happened_at.toISOString(),
    note: noteOf(event),
  }))
}

/** The title of a payment method; an unknown code is returned unchanged. */
export function paymentTitle(code: string | null): string | null {
  if (code === null) return null
  return gateways.find((gateway) => gateway.code === code)?.title ?? code
}

function noteOf({ move, actor, note }: StoredEvent): string | null {
  const title = paymentTitle(note)
  switch (move) {
    case 'choose_online':
    case 'choose_cod':
    case 'change_payment':
      return title && `Chọn cách thanh toán: ${title}`
    case 'return_to_cod':
      return 'Chưa nhận được tiền, đơn chuyển lại thanh toán khi nhận hàng'
    case 'ask_invoice':
      return 'Bạn đã yêu cầu xuất hóa đơn công ty'
    case 'correct_recipient':
      return 'Cửa hàng đã đổi thông tin nhận hàng theo yêu cầu'
    case 'move_shop':
      return 'Cửa hàng khác chuẩn bị hàng cho đơn'
    case 'remove_goods':
      return withReason('Cửa hàng đã bỏ bớt món theo yêu cầu', note)
    case 'add_goods':
      return withReason('Cửa hàng đã đổi món theo yêu cầu', note)
    case 'split':
      return withReason('Cửa hàng đã tách đơn', note)
    case 'take_in':
      return withReason('Cửa hàng đã gộp đơn', note)
    case 'part_back':
      return withReason('Một kiện hàng đã quay về cửa hàng', note)
    case 'pay_part':
      return 'Đã nhận phần trả góp qua thẻ, phần còn lại trả khi nhận hàng'
    case 'pay':
    case 'pay_underway':
      return title === null ? 'Đã nhận thanh toán' : `Đã nhận thanh toán: ${title}`
    case 'reopen':
      return 'Tiền đến sau khi đơn đã kết thúc, cửa hàng xử lý đơn tiếp'
    case 'expire':
      return 'Quá thời gian chờ thanh toán'
    case 'cancel':
      return withReason(actor === 'shopper' ? 'Bạn đã hủy đơn' : 'Cửa hàng đã hủy đơn', note)
    case 'make_ready':
      return 'Sản phẩm đã sẵn sàng tại cửa hàng'
    case 'pay_in_shop':
      return 'Đã trả tiền tại cửa hàng'
    case 'pay_on_delivery':
      return 'Đã trả tiền khi nhận hàng'
    case 'collect':
    case 'sell':
      return 'Đã nhận tại cửa hàng'
    case 'lapse_pickup':
      return 'Quá hạn nhận tại cửa hàng'
    case 'lapse':
    case 'join':
      return withReason('Cửa hàng đã hủy đơn', note)
    case 'lose':
      return 'Hãng giao làm thất lạc hàng nên đơn kết thúc'
    case 'part_lost':
      return 'Hãng giao làm thất lạc một kiện, các món đó không còn trong đơn'
    case 'send_again':
      return 'Hãng giao làm thất lạc một kiện, cửa hàng gửi lại đúng các món đó'
    case 'come_back':
      return withReason('Hàng không giao được và đã quay về cửa hàng', note)
    default:
      return null
  }
}

function withReason(text: string, reason: string | null): string {
  return reason === null || reason === '' ? text : `${text}: ${reason}`
}
