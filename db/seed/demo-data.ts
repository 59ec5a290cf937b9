import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface DemoVariant {
  sku: string
  label: string
  color: string
  color_hex: string
  list_price: number
  sale_price: number
  ram_gb?: number
  storage_gb?: number
}

export interface DemoModel {
  id: string
  sku: string
  name: string
  brand: string
  category: string
  series: string
  launch: string
  /** YYYY-MM-DD of a model that is not on sale yet. */
  launch_on?: string
  warranty_months: number
  /** public: its list price was seen in the press, so it is the price when the model is not on sale. */
  price_basis: 'public' | 'assumed'
  specs: Record<string, string | number | boolean>
  variants: DemoVariant[]
}

/** Facts of all models that are so: of a category, brand, series, chip or processor, or named. */
interface SharedSpecs {
  of: Partial<Record<'category' | 'brand' | 'series' | 'chip' | 'cpu', string>> & {
    models?: string[]
  }
  specs: DemoModel['specs']
}

export interface DemoCategory {
  code: string
  name: string
  parent?: string
  price_bounds: number[]
  old_paths?: string[]
  meta_title?: string
  meta_description?: string
  meta_keywords?: string
}

interface DemoAttribute {
  code: string
  name: string
  group: string
  unit?: string
  data_type: 'text' | 'number' | 'boolean'
  is_key?: boolean
  is_filterable?: boolean
  facet_bounds?: number[]
  better?: 'higher' | 'lower'
}

export interface DemoShop {
  id: number
  external_id: number
  code: string
  name: string
  address: string
  street: string
  ward: string
  district: string
  province_id: number
  kinds: string[]
  time_opening: string
  phone: string
  lat: number
  lng: number
  /** Technicians who repair; absent: the shop only sells. */
  repair_slots_per_half_hour?: number
  note: string
}

/** Exceptions that make the demo shop as uneven as a real one. */
interface DemoOddities {
  customer_groups: { customer_group_id: number; code: string; name: string }[]
  group_offers: { customer_group_id: number; categories: string[]; percent_off: number }[]
  province_offers: { province_id: number; models: string[]; percent_off: number }[]
  always_on_sale: string[]
  without_price: string[]
  sold_out: string[]
  /** Days after seeding on which a model goes on sale, by model id. */
  coming_in_days: Record<string, number>
  plentiful: string[]
  old_paths: Record<string, string>
  tags: { tag_key: string; name: string; meta_title?: string; models: string[] }[]
  meta: Record<string, { meta_title?: string; meta_description?: string; meta_keyword?: string }>
}

export interface DemoBanner {
  place: 'hero' | 'right' | 'category'
  category?: string
  label: string
  eyebrow?: string
  button?: string
  ink?: string
  alt: string
  path: string
  image: string
  image_width: number
  image_height: number
  image_blur: string
  image_mobile?: string
  image_mobile_width?: number
  image_mobile_height?: number
  /** Shown only in this season, or only outside of these (season.ts). */
  in_season?: string
  not_in_season?: readonly string[]
}

/** A popup. Its days are counted from the day of opening. */
interface DemoPopup {
  title: string
  sentence: string
  button: string
  image: string
  ink: string
  link: string
  priority: number
  is_active?: boolean
  from_day: number
  to_day: number
  exclude_page: string
}

interface DemoAuthor {
  code: string
  uuid: string
  name: string
  bio: string
  image: string
}

/** Articles with their categories and tags. Posts refer to their category by name, to tags and author by code. */
interface DemoNews {
  categories: { name: string; path: string }[]
  tags: { code: string; name: string }[]
  posts: {
    title: string
    path: string
    category: string
    tags: string[]
    author: string
    days_ago: number
    /** The day that its text belongs to. A shop that opens later does not publish it later. */
    on?: string
    time: string
    image: string
    excerpt: string
    body: string[]
  }[]
}

export interface DemoData {
  models: DemoModel[]
  categories: DemoCategory[]
  attribute_groups: { code: string; name: string }[]
  attributes: DemoAttribute[]
  shops: DemoShop[]
  pictures: {
    size: [number, number]
    skus: Record<string, string[]>
    /** By model. */
    spins: Record<string, string>
    /** By category. */
    boxes: Record<string, string>
    files: Record<string, { version: string; blur?: string }>
  }
  oddities: DemoOddities
  banners: DemoBanner[]
  popups: DemoPopup[]
  authors: DemoAuthor[]
  news: DemoNews
}

/** Reads the demo shop from the files of db/seed/demo. */
export async function readDemoData(): Promise<DemoData> {
  const [models, specifications] = await Promise.all([
    readJson<Pick<DemoData, 'models'>>('models'),
    readJson<{ shared: SharedSpecs[] }>('specifications'),
  ])
  const [categories, attributes, shops, pictures, oddities, banners] = await Promise.all([
    readJson<Pick<DemoData, 'categories'>>('categories'),
    readJson<{ groups: DemoData['attribute_groups']; attributes: DemoAttribute[] }>('attributes'),
    readJson<Pick<DemoData, 'shops'>>('shops'),
    readJson<DemoData['pictures']>('pictures'),
    readJson<DemoOddities>('oddities'),
    readJson<Pick<DemoData, 'banners'>>('banners'),
  ])
  const [authors, news, popups] = await Promise.all([
    readJson<Pick<DemoData, 'authors'>>('authors'),
    readJson<DemoNews>('posts'),
    readJson<Pick<DemoData, 'popups'>>('popups'),
  ])
  return {
    models: models.models.map((model) => withSharedSpecs(model, specifications.shared)),
    categories: categories.categories,
    attribute_groups: attributes.groups,
    attributes: attributes.attributes,
    shops: shops.shops,
    pictures,
    oddities,
    banners: banners.banners,
    popups: popups.popups,
    authors: authors.authors,
    news,
  }
}

/** Returns the model with the facts that it shares with others. Its own facts win, then later entries. */
function withSharedSpecs(model: DemoModel, shared: readonly SharedSpecs[]): DemoModel {
  const { category, brand, series } = model
  const facts: DemoModel['specs'] = { ...model.specs, category, brand, series }
  const theirs = shared.filter(
    ({ of: { models, ...wanted } }) =>
      (models === undefined || models.includes(model.id)) &&
      Object.entries(wanted).every(([key, value]) => facts[key] === value),
  )
  return { ...model, specs: Object.assign({}, ...theirs.map(({ specs }) => specs), model.specs) }
}

/** Reads the banners alone: a start of an existing demo needs nothing else. */
export async function readDemoBanners(): Promise<DemoBanner[]> {
  return (await readJson<Pick<DemoData, 'banners'>>('banners')).banners
}

/** Returns the data with launch dates for the coming models, counted from `today`. */
export function withComingModels(data: DemoData, today: Date): DemoData {
  const { coming_in_days } = data.oddities
  const models = data.models.map((model): DemoModel => {
    const days = coming_in_days[model.id]
    if (days === undefined) return model
    const launch_on = new Date(today.getTime() + days * day_ms).toISOString().slice(0, 10)
    return { ...model, launch: launch_on.slice(0, 7), launch_on }
  })
  return { ...data, models }
}

const day_ms = 86_400_000

async function readJson<T>(name: string): Promise<T> {
  const text = await readFile(join(import.meta.dirname, 'demo', `${name}.json`), 'utf8')
  return JSON.parse(text) as T
}
