import { averageStars } from '#pure/formats/rating.ts'
import type { RatingSummary, ReviewAspect } from '#contracts/storefront/talk/reviews.ts'

/** The sums of a version as they are stored. */
export interface StoredRating {
  /** How many gave one star, two, … five. */
  by_stars: readonly number[]
  with_pictures: number
  bought: number
  aspects: readonly { aspect: string; quantity: number; total: number }[]
}

/** The summary of a version. Aspects that the form no longer asks for are left out. */
export function summaryOf(stored: StoredRating, asked: readonly ReviewAspect[]): RatingSummary {
  const [one = 0, two = 0, three = 0, four = 0, five = 0] = stored.by_stars
  return {
    total: one + two + three + four + five,
    average: averageStars(stored.by_stars),
    by_stars: [one, two, three, four, five],
    with_pictures: stored.with_pictures,
    bought: stored.bought,
    aspects: asked.flatMap((aspect) => {
      const sums = stored.aspects.find((each) => each.aspect === aspect)
      if (sums === undefined || sums.quantity === 0) return []
      const average = Math.round((sums.total / sums.quantity) * 10) / 10
      return [{ aspect, average, total: sums.quantity }]
    }),
  }
}

const days_of_month = 30

/** For how many whole months the goods were used when the review was written. Days are YYYY-MM-DD. */
export function monthsUsed(bought_on: string, written_on: string): number {
  const days = (Date.parse(written_on) - Date.parse(bought_on)) / 86_400_000
  return Math.max(0, Math.floor(days / days_of_month))
}
