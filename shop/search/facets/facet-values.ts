import type { FacetValue } from '#contracts/storefront/search.ts'

/** A value that would list something, or that was chosen and must be there to be taken off. */
export function isThere({ count, is_selected }: FacetValue): boolean {
  return count > 0 || is_selected
}

export function mostFirst(values: FacetValue[]): FacetValue[] {
  return values.toSorted(
    (one, other) => other.count - one.count || (one.value < other.value ? -1 : 1),
  )
}
