import type { FacetValue } from '#contracts/storefront/search.ts'

/** Returns whether a value is shown: it has products, or it is selected and must be shown to be removed. */
export function isShown({ count, is_selected }: FacetValue): boolean {
  return count > 0 || is_selected
}

export function sortedByCount(values: FacetValue[]): FacetValue[] {
  return values.toSorted(
    (one, other) => other.count - one.count || (one.value < other.value ? -1 : 1),
  )
}
