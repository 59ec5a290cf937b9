import type { FlashState, PriceStep } from '#contracts/price-parts.ts'
import type { Dong } from '#pure/money.ts'
import { pieceRules, type PriceQuestion } from '#shop/pricing/price/item-rules.ts'
import {
  bestCombination,
  stepsOf,
  type Combination,
  type Rule,
  type RuleClaim,
} from '#shop/pricing/price/rule.ts'
import { tablePrice, type PriceRow, type TablePrice } from '#shop/pricing/price/table-price.ts'
import { flashState, flashToTell, type Offers } from '#shop/pricing/promotion/offers.ts'

/** A price in whole đồng with VAT, and how it came about. */
export interface Price {
  /** Struck out on the screen when `final_price` is lower. */
  list_price: Dong
  /** By the standing rules (list, province, sale, catalogue): before what hangs on person or window. */
  mechanic_price: Dong
  final_price: Dong
  trace: PriceStep[]
  /** The flash sale it is in or comes into; the trace tells whether its price was taken. */
  flash: FlashState | null
  /** What must be had for each piece. */
  claims: (RuleClaim & { name: string })[]
}

/**
 * What one piece costs for this question, or null when nobody has named a price ("Giá liên hệ").
 * The row of the province stands in for the one of the whole country; then the best legal combination
 * of what is offered speaks: catalogue, flash, customer group, member, student (invariant 2).
 */
export function priceAt(
  rows: readonly PriceRow[],
  offers: Offers,
  question: PriceQuestion,
): Price | null {
  const base = tablePrice(rows, question)
  if (!base) return null
  const rules = pieceRules(rows, offers, question, base.amount)
  return pricePiece(base, rules, offers, question).price
}

/** `priceAt` with rules that were gathered already, and the ones of them that spoke. */
export function pricePiece(
  base: TablePrice,
  rules: readonly Rule[],
  offers: Offers,
  question: PriceQuestion,
): { price: Price; chosen: readonly Rule[] } {
  const best = bestCombination(base.amount, rules)
  return { price: priceBy({ base, rules, ...best }, offers, question), chosen: best.chosen }
}

/** One way to price a piece: the rules that might have spoken, those that did, what that came to. */
export interface PieceWay extends Combination {
  base: TablePrice
  rules: readonly Rule[]
}

/** The printed price of one way to price a piece. */
export function priceBy(
  { base, rules, amount, chosen }: PieceWay,
  offers: Offers,
  question: PriceQuestion,
): Price {
  const standing = bestCombination(
    base.amount,
    rules.filter(({ rule }) => rule === 'catalogue'),
  )
  const flash = flashToTell(offers.flash, question.now)
  return {
    list_price: base.list_price,
    // Where a standing promotion gave way to something better for the basket, it is not printed either.
    mechanic_price: Math.max(standing.amount, amount),
    final_price: amount,
    trace: [...base.trace, ...stepsOf(base.amount, chosen)],
    flash: flash && flashState(flash, question.now),
    claims: chosen.flatMap(({ claim, name }) => (claim ? [{ ...claim, name }] : [])),
  }
}

/** The price that contract §3 calls `special_price`: set only where it is lower than the list price. */
export function specialPrice(price: Price): number | null {
  return price.final_price < price.list_price ? price.final_price : null
}

/** The flash sale item at whose price a piece is paid, by its trace; null: at none. */
export function flashItemOf(trace: readonly PriceStep[]): number | null {
  const step = trace.find(({ rule }) => rule === 'flash')
  return step ? Number(step.reference) : null
}
