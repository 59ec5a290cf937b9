import type { z } from 'zod'
import { order as contract, type Order } from '#contracts/storefront/order.ts'
import type { Recipient } from '#contracts/storefront/quote.ts'
import type { Database } from '#db/schema.ts'
import { Refusal } from '#pure/contract.ts'
import type { HoldAsk } from '#shop/inventory/reservation/reservation.ts'
import { customerKey } from '#shop/customer/customer-key.ts'
import { type PlaceAsk, slotAsk } from '#shop/inventory/waitlist/waitlist.ts'
import { findPlaces, type OwnPlace } from '#shop/inventory/waitlist/waitlist-store.ts'
import { flashLost, type FlashRefusal } from '#shop/flows/place-order/order-price.ts'
import { findTargets } from '#shop/flows/place-order/order-targets-store.ts'
import { type PriceOf, priceTogether } from '#shop/flows/place-order/price-together.ts'
import { offeredGateway, type Gateway } from '#shop/payment/gateways/gateway.ts'
import type { PaymentOffer } from '#shop/pricing/payment-offer/payment-offer.ts'
import { openQuotes, paymentOffers } from '#shop/quote/quote-for-order.ts'
import type { OpenQuote, PricedQuote, PricingTerms } from '#shop/quote/quote.ts'
import { comingDay } from '#shop/pricing/item/item.ts'
import { placeOf } from '#shop/order/order.ts'

export type OrderInput = z.output<typeof contract.createOrder.input>

/** One shopper presses "order". */
export interface OrderRequest {
  customer_id: number
  input: OrderInput
}

/** What became of a request. */
export type Placed =
  | { kind: 'placed'; order: Order }
  /** Made before, by the same key or out of the same checkout. */
  | { kind: 'known'; order_id: number }
  | Refused

export interface Refused {
  kind: 'refused'
  refusal: Refusal
  /** Others hold what is wanted: to be waited for. */
  wait?: PlaceAsk | null
}

/** An order but for what is scarce. */
export interface Ready {
  kind: 'ready'
  request: OrderRequest
  quote: OpenQuote
  recipient: Recipient
  /** On these it is priced, and priced again without what cannot be had. */
  terms: PricingTerms
  price: PriceOf
  priced: PricedQuote
  gateway: Gateway | null
  /** Where this customer stands in lines for slots. */
  places: readonly OwnPlace[]
}

interface Circumstances {
  gateways: readonly Gateway[]
  now: Date
}

/** Reads what requests are about and prices it: refused, made before, or ready to take what it needs. */
export async function prepareOrders(
  db: Database,
  circumstances: Circumstances,
  requests: readonly OrderRequest[],
): Promise<(Ready | Exclude<Placed, { kind: 'placed' }>)[]> {
  const targets = await findTargets(
    db,
    requests.map(({ customer_id, input }) => ({
      customer_id,
      quote_id: input.quote_id ?? null,
      idempotency_key: input.idempotency_key ?? null,
    })),
  )
  const open = requests.filter((_, n) => targets[n]?.order_id === null && targets[n]?.is_open)
  const { now } = circumstances
  const customer_ids = open.map(({ customer_id }) => customer_id)
  const quotes =
    open.length === 0 ? new Map<number, OpenQuote>() : await openQuotes(db, customer_ids, now)
  const places = await placesOf(db, [...quotes.values()], now)
  const pays = open.some(({ input }) => input.payment_method !== undefined)
  const offers = pays ? await paymentOffers(db, now) : []
  const price = priceTogether()
  return requests.map((request, n) => {
    const target = targets[n]
    if (target?.order_id != null) return { kind: 'known', order_id: target.order_id }
    const quote = target?.is_open === true ? quotes.get(request.customer_id) : undefined
    return orRefused(() => {
      if (!quote || quote.quote_id !== target?.quote_id) {
        throw contract.createOrder.refuse('quote_not_found')
      }
      const own = places.get(request.customer_id) ?? []
      return readyOrder({ ...circumstances, offers, price }, request, withKept(quote, own), own)
    })
  })
}

/** A refusal is an answer to one of many, not the end of all. */
export function orRefused<T>(work: () => T): T | Refused {
  try {
    return work()
  } catch (refusal) {
    if (refusal instanceof Refusal) return { kind: 'refused', refusal }
    throw refusal
  }
}

/** Where customers stand in lines; asked only for checkouts with something that has a line. */
async function placesOf(
  db: Database,
  quotes: readonly OpenQuote[],
  now: Date,
): Promise<Map<number, OwnPlace[]>> {
  const flash = quotes.filter(({ lines }) => lines.some(({ item }) => item.offers.flash.length > 0))
  if (flash.length === 0) return new Map()
  const keys = new Map(
    flash.map(({ customer_id, recipient }) => [customer_id, customerKey(recipient)]),
  )
  const places = await findPlaces(db, [...keys.keys()], now)
  const own = places.filter((place) => keys.get(place.customer_id) === place.customer_key)
  return Map.groupBy(own, ({ customer_id }) => customer_id)
}

/** The checkout as its customer may buy it: a slot that is kept for somebody is there for that one. */
function withKept(quote: OpenQuote, places: readonly OwnPlace[]): OpenQuote {
  const kept = places.filter(({ is_held }) => is_held)
  if (kept.length === 0) return quote
  const lines = quote.lines.map((line) => {
    const flash = line.item.offers.flash.map((offer) => {
      const own = kept.find(({ quota_id }) => quota_id === offer.quota_id)
      return own ? { ...offer, slots_left: offer.slots_left + own.quantity } : offer
    })
    return { ...line, item: { ...line.item, offers: { ...line.item.offers, flash } } }
  })
  return { ...quote, lines }
}

/** A flash price that cannot be had now; who may have it later is told what to wait for. */
export function refusedFlash(
  { code, data, held }: FlashRefusal,
  customer_id: number,
  recipient: Recipient,
): Refused {
  const refusal = contract.createOrder.refuse(code, data)
  const ask = held ? slotAsk(held, held.quantity, customerKey(recipient)) : null
  return { kind: 'refused', refusal, wait: ask && { ...ask, customer_id } }
}

interface Reading extends Circumstances {
  offers: readonly PaymentOffer[]
  price: PriceOf
}

function readyOrder(
  { gateways, now, offers, price }: Reading,
  request: OrderRequest,
  quote: OpenQuote,
  places: readonly OwnPlace[],
): Ready | Refused {
  const { refuse } = contract.createOrder
  const { recipient } = quote
  if (!recipient) throw refuse('address_missing')
  refuseWhatIsToCome(quote, now)
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
  return { kind: 'ready', request, quote, recipient, terms, price, priced, gateway, places }
}

/** What the checkout costs without any flash sale. */
export function normalTotal({ quote, terms, price }: Ready): number {
  return price(quote, { ...terms, without_flash: true }).totals.grand_total
}

/** What an order needs of what is scarce. Lines of one item are taken from its shelves together. */
export function holdAskOf({ priced, recipient }: Pick<Ready, 'priced' | 'recipient'>): HoldAsk {
  const pieces = new Map<number, number>()
  for (const { item_id, item_quantity } of priced.items) {
    pieces.set(item_id, (pieces.get(item_id) ?? 0) + item_quantity)
  }
  return {
    wanted: [...pieces].map(([item_id, item_quantity]) => ({ item_id, item_quantity })),
    place: placeOf(recipient),
    claims: priced.claims,
    customer_key: customerKey(recipient),
  }
}

/** A launch may have been put off while the thing lay in a checkout. */
function refuseWhatIsToCome({ lines }: OpenQuote, now: Date): void {
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
  priced: PricedQuote,
): Gateway | null {
  if (payment_method === undefined) return null
  const gateway = offeredGateway(gateways, payment_method, {
    grand_total: priced.totals.grand_total,
    shipping_method,
    is_online_only: priced.is_online_only,
  })
  if (!gateway) throw contract.createOrder.refuse('payment_method_not_available')
  return gateway
}
