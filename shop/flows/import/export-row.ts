import { csvLine } from '#pure/csv.ts'
import {
  columnsOf,
  emptyOf,
  record_kinds,
  shapeOf,
  type RecordKind,
} from '#shop/flows/import/record-shapes.ts'
import { versionSku } from '#shop/flows/import/import-row.ts'

/** A record of the shop by the names of its fields; what has its ordinary value may be left out. */
export type ShopRecord = Readonly<Record<string, unknown>>

/** An item with its offers, as the store gives it. */
export interface ItemRecord extends ShopRecord {
  sku: string
  is_active: boolean
}

/** A version with its items. */
export interface VersionRecord {
  version: ShopRecord & { sku: string; is_active: boolean }
  items: ItemRecord[]
}

/** A line of an export, before it is written as JSON or as cells. */
export interface OutRow {
  record: RecordKind
  row: ShopRecord
}

/** The lines of a version: one when it is sold in a single form, else itself and then its items. */
export function linesOf({ version, items }: VersionRecord): OutRow[] {
  const [only] = items
  if (only !== undefined && items.length === 1 && isOneWith(only, version)) {
    const own = Object.entries(only).filter(([name]) => !of_version.includes(name))
    return [outRow('product', { ...version, ...Object.fromEntries(own) })]
  }
  return [
    outRow('version', version),
    ...items.map((item) => outRow('item', { ...item, version: version.sku })),
  ]
}

/** What a line of one form says of its version, and its item therefore leaves empty. */
const of_version = ['attributes', 'tags', 'meta_title', 'meta_description', 'meta_keyword']

/** What an import of one line would make: a plain item behind a version of the derived number. */
function isOneWith(item: ItemRecord, version: VersionRecord['version']): boolean {
  return (
    version.sku === versionSku(item.sku) &&
    version.is_active === item.is_active &&
    of_version.every((name) => isOrdinary('item', name, item[name]))
  )
}

/** A record without the fields that an import would fill in by itself. */
export function outRow(record: RecordKind, given: ShopRecord): OutRow {
  const { key, fields } = shapeOf(record)
  const told = Object.keys(fields).filter(
    (name) => name === key || (name in given && !isOrdinary(record, name, given[name])),
  )
  return { record, row: Object.fromEntries(told.map((name) => [name, given[name]])) }
}

const ordinary = new Map(record_kinds.map((kind) => [kind, columnsOf(kind).defaults]))

function isOrdinary(record: RecordKind, name: string, value: unknown): boolean {
  if (value === undefined || value === null) return true
  const defaults = ordinary.get(record) ?? {}
  const empty = name in defaults ? defaults[name] : emptyOf(shapeOf(record).fields[name] ?? 'text')
  return JSON.stringify(value) === JSON.stringify(empty)
}

/** Writes lines in one of the two formats; `heading` comes first. */
export interface Format {
  heading: string
  write: (line: OutRow) => string
}

export const ndjson: Format = {
  heading: '',
  write: ({ record, row }) =>
    `${JSON.stringify(record === 'product' ? row : { record, ...row })}\n`,
}

/** All kinds share one heading: products first, then what only others have. */
const csv_columns = [
  ...new Set(
    (['product', ...record_kinds] as const).flatMap((kind) => Object.keys(shapeOf(kind).fields)),
  ),
]

export const csv: Format = {
  heading: csvLine(['record', ...csv_columns]),
  write: ({ record, row }) => csvLine([record, ...csv_columns.map((name) => cellOf(row[name]))]),
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
