import type { NamedNumber } from '#pure/formats/named-number.ts'
import { formatWhole } from '#pure/formats/whole-number.ts'

/** An amount of money in whole đồng. */
export type Dong = NamedNumber<'đồng'>

/** Formats an amount as Vietnamese shops print it: dots between thousands and "đ", no space. */
export function formatDong(amount: Dong): string {
  return `${formatWhole(amount)}đ`
}

/** The reduction from `list` to `sale` in whole per cent, rounded down so that it is never overstated; 0 if none. */
export function percentOff(list: Dong, sale: Dong): number {
  return list > sale ? Math.floor(((list - sale) * 100) / list) : 0
}
