import { slugify } from '#pure/vietnamese/vietnamese-text.ts'
import {
  fromMerchant,
  isMerchantRow,
  type OwnRow,
  type RawRow,
} from '#shop/flows/import/merchant-row.ts'
import {
  columnsOf,
  isRecordKind,
  record_shapes,
  shapeOf,
  type RecordKind,
} from '#shop/flows/import/record-shapes.ts'
import {
  attributeCode,
  belowList,
  not_given,
  plainFact,
  readValue,
  unshortened,
  ValueProblem,
} from '#shop/flows/import/row-values.ts'

/** A valid record. `key` identifies it in its table; `row` contains only the fields that were given. */
interface StagedRow {
  record: Exclude<RecordKind, 'product'>
  key: string
  row: Record<string, unknown>
}

/** The result of reading a line: its records and notes about ignored fields, or the reason why it is refused. */
type ReadRow = { staged: StagedRow[]; notes: string[] } | { reason: string }

const longest_address = 120

/** Reads one line of a file in our format or of a Merchant feed (decisions/041). */
export function readRow(raw: RawRow): ReadRow {
  try {
    const named = byOwnNames(raw)
    const own = isMerchantRow(named) ? fromMerchant(named) : [fromForeign(named)]
    return {
      staged: own.flatMap(({ row }) => stagedRows(row)),
      notes: own.flatMap(({ notes }) => notes),
    }
  } catch (error) {
    if (error instanceof ValueProblem) return { reason: error.message }
    throw error
  }
}

/** Names of fields in files that were exported before they were renamed. */
const former_names = new Map([['hold_hours', 'reserve_hours']])

/** "Image Link", "g:image_link" and " image link" are image_link. */
function byOwnNames(raw: RawRow): RawRow {
  return Object.fromEntries(
    Object.entries(raw).map(([name, value]) => [ownName(name), value] as const),
  )
}

function ownName(name: string): string {
  const [head = '', ...rest] = name.trim().split('.')
  const plain = head.toLowerCase().replace(/^g:/, '').replace(/\s+/g, '_')
  return [former_names.get(plain) ?? plain, ...rest].join('.')
}

/** Reads the fields of other formats as attributes: spec, mpn, gtin, year, and columns attributes.CODE. */
function fromForeign(raw: RawRow): OwnRow {
  const own: Record<string, unknown> = {}
  const facts: Record<string, unknown> = {}
  const notes: string[] = []
  for (const [name, value] of Object.entries(raw)) {
    if (name === 'mpn' || name === 'gtin') facts[name] = textFact(name, value)
    else if (name === 'year') facts['year'] = numberFact(value)
    else if (name === 'spec') notes.push(...readSpec(facts, value))
    else if (name.startsWith('attributes.')) facts[name.slice(11)] = numberFact(value)
    else if (name === 'record' || known_fields.has(name)) own[name] = value
    else notes.push(`the field "${name}" is not known and was passed over`)
  }
  const known = Object.entries(facts).filter(([, fact]) => fact !== '' && fact !== null)
  if (known.length === 0) return { row: own, notes }
  const already = readValue('facts', own['attributes'])
  const attributes = { ...Object(already), ...Object.fromEntries(known) }
  return { row: { ...own, attributes }, notes }
}

// In CSV all kinds share one heading: a row ignores the fields of other kinds.
const known_fields = new Set(
  Object.values(record_shapes).flatMap((shape) => Object.keys(shape.fields)),
)

function readSpec(facts: Record<string, unknown>, spec: unknown): string[] {
  if (typeof spec !== 'object' || spec === null) throw new ValueProblem('spec must be an object')
  return Object.entries(spec).flatMap(([name, value]) => {
    const fact = plainFact(value)
    if (fact !== undefined) facts[attributeCode(name)] = fact
    return fact === undefined ? [`spec.${name} cannot be printed in a table and was left out`] : []
  })
}

function textFact(name: string, value: unknown): unknown {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' ? inField(name, () => unshortened(value)) : (value ?? '')
}

/** Converts a CSV cell that looks like a number, true or false. */
function numberFact(value: unknown): unknown {
  if (typeof value !== 'string') return value ?? ''
  const text = value.trim()
  if (/^-?(0|[1-9]\d{0,14})(\.\d{1,9})?$/.test(text)) return Number(text)
  // A spreadsheet writes TRUE.
  return /^(true|false)$/i.test(text) ? text.toLowerCase() === 'true' : text
}

function stagedRows(raw: RawRow): StagedRow[] {
  const record = raw['record'] == null || raw['record'] === '' ? 'product' : raw['record']
  if (typeof record !== 'string' || !isRecordKind(record)) {
    throw new ValueProblem(`record "${String(record)}" is not known`)
  }
  const row = readFields(record, raw)
  if (record === 'product') return splitProduct(row)
  const { key } = shapeOf(record)
  const named = row[key]
  if (typeof named !== 'string' && typeof named !== 'number')
    throw new ValueProblem(`${key} is missing`)
  if (raw['is_implied'] === true) row['is_implied'] = true
  return [{ record, key: String(named), row: completed(record, row) }]
}

function readFields(record: RecordKind, raw: RawRow): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  for (const [name, kind] of Object.entries(shapeOf(record).fields)) {
    if (!(name in raw)) continue
    const value = inField(name, () => readValue(kind, raw[name]))
    if (value !== not_given) row[name] = value
  }
  return row
}

/** Names the field in the message about its value. */
function inField<Value>(name: string, read: () => Value): Value {
  try {
    return read()
  } catch (error) {
    if (error instanceof ValueProblem) throw new ValueProblem(`${name} ${error.message}`)
    throw error
  }
}

/** Splits a product in one line into a version and its item; the version's sku is the item's sku after V-. */
function splitProduct(row: Record<string, unknown>): StagedRow[] {
  const sku = row['sku']
  if (typeof sku !== 'string') throw new ValueProblem('sku is missing')
  const part = (shape: { fields: object }) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => Object.hasOwn(shape.fields, name)))
  const version_sku = versionSku(sku)
  const { attributes: _a, tags: _t, ...item } = part(record_shapes.item)
  for (const name of columnsOf('version').columns)
    if (name !== 'is_active' && name !== 'sku') delete item[name]
  const version = { ...part(record_shapes.version), sku: version_sku }
  return [
    { record: 'version', key: version_sku, row: completed('version', version) },
    { record: 'item', key: sku, row: completed('item', { ...item, sku, version: version_sku }) },
  ]
}

/** The sku of the version of a product in one line. */
export function versionSku(sku: string): string {
  return `V-${sku}`
}

/** Adds the fields that are derived from the given ones. */
function completed(record: StagedRow['record'], row: Record<string, unknown>): StagedRow['row'] {
  const text = (name: string) => (typeof row[name] === 'string' ? row[name] : '')
  if (record === 'version' && text('name') !== '')
    row['base'] = addressBase(text('name'), text('sku'))
  if (record === 'version' && text('brand') !== '')
    row['brand_slug'] = addressBase(text('brand'), '')
  if (record === 'version' && text('category') !== '')
    row['category_path'] = categoryPathOf(text('category'))
  if (record === 'repair_service') row['base'] = addressBase(text('name'), text('sku'))
  if (record === 'post_category' || record === 'post_tag')
    row['base'] = addressBase(text('name'), '')
  if (record === 'category') row['base'] = addressBase(text('code'), text('name'))
  if (record === 'attribute' && 'data_type' in row) requireOneOf(row, 'data_type', data_types)
  if (record === 'attribute' && row['better'] != null) requireOneOf(row, 'better', better_values)
  if (record === 'attribute' || record === 'province' || record === 'brand') addSlug(record, row)
  if (record === 'item' && row['identified_by'] != null) {
    requireOneOf(row, 'identified_by', identifiers)
  }
  if (record === 'item') completeItem(row, text)
  return row
}

const data_types = ['text', 'number', 'boolean']
const better_values = ['higher', 'lower']
const identifiers = ['imei', 'serial']

function requireOneOf(row: Record<string, unknown>, name: string, allowed: string[]): void {
  if (!allowed.includes(String(row[name]))) {
    throw new ValueProblem(`${name} must be one of ${allowed.join(', ')}`)
  }
}

function addSlug(record: StagedRow['record'], row: Record<string, unknown>): void {
  const name = typeof row['name'] === 'string' ? row['name'] : ''
  if (record !== 'attribute' && !('slug' in row) && name !== '') row['slug'] = addressBase(name, '')
}

function completeItem(row: Record<string, unknown>, text: (name: string) => string): void {
  if (text('color_name') !== '' && text('color_slug') === '')
    row['color_slug'] = slugify(text('color_name'))
  if ('sale_price' in row && row['sale_price'] !== null && row['list_price'] == null) {
    throw new ValueProblem('sale_price needs a list_price beside it')
  }
  const { list_price, sale_price = null } = row
  if (typeof list_price !== 'number') return
  row['sale_price'] = belowList(list_price, typeof sale_price === 'number' ? sale_price : null)
}

/** The address made from a name, or from `otherwise` if the name has no letters for an address. */
export function addressBase(name: string, otherwise: string): string {
  const slug = slugify(name.split(' | ')[0] ?? name) || slugify(otherwise)
  const short = slug.slice(0, longest_address).replace(/-[^-]*$/, '')
  return slug.length > longest_address ? short : slug || 'khac'
}

/** Categories from the top down: "Phụ kiện > Cáp" or one code or name. */
function categoryPathOf(category: string): { code: string; name: string }[] {
  return category
    .split('>')
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .map((name) => ({ code: addressBase(name, ''), name }))
}
