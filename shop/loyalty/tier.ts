import type { Dong } from '#pure/money.ts'
import { startOfDay, vietnamDay } from '#pure/vietnam-time.ts'

export interface Tier {
  code: string
  name: string
  position: number
  threshold: Dong
  point_percent: number
  birthday_voucher: Dong
  rank_up_voucher: Dong
  benefits: string
}

/** Spending counts from the first day of the year before, in Vietnamese time. */
export function countedFrom(now: Date): Date {
  return startOfDay(`${Number(vietnamDay(now).slice(0, 4)) - 1}-01-01`)
}

/** The tier of whoever spent this much. `tiers` are sorted by threshold; the first one begins at zero. */
export function tierAt<T extends Pick<Tier, 'threshold'>>(spent: Dong, tiers: readonly T[]): T {
  const tier = tiers.findLast(({ threshold }) => threshold <= spent)
  if (tier === undefined) throw new RangeError('no tier begins at zero')
  return tier
}

/** The next tier and what is missing to it; null for members of the best tier. */
export function nextTier<T extends Pick<Tier, 'threshold'>>(
  spent: Dong,
  tiers: readonly T[],
): { tier: T; missing: Dong } | null {
  const tier = tiers.find(({ threshold }) => threshold > spent)
  return tier === undefined ? null : { tier, missing: tier.threshold - spent }
}
