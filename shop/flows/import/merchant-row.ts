import { isPictureAddress } from '#shop/flows/import/picture-address.ts'
import { ValueProblem } from '#shop/flows/import/row-values.ts'

/** A row as it was read: fields by name, values as JSON or as text. */
export type RawRow = Readonly<Record<string, unknown>>

/** A row of another format with our field names, and notes about data that was not imported. */
export interface OwnRow {
  row: RawRow
  notes: string[]
}

/** True for a row of a Google Merchant feed: it has id and title, our rows have sku and name. */
export function isMerchantRow(raw: RawRow): boolean {
  return !('sku' in raw) && !('record' in raw) && 'id' in raw && 'title' in raw
}

/** A row of a Merchant feed (support.google.com 7052112) as a product, or as an item of its item_group_id. */
export function fromMerchant(raw: RawRow): OwnRow[] {
  const group = textOf(raw['item_group_id'])
  const { item, notes } = merchantItem(raw)
  const version = merchantVersion(raw)
  if (group === '') return [{ row: { record: 'product', ...item, ...version }, notes }]
  const color = ['color', 'size', 'material', 'pattern']
    .map((name) => textOf(raw[name]))
    .filter((word) => word !== '')
    .join(' ')
  return [
    { row: { record: 'version', ...version, sku: group, is_implied: true }, notes },
    {
      row: { record: 'item', ...item, version: group, color_name: color || textOf(raw['id']) },
      notes: [],
    },
  ]
}

function merchantItem(raw: RawRow): OwnRow & { item: RawRow } {
  const condition = textOf(raw['condition']).toLowerCase()
  if (condition !== '' && condition !== 'new') {
    throw new ValueProblem(`condition "${condition}": only new products are accepted`)
  }
  const { media, note } = merchantPicture(raw)
  const item = {
    sku: raw['id'],
    list_price: raw['price'],
    sale_price: raw['sale_price'] ?? '',
    ...merchantStock(raw),
    ...media,
  }
  return { row: item, item, notes: note }
}

function merchantVersion(raw: RawRow): RawRow {
  const attributes = Object.entries({ mpn: raw['mpn'], gtin: raw['gtin'] })
    .map(([name, value]) => [name, textOf(value)] as const)
    .filter(([, value]) => value !== '')
  return {
    name: raw['title'],
    ...('description' in raw ? { description: raw['description'] } : {}),
    ...('brand' in raw ? { brand: raw['brand'] } : {}),
    ...merchantCategory(raw),
    ...merchantPath(raw),
    ...(attributes.length > 0 ? { attributes: Object.fromEntries(attributes) } : {}),
  }
}

/** The shop's own category if given, else Google's. Google's numeric categories are ignored. */
function merchantCategory(raw: RawRow): RawRow {
  const named = [raw['product_type'], raw['google_product_category']]
    .map(textOf)
    .find((text) => text !== '' && !/^\d+$/.test(text))
  return named === undefined ? {} : { category: named.split(',')[0] }
}

/** The address of the product's page, if it is at the root of the site. */
function merchantPath(raw: RawRow): RawRow {
  const link = textOf(raw['link'])
  if (!URL.canParse(link)) return {}
  const path = new URL(link).pathname.replace(/^\/+|\/+$/g, '').toLowerCase()
  return /^[a-z0-9][a-z0-9._-]*$/.test(path) ? { path } : {}
}

/** The stock if the feed has a quantity; a product that is out of stock has none. */
function merchantStock(raw: RawRow): RawRow {
  const counted = ['quantity', 'inventory', 'quantity_to_sell_on_facebook']
    .map((name) => textOf(raw[name]))
    .find((text) => text !== '')
  if (counted !== undefined) return { stock: counted }
  const word = textOf(raw['availability']).toLowerCase().replaceAll(' ', '_')
  return word === 'out_of_stock' ? { stock: {} } : {}
}

/** Pictures of this shop or of a host in IMAGE_HOSTS. An import fetches no pictures. */
function merchantPicture(raw: RawRow): { media: RawRow; note: string[] } {
  const link = textOf(raw['image_link'])
  if (link === '') return { media: {}, note: [] }
  const path = isPictureAddress(link) || !URL.canParse(link) ? link : new URL(link).pathname
  if (!isPictureAddress(path)) {
    return { media: {}, note: ['pictures of another address (image_link) were not taken over'] }
  }
  const size = { width: 600, height: 600 }
  return { media: { media: [{ src: path, alt: textOf(raw['title']), ...size }] }, note: [] }
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
}
