import { csvLine, withoutFormula } from '#pure/formats/csv.ts'
import {
  columnsOf,
  emptyOf,
  record_kinds,
  shapeOf,
  type RecordKind,
} from '#shop/flows/import/record-shapes.ts'
import { versionSku } from '#shop/flows/import/import-row.ts'

/** A record of the shop by field name; fields with their default value may be missing. */
export type ShopRecord = Readonly<Record<string, unknown>>

/** An item with its prices and stock, as the store returns it. */
interface ItemRecord extends ShopRecord {
  sku: string
  is_active: boolean
}

/** A version with its items. */
export interface VersionRecord {
  version: ShopRecord & { sku: string; is_active: boolean }
  items: ItemRecord[]
}

/** A line of an export, before it is written as JSON or CSV. */
interface OutRow {
  record: RecordKind
  row: ShopRecord
}

/** The lines of a version: one line if it has a single plain item, else the version and then its items. */
export function linesOf({ version, items }: VersionRecord): OutRow[] {
  const [only] = items
  if (only !== undefined && items.length === 1 && isPlainItem(only, version)) {
    const own = Object.entries(only).filter(([name]) => !of_version.includes(name))
    return [outRow('product', { ...version, ...Object.fromEntries(own) })]
  }
  return [
    outRow('version', version),
    ...items.map((item) => outRow('item', { ...item, version: version.sku })),
  ]
}

/** Fields that a product line gives to its version; its item leaves them empty. */
const of_version = [
  ...['attributes', 'tags', 'meta_title', 'meta_description', 'meta_keyword', 'canonical_tag'],
  ...['meta_thumbnail', 'meta_index', 'meta_follow'],
]

/** True if an import of one product line would create exactly this version and item. */
function isPlainItem(item: ItemRecord, version: VersionRecord['version']): boolean {
  return (
    version.sku === versionSku(item.sku) &&
    version.is_active === item.is_active &&
    of_version.every((name) => isDefault('item', name, item[name]))
  )
}

/** A record without the fields that an import would set to the same default. */
export function outRow(record: RecordKind, values: ShopRecord): OutRow {
  const { key, fields } = shapeOf(record)
  const names = Object.keys(fields).filter(
    (name) => name === key || (name in values && !isDefault(record, name, values[name])),
  )
  return { record, row: Object.fromEntries(names.map((name) => [name, values[name]])) }
}

const defaults_of = new Map(record_kinds.map((kind) => [kind, columnsOf(kind).defaults]))

function isDefault(record: RecordKind, name: string, value: unknown): boolean {
  if (value === undefined || value === null) return true
  const defaults = defaults_of.get(record) ?? {}
  const empty = name in defaults ? defaults[name] : emptyOf(shapeOf(record).fields[name] ?? 'text')
  return JSON.stringify(value) === JSON.stringify(empty)
}

/** One of the two formats; `heading` is the first line. */
export interface Format {
  heading: string
  write: (line: OutRow) => string
}

export const ndjson: Format = {
  heading: '',
  write: ({ record, row }) =>
    `${JSON.stringify(record === 'product' ? row : { record, ...row })}\n`,
}

/** All kinds share one heading: the fields of products, then those that only other kinds have. */
const csv_columns = [
  ...new Set(
    (['product', ...record_kinds] as const).flatMap((kind) => Object.keys(shapeOf(kind).fields)),
  ),
]

export const csv: Format = {
  heading: csvLine(['record', ...csv_columns]),
  write: ({ record, row }) => csvLine([record, ...csv_columns.map((name) => cellOf(row[name]))]),
}

/** A cell that no spreadsheet runs. The import takes the guard away again. */
function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return withoutFormula(typeof value === 'string' ? value : JSON.stringify(value))
}
