import type { Facet, FacetValue } from '#contracts/storefront/search.ts'
import { attributeText } from '#shop/catalog/specification.ts'
import { codesOf, type FactColumn, rangeOf } from '#shop/search/index/fact-columns.ts'
import { isShown, sortedByCount } from '#shop/search/facets/facet-values.ts'
import { at } from '#shop/search/index/product-index.ts'

/** Minimum share of a list's products that must have an attribute: its filter hides all others. */
const min_share = 0.2
/** A longer list of numbers is not readable without bands and is not shown. */
const max_numbers = 24
/** Every phone that a case fits is one of the values: the list must hold all of them. */
const max_texts = 120

/** Returns the facet of an attribute, or null if it is not useful for these products. */
export function factFacet(
  column: FactColumn,
  among: Int32Array,
  asked: readonly string[],
): Facet | null {
  const counts = countCodes(column, among)
  const without_value = at(counts, 0)
  if (asked.length === 0 && !mayFilter(among.length - without_value, among.length)) return null
  const values = valuesOf(column, counts, asked)
  const { code, name, data_type } = column.attribute
  const narrows =
    data_type === 'boolean' ? values.some(({ count }) => count < among.length) : values.length > 1
  return narrows || values.some((value) => value.is_selected) ? { code, name, values } : null
}

/** Returns whether enough of a list's products have an attribute to filter by it. */
export function mayFilter(with_value: number, total: number): boolean {
  return with_value > 0 && with_value >= total * min_share
}

function countCodes({ codes, values }: FactColumn, among: Int32Array): Uint32Array {
  const counts = new Uint32Array(values.length)
  for (let turn = 0; turn < among.length; turn++) {
    const code = codes[among[turn] as number] as number
    counts[code] = (counts[code] as number) + 1
  }
  return counts
}

function valuesOf(column: FactColumn, counts: Uint32Array, asked: readonly string[]): FacetValue[] {
  const { attribute } = column
  if (attribute.facet_bounds.length > 0) return bandValues(column, counts, asked)
  const chosen = new Set(asked.flatMap((value) => codesOf(column, value)))
  const values = column.values.flatMap((value, code): FacetValue[] => {
    if (code === 0 || value === false) return []
    return [
      {
        value: column.names[code] ?? '',
        label: attributeText(value, attribute.unit),
        count: at(counts, code),
        is_selected: chosen.has(code),
      },
    ]
  })
  const shown = values.filter(isShown)
  if (attribute.data_type === 'text') {
    return sortedByCount(shown).filter((value, turn) => turn < max_texts || value.is_selected)
  }
  if (shown.length > max_numbers) return shown.filter((value) => value.is_selected)
  return shown.toSorted((one, other) => Number(one.value) - Number(other.value))
}

/**
 * Returns bands of numbers: bounds 5 and 6 give "Dưới 5 inch", "5 - 6 inch", "Từ 6 inch". Adds other selected values.
 */
function bandValues(
  column: FactColumn,
  counts: Uint32Array,
  asked: readonly string[],
): FacetValue[] {
  const { facet_bounds, unit } = column.attribute
  const ends = [null, ...facet_bounds, null]
  const bands = ends.slice(1).map((high, turn) => {
    const low = ends[turn] ?? null
    const value = bandCode(low, high)
    return bandValue(column, counts, { value, label: bandLabel(low, high, unit), asked })
  })
  const others = [...new Set(asked)].filter((value) => !bands.some((band) => band.value === value))
  return [
    ...bands.filter(isShown),
    // "5000" or "4500-5500" in an address filters too: the shopper must see it to remove it.
    ...others.flatMap((value) => {
      const label = otherLabel(value, unit)
      return label === null ? [] : [bandValue(column, counts, { value, label, asked })]
    }),
  ]
}

interface Band {
  value: string
  label: string
  asked: readonly string[]
}

function bandValue(
  column: FactColumn,
  counts: Uint32Array,
  { value, label, asked }: Band,
): FacetValue {
  const count = codesOf(column, value).reduce((sum, code) => sum + at(counts, code), 0)
  return { value, label, count, is_selected: asked.includes(value) }
}

/** Returns the label of a number or range that is none of the bands; null for other texts. */
function otherLabel(value: string, unit: string | null): string | null {
  if (/^\d{1,9}(\.\d{1,4})?$/.test(value)) return attributeText(Number(value), unit)
  const range = rangeOf(value)
  if (range === null) return null
  const { from, below } = range
  return bandLabel(from === -Infinity ? null : from, below === Infinity ? null : below, unit)
}

function bandCode(low: number | null, high: number | null): string {
  if (low === null) return `lt-${high}`
  return high === null ? `ge-${low}` : `${low}-${high}`
}

function bandLabel(low: number | null, high: number | null, unit: string | null): string {
  if (low === null) return `Dưới ${attributeText(high ?? 0, unit)}`
  if (high === null) return `Từ ${attributeText(low, unit)}`
  return `${attributeText(low, null)} - ${attributeText(high, unit)}`
}
