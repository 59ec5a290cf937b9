import type { NamedNumber } from '#pure/named-number.ts'

/** An amount of money in whole đồng. */
export type Dong = NamedNumber<'đồng'>

/**
 * Formats an amount as Vietnamese shops print it: dots between thousands and "đ", no space. Intl.NumberFormat takes
 * three times as long, and a page of products prints some three hundred amounts.
 */
export function formatDong(amount: Dong): string {
  return `${String(amount).replace(/\B(?=(\d{3})+$)/g, '.')}đ`
}

/** The reduction from `list` to `sale` in whole per cent, rounded down so that it is never overstated; 0 if none. */
export function percentOff(list: Dong, sale: Dong): number {
  return list > sale ? Math.floor(((list - sale) * 100) / list) : 0
}
