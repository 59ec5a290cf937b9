import { day_ms } from '#pure/vietnam-time.ts'
import type { UsedGrade } from '#shop/inventory/used/used.ts'

/** What the suggested price of a used device depends on. */
export interface PricedDevice {
  /** What the same goods cost when they are new, in đồng. */
  new_price: number
  grade: UsedGrade
  /** Health of the battery in percent; null: not known. */
  battery: number | null
  /** Full months of use. */
  months_used: number
  /** Full days on offer, for a device that finds no buyer. */
  days_listed: number
}

/** The share of the new price that a device without age keeps. */
const share_of_grade: Record<UsedGrade, number> = {
  activated: 0.92,
  swapped: 0.86,
  good: 0.8,
  scratched: 0.72,
}
/** A month of use takes 1% of the new price, for four years at most. */
const share_of_month = 0.01
const counted_months = 48
/** A battery below this health takes half a percent of the new price for each point. */
const full_battery = 90
const share_of_point = 0.005
/** Thirty days without a buyer take 3%, at most 15%. */
const listed_step = { days: 30, share: 0.03, max: 0.15 }
const least_share = 0.15
const whole = 10_000

/** The price that staff are shown for a device: never above the new price, a multiple of 10.000đ. Pure. */
export function suggestedPrice(device: PricedDevice): number {
  const { new_price, grade, battery, months_used, days_listed } = device
  const aged = Math.min(Math.max(months_used, 0), counted_months) * share_of_month
  const worn =
    battery === null ? 0 : Math.max(0, full_battery - Math.min(battery, 100)) * share_of_point
  const kept = Math.max(share_of_grade[grade] - aged - worn, least_share)
  const steps = Math.floor(Math.max(days_listed, 0) / listed_step.days)
  const waited = Math.min(steps * listed_step.share, listed_step.max)
  const price = Math.floor((new_price * kept * (1 - waited)) / whole) * whole
  return Math.max(price, Math.min(whole, new_price))
}

/** The lowest first price without the permission to change prices: 15% below the suggested one. */
export function leastOffer(suggested: number): number {
  return Math.floor((suggested * 0.85) / whole) * whole
}

/** Full months of 30 days between a day and now; 0 for an unknown day. */
export function monthsSince(day: string | null, now: Date): number {
  return day === null
    ? 0
    : Math.max(0, Math.floor((now.getTime() - Date.parse(day)) / (30 * day_ms)))
}

export function daysSince(moment: Date | null, now: Date): number {
  return moment === null ? 0 : Math.max(0, Math.floor((now.getTime() - moment.getTime()) / day_ms))
}
