import type { z } from 'zod'
import { order as contract } from '#contracts/storefront/order.ts'
import type { Recipient } from '#contracts/storefront/quote.ts'
import type { Database } from '#db/schema.ts'
import { Refusal } from '#pure/contract.ts'
import { customerKey } from '#shop/customer/customer-key.ts'
import type { Target } from '#shop/flows/place-order/place-order-store.ts'
import type { ReservationRequest } from '#shop/inventory/reservation/reservation.ts'
import { findEntries, type WaitlistEntry } from '#shop/inventory/waitlist/waitlist-store.ts'
import { type WaitlistRequest, slotRequest } from '#shop/inventory/waitlist/waitlist.ts'
import { flashLost, type FlashRefusal } from '#shop/order/flash-refusal.ts'
import { locationOf } from '#shop/order/order.ts'
import { offeredGateway, type Gateway } from '#shop/payment/gateways/gateway.ts'
import { comingDay } from '#shop/pricing/item/item.ts'
import type { PaymentOffer } from '#shop/pricing/payment-offer/payment-offer.ts'
import { openQuotes, paymentOffers, pricedOrRefused } from '#shop/quote/quote-for-order.ts'
import {
  forLinesOf,
  type OpenQuote,
  type PricedQuote,
  type PricingTerms,
} from '#shop/quote/quote.ts'

export type OrderInput = z.output<typeof contract.createOrder.input>

/** One shopper presses "order". */
export interface OrderRequest {
  customer_id: number
  input: OrderInput
}

/** The order that a request is about was placed before: by the same key or out of the same checkout. */
export interface KnownOrder {
  kind: 'known'
  order_id: number
}

export interface RefusedOrder {
  kind: 'refused'
  refusal: Refusal
  /** Others have reserved what is wanted: to be waited for. */
  wait?: WaitlistRequest | null
}

/** A priced checkout that has all it needs, but for what is scarce. */
export interface ReadyOrder {
  kind: 'ready'
  request: OrderRequest
  quote: OpenQuote
  recipient: Recipient
  /** On these it is priced, and priced again without what cannot be had. */
  terms: PricingTerms
  price: Pricing
  priced: PricedQuote
  gateway: Gateway | null
  /** Where this customer stands in waitlists for slots. */
  queued: readonly WaitlistEntry[]
}

export interface Circumstances {
  gateways: readonly Gateway[]
  now: Date
}

/** Reads what requests are about and prices it: refused, placed before, or ready to reserve what it needs. */
export async function loadCheckouts(
  db: Database,
  circumstances: Circumstances,
  requests: readonly OrderRequest[],
  targets: readonly Target[],
): Promise<(ReadyOrder | KnownOrder | RefusedOrder)[]> {
  const { now } = circumstances
  const open = requests.filter((_, n) => targets[n]?.order_id === null && targets[n]?.is_open)
  const customer_ids = open.map(({ customer_id }) => customer_id)
  const quotes =
    open.length === 0 ? new Map<number, OpenQuote>() : await openQuotes(db, customer_ids, now)
  const queued = await findQueued(db, [...quotes.values()], now)
  const pays = open.some(({ input }) => input.payment_method !== undefined)
  const offers = pays ? await paymentOffers(db, now) : []
  const price = pricingTogether()
  return requests.map((request, n) => {
    const target = targets[n]
    if (target?.order_id != null) return { kind: 'known', order_id: target.order_id }
    const quote = target?.is_open === true ? quotes.get(request.customer_id) : undefined
    return orRefused(() => {
      if (!quote || quote.quote_id !== target?.quote_id) {
        throw contract.createOrder.refuse('quote_not_found')
      }
      const own = queued.get(request.customer_id) ?? []
      return readyOrder({ ...circumstances, offers, price }, request, withOwnSlots(quote, own), own)
    })
  })
}

/** A refusal is an answer to one of many, not the end of all. */
function orRefused<T>(work: () => T): T | RefusedOrder {
  try {
    return work()
  } catch (refusal) {
    if (refusal instanceof Refusal) return { kind: 'refused', refusal }
    throw refusal
  }
}

/** Where customers stand in waitlists; asked only for checkouts with something that has one. */
async function findQueued(
  db: Database,
  quotes: readonly OpenQuote[],
  now: Date,
): Promise<Map<number, WaitlistEntry[]>> {
  const flash = quotes.filter(({ lines }) => lines.some(({ item }) => item.offers.flash.length > 0))
  if (flash.length === 0) return new Map()
  const keys = new Map(
    flash.map(({ customer_id, recipient }) => [customer_id, customerKey(recipient)]),
  )
  const found = await findEntries(db, [...keys.keys()], now)
  const own = found.filter((one) => keys.get(one.customer_id) === one.customer_key)
  return Map.groupBy(own, ({ customer_id }) => customer_id)
}

/** The checkout as its customer may buy it: a slot that is reserved for somebody is there for that one. */
function withOwnSlots(quote: OpenQuote, queued: readonly WaitlistEntry[]): OpenQuote {
  const own_slots = queued.filter(({ is_offered }) => is_offered)
  if (own_slots.length === 0) return quote
  const lines = quote.lines.map((line) => {
    const flash = line.item.offers.flash.map((offer) => {
      const own = own_slots.find(({ quota_id }) => quota_id === offer.quota_id)
      return own ? { ...offer, slots_left: offer.slots_left + own.quantity } : offer
    })
    return { ...line, item: { ...line.item, offers: { ...line.item.offers, flash } } }
  })
  return { ...quote, lines }
}

interface Reading extends Circumstances {
  offers: readonly PaymentOffer[]
  price: Pricing
}

function readyOrder(
  { gateways, now, offers, price }: Reading,
  request: OrderRequest,
  quote: OpenQuote,
  queued: readonly WaitlistEntry[],
): ReadyOrder | RefusedOrder {
  const { refuse } = contract.createOrder
  const { recipient } = quote
  if (!recipient) throw refuse('address_missing')
  refuseComingItems(quote, now)
  const { payment_method: method, without_flash = false } = request.input
  const terms = {
    now,
    without_flash,
    ...(method === undefined ? {} : { payment: { method, offers } }),
  }
  const priced = price(quote, terms)
  if (!without_flash && !quote.is_without_flash) {
    const plain = () => price(quote, { ...terms, without_flash: true }).totals.grand_total
    const lost = flashLost(quote.lines, priced.items, now, plain)
    if (lost) return refusedFlash(lost, request.customer_id, recipient)
  }
  const gateway = chosenGateway(gateways, request.input, recipient, priced)
  return { kind: 'ready', request, quote, recipient, terms, price, priced, gateway, queued }
}

/** A launch may have been put off while the product lay in a checkout. */
function refuseComingItems({ lines }: OpenQuote, now: Date): void {
  for (const { item } of lines) {
    const launched_on = comingDay(item.launched_on, now)
    if (launched_on === null) continue
    const { item_id, name } = item
    throw contract.createOrder.refuse('not_on_sale_yet', { item_id, name, launched_on })
  }
}

function chosenGateway(
  gateways: readonly Gateway[],
  { payment_method }: OrderInput,
  { shipping_method }: Recipient,
  { totals: { grand_total }, is_online_only }: PricedQuote,
): Gateway | null {
  if (payment_method === undefined) return null
  const payable = { grand_total, shipping_method, is_online_only }
  const gateway = offeredGateway(gateways, payment_method, payable)
  if (!gateway) throw contract.createOrder.refuse('payment_method_not_available')
  return gateway
}

/** A flash price that cannot be had now; who may have it later hears what to wait for. */
export function refusedFlash(
  { code, data, held }: FlashRefusal,
  customer_id: number,
  recipient: Recipient,
): RefusedOrder {
  const refusal = contract.createOrder.refuse(code, data)
  const ask = held ? slotRequest(held, held.quantity, customerKey(recipient)) : null
  return { kind: 'refused', refusal, wait: ask && { ...ask, customer_id } }
}

/** What the checkout costs without any flash sale. */
export function totalWithoutFlash({ quote, terms, price }: ReadyOrder): number {
  return price(quote, { ...terms, without_flash: true }).totals.grand_total
}

/** What an order needs of what is scarce. Lines of one item take its stock together. */
export function reservationAsk({
  priced,
  recipient,
}: Pick<ReadyOrder, 'priced' | 'recipient'>): ReservationRequest {
  const quantities = new Map<number, number>()
  for (const { item_id, item_quantity } of priced.items) {
    quantities.set(item_id, (quantities.get(item_id) ?? 0) + item_quantity)
  }
  return {
    items: [...quantities].map(([item_id, item_quantity]) => ({ item_id, item_quantity })),
    location: locationOf(recipient),
    claims: priced.claims,
    customer_key: customerKey(recipient),
  }
}

type Pricing = (quote: OpenQuote, terms: PricingTerms) => PricedQuote

/**
 * Prices checkouts that were read together, on terms of one moment. In a flash sale a crowd wants the
 * very same: what was priced for one is not priced again for the next.
 */
function pricingTogether(): Pricing {
  const known = new Map<string, { quote: OpenQuote; priced: PricedQuote }>()
  return (quote, terms) => {
    const key = pricingKey(quote, terms)
    const same = known.get(key)
    if (same) return forLinesOf(same.priced, same.quote, quote)
    const priced = pricedOrRefused(quote, terms)
    known.set(key, { quote, priced })
    return priced
  }
}

/** Everything of a checkout and its terms that differs between those of one batch. */
function pricingKey(quote: OpenQuote, terms: PricingTerms): string {
  const { province_id, voucher_code, is_without_flash, recipient, lines } = quote
  const { without_flash = false, payment, is_student, customer_group_id, without = [] } = terms
  const { shipping_method, erp_shop_id } = recipient ?? {}
  return JSON.stringify([
    [province_id, voucher_code, is_without_flash, shipping_method, erp_shop_id],
    [without_flash, payment?.method, is_student, customer_group_id, [...without]],
    lines.map((line) => [
      line.item.item_id,
      line.item_type,
      line.item_quantity,
      line.main_product_combo_id,
      line.combo_item_id,
      line.chosen_promotions,
      // A slot may be reserved for one of them by name.
      line.item.offers.flash.map(({ slots_left }) => slots_left),
    ]),
  ])
}
