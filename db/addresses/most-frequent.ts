/** The value that occurs most; the smaller of two that occur alike; '' of none. */
export function mostFrequent(values: readonly string[]): string {
  const counts = [...Map.groupBy(values, (value) => value)]
    .map(([value, same]) => ({ value, count: same.length }))
    .toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
  return counts[0]?.value ?? ''
}
