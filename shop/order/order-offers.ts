import { roundedDown } from '#shop/pricing/price/reduction.ts'

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
