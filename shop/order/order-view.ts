import type { Order, OrderState } from '#contracts/storefront/order.ts'
import type { QuoteLine, Recipient, Totals } from '#contracts/storefront/quote.ts'
import { historyOf, paymentTitle, type StoredEvent } from '#shop/order/order-history.ts'
import type { NewOrder } from '#shop/order/order-insert-store.ts'
import { firstMove, isCancellable } from '#shop/order/order-states.ts'

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
}

/** An order as its row says it. */
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
    payment: {
      method_title: paymentTitle(payment_method),
      paid_total,
      refund_due_total,
      refunded_total,
    },
  }
}

/** An order that was just written, as reading it back would show it. */
export function newOrderView(order: NewOrder): Order {
  const { state, created_at, totals, items } = order
  const happened_at = created_at.toISOString()
  return orderOf({
    ...order,
    ...totals,
    items: items.map((item) => ({ ...item, flash: null })),
    adjustments: totals.adjustments.map((part) => ({ ...part, valid_until: null, excludes: [] })),
    events: [{ state, move: firstMove(state), actor: 'shopper', note: null, happened_at }],
    paid_total: 0,
    refunded_total: 0,
    refund_due_total: 0,
  })
}
