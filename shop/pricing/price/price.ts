import type { FlashState, PriceStep } from '#contracts/price-parts.ts'
import type { Dong } from '#pure/money.ts'
import { unitRules, type PriceQuestion } from '#shop/pricing/price/item-rules.ts'
import {
  bestCombination,
  excludeEachOther,
  stepsOf,
  type Combination,
  type Rule,
  type RuleClaim,
} from '#shop/pricing/price/rule.ts'
import { tablePrice, type PriceRow, type TablePrice } from '#shop/pricing/price/table-price.ts'
import {
  flashState,
  flashToShow,
  type Offers,
  type PromotionOffer,
} from '#shop/pricing/promotion/offers.ts'

/** A price in whole đồng with VAT, and the steps of its calculation. */
export interface Price {
  /** Struck out on the screen when `final_price` is lower. */
  list_price: Dong
  /**
   * By the general rules (list, province, sale, catalogue), without those for certain customers or flash
   * sales.
   */
  mechanic_price: Dong
  final_price: Dong
  trace: PriceStep[]
  /** The running or coming flash sale of the item; the trace shows whether its price was used. */
  flash: FlashState | null
  /** What must be reserved for each unit. */
  claims: (RuleClaim & { name: string })[]
}

/**
 * Returns the price of one unit, or null when the item has no price ("Giá liên hệ"). The row of the province
 * replaces the row of the whole country. Then the best legal combination of rules applies: catalogue, flash,
 * customer group, member, student (invariant 2).
 */
export function priceAt(
  rows: readonly PriceRow[],
  offers: Offers,
  question: PriceQuestion,
): Price | null {
  const base = tablePrice(rows, question)
  if (!base) return null
  const rules = unitRules(rows, offers, question, base.amount)
  return priceUnit(base, rules, offers, question).price
}

/** Prices one unit with given rules; returns the price and the rules that applied. */
export function priceUnit(
  base: TablePrice,
  rules: readonly Rule[],
  offers: Offers,
  question: PriceQuestion,
): { price: Price; chosen: readonly Rule[] } {
  const best = bestCombination(base.amount, rules)
  return { price: priceBy({ base, rules, ...best }, offers, question), chosen: best.chosen }
}

/** One way to price a unit: the possible rules, the chosen rules, and the amount. */
interface UnitWay extends Combination {
  base: TablePrice
  rules: readonly Rule[]
}

/** Returns the printed price of one way to price a unit. */
export function priceBy(
  { base, rules, amount, chosen }: UnitWay,
  offers: Offers,
  question: PriceQuestion,
): Price {
  const standing = bestCombination(
    base.amount,
    rules.filter(({ rule }) => rule === 'catalogue'),
  )
  const flash = flashToShow(offers.flash, question)
  return {
    list_price: base.list_price,
    // If a catalogue promotion was replaced by something better for the basket, it is not printed either.
    mechanic_price: Math.max(standing.amount, amount),
    final_price: amount,
    trace: [...base.trace, ...stepsOf(base.amount, chosen)],
    flash: flash && flashState(flash, question.now),
    claims: chosen.flatMap(({ claim, name }) => (claim ? [{ ...claim, name }] : [])),
  }
}

/** Returns `special_price` of contract §3: the final price if it is lower than the list price, else null. */
export function specialPrice(price: Price): number | null {
  return price.final_price < price.list_price ? price.final_price : null
}

/** Returns the step of a price beside which a promotion does not apply; undefined: it applies. */
export function excludingStep(
  { trace }: Pick<Price, 'trace'>,
  { kind: rule, uuid: reference, excludes, choice_group }: PromotionOffer,
): PriceStep | undefined {
  const own = { rule, reference, excludes, choice_group }
  return trace.find((step) => excludeEachOther(own, { ...step, choice_group: null }))
}

/** Returns the flash sale item whose price was used, by the trace; null: none. */
export function flashItemOf(trace: readonly PriceStep[]): number | null {
  const step = trace.find(({ rule }) => rule === 'flash')
  return step ? Number(step.reference) : null
}
