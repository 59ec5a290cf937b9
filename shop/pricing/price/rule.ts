import type { PriceRule, PriceStep } from '#contracts/price-parts.ts'
import type { Dong } from '#pure/money.ts'
import { reduced, type Reduction } from '#shop/pricing/price/reduction.ts'

/** What must be reserved for a rule: for each unit that it applies to, or once for the whole basket. */
export interface RuleClaim {
  reason: 'flash' | 'voucher' | 'student' | 'member' | 'promotion'
  quota_id: number | null
  /** How many are left, as last read; null: unlimited. */
  left: number | null
  customer_limit: { key: string; max: number } | null
}

/** A rule that may lower an amount, and the rules that it excludes. Plain data. */
export interface Rule {
  rule: PriceRule
  reference: string | null
  name: string
  valid_until: string | null
  excludes: readonly string[]
  /** Rules of one group are alternatives. */
  choice_group: string | null
  reduction: Reduction
  claim: RuleClaim | null
}

/** The part of a rule that decides what it excludes. */
export type Exclusive = Pick<Rule, 'rule' | 'reference' | 'excludes' | 'choice_group'>

/** Whether two rules must not apply to the same unit. It is enough that one of them excludes the other. */
export function excludeEachOther(one: Exclusive, other: Exclusive): boolean {
  if (one.choice_group !== null && one.choice_group === other.choice_group) return true
  return names(one.excludes, other) || names(other.excludes, one)
}

function names(excludes: readonly string[], { rule, reference }: Exclusive): boolean {
  if (excludes.length === 0) return false
  return excludes.includes(rule) || (reference !== null && excludes.includes(reference))
}

export interface Combination {
  amount: Dong
  chosen: Rule[]
}

/** Up to this many rules every legal combination is evaluated; with more rules one is built greedily. */
export const max_rules = 8

/**
 * Returns the best legal combination of rules, applied in the given sequence: the lowest amount; among equals
 * fewer scarce claims, then fewer rules, then the earlier rules. Exact for up to `max_rules` rules.
 */
export function bestCombination(start: Dong, rules: readonly Rule[]): Combination {
  if (rules.length > max_rules) return strongestCombination(start, rules)
  return everyCombination(start, rules).reduce((best, one) => (isBetter(one, best) ? one : best))
}

/**
 * Returns every legal combination in which each rule lowers the amount; combinations with a rule precede
 * those without it.
 */
export function everyCombination(start: Dong, rules: readonly Rule[]): Combination[] {
  const combinations: Combination[] = []
  const rivals = rules.map((rule, at) =>
    rules.slice(at + 1).filter((other) => excludeEachOther(rule, other)),
  )
  function tryFrom(at: number, amount: Dong, chosen: Rule[], excluded: readonly Rule[]): void {
    const rule = rules[at]
    if (!rule) return void combinations.push({ amount, chosen })
    const after = reduced(amount, rule.reduction)
    if (after < amount && !excluded.includes(rule)) {
      const newly_excluded = rivals[at] ?? []
      const all_excluded = newly_excluded.length === 0 ? excluded : [...excluded, ...newly_excluded]
      tryFrom(at + 1, after, [...chosen, rule], all_excluded)
    }
    tryFrom(at + 1, amount, chosen, excluded)
  }
  tryFrom(0, start, [], [])
  return combinations
}

/**
 * Builds a combination greedily: the rule with the largest reduction by itself first, then all that may be
 * combined.
 */
export function strongestCombination(start: Dong, rules: readonly Rule[]): Combination {
  const alone = (rule: Rule) => reduced(start, rule.reduction)
  const taken = new Set<Rule>()
  for (const rule of rules.toSorted((a, b) => alone(a) - alone(b))) {
    if (![...taken].some((other) => excludeEachOther(rule, other))) taken.add(rule)
  }
  const chosen: Rule[] = []
  let amount = start
  for (const rule of rules) {
    const after = taken.has(rule) ? reduced(amount, rule.reduction) : amount
    if (after < amount) chosen.push(rule)
    amount = after
  }
  return { amount, chosen }
}

function isBetter(one: Combination, other: Combination): boolean {
  if (one.amount !== other.amount) return one.amount < other.amount
  const scarce = scarcity(one) - scarcity(other)
  return scarce < 0 || (scarce === 0 && one.chosen.length < other.chosen.length)
}

/** Counts the rules with a scarce claim. */
export function scarcity({ chosen }: Pick<Combination, 'chosen'>): number {
  return chosen.filter((rule) => rule.claim !== null).length
}

/** Returns the printed steps of a combination, each with the amount after it. */
export function stepsOf(start: Dong, chosen: readonly Rule[]): PriceStep[] {
  let amount = start
  return chosen.map(({ rule, reference, name, valid_until, excludes, reduction }) => {
    amount = reduced(amount, reduction)
    return { rule, amount, reference, name, valid_until, excludes: [...excludes] }
  })
}
