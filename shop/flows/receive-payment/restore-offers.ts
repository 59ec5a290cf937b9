import type { Tx } from '#db/schema.ts'
import { partsWithClaims } from '#shop/flows/release-reservations.ts'
import { changeOffers } from '#shop/flows/transition-order.ts'
import {
  insertReservationsOf,
  lockClaimsOfOrders,
} from '#shop/inventory/reservation/reservation-store.ts'
import type { Reservation } from '#shop/inventory/reservation/reservation.ts'
import { drawClaimsAgain } from '#shop/inventory/reservation/reserve.ts'
import { findDroppedOffers, findOrderOffers } from '#shop/order/order-offers-store.ts'
import { canMove } from '#shop/order/order-states.ts'
import type { LockedOrder } from '#shop/order/order-store.ts'
import {
  claimsOf,
  claimsWithout,
  locationOf,
  type OfferChange,
  withOffer,
  withoutOthers,
} from '#shop/order/order.ts'
import { isLoanBinding } from '#shop/trade/application/order-loan-store.ts'
import { isPartPaidByCard } from '#shop/payment/attempt/card-plan-store.ts'
import { findPartialPayments, sumOf } from '#shop/payment/ledger/review-store.ts'

/** The total of an order for money of one payment method, and the change of its offers when that money pays it. */
export interface MoneyTerms {
  order_total: number
  change: OfferChange
  /** What returning offers reserve. */
  reservations: readonly Reservation[]
}

interface Money {
  method: string
  amount: number
  /** The amount is exactly what a page or a transfer code asked for. */
  is_as_asked: boolean
}

/**
 * Returns the terms on which money counts. Offers for other methods do not apply. A page may have been opened with
 * an offer for its method before the shopper chose another one: if it asked for the total with this offer, or if the
 * money is enough only with it, the offer returns. Its quota and limit are locked here and reserved by `applyTerms`.
 * If others have taken it meanwhile, the terms of today count.
 */
export async function termsOfMoney(
  tx: Tx,
  { order_id, state, grand_total, recipient }: LockedOrder,
  { method, amount, is_as_asked }: Money,
): Promise<MoneyTerms> {
  const offers = await findOrderOffers(tx, order_id)
  if ((await isLoanBinding(tx, order_id)) || (await isPartPaidByCard(tx, order_id))) {
    // The contract of its loan says what it costs, whatever money comes first (decision 246), or the plan of its card.
    const change = { dropped: [], added: [], grand_total, rounding: offers.rounding }
    return { order_total: grand_total, change, reservations: [] }
  }
  const own = withoutOthers(offers, grand_total, method)
  const today = { order_total: own.grand_total, change: own, reservations: [] }
  if (!is_as_asked || amount >= own.grand_total) return today
  const parts = await findPartialPayments(tx, order_id)
  const money = amount + sumOf(parts)
  const dropped = await findDroppedOffers(tx, order_id, method)
  const changes = dropped.map((offer) => withOffer(offers, grand_total, offer))
  // The page asked for what the parts that had come by then left of the total with its offer. Later parts go back.
  const asked = parts.map((_part, n) => amount + sumOf(parts.slice(0, n + 1)))
  const back =
    changes.find((change) => [amount, ...asked].includes(change.grand_total)) ??
    changes.find((change) => money >= change.grand_total && money < own.grand_total)
  if (back === undefined) return today
  const claims = claimsOf(back.added)
  // All that the order may reserve again is locked at once. Its parts come before it: they are orders.
  const parts_with_claims = await partsWithClaims(tx, order_id)
  const { quota_ids } = claims
  await lockClaimsOfOrders(tx, [order_id, ...parts_with_claims], { quota_ids, uses: [] })
  // The order may have the same offer with another amount, whose claims it keeps.
  const held = canMove('reopen', state, 'money') ? no_claims : claimsOf(back.dropped)
  const missing = claimsWithout(claims, held)
  const reservations = await drawClaimsAgain(tx, order_id, missing, locationOf(recipient))
  if (reservations === null) return today
  return { order_total: back.grand_total, change: back, reservations }
}

const no_claims = { quota_ids: [], limit_keys: [] }

/** Changes the offers of an order that was paid on these terms: its adjustments, its total and what it claims. */
export async function applyTerms(
  tx: Tx,
  order_id: LockedOrder['order_id'],
  { change, reservations }: MoneyTerms,
  now: Date,
): Promise<void> {
  if (change.dropped.length + change.added.length === 0) return
  await changeOffers(tx, order_id, change, now)
  await insertReservationsOf(tx, order_id, reservations, now)
}
