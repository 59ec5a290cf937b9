import { order as contract } from '#contracts/storefront/order.ts'
import type { OfferProblem } from '#contracts/price-parts.ts'
import type { Tx } from '#db/schema.ts'
import {
  type ClaimProblem,
  type Reservation as HoldPart,
  type SupplyLedger as Ledger,
  openSupplyLedger as openLedger,
} from '#shop/inventory/reservation/reservation.ts'
import { takeUpOffers } from '#shop/flows/release-reservations.ts'
import {
  type OfferedReservation as KeptPart,
  lockOffered as lockKept,
} from '#shop/inventory/reservation/reservation-store.ts'
import { lockSupplies } from '#shop/inventory/reservation/reserve.ts'
import { flashRefusal } from '#shop/flows/place-order/order-price.ts'
import { stockProblem } from '#shop/order/order.ts'
import {
  holdAskOf,
  normalTotal,
  type OrderRequest,
  type Placed,
  prepareOrders,
  type Ready,
  refusedFlash,
  type Refused,
} from '#shop/flows/place-order/prepare-order.ts'
import { writeOrders } from '#shop/flows/place-order/write-orders.ts'
import type { Gateway } from '#shop/payment/gateways/gateway.ts'
import { claimKeys } from '#shop/pricing/price/item-rules.ts'
import { totalChange } from '#shop/quote/total-change.ts'
import { lockCustomers } from '#shop/customer/customer-lock-store.ts'
import { updateTotalsTold, type ToldQuote } from '#shop/quote/quotes-to-order-store.ts'

interface Circumstances {
  gateways: readonly Gateway[]
  now: Date
  /** Lock every shelf of what is wanted: slower, but nobody can take planned pieces away. */
  all_shelves: boolean
}

/** An order that is being decided, with the offers that it could not have. */
interface Standing {
  /** Its place among the requests. */
  n: number
  order: Ready
  problems: ClaimProblem[]
  /** What was kept for this customer in lines for slots. */
  own: readonly KeptPart[]
}

type Step =
  | { kind: 'taken'; parts: HoldPart[] }
  /** `told`: the total that counts as seen from now on. */
  | (Refused & { told: number | null })
  /** Priced anew without an offer that cannot be had. */
  | { kind: 'again'; next: Standing }

/**
 * Makes the open checkouts of different customers orders, within `tx` and touching nothing but the
 * database (house §5). Who is earlier in `requests` is served first; what one cannot have harms no
 * other. Who asks again, with the same key or about the same checkout, is told of the order that was
 * made. One statement of a kind serves all, so a crowd costs little more than one (decisions/074).
 */
export async function placeOrders(
  tx: Tx,
  circumstances: Circumstances,
  requests: readonly OrderRequest[],
): Promise<Placed[]> {
  const { now } = circumstances
  const customer_ids = requests.map(({ customer_id }) => customer_id)
  await lockCustomers(tx, customer_ids)
  const prepared = await prepareOrders(tx, circumstances, requests)
  const standing = prepared.flatMap((order, n): Standing[] =>
    order.kind === 'ready' ? [{ n, order, problems: [], own: [] }] : [],
  )
  const decided = await decideAll(tx, standing, circumstances)
  await giveOwn(tx, decided.taken, now)
  const written = await writeOrders(tx, decided.taken, now)
  if (decided.told.length > 0) await updateTotalsTold(tx, decided.told)
  return prepared.map((one, n): Placed => {
    if (one.kind !== 'ready') return one
    const refused = decided.refused.get(n)
    if (refused) return refused
    const order = written.get(n)
    if (!order) throw new RangeError(`checkout ${one.quote.quote_id} got no answer`)
    return { kind: 'placed', order }
  })
}

interface Decided {
  taken: (Standing & { parts: HoldPart[] })[]
  refused: Map<number, Refused>
  told: ToldQuote[]
}

/** Each round at least one claim fewer is asked for, so this ends. */
async function decideAll(
  tx: Tx,
  standing: readonly Standing[],
  { all_shelves, now }: Circumstances,
): Promise<Decided> {
  const decided: Decided = { taken: [], refused: new Map(), told: [] }
  const ledger = openLedger()
  let open = [...standing]
  while (open.length > 0) {
    const asks = open.map(({ order }) => holdAskOf(order))
    await lockSupplies(tx, ledger, asks, { all_stock_rows: all_shelves })
    const again: Standing[] = []
    for (const one of await withOwn(tx, open, now)) {
      const step = decide(ledger, one)
      if (step.kind === 'again') again.push(step.next)
      else if (step.kind === 'taken') decided.taken.push({ ...one, parts: step.parts })
      else {
        const { told, ...refused } = step
        decided.refused.set(one.n, refused)
        const { quote_id } = one.order.quote
        if (told !== null) {
          const gifts_told = one.order.priced.gifts_left_out.map(({ item_id }) => item_id)
          decided.told.push({ quote_id, grand_total: told, gifts_told })
        }
      }
    }
    open = again
  }
  return decided
}

/**
 * What is kept by name for a customer and is in the way of, or needed for, what the same one orders now.
 * The quotas are locked: it stays so until this transaction ends.
 */
async function withOwn(tx: Tx, open: readonly Standing[], now: Date): Promise<Standing[]> {
  const ids = open.flatMap(({ order }) => order.places.map(({ slot_wait_id }) => slot_wait_id))
  if (ids.length === 0) return [...open]
  const kept = await lockKept(tx, ids, now)
  return open.map((one) => {
    const { claims } = one.order.priced
    const quotas = new Set(claims.map(({ quota_id }) => quota_id))
    const limits = new Set(claims.map(({ customer_limit }) => customer_limit?.key))
    const own = one.order.places.flatMap(({ slot_wait_id }) => {
      const parts = kept.get(slot_wait_id) ?? []
      const isAskedFor = (part: HoldPart) =>
        (part.kind === 'quota' && quotas.has(part.quota_id)) ||
        (part.kind === 'customer_limit' && limits.has(part.limit_key))
      return parts.some(isAskedFor) ? parts : []
    })
    return { ...one, own }
  })
}

/** Gives what was kept to the orders that are written next; who has a slot waits for it no longer. */
async function giveOwn(tx: Tx, taken: Decided['taken'], now: Date): Promise<void> {
  const kept = taken.flatMap(({ own }) => own.map(({ slot_wait_id }) => slot_wait_id))
  const bought = taken.flatMap(({ order, parts }) => {
    const quotas = new Set(parts.map((part) => (part.kind === 'quota' ? part.quota_id : null)))
    return order.places.filter(({ quota_id }) => quotas.has(quota_id))
  })
  const places = bought.map(({ slot_wait_id }) => slot_wait_id)
  if (kept.length + places.length > 0)
    await takeUpOffers(tx, { offered: kept, waiting: places }, now)
}

function decide(ledger: Ledger, one: Standing): Step {
  const { order, own } = one
  const ask = { ...holdAskOf(order), own }
  const { shortages, problems, reservations: parts } = ledger.draw(ask)
  if (shortages !== null) {
    const { code, data } = stockProblem(order.quote, shortages)
    return { kind: 'refused', refusal: contract.createOrder.refuse(code, data), told: null }
  }
  if (problems !== null) return withoutOffers(one, problems)
  const told = order.request.input.grand_total ?? null
  const change = totalChange({ ...order, told, problems: problemsOf(one) })
  if (change) {
    // The client's amount is only compared, never charged; the new total is on its way to the shopper.
    const refusal = contract.createOrder.refuse('grand_total_change', { ...change })
    return { kind: 'refused', refusal, told: change.grand_total }
  }
  ledger.take(parts, own)
  return { kind: 'taken', parts }
}

/** A flash sale's slot is asked for or given up by name; any other offer is left out and the total tells. */
function withoutOffers(one: Standing, problems: ClaimProblem[]): Step {
  const { order } = one
  const flash = flashRefusal(problems, () => normalTotal(order))
  if (flash) {
    const { request, recipient } = order
    return { ...refusedFlash(flash, request.customer_id, recipient), told: null }
  }
  const keys = problems.flatMap(({ claim }) => claimKeys(claim))
  const terms = { ...order.terms, without: new Set([...(order.terms.without ?? []), ...keys]) }
  const priced = order.price(order.quote, terms)
  const next = { ...one, order: { ...order, terms, priced } }
  return { kind: 'again', next: { ...next, problems: [...one.problems, ...problems] } }
}

/** Offers that the price was to have and has not: what pricing knew of, and what was found taken. */
function problemsOf({ order, problems }: Standing): OfferProblem[] {
  const { voucher, problems: known } = order.priced
  const taken = problems.map(({ claim: { item_id, name, reason } }) => ({ item_id, name, reason }))
  const all = [...known, ...taken]
  if (!voucher?.problem || all.some(({ reason }) => reason === 'voucher')) return all
  return [...all, { item_id: null, name: voucher.name || voucher.code, reason: 'voucher' }]
}
