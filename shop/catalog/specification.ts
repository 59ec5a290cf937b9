import type { SpecificationGroup } from '#contracts/storefront/catalog.ts'

/** One attribute of a product with its group. */
export interface AttributeRow {
  group_name: string
  code: string
  name: string
  unit: string | null
  is_key: boolean
  /** In the whole table: by group, then within the group. */
  position: number
  /** Which value is better in a comparison; null where neither is. */
  better: 'higher' | 'lower' | null
  /** In the attribute's unit. */
  value: string | number | boolean
}

/** Returns the specification table: rows under the headings of their groups (contract §3). */
export function specificationOf(rows: readonly AttributeRow[]): SpecificationGroup[] {
  return [...Map.groupBy(rows, (row) => row.group_name)].map(([name, members]) => ({
    name,
    rows: members.map((row) => ({
      code: row.code,
      name: row.name,
      value: attributeText(row.value, row.unit),
      is_key: row.is_key,
    })),
  }))
}

const gigabytes_in_a_terabyte = 1024

/** Formats a value for Vietnamese readers: 6,9 inch · 5200 mAh · 1 TB · Có. */
export function attributeText(value: AttributeRow['value'], unit: string | null): string {
  if (typeof value === 'boolean') return value ? 'Có' : 'Không'
  if (typeof value === 'string') return unit ? `${value} ${unit}` : value
  if (unit === 'GB' && value >= gigabytes_in_a_terabyte) {
    return `${decimal(value / gigabytes_in_a_terabyte)} TB`
  }
  return unit ? `${decimal(value)} ${unit}` : decimal(value)
}

function decimal(value: number): string {
  return String(value).replace('.', ',')
}
