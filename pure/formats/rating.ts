/** The average of reviews with one decimal, from how many gave one star, two, … five; 0 without reviews. */
export function averageStars(by_stars: readonly (number | null)[]): number {
  const total = reviewCount(by_stars)
  const sum = by_stars.reduce<number>((points, count, at) => points + (count ?? 0) * (at + 1), 0)
  return total === 0 ? 0 : Math.round((sum / total) * 10) / 10
}

export function reviewCount(by_stars: readonly (number | null)[]): number {
  return by_stars.reduce<number>((sum, count) => sum + (count ?? 0), 0)
}

/** "4,9" */
export function averageText(average: number): string {
  return average.toFixed(1).replace('.', ',')
}

/** "★ 4,9 (12)"; empty without reviews. */
export function ratingText(by_stars: readonly (number | null)[]): string {
  const total = reviewCount(by_stars)
  return total === 0 ? '' : `★ ${averageText(averageStars(by_stars))} (${total})`
}
