import type { CustomerId, OrderId, StaffId } from '#pure/ids.ts'
import type { z } from 'zod'
import { order as contract } from '#contracts/storefront/order.ts'
import type { Recipient } from '#contracts/storefront/quote.ts'
import type { Database } from '#db/schema.ts'
import { Refusal } from '#pure/contract.ts'
import { recipientSeen } from '#pure/formats/recipient-seen.ts'
import { item_types } from '#pure/formats/item-types.ts'
import { customerKey } from '#shop/customer/customer-key.ts'
import type { Target } from '#shop/flows/place-order/place-order-store.ts'
import { type Pricing, pricingWithCache } from '#shop/flows/place-order/price-checkouts.ts'
import type { QuotaClaim } from '#shop/inventory/reservation/claims.ts'
import type { ReservationRequest } from '#shop/inventory/reservation/reservation.ts'
import { findEntries, type WaitlistEntry } from '#shop/inventory/waitlist/waitlist-store.ts'
import { type WaitlistRequest, slotRequest } from '#shop/inventory/waitlist/waitlist.ts'
import { personOf } from '#shop/loyalty/standing.ts'
import { flashLost, type FlashRefusal } from '#shop/order/flash-refusal.ts'
import { locationOf } from '#shop/order/order.ts'
import { offeredGateway, type Gateway } from '#shop/payment/gateways/gateway.ts'
import { comingDay } from '#shop/pricing/item/item.ts'
import type { PaymentOffer } from '#shop/pricing/payment-offer/payment-offer.ts'
import { findPaymentOffers } from '#shop/pricing/payment-offer/payment-offer-store.ts'
import { findOpenQuotes } from '#shop/quote/quote-store.ts'
import type { OpenQuote, PricedQuote, PricingTerms } from '#shop/quote/quote.ts'

export type OrderInput = z.output<typeof contract.createOrder.input>

/** The member of staff who makes an order, and until when it waits for its payment. */
export interface OrderMaker {
  staff_id: StaffId
  name: string
  /** Null: as long as any order. */
  payment_deadline: Date | null
  /** Đồng that it is paid with as soon as it is placed: cash on delivery is only the rest. */
  paid_ahead?: number
}

/** A customer's request to place an order. */
export interface OrderRequest {
  customer_id: CustomerId
  input: OrderInput
  /** The hash of the network that the customer is in, if known. Absent for staff. */
  network?: string | null
  /** Who of the staff makes it for the customer. */
  staff?: OrderMaker
  /** It is placed with an application for a loan, in the same transaction. */
  is_loan?: true
}

/** The order was placed before, with the same key or from the same checkout. */
export interface KnownOrder {
  kind: 'known'
  order_id: OrderId
}

export interface RefusedOrder {
  kind: 'refused'
  refusal: Refusal
  /** Set when other customers have reserved the slot: the customer may join this waitlist. */
  wait?: WaitlistRequest | null
}

/** A priced checkout that can be ordered if its stock, slots and limits can be reserved. */
export interface ReadyOrder {
  kind: 'ready'
  request: OrderRequest
  quote: OpenQuote
  recipient: Recipient
  /** The terms it is priced on; without a refused offer it is priced again. */
  terms: PricingTerms
  price: Pricing
  priced: PricedQuote
  gateway: Gateway | null
  /** This customer's waitlist entries. */
  queued: readonly WaitlistEntry[]
}

export interface OrderContext {
  gateways: readonly Gateway[]
  now: Date
}

/** Reads and prices the checkouts of requests. Each is refused, was ordered before, or is ready to be reserved. */
export async function loadCheckouts(
  db: Database,
  context: OrderContext,
  requests: readonly OrderRequest[],
  targets: readonly Target[],
): Promise<(ReadyOrder | KnownOrder | RefusedOrder)[]> {
  const { now } = context
  const open = requests.filter((_, n) => targets[n]?.order_id === null && targets[n]?.is_open)
  const customer_ids = open.map(({ customer_id }) => customer_id)
  const quotes =
    open.length === 0 ? new Map<number, OpenQuote>() : await findOpenQuotes(db, customer_ids, now)
  const queued = await findQueued(db, [...quotes.values()], now)
  const pays = open.some(({ input }) => input.payment_method !== undefined)
  const offers = pays ? await findPaymentOffers(db, now) : []
  const price = pricingWithCache()
  return requests.map((request, n) => {
    const target = targets[n]
    if (target?.order_id != null) return { kind: 'known', order_id: target.order_id }
    const quote = target?.is_open === true ? quotes.get(request.customer_id) : undefined
    return orRefused(() => {
      if (!quote || quote.quote_id !== target?.quote_id) {
        throw contract.createOrder.refuse('quote_not_found')
      }
      const own = queued.get(request.customer_id) ?? []
      return readyOrder({ ...context, offers, price }, request, withOwnSlots(quote, own), own)
    })
  })
}

/** Returns a thrown refusal as a result, so that it answers one request and does not fail the batch. */
function orRefused<T>(work: () => T): T | RefusedOrder {
  try {
    return work()
  } catch (refusal) {
    if (refusal instanceof Refusal) return { kind: 'refused', refusal }
    throw refusal
  }
}

/** The waitlist entries of customers, by customer_id. Queried only for checkouts with an item in a flash sale. */
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
  const entries = await findEntries(db, [...keys.keys()], now)
  const own = entries.filter((entry) => keys.get(entry.customer_id) === entry.customer_key)
  return Map.groupBy(own, ({ customer_id }) => customer_id)
}

/** Counts slots that are offered to this customer as available in the customer's checkout. */
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

interface PricingContext extends OrderContext {
  offers: readonly PaymentOffer[]
  price: Pricing
}

function readyOrder(
  { gateways, now, offers, price }: PricingContext,
  request: OrderRequest,
  quote: OpenQuote,
  queued: readonly WaitlistEntry[],
): ReadyOrder | RefusedOrder {
  const { refuse } = contract.createOrder
  const { recipient } = quote
  if (!recipient) throw refuse('address_missing')
  const { recipient_seen = recipientSeen(recipient) } = request.input
  if (recipient_seen !== recipientSeen(recipient)) throw refuse('recipient_changed')
  const is_of_loan = quote.type === item_types.installment
  if (is_of_loan && request.is_loan !== true) throw refuse('application_missing')
  if (!is_of_loan && request.is_loan === true) throw refuse('quote_not_found')
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
    const asker = { now, ...personOf(quote.standing) }
    const lost = flashLost(quote.lines, priced.items, asker, plain)
    if (lost) return refusedFlash(lost, request.customer_id, recipient)
  }
  const gateway = chosenGateway(gateways, request.input, recipient, priced)
  return { kind: 'ready', request, quote, recipient, terms, price, priced, gateway, queued }
}

/** Refuses items that are not on sale yet: a launch may be postponed while the item is in a checkout. */
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
  const payable = { amount: grand_total, shipping_method, is_online_only }
  const gateway = offeredGateway(gateways, payment_method, payable)
  if (!gateway) throw contract.createOrder.refuse('payment_method_not_available')
  return gateway
}

/** The refusal of a flash price, with the waitlist that the customer may join if a slot may become free. */
export function refusedFlash(
  { code, data, reserved_claim }: FlashRefusal,
  customer_id: CustomerId,
  recipient: Recipient,
): RefusedOrder {
  const refusal = contract.createOrder.refuse(code, data)
  const slot = reserved_claim
    ? slotRequest(reserved_claim, reserved_claim.quantity, customerKey(recipient))
    : null
  return { kind: 'refused', refusal, wait: slot && { ...slot, customer_id } }
}

/** The total of the checkout without any flash price. */
export function totalWithoutFlash({ quote, terms, price }: ReadyOrder): number {
  return price(quote, { ...terms, without_flash: true }).totals.grand_total
}

/** The stock, quotas and limits that an order must reserve. Lines of the same item are added up. */
export function reservationRequest({
  quote,
  priced,
  recipient,
}: Pick<ReadyOrder, 'quote' | 'priced' | 'recipient'>): ReservationRequest {
  const quantities = new Map<number, number>()
  for (const { item_id, item_quantity } of priced.items) {
    quantities.set(item_id, (quantities.get(item_id) ?? 0) + item_quantity)
  }
  return {
    items: [...quantities].map(([item_id, item_quantity]) => ({ item_id, item_quantity })),
    location: locationOf(recipient),
    claims: priced.claims.map((claim) => countedFor(claim, quote)),
    customer_key: customerKey(recipient),
  }
}

/** Offers for members count for their account, whatever phone they type; other limits count by phone. */
function countedFor(claim: QuotaClaim, { standing, customer_id }: OpenQuote): QuotaClaim {
  const is_of_member = standing != null && ['member', 'student'].includes(claim.reason)
  return is_of_member ? { ...claim, counted_for: `member:${customer_id}` } : claim
}
