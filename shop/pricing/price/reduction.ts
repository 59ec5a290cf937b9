import type { Dong } from '#pure/money.ts'
/**
 * The effect of a rule on an amount: subtracts a percentage (at most `max_discount`) or a value, or sets a
 * price.
 */
export interface Reduction {
  percent: number | null
  value: Dong | null
  price: Dong | null
  max_discount: Dong | null
}

export const no_reduction: Reduction = {
  percent: null,
  value: null,
  price: null,
  max_discount: null,
}

/** Prices are rounded to 1.000đ, the smallest note in common use. */
const round_to = 1_000

/**
 * Returns an amount after a reduction: whole đồng, never negative, never more than before. After a percentage the
 * amount is rounded down to 1.000đ, as far as `max_discount` allows. The result is monotonic: a larger amount never
 * gives a smaller result. The search for the best combination relies on that.
 */
export function reduced(amount: Dong, { percent, value, price, max_discount }: Reduction): Dong {
  if (price !== null) return Math.min(amount, price)
  if (value !== null) return Math.max(0, amount - value)
  if (percent === null) return amount
  const left = roundedDown(amount - partOf(amount, percent))
  return max_discount === null ? left : Math.max(left, amount - max_discount, 0)
}

/** Returns a percentage of an amount in whole đồng, rounded down; percentages have two decimal places. */
export function partOf(amount: Dong, percent: number): Dong {
  return Math.floor((amount * Math.round(percent * 100)) / 10_000)
}

/** Rounds down to 1.000đ; a smaller amount is not changed. */
export function roundedDown(amount: Dong): Dong {
  return amount < round_to ? amount : amount - (amount % round_to)
}

/** Rounds up to 1.000đ. */
export function roundedUp(amount: Dong): Dong {
  return Math.ceil(amount / round_to) * round_to
}
