import type { NamedNumber } from '#pure/named-number.ts'

/** An amount of money in whole đồng. */
export type Dong = NamedNumber<'đồng'>

const dots = new Intl.NumberFormat('vi-VN', { maximumFractionDigits: 0 })

/** Formats an amount as Vietnamese shops print it: dots between thousands and "đ", no space. */
export function formatDong(amount: Dong): string {
  return `${dots.format(amount)}đ`
}

/** The reduction from `list` to `sale` in whole per cent, rounded down so that it is never overstated; 0 if none. */
export function percentOff(list: Dong, sale: Dong): number {
  return list > sale ? Math.floor(((list - sale) * 100) / list) : 0
}
