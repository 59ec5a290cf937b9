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

/** Of rules that exclude each other, no more are weighed: the ones that take off most by themselves. */
const most_weighed = 12
/** A search that has looked at so many places keeps what it has: no list of rules can stop a shop. */
const most_steps = 20_000

/**
 * The best legal combination of rules, spoken in the order given: the lowest amount; among equals the
 * one that claims less that is scarce, then the one with fewer rules, then the one whose rules come
 * first. Exact within the two bounds above: a rule never makes an amount higher and keeps the order
 * of amounts, so what all rules together would leave is a floor that cuts the search short.
 */
export function bestCombination(start: Dong, given: readonly Rule[]): Combination {
  if (given.length === 0) return { amount: start, chosen: [] }
  const rules = worthWeighing(start, given)
  let best: Combination = { amount: start, chosen: [] }
  let steps = 0

  walkCombinations(rules, start, {
    isEnough: (at, amount) => {
      steps += 1
      return steps > most_steps || leastFrom(rules, at, amount) > best.amount
    },
    take: (found) => {
      if (isBetter(found, best)) best = found
    },
  })
  return best
}

/** Legal combinations, each rule of which takes something off; `most` of them, the fullest first. */
export function everyCombination(start: Dong, given: readonly Rule[], most: number): Combination[] {
  const found: Combination[] = []
  walkCombinations(worthWeighing(start, given), start, {
    isEnough: () => found.length >= most,
    take: (combination) => found.push(combination),
  })
  return found
}

interface Walk {
  /** Nothing beyond the rule at `at` is worth a look when `amount` is left so far. */
  isEnough: (at: number, amount: Dong) => boolean
  take: (combination: Combination) => void
}

/** Every legal combination whose rules each take something off, those with a rule before those without. */
function walkCombinations(rules: readonly Rule[], start: Dong, { isEnough, take }: Walk): void {
  function tryFrom(at: number, amount: Dong, chosen: Rule[]): void {
    if (isEnough(at, amount)) return
    const rule = rules[at]
    if (!rule) return void take({ amount, chosen })
    const after = reduced(amount, rule.reduction)
    if (after < amount && !chosen.some((other) => excludeEachOther(rule, other))) {
      tryFrom(at + 1, after, [...chosen, rule])
    }
    tryFrom(at + 1, amount, chosen)
  }
  tryFrom(0, start, [])
}

/** What would be left if every rule from here on spoke, legal or not: it cannot get lower. */
function leastFrom(rules: readonly Rule[], at: number, amount: Dong): Dong {
  let least = amount
  for (const rule of rules.slice(at)) least = reduced(least, rule.reduction)
  return least
}

function isBetter(one: Combination, other: Combination): boolean {
  if (one.amount !== other.amount) return one.amount < other.amount
  const scarce = scarcity(one) - scarcity(other)
  return scarce < 0 || (scarce === 0 && one.chosen.length < other.chosen.length)
}

function scarcity({ chosen }: Combination): number {
  return chosen.filter((rule) => rule.claim !== null).length
}

function worthWeighing(start: Dong, rules: readonly Rule[]): readonly Rule[] {
  const contested = rules.filter((rule) =>
    rules.some((other) => other !== rule && excludeEachOther(rule, other)),
  )
  if (contested.length <= most_weighed) return rules
  const alone = (rule: Rule) => reduced(start, rule.reduction)
  const weighed = new Set(contested.toSorted((a, b) => alone(a) - alone(b)).slice(0, most_weighed))
  return rules.filter((rule) => weighed.has(rule) || !contested.includes(rule))
}

/** The printed steps of a combination, each with the amount after it. */
export function stepsOf(start: Dong, chosen: readonly Rule[]): PriceStep[] {
  let amount = start
  return chosen.map(({ rule, reference, name, valid_until, excludes, reduction }) => {
    amount = reduced(amount, reduction)
    return { rule, amount, reference, name, valid_until, excludes: [...excludes] }
  })
}
