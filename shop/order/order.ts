import { randomBytes } from 'node:crypto'
import type { OrderState } from '#contracts/storefront/order.ts'
import { vietnamDay } from '#pure/vietnam-time.ts'
import type { Recipient } from '#contracts/storefront/quote.ts'
import type { Location, Shortage } from '#shop/inventory/stock/stock.ts'
import type { Payable } from '#shop/payment/gateways/gateway.ts'
import { roundedDown } from '#shop/pricing/price/reduction.ts'
import type { OpenQuote } from '#shop/quote/quote.ts'

/** How long an order that is not paid yet keeps its reservations (decision 033). */
export const payment_wait_ms = 15 * 60_000
// Crockford's base 32: no I, L, O or U, so that a code can be read out on the phone.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * Until when an order that was placed at `now` may be paid; a flash sale may give it fewer seconds, and of
 * several the fewest count.
 */
export function paymentDeadline(now: Date, pay_within_s: readonly number[] = []): Date {
  const waits_ms = Math.min(payment_wait_ms, ...pay_within_s.map((seconds) => seconds * 1_000))
  return new Date(now.getTime() + waits_ms)
}

/**
 * A code such as DH261120-7K3M9QXZ: the Vietnamese day for people, forty random bits so that no
 * other order can be guessed from one's own.
 */
export function newOrderCode(now: Date): string {
  const day = vietnamDay(now).slice(2).replaceAll('-', '')
  const random = [...randomBytes(8)].map((byte) => alphabet[byte % 32]).join('')
  return `DH${day}-${random}`
}

/** A code as it is stored, however it was typed. */
export function storedCode(typed: string): string {
  return typed.trim().toUpperCase()
}

/** An affiliate's click id as far as it can be one; anything else is dropped, never refused. */
export function affiliateClick(given: string | undefined): string | null {
  return given !== undefined && /^[\w.:~-]{1,200}$/.test(given) ? given : null
}

/** Where the stock of an order is taken from: the shop that it is picked up in, else wherever it is nearest. */
export function locationOf({ shipping_method, erp_shop_id, province_id }: Recipient): Location {
  return shipping_method === 'store_pickup' && erp_shop_id !== null
    ? { shop_id: erp_shop_id }
    : { shop_id: null, province_id }
}

export type StockProblem =
  | { code: 'sold_out'; data: { item_id: number; name: string } }
  | {
      code: 'quantity_not_available'
      data: { item_id: number; name: string; max_quantity: number }
    }
  | {
      code: 'shop_out_of_stock'
      data: { items: { item_id: number; name: string; max_quantity: number }[] }
    }

/**
 * The refusal for what is short: what no shop has is sold out for everybody; what only the pick-up shop
 * lacks can be had elsewhere.
 */
export function stockProblem(quote: OpenQuote, shortages: readonly Shortage[]): StockProblem {
  const short = shortages.flatMap(({ item_id, left }) => {
    const line = quote.lines.find(({ item }) => item.item_id === item_id)
    if (!line) return []
    const { name, stock } = line.item
    const is_short_everywhere = stock < line.item_quantity
    return [{ item_id, name, max_quantity: left, stock, is_short_everywhere }]
  })
  const is_pickup = quote.recipient?.shipping_method === 'store_pickup'
  const worst = short.find((line) => line.is_short_everywhere) ?? (is_pickup ? undefined : short[0])
  if (worst === undefined) {
    const items = short.map(({ item_id, name, max_quantity }) => ({ item_id, name, max_quantity }))
    return { code: 'shop_out_of_stock', data: { items } }
  }
  const { item_id, name } = worst
  const max_quantity = is_pickup ? worst.stock : worst.max_quantity
  if (max_quantity === 0) return { code: 'sold_out', data: { item_id, name } }
  return { code: 'quantity_not_available', data: { item_id, name, max_quantity } }
}

/** Whether a way to pay can still be chosen: the order lives, nothing is on its way, time is left. */
export function isPayable(
  order: { state: OrderState; expires_at: Date | null },
  now: Date,
): boolean {
  if (order.state === 'pending') return true
  return order.state === 'awaiting_payment' && order.expires_at !== null && order.expires_at > now
}

/** What decides which ways to pay are offered for an order. */
export function payableOf({
  grand_total,
  recipient: { shipping_method },
  is_online_only,
}: {
  grand_total: number
  recipient: Pick<Recipient, 'shipping_method'>
  is_online_only: boolean
}): Payable {
  return { grand_total, shipping_method, is_online_only }
}

/** Whether the order waits for its payment no longer. */
export function isOverdue(
  order: { state: OrderState; expires_at: Date | null },
  now: Date,
): boolean {
  const { state, expires_at } = order
  return state === 'awaiting_payment' && expires_at !== null && expires_at <= now
}

/** Something that an order has off for one way to pay, on the terms of the day it was placed. */
export interface OrderOffer {
  position: number
  name: string
  amount: number
  payment_method: string
  /** What the order claimed for it. */
  quota_id: number | null
  limit_key: string | null
}

/** All of them, and what rounding took off the total with them. */
export interface OrderOffers {
  offers: readonly OrderOffer[]
  rounding: number
}

/** What an order has off for this way to pay; what it has not, it does not get by changing its way. */
export function offerFor(
  { offers }: OrderOffers,
  payment_method: string,
): { name: string; amount: number } | null {
  const own = offers.filter((offer) => offer.payment_method === payment_method)
  return own[0] === undefined ? null : { name: own[0].name, amount: sumOf(own) }
}

/** The offers that go when the order is paid in this way, with the total and the rounding without them. */
export function withoutOthers(
  { offers, rounding }: OrderOffers,
  grand_total: number,
  payment_method: string,
): { dropped: readonly OrderOffer[]; grand_total: number; rounding: number } {
  const dropped = offers.filter((offer) => offer.payment_method !== payment_method)
  if (dropped.length === 0) return { dropped, grand_total, rounding }
  const exact = grand_total + rounding + sumOf(dropped)
  const total = roundedDown(exact)
  return { dropped, grand_total: total, rounding: exact - total }
}

function sumOf(offers: readonly OrderOffer[]): number {
  return offers.reduce((sum, { amount }) => sum + amount, 0)
}
