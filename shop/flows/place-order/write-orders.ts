import { randomBytes } from 'node:crypto'
import type { Order } from '#contracts/storefront/order.ts'
import type { Tx } from '#db/schema.ts'
import { storedForm } from '#platform/text/vietnamese-phone.ts'
import { deleteOrderedLines } from '#shop/cart/ordered-lines-store.ts'
import { insertReservations as insertHolds } from '#shop/inventory/reservation/reservation-store.ts'
import type { Reservation as HoldPart } from '#shop/inventory/reservation/reservation.ts'
import { insertOrders, type NewOrder } from '#shop/order/order-insert-store.ts'
import { tellOfPlaced } from '#shop/order/order-state-store.ts'
import { findFlashTerms, type FlashTerms } from '#shop/flows/place-order/order-targets-store.ts'
import { orderView } from '#shop/order/order-view.ts'
import { affiliateClick, holdEnd, newOrderCode } from '#shop/order/order.ts'
import { orderedLine } from '#shop/order/ordered-line.ts'
import type { Ready } from '#shop/flows/place-order/prepare-order.ts'
import { flashItemOf } from '#shop/pricing/price/price.ts'
import { updateOrdered } from '#shop/quote/quotes-to-order-store.ts'

interface ToWrite {
  /** Its place among the requests. */
  n: number
  order: Ready
  parts: readonly HoldPart[]
}

/** Writes orders that have all they need, and what goes with them; gives them as they are read back. */
export async function writeOrders(
  tx: Tx,
  ready: readonly ToWrite[],
  now: Date,
): Promise<Map<number, Order>> {
  if (ready.length === 0) return new Map()
  const all_terms = await termsOf(tx, ready)
  const orders = ready.map(({ order }) => newOrder(order, all_terms, now))
  const order_ids = await insertOrders(tx, orders)
  await deleteOrderedLines(
    tx,
    orders.flatMap(({ customer_id, items }) => items.map((item) => ({ ...item, customer_id }))),
  )
  await updateOrdered(
    tx,
    orders.map(({ quote_id }) => quote_id),
  )
  const numbered = orders.map(({ state }, n) => ({ order_id: order_ids[n] ?? 0, state }))
  await insertHolds(
    tx,
    ready.flatMap(({ parts }, n) => {
      const { order_id = 0, state } = numbered[n] ?? {}
      const settled_at = state === 'pending' ? now : null
      return parts.map((part) => ({ ...part, order_id, expires_at: null, settled_at }))
    }),
  )
  await tellOfPlaced(tx, numbered, now)
  return new Map(orders.map((order, at) => [ready[at]?.n ?? -1, orderView(order)]))
}

async function termsOf(
  tx: Tx,
  ready: readonly ToWrite[],
): Promise<ReadonlyMap<number, FlashTerms>> {
  const sales = new Set(ready.flatMap(({ order }) => flashItems(order)))
  return sales.size === 0 ? new Map() : findFlashTerms(tx, [...sales])
}

function flashItems({ priced }: Ready): number[] {
  return priced.items.flatMap((line) => flashItemOf(line.price_trace) ?? [])
}

function newOrder(order: Ready, all_terms: ReadonlyMap<number, FlashTerms>, now: Date): NewOrder {
  const { request, quote, recipient, priced, gateway } = order
  const { customer_id, input } = request
  const is_settled = gateway?.settles === 'at_the_door'
  const terms = flashItems(order).flatMap((id) => all_terms.get(id) ?? [])
  const seconds = terms.map(({ pay_within_s }) => pay_within_s)
  return {
    code: newOrderCode(now),
    secret: randomBytes(20).toString('hex'),
    customer_id,
    quote_id: quote.quote_id,
    idempotency_key: input.idempotency_key ?? null,
    state: is_settled ? 'pending' : 'awaiting_payment',
    payment_method: gateway?.code ?? null,
    phone: storedForm(recipient.phone),
    recipient,
    totals: priced.totals,
    items: priced.items.map(orderedLine),
    is_online_only: terms.some((sale) => sale.is_online_only),
    aff_click_id: affiliateClick(input.affClickId),
    created_at: now,
    expires_at: is_settled ? null : holdEnd(now, seconds),
  }
}
