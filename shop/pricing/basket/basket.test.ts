import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PriceStep } from '#contracts/price-parts.ts'
import type { Basket, BasketLine } from '#shop/pricing/basket/basket-parts.ts'
import { priceBasket, type PricedBasket } from '#shop/pricing/basket/basket.ts'
import { unitRows } from '#pure/price-rows.ts'
import { cheapestBasket } from '#shop/pricing/basket/cheapest-basket.ts'
import {
  isItemOf,
  paymentRule,
  type PaymentOffer,
} from '#shop/pricing/payment-offer/payment-offer.ts'
import { claimKeys, unitRules } from '#shop/pricing/price/item-rules.ts'
import { reduced, roundedDown } from '#shop/pricing/price/reduction.ts'
import { excludeEachOther, type Rule } from '#shop/pricing/price/rule.ts'
import { tablePrice } from '#shop/pricing/price/table-price.ts'
import {
  amountOff,
  countsFor,
  voucherRule,
  type VoucherOffer,
} from '#shop/pricing/voucher/voucher-rule.ts'
import type { PromotionOffer } from '#shop/pricing/promotion/offers.ts'
import type { Item, SellableItem } from '#shop/pricing/item/item.ts'
import {
  aBasket,
  aLine,
  anyBasket,
  aPaymentOffer,
  aPromotion,
  asker,
  aVoucher,
  gift_item,
  market_day,
} from '#test/support/baskets/any-basket.ts'
import { repeats } from '#test/support/repeats.ts'
import { anItem, tableRow } from '#test/support/small-shop.ts'

const sum = (amounts: readonly number[]) => amounts.reduce((total, one) => total + one, 0)
const linesTotal = ({ lines }: PricedBasket) =>
  sum(lines.map(({ price, item_quantity }) => price.final_price * item_quantity))
const totalOf = (priced: PricedBasket) =>
  linesTotal(priced) - sum(priced.adjustments.map(({ amount }) => amount))

test('every printed price is whole and legal, and the lines add up to the total', () => {
  fc.assert(
    fc.property(anyBasket, (basket) => {
      const priced = priceBasket(basket, asker)
      for (const { price, is_gift } of priced.lines) {
        const amounts = price.trace.map((step) => step.amount)
        expect(amounts.at(-1)).toBe(price.final_price)
        const [list, ...parts] = unitRows(price.trace)
        const total = parts.pop()
        expect(list?.amount).toBe(price.list_price)
        expect(total?.amount).toBe(price.final_price)
        expect(sum(parts.map(({ amount }) => amount))).toBe(price.final_price - price.list_price)
        expect(parts.every(({ amount, label }) => amount < 0 && label !== '')).toBe(true)
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
      expectClaimsWithinLimits(basket, priced)
      expect(priceBasket(basket, asker)).toEqual(priced)
    }),
    { numRuns: repeats({ verify: 200, soak: 2_000 }) },
  )
}, 60_000)

test('an added voucher, offer or promotion never makes a basket dearer', () => {
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
    { numRuns: repeats({ verify: 100, soak: 1_000 }) },
  )
})

test('brute force finds no cheaper legal basket, also where offers do not suffice for all lines', () => {
  const baskets = repeats({ verify: 80, soak: 800 })
  let scarce = 0
  fc.assert(
    fc.property(anyBasket, (basket) => {
      const priced = priceBasket(basket, asker)
      const minimum = minimumByBruteForce(basket)
      expect(cheapestBasket(basket, asker).total).toBe(minimum)
      expect(totalOf(priced)).toBe(roundedDown(minimum))
      if (priced.problems.length > 0) scarce += 1
    }),
    { numRuns: baskets },
  )
  expect(scarce).toBeGreaterThan(baskets / 16)
})

test('a promotion is left out to reach the minimum total of a voucher where that is cheaper', () => {
  const promotions = [aPromotion({ value: 10_000 })]
  const voucher = aVoucher({ value: 50_000, min_total: 300_000 })
  const basket = aBasket([aLine(itemAt(1, 300_000, promotions))], { voucher })
  expect(receipt(priceBasket(basket, asker))).toEqual({ lines: [300_000], total: 250_000 })
  const small = { ...basket, voucher: aVoucher({ value: 9_000, min_total: 300_000 }) }
  expect(receipt(priceBasket(small, asker))).toEqual({ lines: [290_000], total: 290_000 })
})

test('the weaker of two promotions of a line is used where the stronger one excludes the voucher', () => {
  const half = aPromotion({ promotion_id: 4, value: 87_542 })
  const nearly_all = aPromotion({ value: 38_381, choice_group: 'một' })
  const little = aPromotion({ promotion_id: 2, percent: 1, max_discount: 382, choice_group: 'một' })
  const basket = aBasket(
    [aLine(itemAt(1, 175_083, [half]), 3), aLine(itemAt(2, 38_383, [nearly_all, little]))],
    {
      voucher: aVoucher({ percent: 50, min_total: 300_000, excludes: ['uuid-1'] }),
      payment_method: 'vnpay',
      payment_offers: [aPaymentOffer({ percent: 1 })],
    },
  )
  const priced = priceBasket(basket, asker)
  expect(receipt(priced)).toEqual({ lines: [262_623, 38_001], total: 148_000 })
  expect(cheapestBasket(basket, asker).total).toBe(148_809)
})

test.each([
  ['is a multiple of 1.000đ', { percent: 5 }, ['voucher 52000']],
  [
    'never exceeds its cap',
    { percent: 5, max_discount: 51_500 },
    ['voucher 51450', 'rounding 550'],
  ],
  ['of a value is what it says', { value: 50_500 }, ['voucher 50500', 'rounding 500']],
])('the discount of a voucher %s', (_what, terms, printed) => {
  const lines = [aLine(itemAt(1, 1_029_000, []))]
  const { adjustments } = priceBasket(aBasket(lines, { voucher: aVoucher(terms) }), asker)
  expect(adjustments.map(({ rule, amount }) => `${rule} ${amount}`)).toEqual(printed)
})

test('voucher and payment offer share the rounding, which lowers the total no further', () => {
  const basket = aBasket([aLine(itemAt(1, 1_029_000, []))], {
    voucher: aVoucher({ percent: 5 }),
    payment_method: 'vnpay',
    payment_offers: [aPaymentOffer({ percent: 5 })],
  })
  const { adjustments } = priceBasket(basket, asker)
  expect(adjustments.map(({ rule, amount }) => `${rule} ${amount}`)).toEqual([
    'voucher 52000',
    'payment 49000',
  ])
  expect(cheapestBasket(basket, asker).total).toBe(928_673)
})

test('an offer that does not suffice for all lines goes to the line that saves most, else to the first line', () => {
  const scarce = (value: number) => [aPromotion({ value, quota_id: 104, quota_left: 1 })]
  const basket = aBasket([
    aLine(itemAt(1, 100_000, scarce(5_000))),
    aLine(itemAt(2, 100_000, scarce(40_000))),
  ])
  const priced = priceBasket(basket, asker)
  expect(receipt(priced)).toEqual({ lines: [100_000, 60_000], total: 160_000 })
  expect(priced.problems).toMatchObject([{ item_id: 1, reason: 'promotion' }])
  const equal_lines = aBasket([1, 2].map((n) => aLine(itemAt(n, 100_000, scarce(5_000)))))
  expect(receipt(priceBasket(equal_lines, asker)).lines).toEqual([95_000, 100_000])
})

test('fifty lines with the same scarce offers, a voucher and a payment offer are priced in few steps', () => {
  const lines = Array.from({ length: 50 }, (_, n) =>
    aLine(
      itemAt(n + 1, 90_000 + n * 7, [
        aPromotion({ value: 9_000 + n * 11, quota_id: 104, quota_left: 7, excludes: ['voucher'] }),
        aPromotion({ promotion_id: 2, percent: 5, per_customer: 3, excludes: ['payment'] }),
        aPromotion({ promotion_id: 3, value: 1_000 + n, excludes: ['uuid-2'] }),
      ]),
    ),
  )
  const basket = aBasket(lines, {
    voucher: aVoucher({ percent: 10, min_total: 4_300_000 }),
    payment_method: 'vnpay',
    payment_offers: [aPaymentOffer({ percent: 2, min_total: 3_900_000 })],
  })
  expect(cheapestBasket(basket, asker).effort.steps).toBeLessThan(50_000)
  const priced = priceBasket(basket, asker)
  expectClaimsWithinLimits(basket, priced)
  const bare = priceBasket({ ...basket, voucher: null, payment_offers: [] }, asker)
  expect(totalOf(priced)).toBeLessThanOrEqual(totalOf(bare))
})

function itemAt(item_id: number, list_price: number, promotions: PromotionOffer[]): SellableItem {
  const price_rows = [tableRow(list_price, null)]
  const offers = { promotions, flash: [] }
  return anItem({ item_id, price_rows, offers, stock: 50 }) as SellableItem
}

function receipt(priced: PricedBasket) {
  const lines = priced.lines.map(({ price, item_quantity }) => price.final_price * item_quantity)
  return { lines, total: totalOf(priced) }
}

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
  const adjustmentsBy = (rule: string) => adjustments.filter((one) => one.rule === rule)
  const kinds = new Set(adjustments.map(({ rule }) => rule))
  expect(kinds.size).toBe(adjustments.length)
  const both = adjustmentsBy('voucher').length > 0 ? adjustmentsBy('payment') : []
  expect(both.flatMap(({ excludes }) => excludes)).not.toContain('voucher')
  expect(
    both.length > 0 ? adjustmentsBy('voucher').flatMap(({ excludes }) => excludes) : [],
  ).not.toContain('payment')
}

function namesStep(excludes: readonly string[], { rule, reference }: PriceStep): boolean {
  return excludes.includes(rule) || (reference !== null && excludes.includes(reference))
}

function expectClaimsWithinLimits(basket: Basket, { claims }: PricedBasket): void {
  const wanted = new Map<string, number>()
  const limits = new Map<string, number>()
  for (const { item } of basket.lines) {
    for (const { quota_id, quota_left } of item.offers.promotions) {
      const key = `quota:${quota_id}`
      // Each line knows how much of a quota was left when the line was read.
      limits.set(key, Math.max(limits.get(key) ?? 0, quota_left ?? Infinity))
    }
  }
  for (const claim of claims.filter(({ reason }) => reason !== 'flash')) {
    for (const key of claimKeys(claim)) wanted.set(key, (wanted.get(key) ?? 0) + claim.quantity)
    const { customer_limit } = claim
    if (customer_limit) {
      const { key, max } = customer_limit
      limits.set(key, Math.max(limits.get(key) ?? 0, max))
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

interface Whole {
  voucher: { offer: VoucherOffer; rule: Rule } | null
  payment: { offer: PaymentOffer; rule: Rule } | null
}

/** Every legal rule set of a line, without sets that have the same effect on the basket. */
function waysOf(line: BasketLine, basket_rules: readonly Rule[]): Way[] {
  const { item, item_quantity } = line
  const base = tablePrice(item.price_rows, asker)?.amount ?? 0
  const ways = new Map<string, Way>()
  for (const chosen of subsets(unitRules(item.price_rows, item.offers, asker, base))) {
    if (!isLegal(chosen)) continue
    const unit_price = chosen.reduce((left, { reduction }) => reduced(left, reduction), base)
    const total = unit_price * item_quantity
    const clashes = basket_rules.map((rule) => chosen.some((one) => excludeEachOther(rule, one)))
    const keys = chosen.flatMap(({ claim }) => (claim ? claimKeys(claim) : []))
    const effect = JSON.stringify([total, clashes, keys.toSorted()])
    if (!ways.has(effect)) ways.set(effect, { line, chosen, total })
  }
  return [...ways.values()]
}

function isLegal(rules: readonly Rule[]): boolean {
  return rules.every((one, at) =>
    rules.slice(at + 1).every((other) => !excludeEachOther(one, other)),
  )
}

function subsets<T>(list: readonly T[]): T[][] {
  return Array.from({ length: 2 ** list.length }, (_, set) =>
    list.filter((_one, at) => set & (1 << at)),
  )
}

function minimumByBruteForce(basket: Basket): number {
  const wholes = wholesOf(basket)
  const rules = wholes.flatMap(({ voucher, payment }) =>
    [voucher, payment].flatMap((one) => (one ? [one.rule] : [])),
  )
  const ways = basket.lines.map((line) => waysOf(line, [...new Set(rules)]))
  const totals = everyChoice(ways)
    .filter(isWithinLimits)
    .flatMap((some) => wholes.map((whole) => totalWith(some, whole)))
  return totals.reduce((a, b) => Math.min(a, b))
}

function wholesOf({ voucher: offer, payment_offers }: Basket): Whole[] {
  const voucher = offer && { offer, rule: voucherRule(offer, asker.now) }
  const payments = payment_offers.map((offer) => ({ offer, rule: paymentRule(offer) }))
  return [null, voucher].flatMap((one) =>
    [null, ...payments]
      .filter((payment) => !one || !payment || !excludeEachOther(one.rule, payment.rule))
      .map((payment) => ({ voucher: one, payment })),
  )
}

function totalWith(ways: readonly Way[], { voucher, payment }: Whole): number {
  const going = (rule: Rule, counts: (item: Item) => boolean) =>
    sum(
      ways
        .filter(({ line, chosen }) => {
          return counts(line.item) && !chosen.some((other) => excludeEachOther(rule, other))
        })
        .map(({ total }) => total),
    )
  let off = 0
  if (voucher) {
    const { offer, rule } = voucher
    const counted = going(rule, (item) => countsFor(offer, item))
    if (counted >= offer.min_total) off += amountOff(counted, offer)
  }
  if (payment) {
    const { offer, rule } = payment
    const counted = Math.max(0, going(rule, (item) => isItemOf(offer, item)) - off)
    if (counted >= offer.min_total) off += amountOff(counted, offer)
  }
  return sum(ways.map(({ total }) => total)) - off
}

/** Whether scarce offers suffice for all units that claim them; flash sales have error codes of their own. */
function isWithinLimits(ways: readonly Way[]): boolean {
  const wanted = new Map<string, number>()
  const limits = new Map<string, number>()
  for (const { line, chosen } of ways) {
    for (const { claim } of chosen) {
      if (!claim || claim.reason === 'flash') continue
      const { left, customer_limit } = claim
      for (const key of claimKeys(claim)) {
        const limit = customer_limit?.key === key ? customer_limit.max : (left ?? Infinity)
        wanted.set(key, (wanted.get(key) ?? 0) + line.item_quantity)
        limits.set(key, Math.min(limits.get(key) ?? Infinity, limit))
      }
    }
  }
  return [...wanted].every(([key, quantity]) => quantity <= (limits.get(key) ?? Infinity))
}

function everyChoice(options: readonly Way[][]): Way[][] {
  return options.reduce<Way[][]>(
    (choices, ways) => choices.flatMap((before) => ways.map((way) => [...before, way])),
    [[]],
  )
}

test('gifts come with the line whose promotion gives them, as far as stock suffices', () => {
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
    { numRuns: repeats({ verify: 50, soak: 500 }) },
  )
})
