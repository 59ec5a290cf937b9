import { randomBytes } from 'node:crypto'
import type { OrderState } from '#contracts/storefront/order.ts'
import { vietnamDay } from '#pure/vietnam-time.ts'
import type { Recipient } from '#contracts/storefront/quote.ts'
import type { OfferClaims, Reservation } from '#shop/inventory/reservation/reservation.ts'
import type { Location, Shortage } from '#shop/inventory/stock/stock.ts'
import type { Payable } from '#shop/payment/gateways/gateway.ts'
import { roundedDown } from '#shop/pricing/price/reduction.ts'
import type { OpenQuote } from '#shop/quote/quote.ts'

/** How long an unpaid order retains its reservations (decision 033). */
export const payment_wait_ms = 15 * 60_000
// Crockford's base 32 has no I, L, O or U, so that a code can be read aloud on the phone.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * The payment deadline of an order that is placed at `now`. A flash sale may allow fewer seconds; of several flash
 * sales the shortest time counts.
 */
export function paymentDeadline(now: Date, pay_within_s: readonly number[] = []): Date {
  const wait_ms = Math.min(payment_wait_ms, ...pay_within_s.map((seconds) => seconds * 1_000))
  return new Date(now.getTime() + wait_ms)
}

/** A new code of an order, such as DH261120-7K3M9QXZ. */
export function newOrderCode(now: Date): string {
  return dayCode('DH', now)
}

/** A new code: the Vietnamese day for people, and forty random bits so that nobody can guess another one. */
export function dayCode(prefix: string, now: Date): string {
  const day = vietnamDay(now).slice(2).replaceAll('-', '')
  const random = [...randomBytes(8)].map((byte) => alphabet[byte % 32]).join('')
  return `${prefix}${day}-${random}`
}

/** The stored form of a typed code. */
export function storedCode(typed: string): string {
  return typed.trim().toUpperCase()
}

/** What a changed recipient differs in, in words for staff. */
export function changedParts(before: Recipient, after: Recipient): string[] {
  // Orders of before have no salutation and no wish about data.
  return recipient_parts
    .filter(([, ...fields]) =>
      fields.some((field) => (before[field] || null) !== (after[field] || null)),
    )
    .map(([title]) => title)
}

const recipient_parts = [
  ['tên người đặt', 'name', 'salutation'],
  ['số điện thoại', 'phone'],
  ['người nhận', 'recipient_name', 'recipient_phone'],
  ['địa chỉ', 'ward_id', 'street', 'address_text'],
  ['ghi chú của khách', 'note'],
  ['chuyển dữ liệu', 'data_transfer'],
] as const satisfies readonly (readonly [string, ...(keyof Recipient)[]])[]

/** A valid affiliate click id, or null. An invalid one is dropped, never refused. */
export function affiliateClick(click_id: string | undefined): string | null {
  return click_id !== undefined && /^[\w.:~-]{1,200}$/.test(click_id) ? click_id : null
}

/** Whether a valid click id of an advertisement came with the order. */
export function hasAdClick(gclid: string | undefined): boolean {
  return gclid !== undefined && /^[\w.-]{1,200}$/.test(gclid)
}

/** The location that supplies an order: its pick-up shop, else the nearest locations to its province. */
export function locationOf({ shipping_method, erp_shop_id, province_id }: Recipient): Location {
  return shipping_method === 'store_pickup' && erp_shop_id !== null
    ? { shop_id: erp_shop_id }
    : { shop_id: null, province_id }
}

/** The shop that answers for an order: where it is picked up, else where most of its units are reserved. */
export function shopOfOrder(
  { recipient }: { recipient: Recipient },
  reserved: readonly Reservation[],
): number | null {
  const { shop_id } = locationOf(recipient)
  if (shop_id !== null) return shop_id
  const units = new Map<number, number>()
  for (const part of reserved) {
    if (part.kind !== 'stock') continue
    units.set(part.shop_id, (units.get(part.shop_id) ?? 0) + part.quantity)
  }
  const [most] = [...units].toSorted(([a, m], [b, n]) => n - m || a - b)
  return most?.[0] ?? null
}

type StockProblem =
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
 * The refusal for shortages. An item that no shop has is sold out. An item that only the pick-up shop lacks is
 * available elsewhere.
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

/** Whether a payment method can still be chosen: the order is not shipped or ended, and its deadline is not over. */
export function isPayable(
  order: { state: OrderState; expires_at: Date | null },
  now: Date,
): boolean {
  if (order.state === 'pending') return true
  return order.state === 'awaiting_payment' && order.expires_at !== null && order.expires_at > now
}

/** The facts of an order that decide whether a payment method is offered that would ask for `amount`. */
export function payableOf(
  {
    recipient: { shipping_method },
    is_online_only,
  }: { recipient: Pick<Recipient, 'shipping_method'>; is_online_only: boolean },
  amount: number,
): Payable {
  return { amount, shipping_method, is_online_only }
}

/** Whether the payment deadline of a waiting order is over. */
export function isOverdue(
  order: { state: OrderState; expires_at: Date | null },
  now: Date,
): boolean {
  const { state, expires_at } = order
  return state === 'awaiting_payment' && expires_at !== null && expires_at <= now
}

/** An offer of an order for one payment method, on the terms of the day it was placed. */
export interface OrderOffer {
  position: number
  name: string
  amount: number
  payment_method: string
  /** The quota and the limit that the order claimed for it. */
  quota_id: number | null
  limit_key: string | null
}

/** All such offers of an order, and the amount by which the total was rounded down. */
export interface OrderOffers {
  offers: readonly OrderOffer[]
  rounding: number
}

/** An offer that an order gains with another payment method. */
export type AddedOffer = Omit<OrderOffer, 'position'> & { reference: string; excludes: string[] }

/** The offers that an order loses and gains with a payment method, and its sums with them. */
export interface OfferChange {
  dropped: readonly OrderOffer[]
  added: readonly AddedOffer[]
  rounding: number
  grand_total: number
}

/** The change that drops the offers for other payment methods. */
export function withoutOthers(
  { offers, rounding }: OrderOffers,
  grand_total: number,
  payment_method: string,
): OfferChange {
  const dropped = offers.filter((offer) => offer.payment_method !== payment_method)
  if (dropped.length === 0) return { dropped, added: [], grand_total, rounding }
  return { dropped, added: [], ...rounded(grand_total + rounding + sumOf(dropped)) }
}

/** The change that replaces all offers by `added`. */
export function withOffer(
  { offers, rounding }: OrderOffers,
  grand_total: number,
  added: AddedOffer,
): OfferChange {
  const exact = grand_total + rounding + sumOf(offers) - added.amount
  return { dropped: offers, added: [added], ...rounded(exact) }
}

/** The quotas and limits that these offers claim. */
export function claimsOf(
  offers: readonly Pick<OrderOffer, 'quota_id' | 'limit_key'>[],
): OfferClaims {
  return {
    quota_ids: offers.flatMap(({ quota_id }) => quota_id ?? []),
    limit_keys: offers.flatMap(({ limit_key }) => limit_key ?? []),
  }
}

export function claimsWithout(claims: OfferClaims, others: OfferClaims): OfferClaims {
  return {
    quota_ids: claims.quota_ids.filter((quota_id) => !others.quota_ids.includes(quota_id)),
    limit_keys: claims.limit_keys.filter((key) => !others.limit_keys.includes(key)),
  }
}

function rounded(exact: number): { grand_total: number; rounding: number } {
  const grand_total = roundedDown(exact)
  return { grand_total, rounding: exact - grand_total }
}

function sumOf(offers: readonly { amount: number }[]): number {
  return offers.reduce((sum, { amount }) => sum + amount, 0)
}
