import type { QuotaClaim } from '#shop/inventory/reservation/claims.ts'
import {
  allocate,
  type Allocation,
  type ItemQuantity,
  type Location,
  type Shortage,
  type StockRow,
} from '#shop/inventory/stock/stock.ts'

/** A limited number of uses and how many are taken now. `total` null: unlimited. */
export interface Quota {
  quota_id: number
  total: number | null
  taken: number
  /** The part of `taken` that does not expire: it belongs to paid or cash on delivery orders. */
  settled: number
}

export interface CustomerUse {
  limit_key: string
  customer_key: string
  taken: number
}

/** Key of a customer's use of a limit. */
export type UseKey = Pick<CustomerUse, 'limit_key' | 'customer_key'>

/** Keys of the stock rows, quotas and limits that requests need. */
export interface Needs {
  item_ids: number[]
  quota_ids: number[]
  uses: UseKey[]
}

/** Stock rows, quotas and customer uses that some requests need, read under locks. */
export interface Supplies {
  stock_rows: readonly StockRow[]
  /** Items that may have other stock rows, which were not locked. */
  partly_locked: ReadonlySet<number>
  quotas: readonly Quota[]
  uses: readonly CustomerUse[]
}

/** Another transaction reserved what this one was about to: run the transaction again from its beginning. */
export class ReservationConflict extends Error {
  override name = 'ReservationConflict'
}

/** What one order wants to reserve: all of it or nothing. */
export interface ReservationRequest {
  items: readonly ItemQuantity[]
  location: Location
  claims: readonly QuotaClaim[]
  /** customerKey() of the customer who orders. */
  customer_key: string | null
  /** Earlier reservations of this customer that this request replaces: they count as free here. */
  own?: readonly Reservation[]
}

/** One reserved row: units of a stock row, uses of a quota, or a share of a customer's limit. */
export type Reservation =
  | ({ kind: 'stock' } & Allocation)
  | { kind: 'quota'; quota_id: number; quantity: number }
  | {
      kind: 'customer_limit'
      limit_key: string
      customer_key: string
      quantity: number
      max_quantity: number
    }

/** The quotas and limits that offers of an order claim. */
export interface OfferClaims {
  quota_ids: readonly number[]
  limit_keys: readonly string[]
}

/** Why a claim cannot be reserved. */
export type ClaimReason =
  /** The limit is per customer, and the customer is unknown. */
  | 'no_customer'
  /** This order alone wants more than the limit of a customer. */
  | 'too_many'
  /** Together with earlier orders of the customer it exceeds the limit. */
  | 'had_before'
  /** All are taken, some by orders that wait for payment and may expire. */
  | 'all_reserved'
  /** All are taken and settled. */
  | 'all_sold'

export interface ClaimProblem {
  claim: QuotaClaim
  reason: ClaimReason
}

/** What an order would reserve, or the shortages or problems that prevent it. */
type Drawn =
  | { reservations: Reservation[]; shortages: null; problems: null }
  | { reservations: null; shortages: Shortage[]; problems: null }
  | { reservations: null; shortages: null; problems: ClaimProblem[] }

/** Reserves from the supplies for one order after another: what one order took is not free for the next. */
export interface SupplyLedger {
  /** Returns the keys that these requests need and that the ledger has not loaded yet. */
  missing: (requests: readonly ReservationRequest[]) => Needs
  /** Loads the supplies of the missing keys. */
  learn: (needs: Needs, supplies: Supplies) => void
  /** Returns what the order would reserve, or what prevents it. Changes nothing. */
  draw: (request: ReservationRequest) => Drawn
  /** Counts `reservations` as taken and returns `own` to the supplies. */
  take: (reservations: readonly Reservation[], own?: readonly Reservation[]) => void
}

/** Counts what one transaction reserves from the stock and quotas it has locked (invariant 1). */
export function openSupplyLedger(): SupplyLedger {
  const stock_rows = new Map<number, StockRow[]>()
  const partly_locked = new Set<number>()
  const quotas = new Map<number, Quota | undefined>()
  const uses = new Map<string, number>()
  return {
    missing: (requests) => {
      const needs = needsOf(requests)
      return {
        item_ids: needs.item_ids.filter((item_id) => !stock_rows.has(item_id)),
        quota_ids: needs.quota_ids.filter((quota_id) => !quotas.has(quota_id)),
        uses: needs.uses.filter((use) => !uses.has(keyOfUse(use))),
      }
    },
    learn: (needs, supplies) => {
      for (const item_id of needs.item_ids) stock_rows.set(item_id, [])
      for (const quota_id of needs.quota_ids) quotas.set(quota_id, undefined)
      for (const use of needs.uses) uses.set(keyOfUse(use), 0)
      for (const item_id of supplies.partly_locked) partly_locked.add(item_id)
      for (const row of supplies.stock_rows) stock_rows.get(row.product_id)?.push({ ...row })
      for (const quota of supplies.quotas) quotas.set(quota.quota_id, { ...quota })
      for (const use of supplies.uses) uses.set(keyOfUse(use), use.taken)
    },
    draw: (request) => {
      const own = request.items.flatMap(({ item_id }) => stock_rows.get(item_id) ?? [])
      const { allocations, shortages } = allocate(request.items, own, request.location)
      // An item is short only if all its stock rows are locked: another row may have free units.
      if (shortages.some(({ item_id }) => partly_locked.has(item_id))) {
        throw new ReservationConflict()
      }
      // Shortages are reported before claims: without stock no price applies.
      if (shortages.length > 0) return { reservations: null, shortages, problems: null }
      const problems = claimProblems(request, quotas, uses)
      if (problems.length > 0) return { reservations: null, shortages: null, problems }
      const reservations = [...claimReservations(request), ...allocations.map(stockReservation)]
      return { reservations, shortages: null, problems: null }
    },
    take: (reservations, own = []) => {
      const returned = own.map((reservation) => ({
        ...reservation,
        quantity: -reservation.quantity,
      }))
      for (const reservation of [...reservations, ...returned]) {
        const { quantity } = reservation
        if (reservation.kind === 'stock') {
          const { product_id, shop_id } = reservation
          const row = stock_rows.get(product_id)?.find((one) => one.shop_id === shop_id)
          if (row) row.free -= quantity
        } else if (reservation.kind === 'quota') {
          const quota = quotas.get(reservation.quota_id)
          if (quota) quota.taken += quantity
        } else {
          const key = keyOfUse(reservation)
          uses.set(key, (uses.get(key) ?? 0) + quantity)
        }
      }
    },
  }
}

function needsOf(requests: readonly ReservationRequest[]): Needs {
  const item_ids = new Set<number>()
  const quota_ids = new Set<number>()
  const uses = new Map<string, UseKey>()
  for (const { items, claims, customer_key } of requests) {
    for (const { item_id } of items) item_ids.add(item_id)
    for (const { quota_id, customer_limit, counted_for = customer_key } of claims) {
      if (quota_id !== null) quota_ids.add(quota_id)
      if (customer_limit === null || counted_for === null) continue
      const use = { limit_key: customer_limit.key, customer_key: counted_for }
      uses.set(keyOfUse(use), use)
    }
  }
  return { item_ids: [...item_ids], quota_ids: [...quota_ids], uses: [...uses.values()] }
}

/** Null if the quota has `quantity` left; otherwise whether some of it may be released later. */
function quotaProblem(
  quota: Quota | undefined,
  quantity: number,
): 'all_reserved' | 'all_sold' | null {
  if (quota === undefined) return 'all_sold'
  if (quota.total === null || quota.taken + quantity <= quota.total) return null
  return quota.settled < quota.taken ? 'all_reserved' : 'all_sold'
}

function claimProblems(
  { claims, customer_key, own = [] }: ReservationRequest,
  quotas: ReadonlyMap<number, Quota | undefined>,
  uses: ReadonlyMap<string, number>,
): ClaimProblem[] {
  return claims.flatMap((claim): ClaimProblem[] => {
    const limit = claim.customer_limit
    if (limit !== null) {
      const wanted = sumOf(claims.filter((other) => other.customer_limit?.key === limit.key))
      const { counted_for = customer_key } = claim
      if (counted_for === null) return [{ claim, reason: 'no_customer' }]
      if (wanted > limit.max) return [{ claim, reason: 'too_many' }]
      const use = { limit_key: limit.key, customer_key: counted_for }
      const had = uses.get(keyOfUse(use)) ?? 0
      const returned = sumOf(
        own.filter((one) => one.kind === 'customer_limit' && one.limit_key === limit.key),
      )
      if (had - returned + wanted > limit.max) return [{ claim, reason: 'had_before' }]
    }
    if (claim.quota_id === null) return []
    const wanted = sumOf(claims.filter((other) => other.quota_id === claim.quota_id))
    const returned = sumOf(
      own.filter((one) => one.kind === 'quota' && one.quota_id === claim.quota_id),
    )
    const reason = quotaProblem(quotas.get(claim.quota_id), wanted - returned)
    return reason === null ? [] : [{ claim, reason }]
  })
}

function claimReservations({ claims, customer_key }: ReservationRequest): Reservation[] {
  return claims.flatMap(({ quota_id, quantity, customer_limit, counted_for = customer_key }) => {
    const reservations: Reservation[] = []
    if (quota_id !== null) reservations.push({ kind: 'quota', quota_id, quantity })
    if (customer_limit !== null && counted_for !== null) {
      const { key: limit_key, max: max_quantity } = customer_limit
      const use = { limit_key, customer_key: counted_for }
      reservations.push({ kind: 'customer_limit', ...use, quantity, max_quantity })
    }
    return reservations
  })
}

function stockReservation(allocation: Allocation): Reservation {
  return { kind: 'stock', ...allocation }
}

function keyOfUse({ limit_key, customer_key }: UseKey): string {
  return `${customer_key} ${limit_key}`
}

function sumOf(list: readonly { quantity: number }[]): number {
  return list.reduce((total, { quantity }) => total + quantity, 0)
}
