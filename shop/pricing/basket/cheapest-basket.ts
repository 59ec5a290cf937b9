import { type Basket, type LineWay, rulesOf, type Wish } from '#shop/pricing/basket/basket-parts.ts'
import { cheapestFor } from '#shop/pricing/basket/basket-search.ts'
import { optionsOf } from '#shop/pricing/basket/line-options.ts'
import { waysOf } from '#shop/pricing/basket/line-ways.ts'
import { readyLines } from '#shop/pricing/basket/ready-lines.ts'
import { claimsOf, contendedKeys, overdrawnKeys } from '#shop/pricing/basket/scarce-claims.ts'
import { type Effort, isBetter, type Weighed } from '#shop/pricing/basket/weighing.ts'
import { paymentOffersFor, paymentRule } from '#shop/pricing/payment-offer/payment-offer.ts'
import type { PriceQuestion } from '#shop/pricing/price/item-rules.ts'
import { excludeEachOther, type Rule } from '#shop/pricing/price/rule.ts'
import { amountOff, voucherProblem, voucherRule } from '#shop/pricing/voucher/voucher-rule.ts'

/** The cheapest basket that was found, and what its lines go without. */
export interface Cheapest extends Weighed {
  /** Rules that lines go without because they do not reach for all. */
  lost: LostOffer[]
  effort: Effort
}

/** Of more offers for one way to pay, those that take off most by themselves are weighed. */
const most_payment_offers = 2
/** So many ways to price its lines are looked at for a basket: each line has the same share of them. */
const most_ways_of_all = 2_000

/**
 * The cheapest legal basket: which rules each line is priced by, and whether the voucher and an offer for
 * the way to pay are taken. First as if scarce offers reached for all; where they do not, once more with
 * their limits. Small baskets are searched exhaustively, others greedily (decision 089).
 */
export function cheapestBasket(basket: Basket, question: PriceQuestion): Cheapest {
  const search = openSearch(basket, question)
  const wanted = cheapestOf(search, new Set())
  const overdrawn = overdrawnKeys(wanted.ways.flatMap(({ claims }) => claims))
  if (overdrawn.size === 0) return { ...wanted, lost: [], effort: search.effort }
  const found = cheapestOf(search, contendedKeys(search.lines.map(({ ready }) => ready)))
  const lost = offersLost(wanted.ways, found.ways, overdrawn)
  return { ...found, lost, effort: search.effort }
}

function openSearch(basket: Basket, question: PriceQuestion) {
  const wishes = everyWish(basket, question)
  const basket_rules = [...new Set(wishes.flatMap(rulesOf))]
  const ready = readyLines(basket, question)
  const most_ways = most_ways_of_all / ready.length
  const terms = { gift_items: basket.gift_items, question, most_ways }
  const lines = ready.map((line) => ({ ready: line, ways: waysOf(line, basket_rules, terms) }))
  return { wishes, lines, effort: { steps: 0 } }
}

/** The cheapest over all wishes; among equals the one that needs less: wishes come in that order. */
function cheapestOf(
  { wishes, lines, effort }: ReturnType<typeof openSearch>,
  scarce: ReadonlySet<string>,
): Weighed {
  return wishes
    .map((wish) => {
      const options = optionsOf(lines, { wish, effort }, scarce)
      return cheapestFor(options, { wish, effort })
    })
    .reduce((best, one) => (isBetter(one, best) ? one : best))
}

/** Without and with the voucher, beside no payment offer and beside each. */
function everyWish(basket: Basket, question: PriceQuestion): Wish[] {
  const { without, now } = question
  const voucher =
    basket.voucher && voucherProblem(basket.voucher, question, without) === null
      ? { offer: basket.voucher, rule: voucherRule(basket.voucher, now) }
      : null
  return [null, ...paymentsOf(basket, question)].flatMap((payment): Wish[] => {
    const is_legal = voucher && !(payment && excludeEachOther(voucher.rule, payment.rule))
    return [{ voucher: null, payment }, ...(is_legal ? [{ voucher, payment }] : [])]
  })
}

function paymentsOf(
  { lines, payment_offers, payment_method }: Basket,
  question: PriceQuestion,
): NonNullable<Wish['payment']>[] {
  const sum = lines.reduce(
    (total, { item, item_quantity }) => total + item.price.list_price * item_quantity,
    0,
  )
  const offers = paymentOffersFor(payment_offers, payment_method, question, question.without)
  const strongest = new Set(
    offers
      .toSorted((one, other) => amountOff(sum, other) - amountOff(sum, one))
      .slice(0, most_payment_offers),
  )
  return offers
    .filter((offer) => strongest.has(offer))
    .map((offer) => ({ offer, rule: paymentRule(offer) }))
}

export interface LostOffer {
  /** Which line goes without. */
  index: number
  rule: Rule
}

/** The overdrawn offers that lines would have had, had they reached for all. */
function offersLost(
  wanted: readonly LineWay[],
  found: readonly LineWay[],
  overdrawn: ReadonlySet<string>,
): LostOffer[] {
  return wanted.flatMap(({ chosen }, index) => {
    const had = new Set(found[index]?.chosen)
    return chosen
      .filter((rule) => !had.has(rule))
      .filter((rule) => claimsOf([rule], 1).some(({ key }) => overdrawn.has(key)))
      .map((rule) => ({ index, rule }))
  })
}
