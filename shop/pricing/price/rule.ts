import type { PriceRule, PriceStep } from '#contracts/price-parts.ts'
import type { Dong } from '#pure/money.ts'
import { reduced, type Reduction } from '#shop/pricing/price/reduction.ts'

/** What must be had for a rule: for each piece it speaks of, or once for the whole basket. */
export interface RuleClaim {
  reason: 'flash' | 'voucher' | 'student' | 'member' | 'promotion'
  quota_id: number | null
  /** How often it can still be had, as far as is known; null: as often as asked for. */
  left: number | null
  customer_limit: { key: string; most: number } | null
}

/** One thing that may lower an amount, with what it does not go with. Plain data. */
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

/** Whether two rules may not speak for the same piece. One of them saying so is enough. */
export function excludeEachOther(one: Rule, other: Rule): boolean {
  if (one.choice_group !== null && one.choice_group === other.choice_group) return true
  return names(one.excludes, other) || names(other.excludes, one)
}

function names(excludes: readonly string[], { rule, reference }: Rule): boolean {
  if (excludes.length === 0) return false
  return excludes.includes(rule) || (reference !== null && excludes.includes(reference))
}

export interface Combination {
  amount: Dong
  chosen: Rule[]
}

/** Of so many rules every legal combination is looked at; of more, one is put together greedily. */
export const most_rules = 8

/**
 * The best legal combination of rules, spoken in the order given: the lowest amount; among equals the
 * one that claims less that is scarce, then the one with fewer rules, then the one whose rules come
 * first. Exact for up to `most_rules` rules.
 */
export function bestCombination(start: Dong, rules: readonly Rule[]): Combination {
  if (rules.length > most_rules) return strongestCombination(start, rules)
  return everyCombination(start, rules).reduce((best, one) => (isBetter(one, best) ? one : best))
}

/** Every legal combination of rules, each of which takes something off; those with a rule before those without. */
export function everyCombination(start: Dong, rules: readonly Rule[]): Combination[] {
  const found: Combination[] = []
  const rivals = rules.map((rule, at) =>
    rules.slice(at + 1).filter((other) => excludeEachOther(rule, other)),
  )
  function tryFrom(at: number, amount: Dong, chosen: Rule[], excluded: readonly Rule[]): void {
    const rule = rules[at]
    if (!rule) return void found.push({ amount, chosen })
    const after = reduced(amount, rule.reduction)
    if (after < amount && !excluded.includes(rule)) {
      const out = rivals[at] ?? []
      const all_out = out.length === 0 ? excluded : [...excluded, ...out]
      tryFrom(at + 1, after, [...chosen, rule], all_out)
    }
    tryFrom(at + 1, amount, chosen, excluded)
  }
  tryFrom(0, start, [], [])
  return found
}

/** One rule after another, the one that takes off most by itself first, as long as they go together. */
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

/** How many of the rules claim something scarce. */
export function scarcity({ chosen }: Pick<Combination, 'chosen'>): number {
  return chosen.filter((rule) => rule.claim !== null).length
}

/** The printed steps of a combination, each with the amount after it. */
export function stepsOf(start: Dong, chosen: readonly Rule[]): PriceStep[] {
  let amount = start
  return chosen.map(({ rule, reference, name, valid_until, excludes, reduction }) => {
    amount = reduced(amount, reduction)
    return { rule, amount, reference, name, valid_until, excludes: [...excludes] }
  })
}
