import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PriceStep } from '#contracts/price-parts.ts'
import type { Basket, BasketLine } from '#shop/price/basket-parts.ts'
import { priceBasket, type PricedBasket } from '#shop/price/basket.ts'
import { isItemOf, paymentRule } from '#shop/price/payment-rule.ts'
import { claimKeys, pieceRules } from '#shop/price/piece-rules.ts'
import { reduced } from '#shop/price/reduction.ts'
import { excludeEachOther, type Rule } from '#shop/price/rule.ts'
import { tablePrice } from '#shop/price/table-price.ts'
import { amountOff, countsFor, voucherRule } from '#shop/price/voucher-rule.ts'
import { anyBasket, asker, gift_item, market_day } from '#test/support/any-basket.ts'

const sum = (amounts: readonly number[]) => amounts.reduce((total, one) => total + one, 0)
const linesTotal = ({ lines }: PricedBasket) =>
  sum(lines.map(({ price, item_quantity }) => price.final_price * item_quantity))
const totalOf = (priced: PricedBasket) =>
  linesTotal(priced) - sum(priced.adjustments.map(({ amount }) => amount))

test('what is printed is whole, legal and adds up, whatever is promoted', () => {
  fc.assert(
    fc.property(anyBasket, (basket) => {
      const priced = priceBasket(basket, asker)
      for (const { price, is_gift } of priced.lines) {
        const amounts = price.trace.map((step) => step.amount)
        expect(amounts.at(-1)).toBe(price.final_price)
        expect(amounts.toSorted((a, b) => b - a)).toEqual(amounts)
        expect(Number.isSafeInteger(price.final_price) && price.final_price >= 0).toBe(true)
        expect(price.mechanic_price).toBeLessThanOrEqual(price.list_price)
        expect(is_gift || price.final_price <= price.mechanic_price).toBe(true)
      }
      for (const line of basket.lines.keys()) expectLegal(priced, line)
      const total = totalOf(priced)
      expect(total).toBeGreaterThanOrEqual(0)
      expect(total < 1_000 || total % 1_000 === 0).toBe(true)
      for (const { amount } of priced.adjustments) expect(amount).toBeGreaterThan(0)
      expectClaimsInReach(basket, priced)
      expect(priceBasket(basket, asker)).toEqual(priced)
    }),
    { numRuns: 2_000 },
  )
})

test('no voucher, offer or promotion that is added makes a basket dearer for less', () => {
  fc.assert(
    fc.property(anyBasket, (basket) => {
      const whole = priceBasket(basket, asker)
      const bare = priceBasket({ ...basket, voucher: null, payment_offers: [] }, asker)
      expect(totalOf(whole)).toBeLessThanOrEqual(totalOf(bare))
      const guest = { province_id: 30, customer_group_id: null, now: market_day }
      const stranger = priceBasket({ ...basket, voucher: null, payment_offers: [] }, guest)
      const is_scarce = bare.problems.length > 0 || stranger.problems.length > 0
      expect(is_scarce || totalOf(bare) <= totalOf(stranger)).toBe(true)
    }),
    { numRuns: 1_000 },
  )
})

test('no legal basket is cheaper: force finds none', () => {
  let compared = 0
  fc.assert(
    fc.property(anyBasket, (basket) => {
      const priced = priceBasket(basket, asker)
      // Offers that do not reach for all are given in the order of lines: another rule, tried below.
      if (priced.problems.length > 0) return
      const rounding = priced.adjustments.find(({ rule }) => rule === 'rounding')?.amount ?? 0
      expect(totalOf(priced) + rounding).toBe(leastByForce(basket))
      compared += 1
    }),
    { numRuns: 1_500 },
  )
  expect(compared).toBeGreaterThan(500)
})

function expectLegal({ lines, adjustments }: PricedBasket, index: number): void {
  const steps = lines
    .filter((line) => line.index === index)
    .flatMap(({ price }) => price.trace)
    .filter(({ reference }) => reference !== null)
  const pairs = steps.flatMap((one, at) =>
    steps.slice(at + 1).map((other) => [one, other] as const),
  )
  const clashes = pairs.filter(
    ([one, other]) => namesStep(one.excludes, other) || namesStep(other.excludes, one),
  )
  expect(clashes).toEqual([])
  const of = (rule: string) => adjustments.filter((one) => one.rule === rule)
  const kinds = new Set(adjustments.map(({ rule }) => rule))
  expect(kinds.size).toBe(adjustments.length)
  const both = of('voucher').length > 0 ? of('payment') : []
  expect(both.flatMap(({ excludes }) => excludes)).not.toContain('voucher')
  expect(both.length > 0 ? of('voucher').flatMap(({ excludes }) => excludes) : []).not.toContain(
    'payment',
  )
}

function namesStep(excludes: readonly string[], { rule, reference }: PriceStep): boolean {
  return excludes.includes(rule) || (reference !== null && excludes.includes(reference))
}

function expectClaimsInReach(basket: Basket, { claims }: PricedBasket): void {
  const wanted = new Map<string, number>()
  const limits = new Map<string, number>()
  for (const { item } of basket.lines) {
    for (const { quota_id, quota_left } of item.offers.promotions) {
      const key = `quota:${quota_id}`
      // Lines know of a quota what was true when each was read.
      limits.set(key, Math.max(limits.get(key) ?? 0, quota_left ?? Infinity))
    }
  }
  for (const claim of claims.filter(({ reason }) => reason !== 'flash')) {
    for (const key of claimKeys(claim)) wanted.set(key, (wanted.get(key) ?? 0) + claim.quantity)
    const { customer_limit } = claim
    if (customer_limit) {
      const { key, most } = customer_limit
      limits.set(key, Math.max(limits.get(key) ?? 0, most))
    }
  }
  const over = [...wanted].filter(([key, quantity]) => quantity > (limits.get(key) ?? Infinity))
  expect(over).toEqual([])
}

interface Way {
  line: BasketLine
  chosen: Rule[]
  total: number
}

/** The legal sets of a line that are cheapest beside some of the basket's rules. */
function waysOf(line: BasketLine, basket_rules: readonly Rule[]): Way[] {
  const { item, item_quantity } = line
  const base = tablePrice(item.price_rows, asker)?.amount ?? 0
  const rules = pieceRules(item.price_rows, item.offers, asker, base)
  const all = subsets(rules)
    .filter((chosen) => isLegal(chosen))
    .map((chosen) => {
      const piece = chosen.reduce((left, { reduction }) => reduced(left, reduction), base)
      return { line, chosen, total: piece * item_quantity }
    })
  return subsets(basket_rules).flatMap((beside) => {
    const legal = all.filter(({ chosen }) => isLegal([...chosen, ...beside], beside))
    const least = Math.min(...legal.map(({ total }) => total))
    return legal.filter(({ total }) => total === least)
  })
}

function isLegal(rules: readonly Rule[], besides: readonly Rule[] = []): boolean {
  return rules.every((one, at) =>
    rules.slice(at + 1).every((other) => {
      return (besides.includes(one) && besides.includes(other)) || !excludeEachOther(one, other)
    }),
  )
}

function subsets<T>(list: readonly T[]): T[][] {
  return Array.from({ length: 2 ** list.length }, (_, set) =>
    list.filter((_one, at) => set & (1 << at)),
  )
}

function leastByForce(basket: Basket): number {
  const voucher = basket.voucher && {
    offer: basket.voucher,
    rule: voucherRule(basket.voucher, asker.now),
  }
  const payments = basket.payment_offers.map((offer) => ({ offer, rule: paymentRule(offer) }))
  let least = Infinity
  for (const with_voucher of [null, voucher]) {
    for (const payment of [null, ...payments]) {
      if (with_voucher && payment && excludeEachOther(with_voucher.rule, payment.rule)) continue
      const rules = [with_voucher, payment].flatMap((one) => (one ? [one.rule] : []))
      for (const ways of everyChoice(basket.lines.map((line) => waysOf(line, rules)))) {
        const goesWith = (rule: Rule) => (way: Way) =>
          !way.chosen.some((other) => excludeEachOther(rule, other))
        const total = sum(ways.map((way) => way.total))
        let off = 0
        if (with_voucher) {
          const { offer, rule } = with_voucher
          const counted = ways
            .filter(goesWith(rule))
            .filter(({ line }) => countsFor(offer, line.item))
          const base = sum(counted.map((way) => way.total))
          if (base >= offer.min_total) off += amountOff(base, offer)
        }
        if (payment) {
          const { offer, rule } = payment
          const counted = ways
            .filter(goesWith(rule))
            .filter(({ line }) => isItemOf(offer, line.item))
          off += amountOff(Math.max(0, sum(counted.map((way) => way.total)) - off), offer)
        }
        least = Math.min(least, total - off)
      }
    }
  }
  return least
}

function everyChoice(options: readonly Way[][]): Way[][] {
  return options.reduce<Way[][]>(
    (found, ways) => found.flatMap((before) => ways.map((way) => [...before, way])),
    [[]],
  )
}

test('gifts come with what gives them, as far as there are pieces', () => {
  fc.assert(
    fc.property(anyBasket, (basket) => {
      const { lines } = priceBasket(basket, asker)
      const gifts = lines.filter(({ is_gift }) => is_gift)
      expect(sum(gifts.map(({ item_quantity }) => item_quantity))).toBeLessThanOrEqual(
        gift_item.stock,
      )
      for (const gift of gifts) {
        expect(gift.item.item_id).toBe(gift_item.item_id)
        expect(gift.price.final_price).toBe(0)
        const parent = lines.find(({ index, is_gift }) => index === gift.index && !is_gift)
        expect(gift.item_quantity).toBeLessThanOrEqual(parent?.item_quantity ?? 0)
      }
    }),
    { numRuns: 500 },
  )
})
