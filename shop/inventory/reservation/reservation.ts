import type { QuotaClaim } from '#shop/inventory/reservation/claims.ts'
import {
  allocate,
  type Claim,
  type Place,
  type Shelf,
  type Shortage,
  type Wanted,
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

/** Scarce things by their keys. */
export interface Needs {
  item_ids: number[]
  quota_ids: number[]
  uses: UseKey[]
}

/** Scarce things that some orders ask for, read under their locks. */
export interface Supplies {
  shelves: readonly Shelf[]
  /** There may be other shelves of these items, which were not locked. */
  not_all_shelves_of: ReadonlySet<number>
  quotas: readonly Quota[]
  uses: readonly CustomerUse[]
}

/** Something else took what was drawn, or was to be: run the transaction again from its beginning. */
export class HoldMoved extends Error {
  override name = 'HoldMoved'
}

/** What one order asks for: all of it or nothing. */
export interface HoldAsk {
  wanted: readonly Wanted[]
  place: Place
  claims: readonly QuotaClaim[]
  /** customerKey() of who orders. */
  customer_key: string | null
  /** Kept for this customer by name and given up for what is asked: counts as free here. */
  own?: readonly HoldPart[]
}

/** A row of what is kept back. */
export type HoldPart =
  | ({ kind: 'stock' } & Claim)
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
  /** More in this one order than a customer may have at all. */
  | 'too_many'
  /** Together with what this customer had before. */
  | 'had_before'
  /** All taken, some by orders that wait for their money. */
  | 'all_held'
  /** All taken for good. */
  | 'all_gone'

export interface ClaimProblem {
  claim: QuotaClaim
  reason: ClaimReason
}

export type Drawn =
  | { parts: HoldPart[]; shortages: null; problems: null }
  | { parts: null; shortages: Shortage[]; problems: null }
  | { parts: null; shortages: null; problems: ClaimProblem[] }

/** Draws on supplies for one order after another: what one was promised the next does not see. */
export interface Ledger {
  /** What these orders ask for and the ledger has not been told of yet. */
  missing: (asks: readonly HoldAsk[]) => Needs
  /** What there is of things that were missing. */
  learn: (needs: Needs, supplies: Supplies) => void
  /** What the order would hold, or what is in its way. Changes nothing. */
  draw: (ask: HoldAsk) => Drawn
  /** It is the order's now. */
  take: (parts: readonly HoldPart[], own?: readonly HoldPart[]) => void
}

/** The books of one transaction over supplies that it has locked (house §5.1). */
export function openLedger(): Ledger {
  const shelves = new Map<number, Shelf[]>()
  const not_all_shelves_of = new Set<number>()
  const quotas = new Map<number, Quota | undefined>()
  const uses = new Map<string, number>()
  return {
    missing: (asks) => {
      const needs = needsOf(asks)
      return {
        item_ids: needs.item_ids.filter((item_id) => !shelves.has(item_id)),
        quota_ids: needs.quota_ids.filter((quota_id) => !quotas.has(quota_id)),
        uses: needs.uses.filter((use) => !uses.has(keyOfUse(use))),
      }
    },
    learn: (needs, supplies) => {
      for (const item_id of needs.item_ids) shelves.set(item_id, [])
      for (const quota_id of needs.quota_ids) quotas.set(quota_id, undefined)
      for (const use of needs.uses) uses.set(keyOfUse(use), 0)
      for (const item_id of supplies.not_all_shelves_of) not_all_shelves_of.add(item_id)
      for (const shelf of supplies.shelves) shelves.get(shelf.product_id)?.push({ ...shelf })
      for (const quota of supplies.quotas) quotas.set(quota.quota_id, { ...quota })
      for (const use of supplies.uses) uses.set(keyOfUse(use), use.taken)
    },
    draw: (ask) => {
      const own = ask.wanted.flatMap(({ item_id }) => shelves.get(item_id) ?? [])
      const { claims, shortages } = allocate(ask.wanted, own, ask.place)
      // Only whoever has seen all shelves under lock may say that none is left.
      if (shortages.some(({ item_id }) => not_all_shelves_of.has(item_id))) throw new HoldMoved()
      // What nobody has is said first: no offer would help.
      if (shortages.length > 0) return { parts: null, shortages, problems: null }
      const problems = claimProblems(ask, quotas, uses)
      if (problems.length > 0) return { parts: null, shortages: null, problems }
      return { parts: [...partsOf(ask), ...claims.map(stockPart)], shortages: null, problems: null }
    },
    take: (parts, own = []) => {
      const given = own.map((part) => ({ ...part, quantity: -part.quantity }))
      for (const part of [...parts, ...given]) {
        if (part.kind === 'stock') {
          const shelf = shelves.get(part.product_id)?.find((one) => one.shop_id === part.shop_id)
          if (shelf) shelf.quantity -= part.quantity
        } else if (part.kind === 'quota') {
          const quota = quotas.get(part.quota_id)
          if (quota) quota.taken += part.quantity
        } else {
          uses.set(keyOfUse(part), (uses.get(keyOfUse(part)) ?? 0) + part.quantity)
        }
      }
    },
  }
}

function needsOf(asks: readonly HoldAsk[]): Needs {
  const item_ids = new Set<number>()
  const quota_ids = new Set<number>()
  const uses = new Map<string, UseKey>()
  for (const { wanted, claims, customer_key } of asks) {
    for (const { item_id } of wanted) item_ids.add(item_id)
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
): 'all_held' | 'all_gone' | null {
  if (quota === undefined) return 'all_gone'
  if (quota.total === null || quota.taken + quantity <= quota.total) return null
  return quota.settled < quota.taken ? 'all_held' : 'all_gone'
}

function claimProblems(
  { claims, customer_key, own = [] }: HoldAsk,
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
      const kept = sumOf(
        own.filter((part) => part.kind === 'customer_limit' && part.limit_key === limit.key),
      )
      if (had - kept + asked > limit.most) return [{ claim, reason: 'had_before' }]
    }
    if (claim.quota_id === null) return []
    const asked = sumOf(claims.filter((other) => other.quota_id === claim.quota_id))
    const kept = sumOf(
      own.filter((part) => part.kind === 'quota' && part.quota_id === claim.quota_id),
    )
    const reason = quotaProblem(quotas.get(claim.quota_id), asked - kept)
    return reason === null ? [] : [{ claim, reason }]
  })
}

function partsOf({ claims, customer_key }: HoldAsk): HoldPart[] {
  return claims.flatMap((claim) => {
    const parts: HoldPart[] = []
    const { quota_id, quantity, customer_limit } = claim
    if (quota_id !== null) parts.push({ kind: 'quota', quota_id, quantity })
    if (customer_limit !== null && customer_key !== null) {
      const { key: limit_key, most } = customer_limit
      parts.push({ kind: 'customer_limit', limit_key, customer_key, quantity, most })
    }
    return parts
  })
}

function stockPart(claim: Claim): HoldPart {
  return { kind: 'stock', ...claim }
}

function keyOfUse({ limit_key, customer_key }: UseKey): string {
  return `${customer_key} ${limit_key}`
}

function sumOf(parts: readonly { quantity: number }[]): number {
  return parts.reduce((total, { quantity }) => total + quantity, 0)
}
