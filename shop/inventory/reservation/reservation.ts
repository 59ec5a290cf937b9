import type { QuotaClaim } from '#shop/inventory/reservation/claims.ts'
import {
  allocate,
  type Allocation,
  type ItemQuantity,
  type Location,
  type Shortage,
  type StockRow,
} from '#shop/inventory/stock/stock.ts'

/** What can be had only so often, as it stands. `total` null: as often as asked for. */
export interface Quota {
  quota_id: number
  total: number | null
  taken: number
  /** Of the taken ones, those that do not come back by themselves. */
  settled: number
}

export interface CustomerUse {
  limit_key: string
  customer_key: string
  taken: number
}

/** How much of a limit a customer had. */
export type UseKey = Pick<CustomerUse, 'limit_key' | 'customer_key'>

/** The keys of what is scarce. */
export interface Needs {
  item_ids: number[]
  quota_ids: number[]
  uses: UseKey[]
}

/** What is there of everything scarce that some orders ask for, read under locks. */
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

/** What one order asks for: all of it or nothing. */
export interface ReservationRequest {
  items: readonly ItemQuantity[]
  location: Location
  claims: readonly QuotaClaim[]
  /** customerKey() of who orders. */
  customer_key: string | null
  /** Reserved for this customer before and given up for this request: counts as free here. */
  own?: readonly Reservation[]
}

/** One row of what is reserved: items of a stock row, uses of a quota, or a share of a customer's limit. */
export type Reservation =
  | ({ kind: 'stock' } & Allocation)
  | { kind: 'quota'; quota_id: number; quantity: number }
  | {
      kind: 'customer_limit'
      limit_key: string
      customer_key: string
      quantity: number
      most: number
    }

/** Why a claim cannot be had. */
export type ClaimReason =
  /** Limits are counted for each customer, and this one is not known. */
  | 'no_customer'
  /** This one order asks for more than a customer may have at all. */
  | 'too_many'
  /** Together with what this customer had before. */
  | 'had_before'
  /** All taken, some by orders that wait for their money and may lapse. */
  | 'all_reserved'
  /** All taken for good. */
  | 'all_sold'

export interface ClaimProblem {
  claim: QuotaClaim
  reason: ClaimReason
}

/** What an order would reserve, or what is in its way. */
export type Drawn =
  | { reservations: Reservation[]; shortages: null; problems: null }
  | { reservations: null; shortages: Shortage[]; problems: null }
  | { reservations: null; shortages: null; problems: ClaimProblem[] }

/** Draws on supplies for one order after another: what one order was promised the next does not see. */
export interface SupplyLedger {
  /** What these requests ask for and the ledger has not been told of yet. */
  missing: (requests: readonly ReservationRequest[]) => Needs
  /** What there is of everything that was missing. */
  learn: (needs: Needs, supplies: Supplies) => void
  /** What the order would reserve, or what is in its way. Changes nothing. */
  draw: (request: ReservationRequest) => Drawn
  /** It is the order's now; `own` is given up for it. */
  take: (reservations: readonly Reservation[], own?: readonly Reservation[]) => void
}

/** The books of one transaction over supplies that it has locked. */
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
      // Only who has locked all stock rows of an item may say that none is left.
      if (shortages.some(({ item_id }) => partly_locked.has(item_id))) {
        throw new ReservationConflict()
      }
      // What nobody has is said first: no offer would help.
      if (shortages.length > 0) return { reservations: null, shortages, problems: null }
      const problems = claimProblems(request, quotas, uses)
      if (problems.length > 0) return { reservations: null, shortages: null, problems }
      const reservations = [...claimReservations(request), ...allocations.map(stockReservation)]
      return { reservations, shortages: null, problems: null }
    },
    take: (reservations, own = []) => {
      const given_up = own.map((one) => ({ ...one, quantity: -one.quantity }))
      for (const one of [...reservations, ...given_up]) {
        if (one.kind === 'stock') {
          const row = stock_rows.get(one.product_id)?.find(({ shop_id }) => shop_id === one.shop_id)
          if (row) row.free -= one.quantity
        } else if (one.kind === 'quota') {
          const quota = quotas.get(one.quota_id)
          if (quota) quota.taken += one.quantity
        } else {
          uses.set(keyOfUse(one), (uses.get(keyOfUse(one)) ?? 0) + one.quantity)
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
    for (const { quota_id, customer_limit } of claims) {
      if (quota_id !== null) quota_ids.add(quota_id)
      if (customer_limit === null || customer_key === null) continue
      const use = { limit_key: customer_limit.key, customer_key }
      uses.set(keyOfUse(use), use)
    }
  }
  return { item_ids: [...item_ids], quota_ids: [...quota_ids], uses: [...uses.values()] }
}

/** Whether a quota has so many left, and if not, whether some may come back. */
export function quotaProblem(
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
      const asked = sumOf(claims.filter((other) => other.customer_limit?.key === limit.key))
      if (customer_key === null) return [{ claim, reason: 'no_customer' }]
      if (asked > limit.most) return [{ claim, reason: 'too_many' }]
      const had = uses.get(keyOfUse({ limit_key: limit.key, customer_key })) ?? 0
      const given_up = sumOf(
        own.filter((one) => one.kind === 'customer_limit' && one.limit_key === limit.key),
      )
      if (had - given_up + asked > limit.most) return [{ claim, reason: 'had_before' }]
    }
    if (claim.quota_id === null) return []
    const asked = sumOf(claims.filter((other) => other.quota_id === claim.quota_id))
    const given_up = sumOf(
      own.filter((one) => one.kind === 'quota' && one.quota_id === claim.quota_id),
    )
    const reason = quotaProblem(quotas.get(claim.quota_id), asked - given_up)
    return reason === null ? [] : [{ claim, reason }]
  })
}

function claimReservations({ claims, customer_key }: ReservationRequest): Reservation[] {
  return claims.flatMap(({ quota_id, quantity, customer_limit }) => {
    const reservations: Reservation[] = []
    if (quota_id !== null) reservations.push({ kind: 'quota', quota_id, quantity })
    if (customer_limit !== null && customer_key !== null) {
      const { key: limit_key, most } = customer_limit
      reservations.push({ kind: 'customer_limit', limit_key, customer_key, quantity, most })
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
