import type { Adjustment, OfferProblem } from '#contracts/price-parts.ts'
import type { QuotaClaim } from '#shop/hold/claims.ts'
import type { Basket, ReadyLine } from '#shop/price/basket-parts.ts'
import { bestBasket, type Found } from '#shop/price/basket-search.ts'
import { comboRule } from '#shop/price/combo-rule.ts'
import type { Gift } from '#shop/price/gifts.ts'
import { canBeHad, claimKeys, pieceRules, type PriceQuestion } from '#shop/price/piece-rules.ts'
import { flashItemOf, type Price } from '#shop/price/price.ts'
import { roundedDown } from '#shop/price/reduction.ts'
import type { Rule, RuleClaim } from '#shop/price/rule.ts'
import { tablePrice } from '#shop/price/table-price.ts'
import {
  basketProblem,
  countsFor,
  voucherProblem,
  type VoucherOffer,
} from '#shop/price/voucher-rule.ts'
import type { Item } from '#shop/stock/item.ts'

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
  const whole = priceInOrder(basket, question)
  const { voucher, payment_offers } = basket
  if (whole.problems.length === 0 || (voucher === null && payment_offers.length === 0)) return whole
  // What is scarce went to the lines in their order, and a rule for the whole may have led it astray:
  // such a rule never makes a basket dearer.
  const others = [
    { ...basket, payment_offers: [] },
    { ...basket, voucher: null },
    { ...basket, voucher: null, payment_offers: [] },
  ].map((other) => priceInOrder(other, question))
  const best = others.reduce((a, b) => (totalOf(b) < totalOf(a) ? b : a), whole)
  if (best === whole || voucher === null) return best
  const is_taken = best.adjustments.some(({ rule }) => rule === 'voucher')
  if (is_taken) return best
  const rivals = { sum: 0, has_goods: true, rivals: [] }
  return { ...best, voucher_problem: best.voucher_problem ?? basketProblem(voucher, rivals) }
}

function totalOf({ lines, adjustments }: PricedBasket): number {
  const goods = lines.reduce((sum, one) => sum + one.price.final_price * one.item_quantity, 0)
  return adjustments.reduce((sum, { amount }) => sum - amount, goods)
}

/** Scarce offers that do not reach for all go to the lines that come first. */
function priceInOrder(basket: Basket, question: PriceQuestion): PricedBasket {
  const denied = basket.lines.map(() => new Set<string>())
  const problems: OfferProblem[] = []
  for (;;) {
    const ready = readyLines(basket, question, denied)
    const found = bestBasket(basket, ready, question, denied)
    const overdrawn = overdrawnClaim(found)
    if (!overdrawn) return printed(basket, question, found, problems)
    denied[overdrawn.index]?.add(overdrawn.key)
    const { item_id, name } = overdrawn.item
    problems.push({ item_id, name, reason: overdrawn.reason })
  }
}

function readyLines(
  { lines }: Basket,
  question: PriceQuestion,
  denied: readonly ReadonlySet<string>[],
): ReadyLine[] {
  return lines.map((line, index) => {
    const { item, combo, main_product_combo_id, item_quantity } = line
    const { price_rows, offers } = item
    const base = tablePrice(price_rows, question)
    if (!base) throw new RangeError(`item ${item.item_id} has no price to be sold at`)
    const rules = pieceRules(price_rows, offers, question, base.amount)
    const main = lines.find(
      (other) =>
        other.item.item_id === main_product_combo_id && other.main_product_combo_id === null,
    )
    const about = { item_id: item.item_id, item_quantity }
    const beside = combo && comboRule(combo, about, main, question.now)
    const without = denied[index] ?? new Set()
    return {
      line,
      base,
      rules: [...rules, ...(beside ? [beside] : [])].filter(
        ({ claim }) => !claim || canBeHad(claim, without),
      ),
    }
  })
}

interface LineClaim extends RuleClaim {
  index: number
  item: Item
  name: string
  quantity: number
}

function lineClaims({ choices, gifts }: Found): LineClaim[] {
  const of_pieces = choices.flatMap(({ line, chosen }, index) =>
    chosen.flatMap((rule) => claimOf(rule, index, line.item, line.item_quantity)),
  )
  const of_gifts = gifts.flatMap(({ rule, index }) => {
    const line = choices[index]?.line
    return line ? claimOf(rule, index, line.item, line.item_quantity) : []
  })
  return [...of_pieces, ...of_gifts]
}

function claimOf({ claim, name }: Rule, index: number, item: Item, quantity: number): LineClaim[] {
  return claim ? [{ ...claim, index, item, name, quantity }] : []
}

// A flash sale is not given up in silence: its own codes tell the shopper (spec §8).
function overdrawnClaim(found: Found): (LineClaim & { key: string }) | null {
  const claims = lineClaims(found).filter(({ reason }) => reason !== 'flash')
  const wanted = new Map<string, number>()
  for (const claim of claims) {
    for (const key of claimKeys(claim)) wanted.set(key, (wanted.get(key) ?? 0) + claim.quantity)
  }
  for (const claim of claims.toReversed()) {
    for (const key of claimKeys(claim)) {
      if ((wanted.get(key) ?? 0) > mostOf(claim, key)) return { ...claim, key }
    }
  }
  return null
}

function mostOf({ left, customer_limit }: RuleClaim, key: string): number {
  if (customer_limit?.key === key) return customer_limit.most
  return left ?? Infinity
}

function printed(
  basket: Basket,
  question: PriceQuestion,
  found: Found,
  problems: OfferProblem[],
): PricedBasket {
  const lines = found.choices.flatMap(({ line, price }, index): PricedLine[] => [
    { item: line.item, item_quantity: line.item_quantity, price, is_gift: false, index },
    ...found.gifts.filter((gift) => gift.index === index).map((gift) => giftLine(gift, question)),
  ])
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
