import type { Adjustment, OfferProblem } from '#contracts/price-parts.ts'
import type { QuotaClaim } from '#shop/inventory/reservation/claims.ts'
import { basketClaims } from '#shop/pricing/basket/basket-claims.ts'
import type { Basket, LineWay, Wish } from '#shop/pricing/basket/basket-parts.ts'
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
import { flashItemOf, priceBy, type Price } from '#shop/pricing/price/price.ts'
import { roundedDown } from '#shop/pricing/price/reduction.ts'
import type { Rule } from '#shop/pricing/price/rule.ts'
import { tablePrice } from '#shop/pricing/price/table-price.ts'
import {
  basketProblem,
  countsFor,
  voucherProblem,
  type VoucherOffer,
} from '#shop/pricing/voucher/voucher-rule.ts'
import type { Item } from '#shop/pricing/item/item.ts'

/** A printed line: one of the basket, or a gift that comes with it. */
export interface PricedLine {
  item: Item
  item_quantity: number
  price: Price
  is_gift: boolean
  /** Which of the basket's lines it is, or comes with. */
  index: number
}

export interface PricedBasket {
  /** In the basket's order, each followed by its gifts. */
  lines: PricedLine[]
  /** Voucher, payment, rounding: what is taken off the sum of the lines. */
  adjustments: Adjustment[]
  /** What these prices rest on. */
  claims: QuotaClaim[]
  /** Offers that some line lost because they do not reach for so many pieces. */
  problems: OfferProblem[]
  /** Why the voucher gives nothing, in words. */
  voucher_problem: string | null
  /** Goods of a flash sale are paid before delivery. */
  is_online_only: boolean
}

/**
 * What a basket costs: the cheapest legal combination of the rules of its lines, combos, voucher and
 * offer for the way to pay; then gifts, which never displace money; then rounding down to 1.000đ.
 * Deterministic: the same basket, offers and question give the same lines.
 */
export function priceBasket(basket: Basket, question: PriceQuestion): PricedBasket {
  const { ways, wish, lost } = cheapestBasket(basket, question)
  const sums = ways.map((way) => amountsOf(way, wish)).reduce((sum, one) => plus(sum, one), nothing)
  const totals = totalsOf(sums, wish)
  const used: Wish = {
    voucher: totals.voucher_off > 0 ? wish.voucher : null,
    payment: totals.payment_off > 0 ? wish.payment : null,
  }
  const given = giftsFor({ ways, wish: used }, { gift_items: basket.gift_items, question })
  const lines = ways.flatMap((way, index): PricedLine[] => [
    pricedLine(way, index, lost, question),
    ...given.gifts.filter((gift) => gift.index === index).map((gift) => giftLine(gift, question)),
  ])
  return {
    lines,
    adjustments: adjustmentsOf(used, totals),
    claims: basketClaims({ ways, used }, given.gifts),
    problems: [...lost.flatMap((one) => problemsOf(one, ways)), ...given.problems],
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
  const gone = new Set(lost.flatMap((one) => (one.index === index ? [one.rule] : [])))
  const had = rules.filter((rule) => !gone.has(rule))
  const price = priceBy({ ...way, base, rules: had }, item.offers, question)
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

function adjustmentsOf({ voucher, payment }: Wish, totals: Totals): Adjustment[] {
  const { voucher_off, payment_off, total } = totals
  const adjustments: Adjustment[] = []
  if (voucher) adjustments.push(adjustment(voucher.rule, voucher_off))
  if (payment) adjustments.push(adjustment(payment.rule, payment_off))
  const odd = total - roundedDown(total)
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
    has_goods: counting.length > 0,
    sum: counting.reduce((sum, { line_total }) => sum + line_total, 0),
    rivals: [
      ...counting.flatMap(({ chosen }) => chosen.map(({ name }) => name)),
      ...(used.payment ? [used.payment.rule.name] : []),
    ],
  })
}
