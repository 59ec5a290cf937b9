import type { Adjustment, OfferProblem } from '#contracts/price-parts.ts'
import type { QuotaClaim } from '#shop/inventory/reservation/claims.ts'
import type { Basket } from '#shop/pricing/basket/basket-parts.ts'
import type { Found } from '#shop/pricing/basket/basket-search.ts'
import type { Gift } from '#shop/pricing/basket/gifts.ts'
import type { PriceQuestion } from '#shop/pricing/price/item-rules.ts'
import { flashItemOf, priceBy, type Price } from '#shop/pricing/price/price.ts'
import { roundedDown } from '#shop/pricing/price/reduction.ts'
import type { Rule } from '#shop/pricing/price/rule.ts'
import { bestInReach, lineClaims, type LineClaim } from '#shop/pricing/basket/scarce-offers.ts'
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
 * What a basket costs: the best legal combination of the rules of its pieces, combos, voucher and
 * offer for the way to pay; then gifts, which never displace money; then rounding down to 1.000đ.
 * Deterministic: the same basket, offers and question give the same lines (house §5.2).
 */
export function priceBasket(basket: Basket, question: PriceQuestion): PricedBasket {
  const { found, problems, is_cut_short } = bestInReach(basket, question)
  const whole = printed(basket, question, found, problems)
  const { voucher, payment_offers } = basket
  if (!is_cut_short || (voucher === null && payment_offers.length === 0)) return whole
  // A rule for the whole never makes a basket dearer, also where not every way was weighed.
  const best = [
    { ...basket, payment_offers: [] },
    { ...basket, voucher: null },
    { ...basket, voucher: null, payment_offers: [] },
  ]
    .map((other) => bestInReach(other, question))
    .reduce((a, b) => (b.found.total < a.found.total ? b : a), { found, problems, is_cut_short })
  return best.found === found ? whole : printed(basket, question, best.found, best.problems)
}

function printed(
  basket: Basket,
  question: PriceQuestion,
  found: Found,
  problems: OfferProblem[],
): PricedBasket {
  const lines = found.choices.flatMap((choice, index): PricedLine[] => {
    const { item, item_quantity } = choice.line
    const price = priceBy(choice, item.offers, question)
    const gifts = found.gifts.filter((gift) => gift.index === index)
    return [
      { item, item_quantity, price, is_gift: false, index },
      ...gifts.map((gift) => giftLine(gift, question)),
    ]
  })
  return {
    lines,
    adjustments: adjustmentsOf(found),
    claims: [...lineClaims(found).map(quotaClaim), ...basketClaims(found)],
    problems,
    voucher_problem: basket.voucher && problemOf(basket.voucher, question, found),
    is_online_only: lines.some(
      ({ price }) => price.flash?.is_online_only === true && flashItemOf(price.trace) !== null,
    ),
  }
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

function adjustmentsOf({ voucher, payment, lines_total, total }: Found): Adjustment[] {
  const adjustments: Adjustment[] = []
  if (voucher) adjustments.push(adjustment(voucher.rule, voucher.off))
  if (payment) adjustments.push(adjustment(payment.rule, payment.off))
  if (total > lines_total) throw new RangeError('an adjustment made a basket dearer')
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

function quotaClaim({ reason, name, item, quantity, quota_id, customer_limit }: LineClaim) {
  const what = reason === 'flash' ? item.name : name
  return { reason, name: what, item_id: item.item_id, quantity, quota_id, customer_limit }
}

function basketClaims({ voucher, payment }: Found): QuotaClaim[] {
  return [voucher, payment].flatMap((used): QuotaClaim[] => {
    if (!used?.rule.claim) return []
    const { reason, quota_id, customer_limit } = used.rule.claim
    return [{ reason, name: used.rule.name, item_id: null, quantity: 1, quota_id, customer_limit }]
  })
}

function problemOf(voucher: VoucherOffer, question: PriceQuestion, found: Found): string | null {
  if (found.voucher) return null
  const standing = voucherProblem(voucher, question, question.without)
  if (standing !== null) return standing
  const goods = found.choices.filter(({ line }) => countsFor(voucher, line.item))
  return basketProblem(voucher, {
    has_goods: goods.length > 0,
    sum: goods.reduce((sum, { line_total }) => sum + line_total, 0),
    rivals: [
      ...goods.flatMap(({ chosen }) => chosen.map(({ name }) => name)),
      ...(found.payment ? [found.payment.rule.name] : []),
    ],
  })
}
