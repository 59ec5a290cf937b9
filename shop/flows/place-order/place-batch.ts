import { randomBytes } from 'node:crypto'
import type { OfferProblem } from '#contracts/price-parts.ts'
import { order as contract, type Order } from '#contracts/storefront/order.ts'
import type { Tx } from '#db/schema.ts'
import { storedForm } from '#platform/text/vietnamese-phone.ts'
import { deleteOrderedLines } from '#shop/cart/ordered-lines-store.ts'
import {
  type Circumstances,
  type KnownOrder,
  loadCheckouts,
  type OrderRequest,
  type ReadyOrder,
  refusedFlash,
  type RefusedOrder,
  reservationAsk,
  totalWithoutFlash,
} from '#shop/flows/place-order/load-checkouts.ts'
import {
  findFlashTerms,
  findTargets,
  type FlashTerms,
} from '#shop/flows/place-order/place-order-store.ts'
import { createOrders } from '#shop/flows/transition-order.ts'
import { takeUpOffers } from '#shop/flows/release-reservations.ts'
import {
  type ClaimProblem,
  type Reservation,
  type SupplyLedger,
  openSupplyLedger,
} from '#shop/inventory/reservation/reservation.ts'
import { lockSupplies } from '#shop/inventory/reservation/reserve.ts'
import {
  type OfferedReservation,
  lockOffered,
} from '#shop/inventory/reservation/reservation-store.ts'
import { flashRefusal } from '#shop/order/flash-refusal.ts'
import type { NewOrder, OfferTerms } from '#shop/order/order-insert-store.ts'
import { newOrderView } from '#shop/order/order-view.ts'
import { affiliateClick, newOrderCode, paymentDeadline, stockProblem } from '#shop/order/order.ts'
import { paymentRule } from '#shop/pricing/payment-offer/payment-offer.ts'
import { claimKeys } from '#shop/pricing/price/item-rules.ts'
import { flashItemOf } from '#shop/pricing/price/price.ts'
import {
  type ToldQuote,
  updateOrdered,
  updateTotalsTold,
} from '#shop/quote/quotes-to-order-store.ts'
import { lockCustomers } from '#shop/customer/customer-lock-store.ts'
import { orderedLine } from '#shop/order/ordered-line.ts'
import { totalChange } from '#shop/quote/total-change.ts'

/** What became of a request. */
export type Placed = { kind: 'placed'; order: Order } | KnownOrder | RefusedOrder

interface BatchCircumstances extends Circumstances {
  /** Lock every stock row of what is wanted: slower, but nobody can take what was planned. */
  all_stock_rows: boolean
}

/** An order that is being decided, with the offers that it could not have. */
interface Candidate {
  /** Its number among the requests. */
  n: number
  order: ReadyOrder
  problems: ClaimProblem[]
  /** What is reserved for this customer in waitlists. */
  own: readonly OfferedReservation[]
}

type Step =
  | { kind: 'accepted'; reserved: Reservation[] }
  /** `shown_total`: what the refusal shows, which counts as seen from now on. */
  | (RefusedOrder & { shown_total: number | null })
  /** Priced anew without an offer that cannot be had. */
  | { kind: 'again'; next: Candidate }

/**
 * Places the open checkouts of different customers as orders, within `tx` and touching nothing but the
 * database: load → decide who may reserve what → write. Who is earlier in `requests` is served first;
 * what one cannot have harms no other. Who asks again, with the same key or about the same checkout, hears
 * of the order that was placed. One statement of a kind serves all, so a crowd costs little more than one
 * (decision 074).
 */
export async function placeBatch(
  tx: Tx,
  circumstances: BatchCircumstances,
  requests: readonly OrderRequest[],
): Promise<Placed[]> {
  const { now } = circumstances
  const customer_ids = requests.map(({ customer_id }) => customer_id)
  await lockCustomers(tx, customer_ids)
  const targets = await findTargets(tx, requests)
  const loaded = await loadCheckouts(tx, circumstances, requests, targets)
  const candidates = loaded.flatMap((order, n): Candidate[] =>
    order.kind === 'ready' ? [{ n, order, problems: [], own: [] }] : [],
  )
  const decided = await decideAll(tx, candidates, circumstances)
  await takeUpOwn(tx, decided.accepted, now)
  const written = await writeOrders(tx, decided.accepted, now)
  if (decided.shown.length > 0) await updateTotalsTold(tx, decided.shown)
  return loaded.map((one, n): Placed => {
    if (one.kind !== 'ready') return one
    const refused = decided.refused.get(n)
    if (refused) return refused
    const order = written.get(n)
    if (!order) throw new RangeError(`checkout ${one.quote.quote_id} got no answer`)
    return { kind: 'placed', order }
  })
}

interface Decided {
  accepted: (Candidate & { reserved: Reservation[] })[]
  refused: Map<number, RefusedOrder>
  shown: ToldQuote[]
}

/** Each round at least one claim fewer is asked for, so this ends. */
async function decideAll(
  tx: Tx,
  candidates: readonly Candidate[],
  { all_stock_rows, now }: BatchCircumstances,
): Promise<Decided> {
  const decided: Decided = { accepted: [], refused: new Map(), shown: [] }
  const ledger = openSupplyLedger()
  let open = [...candidates]
  while (open.length > 0) {
    const asks = open.map(({ order }) => reservationAsk(order))
    await lockSupplies(tx, ledger, asks, { all_stock_rows })
    const again: Candidate[] = []
    for (const one of await withOwn(tx, open, now)) {
      const step = decide(ledger, one)
      if (step.kind === 'again') again.push(step.next)
      else if (step.kind === 'accepted') decided.accepted.push({ ...one, reserved: step.reserved })
      else {
        const { shown_total, ...refused } = step
        decided.refused.set(one.n, refused)
        const { quote_id } = one.order.quote
        if (shown_total !== null) {
          const gifts_told = one.order.priced.gifts_left_out.map(({ item_id }) => item_id)
          decided.shown.push({ quote_id, grand_total: shown_total, gifts_told })
        }
      }
    }
    open = again
  }
  return decided
}

/**
 * What is reserved by name for a customer and is in the way of, or needed for, what the same one orders now.
 * The quotas are locked: it stays so until this transaction ends.
 */
async function withOwn(tx: Tx, open: readonly Candidate[], now: Date): Promise<Candidate[]> {
  const ids = open.flatMap(({ order }) => order.queued.map(({ slot_wait_id }) => slot_wait_id))
  if (ids.length === 0) return [...open]
  const kept = await lockOffered(tx, ids, now)
  return open.map((one) => {
    const { claims } = one.order.priced
    const quotas = new Set(claims.map(({ quota_id }) => quota_id))
    const limits = new Set(claims.map(({ customer_limit }) => customer_limit?.key))
    const own = one.order.queued.flatMap(({ slot_wait_id }) => {
      const parts = kept.get(slot_wait_id) ?? []
      const isAskedFor = (part: Reservation) =>
        (part.kind === 'quota' && quotas.has(part.quota_id)) ||
        (part.kind === 'customer_limit' && limits.has(part.limit_key))
      return parts.some(isAskedFor) ? parts : []
    })
    return { ...one, own }
  })
}

/** Hands what was reserved by name to the orders that are written next; who has a slot waits no longer. */
async function takeUpOwn(tx: Tx, accepted: Decided['accepted'], now: Date): Promise<void> {
  const offered = accepted.flatMap(({ own }) => own.map(({ slot_wait_id }) => slot_wait_id))
  const bought = accepted.flatMap(({ order, reserved }) => {
    const quotas = new Set(reserved.map((part) => (part.kind === 'quota' ? part.quota_id : null)))
    return order.queued.filter(({ quota_id }) => quotas.has(quota_id))
  })
  const waiting = bought.map(({ slot_wait_id }) => slot_wait_id)
  if (offered.length + waiting.length > 0) await takeUpOffers(tx, { offered, waiting }, now)
}

function decide(ledger: SupplyLedger, one: Candidate): Step {
  const { order, own } = one
  const ask = { ...reservationAsk(order), own }
  const { shortages, problems, reservations } = ledger.draw(ask)
  if (shortages !== null) {
    const { code, data } = stockProblem(order.quote, shortages)
    return { kind: 'refused', refusal: contract.createOrder.refuse(code, data), shown_total: null }
  }
  if (problems !== null) return withoutOffers(one, problems)
  const told = order.request.input.grand_total ?? null
  const change = totalChange({ ...order, told, problems: problemsOf(one) })
  if (change) {
    // The client's amount is only compared, never charged; the new total is on its way to the shopper.
    const refusal = contract.createOrder.refuse('grand_total_change', { ...change })
    return { kind: 'refused', refusal, shown_total: change.grand_total }
  }
  ledger.take(reservations, own)
  return { kind: 'accepted', reserved: reservations }
}

/** A flash slot is asked for or given up by name; any other offer is left out and the total says so. */
function withoutOffers(one: Candidate, problems: ClaimProblem[]): Step {
  const { order } = one
  const flash = flashRefusal(problems, () => totalWithoutFlash(order))
  if (flash) {
    const { request, recipient } = order
    return { ...refusedFlash(flash, request.customer_id, recipient), shown_total: null }
  }
  const keys = problems.flatMap(({ claim }) => claimKeys(claim))
  const terms = { ...order.terms, without: new Set([...(order.terms.without ?? []), ...keys]) }
  const priced = order.price(order.quote, terms)
  const next = { ...one, order: { ...order, terms, priced } }
  return { kind: 'again', next: { ...next, problems: [...one.problems, ...problems] } }
}

/** Offers that the price was to have and has not: what pricing knew of, and what was found taken. */
function problemsOf({ order, problems }: Candidate): OfferProblem[] {
  const { voucher, problems: known } = order.priced
  const taken = problems.map(({ claim: { item_id, name, reason } }) => ({ item_id, name, reason }))
  const all = [...known, ...taken]
  if (!voucher?.problem || all.some(({ reason }) => reason === 'voucher')) return all
  return [...all, { item_id: null, name: voucher.name || voucher.code, reason: 'voucher' }]
}

interface ToWrite {
  /** Its number among the requests. */
  n: number
  order: ReadyOrder
  reserved: readonly Reservation[]
}

/** Writes orders that have all they need, and what goes with them; gives them as they are read back. */
async function writeOrders(
  tx: Tx,
  ready: readonly ToWrite[],
  now: Date,
): Promise<Map<number, Order>> {
  if (ready.length === 0) return new Map()
  const all_terms = await termsOf(tx, ready)
  const orders = ready.map(({ order }) => newOrder(order, all_terms, now))
  const placed = orders.map((order, at) => ({ order, reserved: ready[at]?.reserved ?? [] }))
  await createOrders(tx, placed, now)
  await deleteOrderedLines(
    tx,
    orders.flatMap(({ customer_id, items }) => items.map((item) => ({ ...item, customer_id }))),
  )
  await updateOrdered(
    tx,
    orders.map(({ quote_id }) => quote_id),
  )
  return new Map(orders.map((order, at) => [ready[at]?.n ?? -1, newOrderView(order)]))
}

async function termsOf(
  tx: Tx,
  ready: readonly ToWrite[],
): Promise<ReadonlyMap<number, FlashTerms>> {
  const sales = new Set(ready.flatMap(({ order }) => flashItems(order)))
  return sales.size === 0 ? new Map() : findFlashTerms(tx, [...sales])
}

function flashItems({ priced }: ReadyOrder): number[] {
  return priced.items.flatMap((line) => flashItemOf(line.price_trace) ?? [])
}

function newOrder(
  order: ReadyOrder,
  all_terms: ReadonlyMap<number, FlashTerms>,
  now: Date,
): NewOrder {
  const { request, quote, recipient, priced, gateway } = order
  const { customer_id, input } = request
  const is_settled = gateway?.settles === 'on_delivery'
  const terms = flashItems(order).flatMap((id) => all_terms.get(id) ?? [])
  const seconds = terms.map(({ pay_within_s }) => pay_within_s)
  return {
    code: newOrderCode(now),
    secret: randomBytes(20).toString('hex'),
    customer_id,
    quote_id: quote.quote_id,
    idempotency_key: input.idempotency_key ?? null,
    state: is_settled ? 'pending' : 'awaiting_payment',
    payment_method: gateway?.code ?? null,
    phone: storedForm(recipient.phone),
    recipient,
    totals: priced.totals,
    items: priced.items.map(orderedLine),
    is_online_only: terms.some((sale) => sale.is_online_only),
    offer_terms: offerTerms(order.terms),
    aff_click_id: affiliateClick(input.affClickId),
    created_at: now,
    expires_at: is_settled ? null : paymentDeadline(now, seconds),
  }
}

/** The terms of what is offered for the way to pay: frozen on the order with what it takes off. */
function offerTerms({ payment }: ReadyOrder['terms']): ReadonlyMap<string, OfferTerms> {
  const offers = payment?.offers ?? []
  return new Map(
    offers.map((offer) => {
      const { quota_id = null, customer_limit = null } = paymentRule(offer).claim ?? {}
      const { payment_method } = offer
      return [offer.uuid, { payment_method, quota_id, limit_key: customer_limit?.key ?? null }]
    }),
  )
}
