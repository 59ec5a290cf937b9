import type { LineWay, ReadyLine } from '#shop/pricing/basket/basket-parts.ts'
import { type GiftTerms, giftsOfLine } from '#shop/pricing/basket/gifts.ts'
import { claimsOf } from '#shop/pricing/basket/scarce-claims.ts'
import {
  bestCombination,
  type Combination,
  everyCombination,
  excludeEachOther,
  type Rule,
  scarcity,
  strongestCombination,
} from '#shop/pricing/price/rule.ts'

/**
 * Returns the legal ways to price a line, the best by itself first: the lowest amount, then gifts of higher value,
 * then fewer claims, then fewer rules. All ways, if the rules allow no more than `max_ways` combinations;
 * otherwise the likely ones.
 */
export function waysOf(
  ready: ReadyLine,
  basket_rules: readonly Rule[],
  { max_ways, ...terms }: GiftTerms & { max_ways: number },
): LineWay[] {
  const { base, rules } = ready
  const { item_quantity } = ready.line
  const gifts = giftsOfLine(ready.line, terms)
  const combinations =
    2 ** rules.length <= max_ways
      ? everyCombination(base.amount, rules)
      : likelyCombinations(ready, basket_rules)
  return combinations
    .map((combination): LineWay => {
      const { amount, chosen } = combination
      const line_total = amount * item_quantity
      return {
        ...combination,
        ready,
        line_total,
        beside: new Set(basket_rules.filter((rule) => goWith(rule, chosen))),
        claims: claimsOf(chosen, item_quantity),
        gift_worth: gifts
          .filter(({ rule, min_total }) => min_total <= line_total && goWith(rule, chosen))
          .reduce((sum, { item, wanted }) => sum + (item.price?.final_price ?? 0) * wanted, 0),
        scarcity: scarcity(combination),
      }
    })
    .toSorted(byPreference)
}

/**
 * Returns the best combinations by itself, together with each basket rule, together with all basket rules, and
 * without scarce claims, and the combination without rules.
 */
function likelyCombinations(
  { base, rules }: ReadyLine,
  basket_rules: readonly Rule[],
): Combination[] {
  const beside = [...basket_rules.map((rule) => [rule]), basket_rules]
  const some = beside.map((others) => rules.filter((rule) => goWith(rule, others)))
  const free = rules.filter(({ claim }) => claim === null)
  const likely = [...some, free, []].map((legal) => strongestCombination(base.amount, legal))
  return [bestCombination(base.amount, rules), ...likely]
}

function goWith(rule: Rule, others: readonly Rule[]): boolean {
  return !others.some((other) => excludeEachOther(rule, other))
}

function byPreference(one: LineWay, other: LineWay): number {
  return (
    one.line_total - other.line_total ||
    other.gift_worth - one.gift_worth ||
    one.scarcity - other.scarcity ||
    one.chosen.length - other.chosen.length
  )
}
