import { randomBytes } from 'node:crypto'
import type { Order } from '#contracts/storefront/order.ts'
import type { Recipient } from '#contracts/storefront/quote.ts'
import type { Tx } from '#db/schema.ts'
import { storedForm } from '#platform/text/vietnamese-phone.ts'
import { deleteOrderedLines } from '#shop/cart/cart-store.ts'
import type { OrderMaker, ReadyOrder } from '#shop/flows/place-order/load-checkouts.ts'
import { findFlashTerms, type FlashTerms } from '#shop/flows/place-order/place-order-store.ts'
import { createOrders } from '#shop/flows/transition-order.ts'
import type { Reservation } from '#shop/inventory/reservation/reservation.ts'
import type { NewOrder, OfferTerms } from '#shop/order/order-insert-store.ts'
import { newOrderView } from '#shop/order/order-view.ts'
import { affiliateClick, hasAdClick, newOrderCode, paymentDeadline } from '#shop/order/order.ts'
import { orderedLine } from '#shop/order/ordered-line.ts'
import { paymentRule } from '#shop/pricing/payment-offer/payment-offer.ts'
import { flashItemOf } from '#shop/pricing/price/price.ts'
import { updateOrdered } from '#shop/quote/quote-store.ts'

interface ToWrite {
  /** Index of its request. */
  n: number
  order: ReadyOrder
  reserved: readonly Reservation[]
}

/**
 * Writes orders whose reservations are decided, removes their lines from the carts and closes their checkouts.
 * Returns the orders as a read would show them, by the index of their request.
 */
export async function writeOrders(
  tx: Tx,
  ready: readonly ToWrite[],
  now: Date,
): Promise<Map<number, Order>> {
  if (ready.length === 0) return new Map()
  const all_terms = await termsOf(tx, ready)
  const placed = ready.map(({ n, order, reserved }) => {
    return { n, order: newOrder(order, all_terms, now), reserved }
  })
  await createOrders(tx, placed, now)
  const orders = placed.map(({ order }) => order)
  await deleteOrderedLines(
    tx,
    orders.flatMap(({ customer_id, items }) => items.map((item) => ({ ...item, customer_id }))),
  )
  await updateOrdered(
    tx,
    orders.map(({ quote_id }) => quote_id),
  )
  return new Map(placed.map(({ n, order }) => [n, newOrderView(order)]))
}

async function termsOf(
  tx: Tx,
  ready: readonly ToWrite[],
): Promise<ReadonlyMap<number, FlashTerms>> {
  const flash_sale_item_ids = new Set(ready.flatMap(({ order }) => flashItemIds(order)))
  return flash_sale_item_ids.size === 0 ? new Map() : findFlashTerms(tx, [...flash_sale_item_ids])
}

function flashItemIds({ priced }: ReadyOrder): number[] {
  return priced.items.flatMap((line) => flashItemOf(line.price_trace) ?? [])
}

function newOrder(
  order: ReadyOrder,
  all_terms: ReadonlyMap<number, FlashTerms>,
  now: Date,
): NewOrder {
  const { request, quote, recipient, priced, gateway } = order
  const { customer_id, input, staff = null } = request
  const is_settled = gateway?.settles === 'on_delivery'
  const terms = flashItemIds(order).flatMap((id) => all_terms.get(id) ?? [])
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
    recipient: withKeptPromise(recipient, now),
    totals: priced.totals,
    items: priced.items.map(orderedLine),
    is_online_only: terms.some((sale) => sale.is_online_only),
    offer_terms: offerTerms(order.terms),
    aff_click_id: affiliateClick(input.affClickId),
    has_ad_click: hasAdClick(input.gclid),
    created_at: now,
    expires_at: is_settled ? null : deadline(staff, now, seconds),
    made_by: staff?.staff_id ?? null,
    maker: staff?.name ?? null,
    network_hash: request.network ?? null,
  }
}

/** Goods of a flash sale are never kept longer than the sale allows. */
function deadline(staff: OrderMaker | null, now: Date, seconds: readonly number[]): Date {
  return seconds.length === 0 && staff?.payment_deadline
    ? staff.payment_deadline
    : paymentDeadline(now, seconds)
}

/** The terms of the offers for the chosen payment method, by reference: the order stores them with its adjustments. */
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

/** The promise of the address, unless the order is placed too late for it. */
function withKeptPromise(recipient: Recipient, now: Date): Recipient {
  const { promise = null } = recipient
  const is_late = promise !== null && new Date(promise.until) < now
  return is_late ? { ...recipient, promise: null } : recipient
}
