import type { ReadyLine, ScarceClaim } from '#shop/pricing/basket/basket-parts.ts'
import { claimKeys } from '#shop/pricing/price/item-rules.ts'
import type { Rule } from '#shop/pricing/price/rule.ts'

/**
 * Returns the claims of a rule for a quantity. Flash sales are left out: they have error codes of their own
 * (contract §8).
 */
function scarceClaims({ claim }: Pick<Rule, 'claim'>, quantity: number): ScarceClaim[] {
  if (claim === null || claim.reason === 'flash') return []
  const { customer_limit, left } = claim
  return claimKeys(claim).map((key) => ({
    key,
    quantity,
    limit: key === customer_limit?.key ? customer_limit.max : (left ?? Infinity),
  }))
}

/** Returns the claims of the rules of one line, summed by key. */
export function claimsOf(rules: readonly Rule[], quantity: number): ScarceClaim[] {
  const claims = rules.flatMap((rule) => scarceClaims(rule, quantity))
  return [...Map.groupBy(claims, ({ key }) => key)].map(([key, same]) => ({
    key,
    quantity: quantity * same.length,
    limit: Math.min(...same.map(({ limit }) => limit)),
  }))
}

/** Returns the keys that would be overdrawn if every line claimed everything that its rules may claim. */
export function contendedKeys(lines: readonly ReadyLine[]): Set<string> {
  return overdrawnKeys(lines.flatMap(({ rules, line }) => claimsOf(rules, line.item_quantity)))
}

/** Returns the keys that are claimed more often than their limit allows. */
export function overdrawnKeys(claims: readonly ScarceClaim[]): Set<string> {
  const counter = countClaims()
  counter.take(claims)
  return new Set(claims.map(({ key }) => key).filter((key) => counter.isOverdrawn(key)))
}

/** Counts claims as they are taken and released. */
interface ClaimCounter {
  canTake: (claims: readonly ScarceClaim[]) => boolean
  take: (claims: readonly ScarceClaim[]) => void
  release: (claims: readonly ScarceClaim[]) => void
  isOverdrawn: (key: string) => boolean
}

export function countClaims(): ClaimCounter {
  const taken = new Map<string, ScarceClaim[]>()
  const of = (key: string) => taken.get(key) ?? []
  const isEnough = (claims: readonly ScarceClaim[], more: number, limit: number) => {
    let [wanted, least] = [more, limit]
    for (const claim of claims) {
      wanted += claim.quantity
      least = Math.min(least, claim.limit)
    }
    return wanted <= least
  }
  return {
    canTake: (claims) =>
      claims.every(({ key, quantity, limit }) => isEnough(of(key), quantity, limit)),
    take: (claims) => {
      for (const claim of claims) taken.set(claim.key, [...of(claim.key), claim])
    },
    release: (claims) => {
      for (const claim of claims) {
        const others = of(claim.key).toSpliced(of(claim.key).indexOf(claim), 1)
        taken.set(claim.key, others)
      }
    },
    isOverdrawn: (key) => !isEnough(of(key), 0, Infinity),
  }
}
