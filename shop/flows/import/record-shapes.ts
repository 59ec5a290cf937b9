import { campaign_shapes } from '#shop/flows/import/campaigns/campaign-shapes.ts'
import { content_shapes } from '#shop/flows/import/content/content-shapes.ts'
import { used_shapes } from '#shop/flows/import/trade/used-shape.ts'
import { lender_shapes } from '#shop/flows/import/lenders/lender-shapes.ts'

/** How a field is written and stored. A kind with `?` may be empty, which is null in the database. */
export type FieldKind =
  | 'text'
  | 'text?'
  | 'whole'
  | 'number?'
  /** A place on the globe, in degrees. */
  | 'degrees?'
  /** The official code of a province. */
  | 'two_digits'
  | 'flag'
  | 'texts'
  | 'wholes'
  | 'numbers'
  | 'day?'
  | 'time'
  | 'time?'
  | 'rich_text'
  /** The name of another record: a brand, a category … */
  | 'name'
  /** The names of other records. */
  | 'names'
  | 'path'
  | 'paths'
  | 'money?'
  | 'amounts'
  | 'facts'
  | 'prices'
  | 'pictures'
  /** Items of a flash sale with their price and slots. */
  | 'flash_items'
  /** Options of a repair service with their prices and the parts of shops. */
  | 'repair_options'
  /** Technicians of a shop by skill: one number for every day, or seven from Monday to Sunday. */
  | 'technicians'
  /** Answers to a question about an old device, with what each takes off. */
  | 'trade_answers'
  /** The IMEI or serial number of a unit. */
  | 'unit_code'
  /** Tests of a used device with their results. */
  | 'device_tests'
  /** Rates of a company that lends. */
  | 'loan_rates'
  /** Fees of a bank for paying by card in parts. */
  | 'card_fees'
  /** Blocks of a landing page, and those of its draft. */
  | 'landing_blocks'
  | 'landing_blocks?'
  /** What is prepared for an article or a static page, and when it is published. */
  | 'draft?'
  /** Prize tables of a game by their first day. */
  | 'game_offers'
  /** Questions and their answers. */
  | 'questions'

/** One kind of record in a file: its fields, and the table whose columns most of them are. */
interface RecordShape {
  table: string
  /** The field that identifies a record. */
  key: string
  fields: Readonly<Record<string, FieldKind>>
  /** Fields that a new record must have. */
  required: readonly string[]
  /** Defaults of columns that a new record does not give, where the empty value would be wrong. */
  defaults: Readonly<Record<string, unknown>>
}

const tag_meta = {
  meta_title: 'text',
  meta_description: 'text',
  meta_thumbnail: 'text?',
  meta_index: 'flag',
  meta_follow: 'flag',
} as const

const meta = { ...tag_meta, canonical_tag: 'text' } as const

const meta_defaults = { meta_index: true, meta_follow: true }

const version_fields = {
  sku: 'name',
  name: 'name',
  brand: 'name',
  category: 'name',
  family: 'name',
  version_label: 'text',
  warranty_months: 'whole',
  launched_on: 'day?',
  highlights: 'texts',
  description: 'rich_text',
  position: 'whole',
  views: 'whole',
  sold_before: 'whole',
  is_active: 'flag',
  path: 'path',
  old_paths: 'paths',
  attributes: 'facts',
  tags: 'amounts',
  faq: 'questions',
  ...meta,
  meta_keyword: 'text',
} as const

const item_fields = {
  sku: 'name',
  version: 'name',
  color_name: 'text?',
  color_slug: 'text?',
  color_hex: 'text?',
  identified_by: 'text?',
  is_active: 'flag',
  list_price: 'money?',
  sale_price: 'money?',
  prices: 'prices',
  stock: 'amounts',
  media: 'pictures',
} as const

/** Fields of a product without colours: its version and its item in one line. */
const product_fields = { ...item_fields, ...version_fields } as const

const version_defaults = { warranty_months: 12, is_active: true, ...meta_defaults }

/** Every kind of record, in the sequence in which they are written: each kind before the kinds that refer to it. */
export const record_shapes = {
  province: {
    table: 'province',
    key: 'province_id',
    fields: {
      province_id: 'whole',
      name: 'name',
      slug: 'path',
      official_code: 'two_digits',
      legacy_code: 'two_digits',
      is_popular: 'flag',
      position: 'whole',
    },
    required: ['name', 'slug', 'official_code', 'legacy_code'],
    defaults: { is_popular: false },
  },
  shop: {
    table: 'shop',
    key: 'code',
    fields: {
      code: 'name',
      external_id: 'whole',
      name: 'name',
      company_id: 'whole',
      address: 'text',
      street: 'text',
      ward_name: 'text',
      district_name: 'text',
      province_id: 'whole',
      time_opening: 'text',
      phone: 'text',
      image: 'text?',
      gallery: 'texts',
      zalo_link: 'text?',
      google_link: 'text?',
      google_map_address: 'text?',
      shop_description: 'text?',
      note: 'text?',
      latitude: 'degrees?',
      longitude: 'degrees?',
      kinds: 'texts',
      is_active: 'flag',
      technicians: 'technicians',
    },
    required: ['external_id', 'name', 'company_id', 'province_id'],
    defaults: { is_active: true },
  },
  customer_group: {
    table: 'customer_group',
    key: 'code',
    fields: { code: 'name', customer_group_id: 'whole', name: 'name' },
    required: ['customer_group_id', 'name'],
    defaults: {},
  },
  brand: {
    table: 'brand',
    key: 'name',
    fields: {
      name: 'name',
      slug: 'path',
      description: 'rich_text',
      logo: 'text?',
      faq: 'questions',
    },
    required: ['slug'],
    defaults: {},
  },
  category: {
    table: 'category',
    key: 'code',
    fields: {
      code: 'name',
      name: 'name',
      parent: 'name',
      thumbnail: 'text?',
      description: 'rich_text',
      position: 'whole',
      is_in_menu: 'flag',
      price_bounds: 'wholes',
      path: 'path',
      old_paths: 'paths',
      faq: 'questions',
      ...meta,
      meta_keywords: 'text',
    },
    required: ['name'],
    defaults: { is_in_menu: true, ...meta_defaults },
  },
  attribute_group: {
    table: 'attribute_group',
    key: 'code',
    fields: { code: 'name', name: 'name', position: 'whole' },
    required: ['name'],
    defaults: {},
  },
  attribute: {
    table: 'attribute',
    key: 'code',
    fields: {
      code: 'name',
      name: 'name',
      group: 'name',
      unit: 'text?',
      data_type: 'name',
      is_filterable: 'flag',
      is_key: 'flag',
      position: 'whole',
      facet_bounds: 'numbers',
      better: 'text?',
    },
    required: ['name', 'group', 'data_type'],
    defaults: { is_filterable: false, is_key: false },
  },
  tag: {
    table: 'product_tag',
    key: 'tag_key',
    fields: {
      tag_key: 'name',
      name: 'name',
      description: 'rich_text',
      faq: 'questions',
      ...tag_meta,
      meta_keyword: 'text',
    },
    required: ['name'],
    defaults: meta_defaults,
  },
  family: {
    table: 'product_family',
    key: 'code',
    fields: { code: 'name', name: 'name', series: 'text' },
    required: ['name'],
    defaults: {},
  },
  version: {
    table: 'product',
    key: 'sku',
    fields: version_fields,
    required: ['name', 'category'],
    defaults: version_defaults,
  },
  item: {
    table: 'product',
    key: 'sku',
    fields: { ...item_fields, attributes: 'facts', tags: 'amounts', ...meta, meta_keyword: 'text' },
    required: ['version'],
    defaults: { is_active: true, ...meta_defaults },
  },
  product: {
    table: 'product',
    key: 'sku',
    fields: product_fields,
    required: ['name', 'category'],
    defaults: version_defaults,
  },
  flash_sale: {
    table: 'flash_sale',
    key: 'code',
    fields: {
      code: 'name',
      name: 'name',
      starts_at: 'time',
      ends_at: 'time',
      per_customer: 'whole',
      is_online_only: 'flag',
      needs_member: 'flag',
      pay_within_s: 'whole',
      excludes: 'texts',
      is_active: 'flag',
      items: 'flash_items',
    },
    required: ['name', 'starts_at', 'ends_at', 'items'],
    defaults: { per_customer: 1, is_online_only: true, pay_within_s: 900, is_active: true },
  },
  repair_part: {
    table: 'repair_part',
    key: 'part_code',
    fields: {
      part_code: 'name',
      name: 'name',
      signs: 'texts',
      needs_part: 'flag',
      thumbnail: 'text',
      position: 'whole',
    },
    required: ['name'],
    defaults: { needs_part: true },
  },
  repair_service: {
    table: 'repair_service',
    key: 'sku',
    fields: {
      sku: 'name',
      name: 'name',
      model_name: 'text',
      brand_name: 'text',
      device_kind: 'text',
      part_code: 'text',
      minutes: 'whole',
      skill: 'text',
      description: 'rich_text',
      position: 'whole',
      is_active: 'flag',
      path: 'path',
      old_paths: 'paths',
      options: 'repair_options',
      ...meta,
      meta_keyword: 'text',
    },
    required: [
      'name',
      'model_name',
      'brand_name',
      'device_kind',
      'part_code',
      'minutes',
      'skill',
      'options',
    ],
    defaults: { is_active: true, ...meta_defaults },
  },
  trade_grade: {
    table: 'trade_grade',
    key: 'grade_code',
    fields: { grade_code: 'name', label: 'text', factor: 'whole' },
    required: ['label', 'factor'],
    defaults: {},
  },
  trade_question: {
    table: 'trade_question',
    key: 'question_code',
    fields: {
      question_code: 'name',
      title: 'text',
      hint: 'text',
      device_kinds: 'texts',
      position: 'whole',
      is_active: 'flag',
      answers: 'trade_answers',
    },
    required: ['title', 'position', 'answers'],
    defaults: { is_active: true },
  },
  trade_device: {
    table: 'trade_device',
    key: 'code',
    fields: {
      code: 'name',
      model_code: 'text',
      model_name: 'text',
      name: 'name',
      variant: 'text',
      brand_name: 'text',
      device_kind: 'text',
      base_price: 'money?',
      upgrade_bonus: 'whole',
      version: 'name',
      position: 'whole',
      is_active: 'flag',
    },
    required: [
      'model_code',
      'model_name',
      'name',
      'variant',
      'brand_name',
      'device_kind',
      'base_price',
    ],
    defaults: { is_active: true },
  },
  ...used_shapes,
  ...lender_shapes,
  ...campaign_shapes,
  ...content_shapes,
} as const satisfies Record<string, RecordShape>

export type RecordKind = keyof typeof record_shapes

export const record_kinds = Object.keys(record_shapes) as RecordKind[]

/** The shape of a kind, with the general type. */
export function shapeOf(kind: RecordKind): RecordShape {
  return record_shapes[kind]
}

/** Whether a text names a kind of record. */
export function isRecordKind(text: string): text is RecordKind {
  return Object.hasOwn(record_shapes, text)
}

/** Kinds whose fields are columns of their table under the same name. */
const column_kinds = new Set<FieldKind>([
  'text',
  'text?',
  'whole',
  'number?',
  'degrees?',
  'two_digits',
  'flag',
  'texts',
  'wholes',
  'numbers',
  'day?',
  'time',
  'time?',
  'landing_blocks',
  'landing_blocks?',
  'rich_text',
])

/** The fields of a kind that are columns of its table, and their defaults in a new row. */
export function columnsOf(kind: RecordKind): {
  columns: string[]
  defaults: Record<string, unknown>
} {
  const { fields, defaults } = shapeOf(kind)
  const columns = Object.keys(fields).filter((name) => isColumn(name, fields[name] ?? 'text'))
  const empty = columns.map((name) => [name, emptyOf(fields[name] ?? 'text')])
  return { columns, defaults: { ...Object.fromEntries(empty), ...defaults } }
}

/** Columns of pages and popups that cannot be emptied. */
const campaign_columns = ['layout', 'theme', 'recurs', 'title', 'ink']

function isColumn(name: string, kind: FieldKind): boolean {
  if (column_kinds.has(kind)) return true
  return [
    'sku',
    'name',
    'code',
    'tag_key',
    'slug',
    'data_type',
    'kind',
    'way',
    ...campaign_columns,
  ].includes(name)
}

const list_kinds = new Set<FieldKind>([
  ...([
    'texts',
    'names',
    'wholes',
    'numbers',
    'paths',
    'prices',
    'pictures',
    'questions',
    'flash_items',
    'repair_options',
    'trade_answers',
    'device_tests',
    'loan_rates',
    'card_fees',
    'landing_blocks',
    'game_offers',
  ] as const),
])

/** The value of an empty field. */
export function emptyOf(kind: FieldKind): unknown {
  if (kind === 'whole') return 0
  if (kind === 'flag') return false
  if (['text', 'rich_text', 'two_digits'].includes(kind)) return ''
  if (list_kinds.has(kind)) return []
  if (kind === 'amounts' || kind === 'facts' || kind === 'technicians') return {}
  return null
}
