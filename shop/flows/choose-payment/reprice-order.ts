import type { Dong } from '#pure/money.ts'
import type { UnavailableOffer } from '#contracts/price-parts.ts'
import type { Database, Tx } from '#db/schema.ts'
import { customerKey } from '#shop/customer/customer-key.ts'
import { changeOffers } from '#shop/flows/transition-order.ts'
import {
  insertReservationsOf,
  lockClaimsOfOrders,
} from '#shop/inventory/reservation/reservation-store.ts'
import { lockSupplies } from '#shop/inventory/reservation/reserve.ts'
import { openSupplyLedger, type Reservation } from '#shop/inventory/reservation/reservation.ts'
import { findOrderOffers, findOrderPrices } from '#shop/order/order-offers-store.ts'
import type { LockedOrder } from '#shop/order/order-store.ts'
import {
  claimsOf,
  locationOf,
  type OfferChange,
  type OrderOffers,
  withOffer,
  withoutOthers,
} from '#shop/order/order.ts'
import { findItems } from '#shop/pricing/item/item-store.ts'
import {
  type AppliedVoucher,
  type FinalLine,
  offerForLines,
  offerProblem,
} from '#shop/pricing/payment-offer/offer-for-lines.ts'
import { findPaymentOffers } from '#shop/pricing/payment-offer/payment-offer-store.ts'
import {
  type PaymentOffer,
  paymentOffersFor,
  paymentRule,
} from '#shop/pricing/payment-offer/payment-offer.ts'
import { claimKeys } from '#shop/pricing/price/item-rules.ts'
import { withRounding } from '#shop/pricing/voucher/voucher-rule.ts'
import { isLoanBinding } from '#shop/trade/application/order-loan-store.ts'

/** The facts that decide what an order costs with each payment method. The prices of its lines stay as ordered. */
interface OrderPrices {
  order: LockedOrder
  own: OrderOffers
  lines: FinalLine[]
  vouchers: AppliedVoucher[]
  offers: PaymentOffer[]
  /** A company lends a part of the total by its contract, so no payment method changes it (decision 246). */
  is_fixed: boolean
  now: Date
}

export async function readOrderPrices(
  db: Database,
  order: LockedOrder,
  now: Date,
): Promise<OrderPrices> {
  const { order_id, recipient } = order
  const { lines, vouchers } = await findOrderPrices(db, order_id)
  const item_ids = [...new Set(lines.map(({ item_id }) => item_id))]
  const question = { province_id: recipient.province_id, customer_group_id: null, now }
  const items = await findItems(db, item_ids, question)
  return {
    order,
    now,
    own: await findOrderOffers(db, order_id),
    is_fixed: await isLoanBinding(db, order_id),
    lines: lines.map(({ item_id, line_total, price_trace }) => ({
      item: items.find((item) => item.item_id === item_id) ?? null,
      line_total,
      rules: price_trace.map((step) => ({ ...step, choice_group: null })),
    })),
    vouchers: vouchers.map(({ reference, excludes, amount }) => ({
      rule: { rule: 'voucher', reference, excludes, choice_group: null },
      amount,
    })),
    offers: await findPaymentOffers(db, now),
  }
}

/** A change of the payment method, with the offer that it brings. */
interface Repriced extends OfferChange {
  offer: PaymentOffer | null
}

/**
 * What the order costs with this payment method. With its own method, or one that it has an offer for, it stays on the
 * terms it was ordered with. Another method brings the best of its current offers, without those in `without`.
 */
export function repriced(
  prices: OrderPrices,
  method: string,
  without?: ReadonlySet<string>,
): Repriced {
  const { order, own, lines, vouchers } = prices
  const { grand_total } = order
  if (prices.is_fixed) {
    return { dropped: [], added: [], grand_total, rounding: own.rounding, offer: null }
  }
  const kept = withoutOthers(own, grand_total, method)
  const is_own = method === order.payment_method || kept.dropped.length < own.offers.length
  if (is_own) return { ...kept, offer: null }
  const best = offerForLines(currentOffers(prices, method, without), lines, vouchers)
  if (best === null) return { ...kept, offer: null }
  const { offer, amount } = best
  const { uuid: reference, name, excludes } = offer
  const { quota_id = null, customer_limit = null } = paymentRule(offer).claim ?? {}
  const limit_key = customer_limit?.key ?? null
  const added = { reference, name, amount, excludes, payment_method: method, quota_id, limit_key }
  const change = withOffer(own, grand_total, added)
  const whole = withRounding(amount, change.rounding, offer)
  const rounding = change.rounding - (whole - amount)
  return { ...change, added: [{ ...added, amount: whole }], rounding, offer }
}

/** What a payment method brings to the order, for its shopper. */
export function offersOfMethod(
  prices: OrderPrices,
  method: string,
): {
  offer: { name: string; amount: Dong } | null
  unavailable_offers: UnavailableOffer[]
  grand_total: Dong
} {
  const { added, grand_total } = repriced(prices, method)
  const { own, lines, vouchers } = prices
  const kept = own.offers.find(({ payment_method }) => payment_method === method)
  const offer = added[0] ?? kept
  const shown = { offer: offer ? { name: offer.name, amount: offer.amount } : null, grand_total }
  if (offer) return { ...shown, unavailable_offers: [] }
  const unavailable_offers = currentOffers(prices, method).flatMap(({ name, ...terms }) => {
    const problem = offerProblem({ name, ...terms }, lines, vouchers)
    return problem === null ? [] : [{ name, problem }]
  })
  return { ...shown, unavailable_offers }
}

function currentOffers(
  { order, offers, is_fixed, now }: OrderPrices,
  method: string,
  without?: ReadonlySet<string>,
): PaymentOffer[] {
  if (is_fixed) return []
  const { province_id } = order.recipient
  return paymentOffersFor(offers, method, { province_id, customer_group_id: null, now }, without)
}

/**
 * Gives a locked order the offers of another payment method, and reserves what they need. An offer that is used up
 * meanwhile is left out. Returns the change.
 */
export async function repriceOrder(
  tx: Tx,
  order: LockedOrder,
  method: string,
  now: Date,
): Promise<OfferChange> {
  const prices = await readOrderPrices(tx, order, now)
  const { order_id, state } = order
  const without = new Set<string>()
  const customer_key = customerKey(order.recipient)
  const claims = currentOffers(prices, method).flatMap((offer) => paymentRule(offer).claim ?? [])
  await lockClaimsOfOrders(tx, [order_id], {
    quota_ids: claims.flatMap(({ quota_id }) => quota_id ?? []),
    uses: claims.flatMap(({ customer_limit }) =>
      customer_limit === null || customer_key === null
        ? []
        : [{ limit_key: customer_limit.key, customer_key }],
    ),
  })
  for (;;) {
    const change = repriced(prices, method, without)
    const reserved = await drawClaim(tx, order, change)
    if (reserved !== null) {
      if (change.dropped.length + change.added.length > 0) {
        await changeOffers(tx, order_id, change, now)
      }
      const settled_at = state === 'awaiting_payment' ? null : now
      await insertReservationsOf(tx, order_id, reserved, settled_at)
      return change
    }
    const claim = change.offer && paymentRule(change.offer).claim
    for (const key of claim ? claimKeys(claim) : []) without.add(key)
  }
}

/** What the new offer would reserve beside the claims of dropped offers, which it keeps; null when it is used up. */
async function drawClaim(
  tx: Tx,
  { recipient }: LockedOrder,
  { offer, dropped }: Repriced,
): Promise<Reservation[] | null> {
  const { claim = null, name } = offer === null ? { name: '' } : paymentRule(offer)
  if (claim === null) return []
  const { reason, customer_limit } = claim
  const is_held = claimsOf(dropped).quota_ids.includes(claim.quota_id ?? 0)
  const quota_id = is_held ? null : claim.quota_id
  const request = {
    items: [],
    location: locationOf(recipient),
    claims: [{ reason, name, item_id: null, quantity: 1, quota_id, customer_limit }],
    customer_key: customerKey(recipient),
  }
  const ledger = openSupplyLedger()
  await lockSupplies(tx, ledger, [request])
  return ledger.draw(request).reservations
}
