import { useState } from 'react'
import type { Facet } from '#contracts/storefront/search.ts'
import type { ListData } from '#storefront/commerce/listing/listing-view.ts'

/**
 * The list with its filters where they were: while a shopper narrows it, a value that has nothing
 * left keeps its place with a count of 0, and none changes its place under the finger.
 */
export function useSteadyList(list: ListData): ListData {
  const [seen, setSeen] = useState({ from: list, steady: list })
  if (seen.from === list) return seen.steady
  const steady = isSameShelf(seen.from, list) ? steadyList(seen.steady, list) : list
  setSeen({ from: list, steady })
  return steady
}

function isSameShelf(one: ListData, other: ListData): boolean {
  return one.path === other.path && one.query.q === other.query.q
}

function steadyList(before: ListData, list: ListData): ListData {
  const facets = steadyFacets(before.listing.facets, list.listing.facets)
  return { ...list, listing: { ...list.listing, facets } }
}

/** Filters and values in the order they had, with the counts of now; then what is new. */
export function steadyFacets(before: readonly Facet[], now: readonly Facet[]): Facet[] {
  const fresh = new Map(now.map((facet) => [facet.code, facet]))
  // A filter that is not told any more would change nothing now: all that is left is alike.
  const known = before.flatMap((facet) => {
    const told = fresh.get(facet.code)
    if (told === undefined) return []
    const values = new Map(told.values.map((each) => [each.value, each]))
    const kept = facet.values.map(
      (each) => values.get(each.value) ?? { ...each, count: 0, is_selected: false },
    )
    const old = new Set(facet.values.map(({ value }) => value))
    return { ...facet, values: [...kept, ...[...values.values()].filter((v) => !old.has(v.value))] }
  })
  const codes = new Set(before.map(({ code }) => code))
  return [...known, ...now.filter(({ code }) => !codes.has(code))]
}
