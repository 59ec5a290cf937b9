import { slugify } from '#pure/vietnamese/vietnamese-text.ts'
import type { FactRow } from '#shop/search/index/product-store.ts'
import type { AttributeRow } from '#shop/search/index/taxonomy-store.ts'

type FactValue = string | number | boolean

/** One attribute of all products: a small code for each value, 0 where a product has none. */
export interface FactColumn {
  attribute: AttributeRow
  codes: Uint32Array
  /** Values by code; the first is never used. */
  values: FactValue[]
  /** Values as addresses contain them (`8`, `6.7`, `oled`, `1`), by code. */
  names: string[]
  code_of: Map<FactValue, number>
}

export function createFactColumn(attribute: AttributeRow, capacity: number): FactColumn {
  return {
    attribute,
    codes: new Uint32Array(capacity),
    values: [''],
    names: [''],
    code_of: new Map(),
  }
}

/** Stores the value of a product. Texts with the same form in addresses get the same code. */
export function putFact(column: FactColumn, ordinal: number, row: FactRow): void {
  const value = row.value_number ?? row.value_boolean ?? row.value_text
  column.codes[ordinal] = value === null ? 0 : codeFor(column, value)
}

function codeFor(column: FactColumn, value: FactValue): number {
  const known = column.code_of.get(value)
  if (known !== undefined) return known
  const name = addressName(value)
  const same = typeof value === 'string' ? column.names.indexOf(name, 1) : -1
  const code = same > 0 ? same : column.values.length
  if (same <= 0) {
    column.values.push(value)
    column.names.push(name)
  }
  column.code_of.set(value, code)
  return code
}

/** Returns a value as addresses contain it: digits, 1 and 0, or the text's slug. */
export function addressName(value: FactValue): string {
  if (typeof value === 'boolean') return value ? '1' : '0'
  return typeof value === 'number' ? String(value) : slugify(value) || encodeURIComponent(value)
}

/** Returns the codes that a filter's value selects: one value, or `5-6`, `lt-5`, `ge-6` for numbers. */
export function codesOf(column: FactColumn, wanted: string): number[] {
  const { names, values, attribute } = column
  const name = attribute.data_type === 'text' ? slugify(wanted) : wanted.replace(/^true$/, '1')
  const exact = names.indexOf(name, 1)
  if (exact > 0) return [exact]
  const range = attribute.data_type === 'number' ? rangeOf(wanted) : null
  if (range === null) return []
  return values.flatMap((value, code) =>
    code > 0 && typeof value === 'number' && value >= range.from && value < range.below
      ? [code]
      : [],
  )
}

/** Parses a range of numbers. The lower end is included, the upper end is not. */
export function rangeOf(text: string): { from: number; below: number } | null {
  const number = String.raw`\d{1,9}(?:\.\d{1,4})?`
  const [, prefix, low, high] =
    new RegExp(`^(?:(lt|ge)-)?(${number})(?:-(${number}))?$`).exec(text) ?? []
  if (low === undefined) return null
  if (prefix === 'lt') return high ? null : { from: -Infinity, below: Number(low) }
  if (prefix === 'ge') return high ? null : { from: Number(low), below: Infinity }
  return high === undefined ? null : { from: Number(low), below: Number(high) }
}
