import { randomBytes } from 'node:crypto'
import type { Order } from '#contracts/storefront/order.ts'
import type { Tx } from '#db/schema.ts'
import { storedForm } from '#platform/text/vietnamese-phone.ts'
import { deleteBoughtLines } from '#shop/cart/bought-lines-store.ts'
import type { HoldPart } from '#shop/inventory/reservation/reservation.ts'
import type { NewOrder, OfferTerms } from '#shop/order/order-insert-store.ts'
import { createOrders } from '#shop/flows/transition-order.ts'
import { findFlashTerms, type FlashTerms } from '#shop/flows/place-order/place-order-store.ts'
import { newOrderView } from '#shop/order/order-view.ts'
import { affiliateClick, paymentDeadline, newOrderCode } from '#shop/order/order.ts'
import type { ReadyOrder } from '#shop/flows/place-order/load-checkouts.ts'
import { paymentRule } from '#shop/pricing/payment-offer/payment-offer.ts'
import { flashItemOf } from '#shop/pricing/price/price.ts'
import { updateOrdered } from '#shop/quote/quotes-to-order-store.ts'

interface ToWrite {
  /** Its number among the requests. */
  n: number
  order: ReadyOrder
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
  const placed = orders.map((order, at) => ({ order, reserved: ready[at]?.parts ?? [] }))
  await createOrders(tx, placed, now)
  await deleteBoughtLines(
    tx,
    // A gift never lay in the cart by itself; the same thing may.
    orders.flatMap(({ customer_id, items }) =>
      items.filter(({ is_gift }) => !is_gift).map((item) => ({ ...item, customer_id })),
    ),
  )
  await updateOrdered(
    tx,
    orders.map(({ quote_id }) => quote_id),
  )
  return new Map(orders.map((order, at) => [ready[at]?.n ?? -1, newOrderView(order)]))
}

async function termsOf(
  tx: Tx,
  ready: readonly ToWrite[],
): Promise<ReadonlyMap<number, FlashTerms>> {
  const sales = new Set(ready.flatMap(({ order }) => flashItems(order)))
  return sales.size === 0 ? new Map() : findFlashTerms(tx, [...sales])
}

function flashItems({ priced }: ReadyOrder): number[] {
  return priced.items.flatMap((line) => flashItemOf(line.price_trace) ?? [])
}

function newOrder(
  order: ReadyOrder,
  all_terms: ReadonlyMap<number, FlashTerms>,
  now: Date,
): NewOrder {
  const { request, quote, recipient, priced, gateway } = order
  const { customer_id, input } = request
  const is_settled = gateway?.settles === 'on_delivery'
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
    items: priced.items,
    is_online_only: terms.some((sale) => sale.is_online_only),
    offer_terms: offerTerms(order.terms),
    aff_click_id: affiliateClick(input.affClickId),
    created_at: now,
    expires_at: is_settled ? null : paymentDeadline(now, seconds),
  }
}

/** The terms of what is offered for the way to pay: frozen on the order with what it takes off. */
function offerTerms({ payment }: ReadyOrder['terms']): ReadonlyMap<string, OfferTerms> {
  const offers = payment?.offers ?? []
  return new Map(
    offers.map((offer) => {
      const { quota_id = null, customer_limit = null } = paymentRule(offer).claim ?? {}
      const { payment_method } = offer
      return [offer.uuid, { payment_method, quota_id, limit_key: customer_limit?.key ?? null }]
    }),
  )
}
