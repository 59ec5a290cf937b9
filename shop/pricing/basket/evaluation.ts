import type { Dong } from '#pure/money.ts'
import type { LineWay, ScarceClaim, Wish } from '#shop/pricing/basket/basket-parts.ts'
import { type Amounts, nothing, plus, totalsOf } from '#shop/pricing/basket/basket-total.ts'

/** A way to price a line, with its amounts for one wish. */
export interface Option {
  way: LineWay
  amounts: Amounts
  /** Claims on offers that do not suffice for all lines. */
  claims: readonly ScarceClaim[]
}

/** The cost of a search, independent of the machine: the number of options and baskets that were evaluated. */
export interface Effort {
  steps: number
}

export interface Search {
  wish: Wish
  effort: Effort
}

/** The values by which baskets are compared. */
interface Score {
  total: Dong
  gift_worth: Dong
  /** How many rules have a scarce claim. */
  scarcity: number
}

/** A basket with one way for each line. */
export interface Evaluated extends Score {
  ways: readonly LineWay[]
  wish: Wish
}

/** Whether `one` is better for the shopper: cheaper, then gifts of higher value, then fewer scarce claims. */
export function isBetter(one: Score, other: Score): boolean {
  if (one.total !== other.total) return one.total < other.total
  if (one.gift_worth !== other.gift_worth) return one.gift_worth > other.gift_worth
  return one.scarcity < other.scarcity
}

/** The sums of the chosen options. */
export interface Sums {
  amounts: Amounts
  gift_worth: Dong
  scarcity: number
}

export const no_sums: Sums = { amounts: nothing, gift_worth: 0, scarcity: 0 }

export function withOption(sums: Sums, { amounts, way }: Option, sign: 1 | -1 = 1): Sums {
  return {
    amounts: plus(sums.amounts, amounts, sign),
    gift_worth: sums.gift_worth + sign * way.gift_worth,
    scarcity: sums.scarcity + sign * way.scarcity,
  }
}

export function evaluate({ amounts, gift_worth, scarcity }: Sums, { wish, effort }: Search): Score {
  effort.steps += 1
  const { total, voucher_off, payment_off } = totalsOf(amounts, wish)
  const claims =
    Number(voucher_off > 0 && wish.voucher?.rule.claim != null) +
    Number(payment_off > 0 && wish.payment?.rule.claim != null)
  return { total, gift_worth, scarcity: scarcity + claims }
}

export function basketOf(chosen: readonly Option[], score: Score, { wish }: Search): Evaluated {
  return { ...score, wish, ways: chosen.map(({ way }) => way) }
}
