/** Returns the most frequent value, the smaller of two equally frequent ones, or '' for an empty list. */
export function mostFrequent(values: readonly string[]): string {
  const counts = [...Map.groupBy(values, (value) => value)]
    .map(([value, same]) => ({ value, count: same.length }))
    .toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
  return counts[0]?.value ?? ''
}
