import type { Facet } from '#contracts/storefront/search.ts'

type Value = Facet['values'][number]

interface ValueGroup {
  /** The first word of its labels, such as "iPhone"; null: the values need no groups. */
  name: string | null
  values: Value[]
}

/** So many values are read at a glance. */
const few = 24

/** Groups many values by the first word of their label, so that a shopper finds their own device among all models. */
export function valueGroups(values: readonly Value[]): ValueGroup[] {
  if (values.length <= few) return [{ name: null, values: [...values] }]
  const by_word = Map.groupBy(values, ({ label }) => label.split(' ', 1)[0] ?? '')
  const groups = [...by_word].map(([name, members]) => ({ name, values: members }))
  const large = groups.filter((group) => group.values.length > 1)
  const others = groups.flatMap((group) => (group.values.length > 1 ? [] : group.values))
  return others.length === 0 ? large : [...large, { name: 'Khác', values: others }]
}
