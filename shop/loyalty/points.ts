import type { Dong } from '#pure/money.ts'

export type PointKind = 'earn' | 'take_back' | 'spend' | 'give_back' | 'expire' | 'restore'

/** What an order of a member counts for now, and what is booked so far. */
export interface OrderFacts {
  is_completed: boolean
  /** It was cancelled or expired. */
  has_ended: boolean
  grand_total: Dong
  /** Money that goes back or went back. */
  refunded: Dong
  /** What all goods cost, and what those cost that were taken back. */
  goods_total: Dong
  returned: Dong
  /** Points that the order is paid with. */
  points_used: number
  /** Points for each 100 đồng. */
  point_percent: number
  /** Points that are booked as earned and as spent. */
  booked: { earned: number; spent: number }
}

/** What an order counts for, and the entries that are missing until the ledger says so. */
export function countOrder(order: OrderFacts): {
  spent: Dong
  entries: { kind: PointKind; points: number }[]
} {
  const { is_completed, grand_total, refunded, booked } = order
  const spent = is_completed ? Math.max(0, grand_total - refunded) : 0
  const earned = pointsOf(spent, order.point_percent)
  return {
    spent,
    entries: [
      ...difference(booked.earned, earned, 'earn', 'take_back'),
      ...difference(booked.spent, pointsKept(order), 'spend', 'give_back'),
    ],
  }
}

/** The points for spent money, rounded down. A percentage has two decimals. */
function pointsOf(spent: Dong, point_percent: number): number {
  return Math.floor((spent * Math.round(point_percent * 100)) / 10_000)
}

/** The points that stay spent: none of an order that ended, and the part of the goods that were not taken back. */
function pointsKept({ has_ended, points_used, returned, goods_total }: OrderFacts): number {
  if (has_ended) return 0
  if (returned <= 0) return points_used
  const back = goods_total <= 0 ? points_used : Math.ceil((points_used * returned) / goods_total)
  return Math.max(0, points_used - back)
}

function difference(
  booked: number,
  wanted: number,
  more: PointKind,
  less: PointKind,
): { kind: PointKind; points: number }[] {
  if (wanted === booked) return []
  return [{ kind: wanted > booked ? more : less, points: Math.abs(wanted - booked) }]
}

/** The points of a member that were earned by one order, less what was taken back, or all that was spent. */
export interface PointSums {
  /** By the day they expire on. */
  earned: readonly { points: number; expires_at: Date }[]
  /** Less what was given back. */
  spent: number
  expired: number
}

/**
 * How many points expire now: what lapsed, less what was spent or expired before. The oldest points are spent first.
 */
export function pointsToExpire({ earned, spent, expired }: PointSums, now: Date): number {
  const lapsed = sum(earned.filter(({ expires_at }) => expires_at <= now))
  return Math.max(0, lapsed - spent - expired)
}

/** When the next points expire, and how many; null: none are left. */
export function nextExpiry(
  { earned, spent, expired }: PointSums,
  now: Date,
): { points: number; expires_at: Date } | null {
  let used = spent + expired
  for (const { points, expires_at } of earned.toSorted(
    (a, b) => a.expires_at.getTime() - b.expires_at.getTime(),
  )) {
    const left = Math.max(0, points - used)
    used = Math.max(0, used - points)
    if (left > 0 && expires_at > now) return { points: left, expires_at }
  }
  return null
}

function sum(list: readonly { points: number }[]): number {
  return list.reduce((total, { points }) => total + points, 0)
}
