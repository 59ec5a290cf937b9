import type { Basket, LineChoice, ReadyLine } from '#shop/pricing/basket/basket-parts.ts'
import {
  leastTotal,
  plus,
  summedUp,
  type Amounts,
  type Sum,
  type Wanted,
} from '#shop/pricing/basket/basket-sum.ts'
import { giftsFor, type Gift } from '#shop/pricing/basket/gifts.ts'
import { bestsOf, withRunnersUp } from '#shop/pricing/basket/line-choices.ts'
import { paymentOffersFor, paymentRule } from '#shop/pricing/payment-offer/payment-offer.ts'
import type { PriceQuestion } from '#shop/pricing/price/item-rules.ts'
import { excludeEachOther, type Rule } from '#shop/pricing/price/rule.ts'
import { voucherProblem, voucherRule } from '#shop/pricing/voucher/voucher-rule.ts'

/** A basket that was weighed. */
export interface Found extends Sum {
  gifts: readonly Gift[]
}

/** Baskets that are weighed one by one; beyond them each line is bettered in turn. */
const most_weighed = 2_000
const most_rounds = 8

/**
 * The best legal basket: the lowest total; among equals the one with gifts of more worth, then the one
 * that claims less that is scarce, then the one that came first (without voucher and offer before
 * with them). Lines differ from their own best price where a voucher or an offer does not go with it,
 * and where a promotion less lifts the basket over their least total. Exact as long as no more than
 * `most_weighed` baskets are left that might be better, `effort` lasts, and a line has no more ways than
 * `withRunnersUp` takes; beyond that as good as bettering line by line finds, from two sides.
 */
export function bestBasket(
  basket: Basket,
  lines: readonly ReadyLine[],
  { question, denied, before, effort }: Search,
): Found {
  const { gift_items } = basket
  const withGifts = (sum: Sum): Found => {
    if (gift_items.size === 0) return { ...sum, gifts: [] }
    const circumstances = { gift_items, question, denied, basket_rules: usedRules(sum) }
    return { ...sum, gifts: giftsFor(sum.choices, circumstances) }
  }
  let best = before
  for (const wanted of everyWish(basket, question)) {
    const bests = lines.map((line) => bestsOf(line, rulesOf(wanted)))
    const [least] = floorsOf(bests, wanted).slice(-1)
    if (best && least && leastTotal(least, wanted) > best.total) continue
    const options = withRunnersUp(lines, bests, wanted)
    best = bestOf({ options, wanted, effort }, best, (found, some) => {
      effort.left -= lines.length
      const sum = summedUp(some, wanted)
      if (found && sum.total > found.total) return found
      const weighed = withGifts(sum)
      return !found || isBetter(weighed, found) ? weighed : found
    })
  }
  return best ?? withGifts(summedUp([], { voucher: null, payment: null }))
}

interface Search {
  question: PriceQuestion
  /** What each line may not claim. */
  denied: readonly ReadonlySet<string>[]
  /** What was found before, and is the answer where nothing here is better. */
  before: Found | null
  effort: Effort
}

/** What weighing may still cost, over all searches for one basket: a line of a basket costs one. */
export interface Effort {
  left: number
}

function everyWish(basket: Basket, question: PriceQuestion): Wanted[] {
  const { payment_offers, payment_method } = basket
  const { without } = question
  const voucher =
    basket.voucher && voucherProblem(basket.voucher, question, without) === null
      ? { offer: basket.voucher, rule: voucherRule(basket.voucher, question.now) }
      : null
  const payments = paymentOffersFor(payment_offers, payment_method, question, without).map(
    (offer) => ({ offer, rule: paymentRule(offer) }),
  )
  return [null, ...payments].flatMap((payment): Wanted[] => {
    const is_legal = voucher && !(payment && excludeEachOther(voucher.rule, payment.rule))
    return [{ voucher: null, payment }, ...(is_legal ? [{ voucher, payment }] : [])]
  })
}

function rulesOf({ voucher, payment }: Wanted): Rule[] {
  return [voucher, payment].flatMap((one) => (one ? [one.rule] : []))
}

function usedRules({ voucher, payment }: Pick<Sum, 'voucher' | 'payment'>): Rule[] {
  return [voucher, payment].flatMap((used) => (used ? [used.rule] : []))
}

/** The better of what was best before and these lines. */
type Better = (before: Found | null, choices: readonly LineChoice[]) => Found

interface Weighing {
  options: readonly LineChoice[][]
  wanted: Wanted
  effort: Effort
}

function bestOf(weighing: Weighing, before: Found | null, better: Better): Found {
  const { options, wanted, effort } = weighing
  const floors = floorsOf(options, wanted)
  let best = before
  let weighed = 0

  function tryFrom(at: number, later: Amounts, chosen: readonly LineChoice[]): void {
    if (weighed > most_weighed || effort.left <= 0) return
    if (at === 0) {
      weighed += 1
      best = better(best, chosen)
      return
    }
    const floor = floors[at - 1] ?? nothing
    for (const choice of options[at - 1] ?? []) {
      const { line_total, line } = choice
      const amounts = plus(later, { item: line.item, line_total }, wanted)
      if (best && leastTotal(together(floor, amounts), wanted) > best.total) continue
      tryFrom(at - 1, amounts, [choice, ...chosen])
    }
  }

  tryFrom(options.length, nothing, [])
  const is_whole = weighed <= most_weighed && effort.left > 0
  return best && is_whole ? best : betteredInTurn(weighing, best, better)
}

const nothing: Amounts = { all: 0, of_voucher: 0, of_payment: 0 }

/** What the lines before each, and all of them, come to at least. */
function floorsOf(options: readonly LineChoice[][], wanted: Wanted): Amounts[] {
  const floors = [nothing]
  for (const choices of options) {
    const [first] = choices
    if (!first) continue
    const line_total = Math.min(...choices.map((choice) => choice.line_total))
    floors.push(plus(floors.at(-1) ?? nothing, { item: first.line.item, line_total }, wanted))
  }
  return floors
}

function together(one: Amounts, other: Amounts): Amounts {
  return {
    all: one.all + other.all,
    of_voucher: one.of_voucher + other.of_voucher,
    of_payment: one.of_payment + other.of_payment,
  }
}

/** From every line at its best, and from every line beside all rules: line by line what is better. */
function betteredInTurn(
  { options, effort }: Weighing,
  before: Found | null,
  better: Better,
): Found {
  const starts = [
    options.flatMap((choices) => choices.slice(0, 1)),
    options.flatMap((choices) => choices.slice(-1)),
  ]
  let found = before
  for (const start of starts) {
    let best = better(null, start)
    for (let round = 0; round < most_rounds; round++) {
      const at_first = best
      options.forEach((choices, at) => {
        if (effort.left <= 0) return
        for (const choice of choices) best = better(best, best.choices.with(at, choice))
      })
      if (best === at_first) break
    }
    found = better(found, best.choices)
  }
  return found ?? better(null, [])
}

/** Whether one basket is better for the shopper than another. */
export function isBetter(one: Found, other: Found): boolean {
  if (one.total !== other.total) return one.total < other.total
  const worth = giftWorth(one) - giftWorth(other)
  if (worth !== 0) return worth > 0
  return scarcity(one) < scarcity(other)
}

function giftWorth({ gifts }: Found): number {
  return gifts.reduce((sum, { item, quantity }) => {
    return sum + (item.price?.final_price ?? 0) * quantity
  }, 0)
}

function scarcity(found: Found): number {
  const rules = [...found.choices.flatMap(({ chosen }) => chosen), ...usedRules(found)]
  return rules.filter(({ claim }) => claim !== null).length
}
