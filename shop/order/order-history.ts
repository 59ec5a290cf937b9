import type { OrderEvent, OrderState } from '#contracts/storefront/order.ts'
import type { Actor, MoveName } from '#shop/order/order-states.ts'
import { gateways } from '#shop/payment/gateways/gateways.ts'

/** One move of an order; moves from before they had names are null. */
export interface StoredEvent {
  state: OrderState
  move: MoveName | null
  actor: Actor | 'system'
  /** A reason in words, or the code of a way to pay. */
  note: string | null
  happened_at: Date
}

/** The life of an order as its shopper reads it, oldest first (spec §4). */
export function historyOf(events: readonly StoredEvent[]): OrderEvent[] {
  return events.map((event) => ({
    state: event.state,
    happened_at: event.happened_at.toISOString(),
    note: noteOf(event),
  }))
}

/** What a way to pay is called; a code that nobody knows any more stands for itself. */
export function paymentTitle(code: string | null): string | null {
  if (code === null) return null
  return gateways.find((gateway) => gateway.code === code)?.title ?? code
}

function noteOf({ move, actor, note }: StoredEvent): string | null {
  const title = paymentTitle(note)
  switch (move) {
    case 'choose_online':
    case 'choose_at_door':
    case 'change_payment':
      return title && `Chọn cách thanh toán: ${title}`
    case 'turn_back':
      return 'Chưa nhận được tiền, đơn chuyển lại thanh toán khi nhận hàng'
    case 'pay':
    case 'pay_underway':
      return title === null ? 'Đã nhận thanh toán' : `Đã nhận thanh toán: ${title}`
    case 'reopen':
      return 'Tiền đến sau khi đơn đã kết thúc, cửa hàng xử lý đơn tiếp'
    case 'expire':
      return 'Quá thời gian chờ thanh toán'
    case 'cancel':
      return withReason(actor === 'shopper' ? 'Bạn đã hủy đơn' : 'Cửa hàng đã hủy đơn', note)
    case 'come_back':
      return withReason('Hàng không giao được và đã quay về cửa hàng', note)
    default:
      return null
  }
}

function withReason(text: string, reason: string | null): string {
  return reason === null || reason === '' ? text : `${text}: ${reason}`
}
