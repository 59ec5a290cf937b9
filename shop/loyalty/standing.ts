import type { Dong } from '#pure/money.ts'

/** What the prices of a customer depend on. */
export interface Standing {
  customer_id: number | null
  /** The member's tier and the spending that it follows from; null for a guest. */
  tier_code: string | null
  spent: Dong
  /** The customer group of the member's tier; null for a guest. */
  customer_group_id: number | null
  /** The customer group of the member's verified card: of students, teachers or companies. */
  card_group_id: number | null
  /** The card is a student's or a teacher's. */
  is_student: boolean
  /** Points that may be spent; a point is a đồng. */
  points: number
  /** The largest part of an order that points pay, in percent. */
  max_points_percent: number
}

export const guest_standing: Standing = {
  customer_id: null,
  tier_code: null,
  spent: 0,
  customer_group_id: null,
  card_group_id: null,
  is_student: false,
  points: 0,
  max_points_percent: 0,
}

/** The part of a standing that decides prices. */
export function personOf(standing: Standing | null | undefined) {
  const { customer_id, customer_group_id, card_group_id, is_student } = standing ?? guest_standing
  return { customer_id, customer_group_id, card_group_id, is_student }
}

/** Points are spent in thousands, so that totals stay round. */
const point_step = 1_000

/** How many points pay for an order that costs `amount` without them. */
export function pointsFor(amount: Dong, { points, max_points_percent }: Standing): number {
  const most = Math.min(points, Math.floor((amount * max_points_percent) / 100))
  return most <= 0 ? 0 : most - (most % point_step)
}
