import type { Order } from '#contracts/storefront/order.ts'
import { firstMove, type NewOrder } from '#shop/order/order-insert-store.ts'
import { orderOf } from '#shop/order/order-store.ts'

/** An order that was just written, to the letter as findOrder would read it. */
export function orderView(order: NewOrder): Order {
  const { state, created_at, totals, items, recipient } = order
  const happened_at = created_at.toISOString()
  return orderOf({
    ...order,
    ...totals,
    items: asJsonb(items.map(({ flash_sale_item_id: _sale, ...line }) => line)) as Order['items'],
    recipient: asJsonb(recipient) as NewOrder['recipient'],
    adjustments: totals.adjustments.map(
      (part) =>
        asJsonb({ ...part, valid_until: null, excludes: [] }) as (typeof totals.adjustments)[0],
    ),
    events: [{ state, move: firstMove(order), actor: 'shopper', note: null, happened_at }],
    paid_total: 0,
    refunded_total: 0,
    refund_due_total: 0,
  })
}

/** What PostgreSQL makes of a value in jsonb: keys by length, then by their letters. */
function asJsonb(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asJsonb)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).toSorted(
    ([a], [b]) => a.length - b.length || (a < b ? -1 : 1),
  )
  return Object.fromEntries(entries.map(([key, inner]) => [key, asJsonb(inner)]))
}
