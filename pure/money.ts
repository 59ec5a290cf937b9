import type { NamedNumber } from '#pure/named-number.ts'

/** An amount of money in whole đồng. */
export type Dong = NamedNumber<'đồng'>

const dots = new Intl.NumberFormat('vi-VN', { maximumFractionDigits: 0 })

/** An amount as Vietnamese shops print it: thousand dots and "đ", no space. */
export function formatDong(amount: Dong): string {
  return `${dots.format(amount)}đ`
}

/** How much cheaper `sale` is than `list`, in whole per cent, rounded down so it never boasts. */
export function percentOff(list: Dong, sale: Dong): number {
  return list > sale ? Math.floor(((list - sale) * 100) / list) : 0
}
