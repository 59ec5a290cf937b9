import type { OfferProblem } from '#contracts/price-parts.ts'
import { order as contract, type Order } from '#contracts/storefront/order.ts'
import type { Tx } from '#db/schema.ts'
import {
  type OrderContext,
  type KnownOrder,
  loadCheckouts,
  type OrderRequest,
  type ReadyOrder,
  refusedFlash,
  type RefusedOrder,
  reservationRequest,
  totalWithoutFlash,
} from '#shop/flows/place-order/load-checkouts.ts'
import { codProblems } from '#shop/flows/cod-check.ts'
import { findBlocks } from '#shop/customer/customer-profile-store.ts'
import { customerKey } from '#shop/customer/customer-key.ts'
import { findGiftNames, findTargets } from '#shop/flows/place-order/place-order-store.ts'
import { type RefusedCheckout, withUsedShortages } from '#shop/flows/place-order/used-shortages.ts'
import { writeOrders } from '#shop/flows/place-order/write-orders.ts'
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
import { stockProblem } from '#shop/order/order.ts'
import { claimKeys } from '#shop/pricing/price/item-rules.ts'
import { type SeenQuote, updateTotalsSeen } from '#shop/quote/quote-store.ts'
import { lockCustomers } from '#shop/customer/customer-lock-store.ts'
import { giftsLost } from '#pure/formats/gifts-seen.ts'
import { totalChange } from '#shop/quote/total-change.ts'

/** The result of one request. */
export type Placed = { kind: 'placed'; order: Order } | KnownOrder | RefusedOrder

interface BatchContext extends OrderContext {
  /** Locks every stock row of the requested items: slower, but no other transaction can take the planned stock. */
  all_stock_rows: boolean
}

/** An order whose reservations are not decided yet, with the claims that were refused so far. */
interface Candidate {
  /** Index of its request. */
  n: number
  order: ReadyOrder
  problems: ClaimProblem[]
  /** What is reserved for this customer through waitlists. */
  own: readonly OfferedReservation[]
}

type Step =
  | { kind: 'accepted'; reserved: Reservation[] }
  /** `shown_total`: the total that the refusal shows; from now on it counts as seen. */
  | (RefusedOrder & { shown_total: number | null })
  /** Priced again without an offer that is not available. */
  | { kind: 'again'; next: Candidate }

/**
 * Places the open checkouts of different customers as orders, within `tx` and touching nothing but the
 * database: load → decide the reservations → write. Requests are served in their sequence. If one is refused, the
 * others in the batch are not affected. A repeated request, with the same key or for the same checkout, gets the
 * order that was placed before. All requests share one statement of each kind, so a batch costs little more than a
 * single order (decision 074).
 */
export async function placeBatch(
  tx: Tx,
  context: BatchContext,
  requests: readonly OrderRequest[],
): Promise<Placed[]> {
  const { now } = context
  const customer_ids = requests.map(({ customer_id }) => customer_id)
  await lockCustomers(tx, customer_ids)
  const targets = await findTargets(tx, requests)
  const read = await loadCheckouts(tx, context, requests, targets)
  const loaded = await withCodRules(tx, await withBlocks(tx, read))
  const candidates = loaded.flatMap((order, n): Candidate[] =>
    order.kind === 'ready' ? [{ n, order, problems: [], own: [] }] : [],
  )
  const decided = await decideAll(tx, candidates, context)
  await takeUpOffered(tx, decided.accepted, now)
  const written = await writeOrders(tx, decided.accepted, now)
  if (decided.shown.length > 0) await updateTotalsSeen(tx, decided.shown)
  const of_devices = await withUsedShortages(tx, refusedCheckouts(candidates, decided), now)
  return loaded.map((checkout, n): Placed => {
    if (checkout.kind !== 'ready') return checkout
    const refused = of_devices.get(n) ?? decided.refused.get(n)
    if (refused) return refused
    const order = written.get(n)
    if (!order) throw new RangeError(`checkout ${checkout.quote.quote_id} got no answer`)
    return { kind: 'placed', order }
  })
}

function refusedCheckouts(
  candidates: readonly Candidate[],
  { refused }: Decided,
): RefusedCheckout[] {
  return candidates.flatMap(({ n, order }) => {
    const one = refused.get(n)
    return one === undefined ? [] : [{ n, order, refused: one }]
  })
}

type Loaded = Awaited<ReturnType<typeof loadCheckouts>>

/** Refuses the orders of phones that staff take no orders from. */
async function withBlocks(tx: Tx, loaded: Loaded): Promise<Loaded> {
  const phoneOf = ({ recipient }: ReadyOrder) => customerKey(recipient) ?? ''
  const phones = loaded.flatMap((one) => (one.kind === 'ready' ? phoneOf(one) : []))
  if (phones.length === 0) return loaded
  const blocks = await findBlocks(tx, phones)
  return loaded.map((one) => {
    if (one.kind !== 'ready' || blocks.get(phoneOf(one)) !== 'no_orders') return one
    return { kind: 'refused', refusal: contract.createOrder.refuse('orders_refused') }
  })
}

/** Refuses the orders that may not be paid on delivery. Those of a loan have rules of their own. */
async function withCodRules(tx: Tx, loaded: Loaded): Promise<Loaded> {
  const on_delivery = loaded.filter(
    (one): one is ReadyOrder =>
      one.kind === 'ready' &&
      one.gateway?.settles === 'on_delivery' &&
      one.request.is_loan !== true &&
      toCollect(one) > 0,
  )
  const wanted = on_delivery.map(({ request, recipient, priced }) => ({
    network: request.network ?? null,
    phone: customerKey(recipient) ?? '',
    total: toCollect({ request, priced }),
    quantity: priced.items.reduce((sum, { item_quantity }) => sum + item_quantity, 0),
  }))
  const problems = await codProblems(tx, wanted)
  const refused = new Map(on_delivery.map((order, n) => [order, problems[n] ?? null]))
  return loaded.map((one) => {
    const problem = one.kind === 'ready' ? (refused.get(one) ?? null) : null
    if (problem === null) return one
    return { kind: 'refused', refusal: contract.createOrder.refuse('cod_refused', problem) }
  })
}

/** What is left to pay on delivery. */
function toCollect({ request, priced }: Pick<ReadyOrder, 'request' | 'priced'>): number {
  return priced.totals.grand_total - (request.staff?.paid_ahead ?? 0)
}

interface Decided {
  accepted: (Candidate & { reserved: Reservation[] })[]
  refused: Map<number, RefusedOrder>
  shown: SeenQuote[]
}

/** Decides in rounds. Each round requests at least one claim less than the round before, so the loop ends. */
async function decideAll(
  tx: Tx,
  candidates: readonly Candidate[],
  { all_stock_rows, now }: BatchContext,
): Promise<Decided> {
  const decided: Decided = { accepted: [], refused: new Map(), shown: [] }
  const ledger = openSupplyLedger()
  const gift_names = await findGiftNames(tx, giftsOver(candidates))
  let open = [...candidates]
  while (open.length > 0) {
    const needed = open.map(({ order }) => reservationRequest(order))
    await lockSupplies(tx, ledger, needed, { all_stock_rows })
    const repriced: Candidate[] = []
    for (const candidate of await withOffered(tx, open, now)) {
      const step = decide(ledger, candidate, gift_names)
      if (step.kind === 'again') repriced.push(step.next)
      else if (step.kind === 'accepted')
        decided.accepted.push({ ...candidate, reserved: step.reserved })
      else {
        const { shown_total, ...refused } = step
        decided.refused.set(candidate.n, refused)
        const { quote_id } = candidate.order.quote
        if (shown_total !== null) {
          const gifts_seen = candidate.order.priced.gifts_left_out.map(({ item_id }) => item_id)
          decided.shown.push({ quote_id, grand_total: shown_total, gifts_seen })
        }
      }
    }
    open = repriced
  }
  return decided
}

/**
 * Adds to each candidate the reservations that a waitlist offered to its customer, if the order needs the same
 * quota or limit. The quotas are locked, so the offers stay until this transaction ends.
 */
async function withOffered(tx: Tx, open: readonly Candidate[], now: Date): Promise<Candidate[]> {
  const ids = open.flatMap(({ order }) =>
    order.queued.map(({ waitlist_entry_id }) => waitlist_entry_id),
  )
  if (ids.length === 0) return [...open]
  const offered = await lockOffered(tx, ids, now)
  return open.map((candidate) => {
    const { claims } = candidate.order.priced
    const quotas = new Set(claims.map(({ quota_id }) => quota_id))
    const limits = new Set(claims.map(({ customer_limit }) => customer_limit?.key))
    const own = candidate.order.queued.flatMap(({ waitlist_entry_id }) => {
      const reservations = offered.get(waitlist_entry_id) ?? []
      const isNeeded = (reservation: Reservation) =>
        (reservation.kind === 'quota' && quotas.has(reservation.quota_id)) ||
        (reservation.kind === 'customer_limit' && limits.has(reservation.limit_key))
      return reservations.some(isNeeded) ? reservations : []
    })
    return { ...candidate, own }
  })
}

/** Frees the offered reservations for the orders written next. Customers who got a slot leave its waitlist. */
async function takeUpOffered(tx: Tx, accepted: Decided['accepted'], now: Date): Promise<void> {
  const offered = accepted.flatMap(({ own }) =>
    own.map(({ waitlist_entry_id }) => waitlist_entry_id),
  )
  const bought = accepted.flatMap(({ order, reserved }) => {
    const quotas = new Set(reserved.map((part) => (part.kind === 'quota' ? part.quota_id : null)))
    return order.queued.filter(({ quota_id }) => quotas.has(quota_id))
  })
  const waiting = bought.map(({ waitlist_entry_id }) => waitlist_entry_id)
  if (offered.length + waiting.length > 0) await takeUpOffers(tx, { offered, waiting }, now)
}

/** The gifts that shoppers saw and whose offers are over: no checkout names them. */
function giftsOver(candidates: readonly Candidate[]): number[] {
  return candidates.flatMap(({ order: { request, quote, priced } }) =>
    giftsLost(request.input.gifts_seen ?? '', priced.items).filter(
      (item_id) => !quote.gift_items.has(item_id),
    ),
  )
}

function decide(
  ledger: SupplyLedger,
  candidate: Candidate,
  gift_names: ReadonlyMap<number, string>,
): Step {
  const { order, own } = candidate
  const needed = { ...reservationRequest(order), own }
  const { shortages, problems, reservations } = ledger.draw(needed)
  if (shortages !== null) {
    const { code, data } = stockProblem(order.quote, shortages)
    return { kind: 'refused', refusal: contract.createOrder.refuse(code, data), shown_total: null }
  }
  if (problems !== null) return withoutOffers(candidate, problems)
  const { grand_total: client_total = null, gifts_seen: client_gifts = null } = order.request.input
  const problems_known = problemsOf(candidate)
  const known = { client_total, client_gifts, gift_names, problems: problems_known }
  const change = totalChange({ ...order, ...known })
  if (change) {
    // The client's amount is only compared, never charged. The refusal shows the new total to the shopper.
    const refusal = contract.createOrder.refuse('grand_total_change', { ...change })
    return { kind: 'refused', refusal, shown_total: change.grand_total }
  }
  ledger.take(reservations, own)
  return { kind: 'accepted', reserved: reservations }
}

/** Refuses an order whose flash slot is not available. Any other offer is left out, and the total shows it. */
function withoutOffers(candidate: Candidate, problems: ClaimProblem[]): Step {
  const { order } = candidate
  const flash = flashRefusal(problems, () => totalWithoutFlash(order))
  if (flash) {
    const { request, recipient } = order
    return { ...refusedFlash(flash, request.customer_id, recipient), shown_total: null }
  }
  const keys = problems.flatMap(({ claim }) => claimKeys(claim))
  const terms = { ...order.terms, without: new Set([...(order.terms.without ?? []), ...keys]) }
  const priced = order.price(order.quote, terms)
  const next = { ...candidate, order: { ...order, terms, priced } }
  return { kind: 'again', next: { ...next, problems: [...candidate.problems, ...problems] } }
}

/** The offers missing from the price: those that pricing could not apply and those that others have reserved. */
function problemsOf({ order, problems }: Candidate): OfferProblem[] {
  const { voucher, problems: known } = order.priced
  const taken = problems.map(({ claim: { item_id, name, reason } }) => ({ item_id, name, reason }))
  const all = [...known, ...taken]
  if (!voucher?.problem || all.some(({ reason }) => reason === 'voucher')) return all
  return [...all, { item_id: null, name: voucher.name || voucher.code, reason: 'voucher' }]
}
