import type { z } from 'zod'
import { order as contract } from '#contracts/order.ts'
import type { Recipient, Totals } from '#contracts/quote.ts'
import type { Tx } from '#db/schema.ts'
import { storedForm } from '#platform/vietnamese-phone.ts'
import type { Refusal } from '#pure/contract.ts'
import { boughtLinesLeave } from '#shop/cart/cart-service.ts'
import { tellOfPlaced } from '#shop/order/order-state-store.ts'
import { findTarget, insertOrder } from '#shop/order/order-store.ts'
import { affiliateClick, holdEnd, newOrderCode, stockProblem } from '#shop/order/order.ts'
import { offeredGateway, type Gateway } from '#shop/payment/gateway.ts'
import { insertPayment } from '#shop/payment/payment-store.ts'
import {
  lockCheckout,
  pricedOrRefused,
  quoteToOrder,
  quoteWasOrdered,
  totalWasShown,
} from '#shop/quote/quote-for-order.ts'
import type { OpenQuote, PricedQuote } from '#shop/quote/quote.ts'
import { comingDay } from '#shop/stock/item.ts'
import { planClaim, takePieces } from '#shop/stock/stock-store.ts'
import type { Claim, Place } from '#shop/stock/stock.ts'

export type OrderInput = z.output<typeof contract.createOrder.input>

interface Circumstances {
  gateways: readonly Gateway[]
  now: Date
  /** Lock the shelves before reading them: slower, but nobody can take planned pieces away. */
  lock_stock: boolean
}

export type Placed =
  | { order_id: number; is_new: boolean; refusal: null }
  /** A "no" that the transaction must be committed with. */
  | { order_id: null; is_new: false; refusal: Refusal }

/** Another order drew the same code: try again. */
export class CodeTaken extends Error {
  override name = 'CodeTaken'
}

/**
 * Makes the open checkout an order, within `tx` and touching nothing but the database (house §5).
 * Who asks again, with the same key or about the same checkout, gets the order that was made.
 */
export async function placeOrder(
  tx: Tx,
  circumstances: Circumstances,
  customer_id: number,
  input: OrderInput,
): Promise<Placed> {
  const { refuse } = contract.createOrder
  await lockCheckout(tx, customer_id)
  const idempotency_key = input.idempotency_key ?? null
  const quote_id = input.quote_id ?? null
  const target = await findTarget(tx, { customer_id, quote_id, idempotency_key })
  if (target.order_id !== null) return { order_id: target.order_id, is_new: false, refusal: null }
  const quote = target.is_open ? await quoteToOrder(tx, customer_id) : null
  if (!quote || quote.quote_id !== target.quote_id) throw refuse('quote_not_found')
  const { recipient } = quote
  if (!recipient) throw refuse('address_missing')
  refuseWhatIsToCome(quote, circumstances.now)
  const priced = pricedOrRefused(quote)
  const gateway = chosenGateway(circumstances.gateways, input, recipient, priced.totals)
  const claims = await plannedClaims(tx, quote, recipient, circumstances.lock_stock)
  const refusal = await totalChange(tx, quote, input, priced.totals)
  if (refusal) return { order_id: null, is_new: false, refusal }
  const order = { quote, recipient, priced, gateway, idempotency_key }
  const order_id = await writeOrder(tx, circumstances.now, customer_id, input, order)
  await boughtLinesLeave(tx, customer_id, priced.items)
  await quoteWasOrdered(tx, quote.quote_id)
  // Last, so that the row many buyers wait for is held for the shortest time.
  await takePieces(tx, order_id, claims)
  return { order_id, is_new: true, refusal: null }
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
  { grand_total }: Totals,
): Gateway | null {
  if (payment_method === undefined) return null
  const gateway = offeredGateway(gateways, payment_method, {
    grand_total,
    shipping_method,
    is_online_only: false,
  })
  if (!gateway) throw contract.createOrder.refuse('payment_method_not_available')
  return gateway
}

async function plannedClaims(
  tx: Tx,
  quote: OpenQuote,
  recipient: Recipient,
  lock: boolean,
): Promise<Claim[]> {
  const wanted = quote.lines.map(({ item, item_quantity }) => ({
    item_id: item.item_id,
    item_quantity,
  }))
  const place: Place =
    recipient.shipping_method === 'store_pickup' && recipient.erp_shop_id !== null
      ? { shop_id: recipient.erp_shop_id }
      : { shop_id: null, province_id: recipient.province_id }
  const { claims, shortages } = await planClaim(tx, wanted, place, { lock })
  if (shortages.length === 0) return claims
  const { code, data } = stockProblem(quote, shortages)
  throw contract.createOrder.refuse(code, data)
}

/** The client's amount is only compared, never charged; the new total is on its way to the shopper. */
async function totalChange(
  tx: Tx,
  quote: OpenQuote,
  input: OrderInput,
  { grand_total }: Totals,
): Promise<Refusal | null> {
  const previous_total = input.grand_total ?? quote.grand_total_seen
  if (previous_total === grand_total) return null
  await totalWasShown(tx, quote.quote_id, grand_total)
  return contract.createOrder.refuse('grand_total_change', { previous_total, grand_total })
}

interface Ready {
  quote: OpenQuote
  recipient: Recipient
  priced: PricedQuote
  gateway: Gateway | null
  idempotency_key: string | null
}

async function writeOrder(
  tx: Tx,
  now: Date,
  customer_id: number,
  input: OrderInput,
  { quote, recipient, priced, gateway, idempotency_key }: Ready,
): Promise<number> {
  const is_settled = gateway?.settles === 'at_the_door'
  const state = is_settled ? 'pending' : 'awaiting_payment'
  const order_id = await insertOrder(tx, {
    code: newOrderCode(now),
    customer_id,
    quote_id: quote.quote_id,
    idempotency_key,
    state,
    payment_method: gateway?.code ?? null,
    phone: storedForm(recipient.phone),
    recipient,
    totals: priced.totals,
    items: priced.items,
    aff_click_id: affiliateClick(input.affClickId),
    now,
    expires_at: is_settled ? null : holdEnd(now),
  })
  if (order_id === null) throw new CodeTaken()
  if (gateway) {
    const payment_state = is_settled ? 'due_on_delivery' : 'started'
    const amount = priced.totals.grand_total
    await insertPayment(tx, { order_id, method: gateway.code, state: payment_state, amount, now })
  }
  await tellOfPlaced(tx, [{ order_id, state }], now)
  return order_id
}
