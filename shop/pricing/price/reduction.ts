import type { Dong } from '#pure/money.ts'
/** What a rule does to an amount: takes off a percent (at most `most`) or a value, or sets a price. */
export interface Reduction {
  percent: number | null
  value: Dong | null
  price: Dong | null
  most: Dong | null
}

export const no_reduction: Reduction = { percent: null, value: null, price: null, most: null }

/** Nobody pays less than the last thousand here: 1.000đ is the smallest note people carry. */
const round_to = 1_000

/**
 * An amount after a reduction: whole đồng, never negative, never more than before. What a percent
 * leaves is rounded down to 1.000đ, as far as `most` allows. The more there was, the more is left:
 * the search for the best combination stands on that.
 */
export function reduced(amount: Dong, { percent, value, price, most }: Reduction): Dong {
  if (price !== null) return Math.min(amount, price)
  if (value !== null) return Math.max(0, amount - value)
  if (percent === null) return amount
  const left = roundedDown(amount - partOf(amount, percent))
  return most === null ? left : Math.max(left, amount - most, 0)
}

/** A percent of an amount in whole đồng, rounded down; percents have two places. */
export function partOf(amount: Dong, percent: number): Dong {
  return Math.floor((amount * Math.round(percent * 100)) / 10_000)
}

/** Rounded down to 1.000đ; what is less than that stays. */
export function roundedDown(amount: Dong): Dong {
  return amount < round_to ? amount : amount - (amount % round_to)
}
