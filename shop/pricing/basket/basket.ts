import type { Adjustment, OfferProblem } from '#contracts/price-parts.ts'
import type { QuotaClaim } from '#shop/inventory/reservation/claims.ts'
import {
  type Basket,
  type BasketLine,
  type LineWay,
  rulesOf,
  type Wish,
} from '#shop/pricing/basket/basket-parts.ts'
import {
  amountsOf,
  nothing,
  plus,
  type Totals,
  totalsOf,
} from '#shop/pricing/basket/basket-total.ts'
import { cheapestBasket, type LostOffer } from '#shop/pricing/basket/cheapest-basket.ts'
import { type Gift, giftsFor } from '#shop/pricing/basket/gifts.ts'
import type { PriceQuestion } from '#shop/pricing/price/item-rules.ts'
import { flashItemOf, type Price, priceBy } from '#shop/pricing/price/price.ts'
import { roundedDown } from '#shop/pricing/price/reduction.ts'
import type { Rule } from '#shop/pricing/price/rule.ts'
import { tablePrice } from '#shop/pricing/price/table-price.ts'
import {
  basketProblem,
  countsFor,
  type VoucherOffer,
  voucherProblem,
  withRounding,
} from '#shop/pricing/voucher/voucher-rule.ts'
import type { Item } from '#shop/pricing/item/item.ts'

/** A printed line: a line of the basket, or a gift that comes with it. */
export interface PricedLine {
  item: Item
  item_quantity: number
  price: Price
  is_gift: boolean
  /** The index of the basket line that it is or comes with. */
  index: number
}

export interface PricedBasket {
  /** In the sequence of the basket, each line followed by its gifts. */
  lines: PricedLine[]
  /** Discounts on the sum of the lines: voucher, payment offer, rounding. */
  adjustments: Adjustment[]
  /** What must be reserved for these prices. */
  claims: QuotaClaim[]
  /** Offers that a line lost because they do not suffice for all units. */
  problems: OfferProblem[]
  /** Why the voucher gives no discount, as a text for the shopper. */
  voucher_problem: string | null
  /** Items of a flash sale are paid before delivery. */
  is_online_only: boolean
}

/**
 * Prices a basket by the cheapest legal combination of the rules of its lines, combos, voucher and payment offer.
 * Then it adds gifts, which never replace a discount, and rounds the total down to 1.000đ. Deterministic: the
 * same basket, offers and question give the same lines.
 */
export function priceBasket(basket: Basket, question: PriceQuestion): PricedBasket {
  const { ways, wish, lost } = cheapestBasket(basket, question)
  const sums = ways
    .map((way) => amountsOf(way, wish))
    .reduce((sum, amounts) => plus(sum, amounts), nothing)
  const totals = totalsOf(sums, wish)
  const used: Wish = {
    voucher: totals.voucher_off > 0 ? wish.voucher : null,
    payment: totals.payment_off > 0 ? wish.payment : null,
  }
  const { gifts, problems } = giftsFor(
    { ways, wish: used },
    { gift_items: basket.gift_items, question },
  )
  const lines = ways.flatMap((way, index): PricedLine[] => [
    pricedLine(way, index, lost, question),
    ...gifts.filter((gift) => gift.index === index).map((gift) => giftLine(gift, question)),
  ])
  return {
    lines,
    adjustments: adjustmentsOf(used, totals),
    claims: basketClaims({ ways, used }, gifts),
    problems: [...lost.flatMap((offer) => problemsOf(offer, ways)), ...problems],
    voucher_problem: basket.voucher && problemOf(basket.voucher, question, { ways, used }),
    is_online_only: lines.some(
      ({ price }) => price.flash?.is_online_only === true && flashItemOf(price.trace) !== null,
    ),
  }
}

function pricedLine(
  way: LineWay,
  index: number,
  lost: readonly LostOffer[],
  question: PriceQuestion,
): PricedLine {
  const { base, rules, line } = way.ready
  const { item, item_quantity } = line
  const lost_rules = new Set(lost.flatMap((offer) => (offer.index === index ? [offer.rule] : [])))
  const remaining = rules.filter((rule) => !lost_rules.has(rule))
  const price = priceBy({ ...way, base, rules: remaining }, item.offers, question)
  return { item, item_quantity, price, is_gift: false, index }
}

function problemsOf({ index, rule }: LostOffer, ways: readonly LineWay[]): OfferProblem[] {
  const item = ways[index]?.ready.line.item
  return item && rule.claim
    ? [{ item_id: item.item_id, name: item.name, reason: rule.claim.reason }]
    : []
}

function giftLine({ item, quantity, rule, index }: Gift, question: PriceQuestion): PricedLine {
  const table = tablePrice(item.price_rows, question)
  const { reference, name, valid_until, excludes } = rule
  const step = { rule: 'gift', amount: 0, reference, name, valid_until } as const
  const price: Price = {
    list_price: table?.list_price ?? 0,
    mechanic_price: table?.amount ?? 0,
    final_price: 0,
    trace: [...(table?.trace ?? []), { ...step, excludes: [...excludes] }],
    flash: null,
    claims: [],
  }
  return { item, item_quantity: quantity, price, is_gift: true, index }
}

function adjustmentsOf(
  { voucher, payment }: Wish,
  { voucher_off, payment_off, total }: Totals,
): Adjustment[] {
  const adjustments: Adjustment[] = []
  let odd = total - roundedDown(total)
  const add = ({ offer, rule }: NonNullable<Wish['voucher' | 'payment']>, off: number) => {
    const amount = withRounding(off, odd, offer)
    odd -= amount - off
    adjustments.push(adjustment(rule, amount))
  }
  if (voucher) add(voucher, voucher_off)
  if (payment) add(payment, payment_off)
  if (odd > 0) adjustments.push({ ...rounding, amount: odd })
  return adjustments
}

const rounding = {
  rule: 'rounding',
  reference: null,
  name: 'Làm tròn',
  valid_until: null,
  excludes: [] as string[],
} as const

function adjustment({ rule, reference, name, valid_until, excludes }: Rule, amount: number) {
  const kind: Adjustment['rule'] = rule === 'voucher' ? 'voucher' : 'payment'
  return { rule: kind, reference, name, amount, valid_until, excludes: [...excludes] }
}

function problemOf(
  voucher: VoucherOffer,
  question: PriceQuestion,
  { ways, used }: { ways: readonly LineWay[]; used: Wish },
): string | null {
  if (used.voucher) return null
  const standing = voucherProblem(voucher, question, question.without)
  if (standing !== null) return standing
  const counting = ways.filter(({ ready }) => countsFor(voucher, ready.line.item))
  return basketProblem(voucher, {
    has_products: counting.length > 0,
    sum: counting.reduce((sum, { line_total }) => sum + line_total, 0),
    rivals: [
      ...counting.flatMap(({ chosen }) => chosen.map(({ name }) => name)),
      ...(used.payment ? [used.payment.rule.name] : []),
    ],
  })
}

/** Returns the claims of a priced basket: of its lines, its gifts, the voucher and the payment offer. */
function basketClaims(
  { ways, used }: { ways: readonly LineWay[]; used: Wish },
  gifts: readonly Gift[],
): QuotaClaim[] {
  const of_lines = ways.flatMap(({ chosen, ready }) =>
    chosen.flatMap((rule) => claimOfLine(rule, ready.line)),
  )
  const of_gifts = gifts.flatMap(({ rule, index }) => {
    const line = ways[index]?.ready.line
    return line ? claimOfLine(rule, line) : []
  })
  const of_whole = rulesOf(used).flatMap((rule) => claimOf(rule, { item_id: null, quantity: 1 }))
  return [...of_lines, ...of_gifts, ...of_whole]
}

function claimOfLine(rule: Rule, { item, item_quantity }: BasketLine): QuotaClaim[] {
  const name = rule.claim?.reason === 'flash' ? item.name : rule.name
  return claimOf({ ...rule, name }, { item_id: item.item_id, quantity: item_quantity })
}

function claimOf(
  { claim, name }: Rule,
  about: Pick<QuotaClaim, 'item_id' | 'quantity'>,
): QuotaClaim[] {
  if (!claim) return []
  const { reason, quota_id, customer_limit } = claim
  return [{ reason, name, ...about, quota_id, customer_limit }]
}
