import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { unitRules } from '#shop/pricing/price/item-rules.ts'
import { no_reduction, partOf, reduced, roundedDown } from '#shop/pricing/price/reduction.ts'
import type { PromotionOffer as Promotion } from '#shop/pricing/promotion/offers.ts'
import { bestCombination, excludeEachOther, stepsOf, type Rule } from '#shop/pricing/price/rule.ts'
import { anyPromotions, aPromotion, asker } from '#test/support/baskets/any-basket.ts'

describe('reduced', () => {
  test.each([
    ['the price after a percentage is rounded down to 1.000đ', 199_000, { percent: 7.5 }, 184_000],
    [
      'a percentage subtracts at most the maximum discount',
      10_000_000,
      { percent: 10, max_discount: 300_000 },
      9_700_000,
    ],
    [
      'the maximum discount limits the rounding too',
      199_000,
      { percent: 7.5, max_discount: 14_500 },
      184_500,
    ],
    ['less than 1.000đ is not rounded away', 1_500, { percent: 50 }, 750],
    ['a value is subtracted', 199_000, { value: 20_500 }, 178_500],
    ['a price is never negative', 199_000, { value: 200_000 }, 0],
    ['a fixed price replaces the amount', 199_000, { price: 149_000 }, 149_000],
    ['but never raises it', 99_000, { price: 149_000 }, 99_000],
    ['all of it', 199_000, { percent: 100 }, 0],
  ])('%s', (_what, amount, reduction, left) => {
    expect(reduced(amount, { ...no_reduction, ...reduction })).toBe(left)
  })

  const anyRule = fc.record({
    percent: fc.option(
      fc.integer({ min: 1, max: 10_000 }).map((n) => n / 100),
      { nil: null },
    ),
    value: fc.constant(null),
    price: fc.constant(null),
    max_discount: fc.option(fc.integer({ min: 1, max: 10_000_000 }), { nil: null }),
  })

  test('a reduction never raises an amount, is never negative, whole, and monotonic', () => {
    const anyAmount = fc.integer({ min: 0, max: 500_000_000 })
    fc.assert(
      fc.property(anyAmount, anyAmount, anyRule, (one, other, rule) => {
        const [low, high] = [Math.min(one, other), Math.max(one, other)]
        expect(reduced(low, rule)).toBeLessThanOrEqual(reduced(high, rule))
        expect(reduced(low, rule)).toBeLessThanOrEqual(low)
        expect(reduced(low, rule)).toBeGreaterThanOrEqual(0)
        expect(Number.isSafeInteger(reduced(high, rule))).toBe(true)
      }),
      { numRuns: 3_000 },
    )
  })

  test('parts and rounding count in whole đồng', () => {
    expect(partOf(1_999, 0.1)).toBe(1)
    expect(partOf(33_333_333, 12.34)).toBe(4_113_333)
    expect([0, 999, 1_000, 1_999].map(roundedDown)).toEqual([0, 999, 1_000, 1_000])
  })
})

const rulesOf = (promotions: Parameters<typeof unitRules>[1]['promotions']) =>
  unitRules([], { promotions, flash: [] }, asker, 1_000_000)

/** The lowest amount over all legal sets of rules. */
function minimumByBruteForce(start: number, rules: readonly Rule[]): number {
  let least = start
  for (let set = 0; set < 2 ** rules.length; set++) {
    const chosen = rules.filter((_, at) => set & (1 << at))
    const is_legal = chosen.every((one, at) =>
      chosen.slice(at + 1).every((other) => !excludeEachOther(one, other)),
    )
    if (!is_legal) continue
    const amount = chosen.reduce((left, { reduction }) => reduced(left, reduction), start)
    least = Math.min(least, amount)
  }
  return least
}

test('the best combination is as low as by brute force, legal, and printed completely', () => {
  fc.assert(
    fc.property(anyPromotions, fc.integer({ min: 1, max: 3_000_000 }), (promotions, start) => {
      const rules = rulesOf(promotions)
      const { amount, chosen } = bestCombination(start, rules)
      expect(amount).toBe(minimumByBruteForce(start, rules))
      for (const [at, one] of chosen.entries()) {
        expect(chosen.slice(at + 1).some((other) => excludeEachOther(one, other))).toBe(false)
      }
      const steps = stepsOf(start, chosen)
      expect(steps.at(-1)?.amount ?? start).toBe(amount)
      const amounts = [start, ...steps.map((step) => step.amount)]
      expect(amounts.every((after, at) => at === 0 || after < (amounts[at - 1] ?? 0))).toBe(true)
    }),
    { numRuns: 5_000 },
  )
})

test('among equals the combination without scarce claims wins, then the one with fewer rules', () => {
  const [scarce, plain, none] = [
    { percent: 10, quota_id: 1, quota_left: 5 },
    { percent: 10 },
    { value: 1 },
  ].map((changes, n) => rulesOf([promotion(n + 1, changes)]))
  const [a, b, c] = [scarce?.[0], plain?.[0], none?.[0]]
  if (!a || !b || !c) throw new RangeError('each promotion is a rule')
  const either = [
    { ...a, choice_group: 'x' },
    { ...b, choice_group: 'x' },
  ]
  expect(bestCombination(100_000, either).chosen).toEqual([either[1]])
  const fixed = { ...b, rule: 'flash' as const, reduction: { ...no_reduction, price: 50_000 } }
  expect(bestCombination(100_000, [c, fixed]).chosen).toEqual([fixed])
})

test('a hundred rules that exclude each other are combined in less than half a second', () => {
  const rules = Array.from({ length: 100 }, (_, n) => {
    const [rule] = rulesOf([promotion(n + 1, { value: 1_000 + n, excludes: [`uuid-${100 - n}`] })])
    if (!rule) throw new RangeError('each promotion is a rule')
    return { ...rule, excludes: [`uuid-${100 - n}`, `uuid-${((n * 7) % 100) + 1}`] }
  })
  const began = performance.now()
  const { amount } = bestCombination(10_000_000, rules)
  expect(performance.now() - began).toBeLessThan(500)
  expect(amount).toBeLessThan(9_990_000)
})

function promotion(promotion_id: number, changes: Partial<Promotion>): Promotion {
  return { ...aPromotion({ promotion_id }), ...changes }
}
