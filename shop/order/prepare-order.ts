import type { z } from 'zod'
import { order as contract, type Order } from '#contracts/order.ts'
import type { Recipient } from '#contracts/quote.ts'
import type { Database } from '#db/schema.ts'
import { Refusal } from '#pure/contract.ts'
import type { HoldAsk } from '#shop/hold/hold.ts'
import { customerKey } from '#shop/hold/customer-key.ts'
import { flashLost } from '#shop/order/order-price.ts'
import { findTargets } from '#shop/order/order-targets-store.ts'
import { type PriceOf, priceTogether } from '#shop/order/price-together.ts'
import { offeredGateway, type Gateway } from '#shop/payment/gateway.ts'
import type { PaymentOffer } from '#shop/price/payment-rule.ts'
import { openQuotes, paymentOffers } from '#shop/quote/quote-for-order.ts'
import type { OpenQuote, PricedQuote, PricingTerms } from '#shop/quote/quote.ts'
import { comingDay } from '#shop/stock/item.ts'
import type { Place } from '#shop/stock/stock.ts'

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
  | { kind: 'refused'; refusal: Refusal }

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
      return readyOrder({ ...circumstances, offers, price }, request, quote)
    })
  })
}

/** A refusal is an answer to one of many, not the end of all. */
export function orRefused<T>(work: () => T): T | { kind: 'refused'; refusal: Refusal } {
  try {
    return work()
  } catch (refusal) {
    if (refusal instanceof Refusal) return { kind: 'refused', refusal }
    throw refusal
  }
}

interface Reading extends Circumstances {
  offers: readonly PaymentOffer[]
  price: PriceOf
}

function readyOrder(
  { gateways, now, offers, price }: Reading,
  request: OrderRequest,
  quote: OpenQuote,
): Ready {
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
    if (lost) throw refuse(lost.code, lost.data)
  }
  const gateway = chosenGateway(gateways, request.input, recipient, priced)
  return { kind: 'ready', request, quote, recipient, terms, price, priced, gateway }
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

function placeOf({ shipping_method, erp_shop_id, province_id }: Recipient): Place {
  return shipping_method === 'store_pickup' && erp_shop_id !== null
    ? { shop_id: erp_shop_id }
    : { shop_id: null, province_id }
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
