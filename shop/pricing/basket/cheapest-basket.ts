import {
  type Basket,
  type BasketLine,
  type LineWay,
  type ReadyLine,
  rulesOf,
  type Wish,
} from '#shop/pricing/basket/basket-parts.ts'
import { cheapestFor } from '#shop/pricing/basket/basket-search.ts'
import { optionsOf } from '#shop/pricing/basket/line-options.ts'
import { waysOf } from '#shop/pricing/basket/line-ways.ts'
import { claimsOf, contendedKeys, overdrawnKeys } from '#shop/pricing/basket/scarce-claims.ts'
import { type Effort, type Evaluated, isBetter } from '#shop/pricing/basket/evaluation.ts'
import { paymentOffersFor, paymentRule } from '#shop/pricing/payment-offer/payment-offer.ts'
import { type PriceQuestion, unitRules } from '#shop/pricing/price/item-rules.ts'
import { excludeEachOther, type Rule } from '#shop/pricing/price/rule.ts'
import { amountOff, voucherProblem, voucherRule } from '#shop/pricing/voucher/voucher-rule.ts'
import { comboRule } from '#shop/pricing/combo/combo-rule.ts'
import { tablePrice } from '#shop/pricing/price/table-price.ts'

/** The cheapest basket that was found, and the offers that its lines lost. */
interface Cheapest extends Evaluated {
  /** Rules that lines lost because they do not suffice for all lines. */
  lost: LostOffer[]
  effort: Effort
}

/**
 * At most this many offers for one payment method are evaluated: those with the largest discount by
 * themselves.
 */
const max_payment_offers = 2
/** At most this many ways to price lines are evaluated for a basket: each line has the same share of them. */
const max_ways_of_all = 2_000

/**
 * Finds the cheapest legal basket: the rules of each line, and whether the voucher and a payment offer are used.
 * The first search assumes that scarce offers suffice for all lines; if they do not, a second search respects
 * their limits. Small baskets are searched exhaustively, others greedily (decision 089).
 */
export function cheapestBasket(basket: Basket, question: PriceQuestion): Cheapest {
  const search = openSearch(basket, question)
  const wanted = cheapestOf(search, new Set())
  const overdrawn = overdrawnKeys(wanted.ways.flatMap(({ claims }) => claims))
  if (overdrawn.size === 0) return { ...wanted, lost: [], effort: search.effort }
  const limited = cheapestOf(search, contendedKeys(search.lines.map(({ ready }) => ready)))
  const lost = offersLost(wanted.ways, limited.ways, overdrawn)
  return { ...limited, lost, effort: search.effort }
}

function openSearch(basket: Basket, question: PriceQuestion) {
  const wishes = everyWish(basket, question)
  const basket_rules = [...new Set(wishes.flatMap(rulesOf))]
  const ready = readyLines(basket, question)
  const max_ways = max_ways_of_all / ready.length
  const terms = { gift_items: basket.gift_items, question, max_ways }
  const lines = ready.map((line) => ({ ready: line, ways: waysOf(line, basket_rules, terms) }))
  return { wishes, lines, effort: { steps: 0 } }
}

/**
 * Returns the cheapest basket over all wishes; among equals the one with fewer discounts: wishes are sorted
 * so.
 */
function cheapestOf(
  { wishes, lines, effort }: ReturnType<typeof openSearch>,
  scarce: ReadonlySet<string>,
): Evaluated {
  return wishes
    .map((wish) => {
      const options = optionsOf(lines, { wish, effort }, scarce)
      return cheapestFor(options, { wish, effort })
    })
    .reduce((best, one) => (isBetter(one, best) ? one : best))
}

/** Returns all wishes: without and with the voucher, without and with each payment offer. */
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
      .slice(0, max_payment_offers),
  )
  return offers
    .filter((offer) => strongest.has(offer))
    .map((offer) => ({ offer, rule: paymentRule(offer) }))
}

export interface LostOffer {
  /** The index of the line that lost the offer. */
  index: number
  rule: Rule
}

/**
 * Returns the overdrawn offers that lines lost between the search without limits and the search with
 * limits.
 */
function offersLost(
  wanted: readonly LineWay[],
  limited: readonly LineWay[],
  overdrawn: ReadonlySet<string>,
): LostOffer[] {
  return wanted.flatMap(({ chosen }, index) => {
    const had = new Set(limited[index]?.chosen)
    return chosen
      .filter((rule) => !had.has(rule))
      .filter((rule) => claimsOf([rule], 1).some(({ key }) => overdrawn.has(key)))
      .map((rule) => ({ index, rule }))
  })
}

/** Returns the lines of a basket with their prices by the price table and the rules of one unit. */
function readyLines({ lines }: Basket, question: PriceQuestion): ReadyLine[] {
  return lines.map((line) => {
    const { price_rows, offers, item_id } = line.item
    const base = tablePrice(price_rows, question)
    if (!base) throw new RangeError(`item ${item_id} has no price to be sold at`)
    const rules = unitRules(price_rows, offers, question, base.amount)
    const combo_rule = comboOfLine(line, lines, question.now)
    return { line, base, rules: combo_rule ? [...rules, combo_rule] : rules }
  })
}

function comboOfLine(
  { item, item_quantity, combo, main_product_combo_id }: BasketLine,
  lines: readonly BasketLine[],
  now: Date,
): Rule | null {
  if (!combo) return null
  const main = lines.find(
    (other) => other.item.item_id === main_product_combo_id && other.main_product_combo_id === null,
  )
  return comboRule(combo, { item_id: item.item_id, item_quantity }, main, now)
}
