import type { Facet, FacetValue } from '#contracts/storefront/search.ts'
import { attributeText } from '#shop/catalog/specification.ts'
import { codesOf, type FactColumn, rangeOf } from '#shop/search/index/fact-columns.ts'
import { isThere, mostFirst } from '#shop/search/facets/facet-values.ts'
import { at } from '#shop/search/index/product-index.ts'

/** Less than this share of a list says anything about an attribute: its filter would hide the rest. */
const least_share = 0.2
/** More numbers than this need bands to be read. */
const most_numbers = 24
const most_texts = 40

/** The filter for an attribute, or null when it makes no sense for these products. */
export function factFacet(
  column: FactColumn,
  among: Int32Array,
  asked: readonly string[],
): Facet | null {
  const counts = countCodes(column, among)
  const silent = at(counts, 0)
  if (asked.length === 0 && !mayFilter(among.length - silent, among.length)) return null
  const values = valuesOf(column, counts, asked)
  const { code, name, data_type } = column.attribute
  const narrows =
    data_type === 'boolean' ? values.some(({ count }) => count < among.length) : values.length > 1
  return narrows || values.some((value) => value.is_selected) ? { code, name, values } : null
}

/** Whether so many of a list's products say something that is worth a filter. */
export function mayFilter(speaking: number, all: number): boolean {
  return speaking > 0 && speaking >= all * least_share
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
  const there = values.filter(isThere)
  if (attribute.data_type === 'text') {
    return mostFirst(there).filter((value, turn) => turn < most_texts || value.is_selected)
  }
  if (there.length > most_numbers) return there.filter((value) => value.is_selected)
  return there.toSorted((one, other) => Number(one.value) - Number(other.value))
}

/** Numbers in bands: 5 and 6 make "Dưới 5 inch", "5 - 6 inch", "Từ 6 inch"; and what else was asked for. */
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
    ...bands.filter(isThere),
    // "5000" or "4500-5500" in an address filters too: whoever came with it must see it to take it off.
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

/** A number or band of somebody's own; null for what is neither. */
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
