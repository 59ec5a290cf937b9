import type { Basket, BasketLine, ReadyLine } from '#shop/price/basket-parts.ts'
import { giftsFor, type Gift } from '#shop/price/gifts.ts'
import {
  isItemOf,
  paymentOffersFor,
  paymentRule,
  type PaymentOffer,
} from '#shop/price/payment-rule.ts'
import type { PriceQuestion } from '#shop/price/piece-rules.ts'
import { pricePiece, type Price } from '#shop/price/price.ts'
import { excludeEachOther, type Rule } from '#shop/price/rule.ts'
import {
  amountOff,
  countsFor,
  voucherProblem,
  voucherRule,
  type VoucherOffer,
} from '#shop/price/voucher-rule.ts'

/** One legal way to price a line. */
export interface LineChoice {
  line: BasketLine
  price: Price
  chosen: readonly Rule[]
  line_total: number
}

interface Used {
  rule: Rule
  off: number
}

/** A basket that was weighed, in đồng. */
export interface Found {
  choices: readonly LineChoice[]
  voucher: Used | null
  payment: Used | null
  gifts: readonly Gift[]
  lines_total: number
  /** After voucher and payment offer. */
  total: number
}

/** What may be taken off the whole: by which rules, together. */
interface Wanted {
  voucher: { offer: VoucherOffer; rule: Rule } | null
  payment: { offer: PaymentOffer; rule: Rule } | null
}

/** Baskets that are weighed one by one; beyond them each line is bettered in turn. */
const most_weighed = 2_000
const most_rounds = 8

/**
 * The best legal basket: the lowest total; among equals the one with gifts of more worth, then the one
 * that claims less that is scarce, then the one that came first (without voucher and offer before
 * with them). Lines differ from their own best price only where a voucher or an offer does not go
 * with it; all such baskets are weighed up to a bound.
 */
export function bestBasket(
  basket: Basket,
  lines: readonly ReadyLine[],
  question: PriceQuestion,
  denied: readonly ReadonlySet<string>[],
): Found {
  const { gift_items } = basket
  let best: Found | null = null
  for (const wanted of everyWish(basket, question)) {
    const rules = rulesOf(wanted)
    const options = lines.map((line) => choicesFor(line, rules, question))
    const weigh = (choices: readonly LineChoice[]): Found => {
      const found = counted(choices, wanted)
      const gifts =
        gift_items.size === 0
          ? []
          : giftsFor(choices, { gift_items, question, denied, basket_rules: usedRules(found) })
      return { ...found, gifts }
    }
    const found = bestOf(options, weigh)
    if (!best || isBetter(found, best)) best = found
  }
  return best ?? { choices: [], voucher: null, payment: null, gifts: [], lines_total: 0, total: 0 }
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

/** The line at its own best price, and at its best beside each of the basket's rules and all of them. */
function choicesFor(
  { line, base, rules }: ReadyLine,
  basket_rules: readonly Rule[],
  question: PriceQuestion,
): LineChoice[] {
  const [first, second] = basket_rules
  const beside = [[], ...(first ? [[first]] : []), ...(second ? [[second], [...basket_rules]] : [])]
  const seen = new Set<string>()
  return beside.flatMap((others): LineChoice[] => {
    const legal = rules.filter((rule) => !others.some((other) => excludeEachOther(rule, other)))
    const mark = legal.map((rule) => rules.indexOf(rule)).join()
    if (seen.has(mark)) return []
    seen.add(mark)
    const { price, chosen } = pricePiece(base, legal, line.item.offers, question)
    return [{ line, price, chosen, line_total: price.final_price * line.item_quantity }]
  })
}

function counted(
  choices: readonly LineChoice[],
  { voucher, payment }: Wanted,
): Omit<Found, 'gifts'> {
  const lines_total = sumOf(choices)
  const by_voucher = voucher && voucherOff(voucher, choices)
  const by_payment = payment && paymentOff(payment, choices, by_voucher?.off ?? 0)
  return {
    choices,
    voucher: by_voucher,
    payment: by_payment,
    lines_total,
    total: lines_total - (by_voucher?.off ?? 0) - (by_payment?.off ?? 0),
  }
}

function voucherOff(
  { offer, rule }: NonNullable<Wanted['voucher']>,
  choices: readonly LineChoice[],
): Used | null {
  const sum = sumOf(
    choices.filter((choice) => countsFor(offer, choice.line.item) && goesWith(rule, choice)),
  )
  const off = sum < offer.min_total ? 0 : amountOff(sum, offer)
  return off > 0 ? { rule, off } : null
}

// Counted on what is left after the voucher, wherever that was taken off.
function paymentOff(
  { offer, rule }: NonNullable<Wanted['payment']>,
  choices: readonly LineChoice[],
  voucher_off: number,
): Used | null {
  const counting = choices.filter(
    (choice) => isItemOf(offer, choice.line.item) && goesWith(rule, choice),
  )
  const sum = Math.max(0, sumOf(counting) - voucher_off)
  const off = sum < offer.min_total ? 0 : amountOff(sum, offer)
  return off > 0 ? { rule, off } : null
}

function goesWith(rule: Rule, { chosen }: LineChoice): boolean {
  return !chosen.some((other) => excludeEachOther(rule, other))
}

function sumOf(choices: readonly LineChoice[]): number {
  return choices.reduce((sum, { line_total }) => sum + line_total, 0)
}

function usedRules({ voucher, payment }: Pick<Found, 'voucher' | 'payment'>): Rule[] {
  return [voucher, payment].flatMap((used) => (used ? [used.rule] : []))
}

type Weigh = (choices: readonly LineChoice[]) => Found

function bestOf(options: readonly LineChoice[][], weigh: Weigh): Found {
  const baskets = options.reduce((count, choices) => count * choices.length, 1)
  if (baskets > most_weighed) return betteredInTurn(options, weigh)
  let best: Found | null = null
  for (let number = 0; number < baskets; number++) {
    const found = weigh(basketNumber(options, number))
    if (!best || isBetter(found, best)) best = found
  }
  return best ?? weigh([])
}

function basketNumber(options: readonly LineChoice[][], number: number): LineChoice[] {
  let rest = number
  return options.flatMap((choices) => {
    const choice = choices[rest % choices.length]
    rest = Math.floor(rest / choices.length)
    return choice ?? []
  })
}

/** From every line at its best, and from every line beside all rules: line by line what is better. */
function betteredInTurn(options: readonly LineChoice[][], weigh: Weigh): Found {
  const starts = [
    options.flatMap((choices) => choices.slice(0, 1)),
    options.flatMap((choices) => choices.slice(-1)),
  ]
  const [one, other] = starts.map((start) => {
    let best = weigh(start)
    for (let round = 0; round < most_rounds; round++) {
      const before = best
      options.forEach((choices, at) => {
        for (const choice of choices) {
          const found = weigh(best.choices.with(at, choice))
          if (isBetter(found, best)) best = found
        }
      })
      if (best === before) break
    }
    return best
  })
  if (!one || !other) return weigh([])
  return isBetter(other, one) ? other : one
}

function isBetter(one: Found, other: Found): boolean {
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
