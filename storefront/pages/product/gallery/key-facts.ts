import type { SpecificationGroup } from '#contracts/storefront/catalog.ts'

export type Fact = SpecificationGroup['rows'][number]

/** A slide shows so many facts at 320 px. */
const MAX_FACTS = 5
/** Fewer say nothing that the page does not say anyway. */
const MIN_FACTS = 3

/** The first key fact of each group, then further ones, in the order of the table; none if there are few. */
export function keyFacts(groups: readonly SpecificationGroup[]): Fact[] {
  const keys = groups.map(({ rows }) => rows.filter(({ is_key }) => is_key))
  const firsts = keys.flatMap(([first]) => (first === undefined ? [] : [first]))
  const others = keys.flatMap(([, ...rest]) => rest)
  const chosen = new Set([...firsts, ...others].slice(0, MAX_FACTS))
  return chosen.size < MIN_FACTS ? [] : keys.flat().filter((fact) => chosen.has(fact))
}
