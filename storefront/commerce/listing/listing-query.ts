import type { ListingSort } from '#contracts/storefront/search.ts'

/** Filters, sort and page of a list, as written in the address. */
export interface ListQuery {
  /** Words of a search; empty elsewhere. */
  q: string
  /** Chosen values by filter: brand, need, category, or an attribute's code. */
  choices: Readonly<Record<string, readonly string[]>>
  min_price: number | null
  max_price: number | null
  in_stock: boolean
  /** null: the list's default sort. */
  sort: ListingSort | null
  page: number
}

/** Filters that every list has; the others are attributes. */
const OWN_FILTERS = ['category', 'brand', 'need'] as const

const RESERVED = ['q', 'min_price', 'max_price', 'in_stock', 'sort', 'page', 'bo_loc'] as const
const SORTS: readonly ListingSort[] = [
  'hot',
  'selling',
  'views',
  'discount',
  'price-asc',
  'price-desc',
]
const MAX_QUERY_LENGTH = 200
const MAX_VALUES = 50
const CODE = /^[a-z][a-z0-9_]{0,79}$/

export const EMPTY_QUERY: ListQuery = {
  q: '',
  choices: {},
  min_price: null,
  max_price: null,
  in_stock: false,
  sort: null,
  page: 1,
}

/**
 * Reads an address or a form. Links separate values by commas, plain forms repeat the key. Invalid values
 * and filters that are not in `known` are ignored.
 */
export function readListQuery(search: URLSearchParams, known?: ReadonlySet<string>): ListQuery {
  const [min_price, max_price] = readPrices(search)
  return {
    q: readWords(search.get('q') ?? ''),
    choices: readChoices(search, known),
    min_price,
    max_price,
    in_stock: ['1', 'on', 'true'].includes(search.get('in_stock') ?? ''),
    sort: SORTS.find((sort) => sort === search.get('sort')) ?? null,
    page: readWhole(search.get('page'), 4) ?? 1,
  }
}

/** The canonical address of a list: keys and values in a fixed sequence, defaults left out. */
export function listHref(path: string, query: ListQuery): string {
  const text = writeEntries(entriesOf(query))
  return text === '' ? path : `${path}?${text}`
}

/**
 * Whether an address has the canonical form of `query`. Repeated keys of a form, a price with dots or an
 * unknown value are not canonical: such an address is redirected.
 */
export function isCanonical(
  search: URLSearchParams,
  query: ListQuery,
  known: ReadonlySet<string>,
): boolean {
  const entries = [...search].filter(
    ([key]) => key !== 'bo_loc' && (known.has(key) || isOwnFilter(key) || isReserved(key)),
  )
  return writeEntries(entries) === writeEntries(entriesOf(query))
}

/** Adds a value to a filter, or removes it if it was chosen. Starts at the first page. */
export function toggled(query: ListQuery, code: string, value: string): ListQuery {
  const now = query.choices[code] ?? []
  const next = now.includes(value) ? now.filter((chosen) => chosen !== value) : [...now, value]
  return withChoice(query, code, next)
}

/** The query with exactly these values of a filter. */
export function withChoice(query: ListQuery, code: string, values: readonly string[]): ListQuery {
  const { [code]: _before, ...others } = query.choices
  const choices = values.length === 0 ? others : { ...others, [code]: values }
  return { ...query, choices, page: 1 }
}

/** The query without any filter; words and sort stay. */
export function unfiltered(query: ListQuery): ListQuery {
  return { ...EMPTY_QUERY, q: query.q, sort: query.sort }
}

/** Counts the filters: a price range counts once, every chosen value counts once. */
export function filterCount({ choices, min_price, max_price, in_stock }: ListQuery): number {
  const values = Object.values(choices).reduce((sum, chosen) => sum + chosen.length, 0)
  return values + (min_price !== null || max_price !== null ? 1 : 0) + (in_stock ? 1 : 0)
}

function entriesOf(query: ListQuery): [string, string][] {
  const attributes = Object.keys(query.choices)
    .filter((code) => !isOwnFilter(code))
    .toSorted()
  const chosen = (code: string): [string, string] => [
    code,
    (query.choices[code] ?? []).toSorted().join(','),
  ]
  const entries: [string, string | number | null][] = [
    ['q', query.q],
    ...OWN_FILTERS.map(chosen),
    ['min_price', query.min_price],
    ['max_price', query.max_price],
    ['in_stock', query.in_stock ? 1 : null],
    ...attributes.map(chosen),
    ['sort', query.sort],
    ['page', query.page === 1 ? null : query.page],
  ]
  return entries.flatMap(([key, value]) =>
    value === null || value === '' ? [] : [[key, String(value)]],
  )
}

function isOwnFilter(code: string): boolean {
  return (OWN_FILTERS as readonly string[]).includes(code)
}

function isReserved(key: string): boolean {
  return (RESERVED as readonly string[]).includes(key)
}

/** Commas are not escaped, because people read addresses too. */
function writeEntries(entries: readonly (readonly [string, string])[]): string {
  return entries
    .map(([key, value]) => `${key}=${encodeURIComponent(value).replaceAll('%2C', ',')}`)
    .join('&')
}

/** Removes half a surrogate pair at the cut: it cannot be written in an address. */
function readWords(text: string): string {
  const words = text.replace(/\s+/g, ' ').trim().slice(0, MAX_QUERY_LENGTH)
  return words.replace(/[\ud800-\udbff]$/, '')
}

function readChoices(search: URLSearchParams, known?: ReadonlySet<string>): ListQuery['choices'] {
  const isKnown = (code: string) =>
    known === undefined
      ? CODE.test(code) && !isReserved(code)
      : known.has(code) || isOwnFilter(code)
  const codes = [...new Set(search.keys())].filter(isKnown)
  const choices = codes.map((code) => {
    const values = search.getAll(code).flatMap((text) => text.split(','))
    return [code, [...new Set(values)].filter(isValue).toSorted().slice(0, MAX_VALUES)] as const
  })
  return Object.fromEntries(choices.filter(([, values]) => values.length > 0))
}

function isValue(value: string): boolean {
  return value !== '' && value.length <= 120
}

/** Reads prices as digits or as people type them, with dots. Swaps ends in the wrong order. */
function readPrices(search: URLSearchParams): [number | null, number | null] {
  const [low, high] = ['min_price', 'max_price'].map((key) =>
    readWhole(search.get(key)?.replace(/[.,\sđ]/g, '') ?? null, 12),
  )
  if (low && high && low > high) return [high, low]
  return [low ?? null, high ?? null]
}

function readWhole(text: string | null, digits: number): number | null {
  const isWhole = text !== null && /^[1-9]\d*$/.test(text) && text.length <= digits
  return isWhole ? Number(text) : null
}
