import { useState } from 'react'
import type { Facet } from '#contracts/storefront/search.ts'
import type { ListData } from '#storefront/commerce/listing/listing-view.ts'

/**
 * The list with its filters in the same positions as before. While a shopper filters, a value without
 * products stays with a count of 0, so that no value moves under the finger.
 */
export function useSteadyList(list: ListData): ListData {
  const [seen, setSeen] = useState({ from: list, steady: list })
  if (seen.from === list) return seen.steady
  const steady = isSameCollection(seen.from, list) ? steadyList(seen.steady, list) : list
  setSeen({ from: list, steady })
  return steady
}

function isSameCollection(before: ListData, now: ListData): boolean {
  return before.path === now.path && before.query.q === now.query.q
}

function steadyList(before: ListData, list: ListData): ListData {
  const facets = steadyFacets(before.listing.facets, list.listing.facets)
  return { ...list, listing: { ...list.listing, facets } }
}

/** Filters and values in their previous sequence with the current counts, then the new ones. */
export function steadyFacets(before: readonly Facet[], now: readonly Facet[]): Facet[] {
  const facets_now = new Map(now.map((facet) => [facet.code, facet]))
  // A filter missing from the answer would change nothing now: all remaining products have one value.
  const known = before.flatMap((facet) => {
    const facet_now = facets_now.get(facet.code)
    if (facet_now === undefined) return []
    const values = new Map(facet_now.values.map((each) => [each.value, each]))
    const known_values = facet.values.map(
      (each) => values.get(each.value) ?? { ...each, count: 0, is_selected: false },
    )
    const known_codes = new Set(facet.values.map(({ value }) => value))
    return {
      ...facet,
      values: [...known_values, ...[...values.values()].filter((v) => !known_codes.has(v.value))],
    }
  })
  const codes = new Set(before.map(({ code }) => code))
  return [...known, ...now.filter(({ code }) => !codes.has(code))]
}
