import type { Listing } from '#contracts/storefront/search.ts'
import { dataOf, type Connection, openConnection } from '#test/bench/connection.ts'
import { readQueries } from '#test/bench/relevance-queries.ts'

type Draw = <Item>(items: readonly Item[]) => Item | undefined

/**
 * Different paths under /api/search that shoppers reach by clicks, the same ones at each run: categories,
 * filters, price bands, provinces, sorts, pages and search words.
 */
export async function distinctQuestions(url: string, count: number): Promise<string[]> {
  const connection = openConnection(url)
  const whole = await answerTo(connection, new URLSearchParams({ size: '200' }))
  const category_ids = new Set(whole.products.map((card) => card.category_id))
  for (let category_id = 1; category_id <= most_category; category_id++)
    category_ids.add(category_id)
  const lists: [string, Listing][] = []
  for (const category_id of category_ids) {
    const query = new URLSearchParams({ category_id: String(category_id) })
    const listing = await answerTo(connection, query)
    if (listing.total > 0) lists.push([String(category_id), listing])
  }
  connection.close()
  const search_texts = [...component_searches, ...readQueries().map(({ q }) => q)]
  const draw = drawer(7)
  const questions = new Set<string>()
  while (questions.size < count) questions.add(questionOf(lists, search_texts, draw))
  return [...questions]
}

/**
 * The same questions with the frequencies of real shoppers: the n-th question comes 1/n times as often as the
 * first one, as is usual for clicks on categories and for searches.
 */
export function asShoppersAsk(questions: readonly string[], times: number): string[] {
  const next = numbers(11)
  const ranks = Math.log(questions.length)
  return Array.from(
    { length: times },
    () => questions[Math.floor(Math.exp(next() * ranks)) - 1] ?? questions[0] ?? '',
  )
}

function questionOf(
  lists: readonly [string, Listing][],
  search_texts: readonly string[],
  draw: Draw,
): string {
  const query = new URLSearchParams({ province_id: draw(provinces) ?? '30' })
  const [category_id = '1', listing] = draw(lists) ?? []
  const kind = draw(kinds)
  if (kind === 'words') query.set('q', draw(search_texts) ?? 'iphone')
  else query.set('category_id', category_id)
  if (kind === 'narrowed' && listing) narrow(query, listing, draw)
  if (kind === 'here') query.set('in_stock', '1')
  const sort = draw(sorts) ?? ''
  if (sort !== '') query.set('sort', sort)
  query.set('page', draw(['1', '1', '1', '2', '3']) ?? '1')
  return `/api/search/v1/products?${query.toString()}`
}

function narrow(query: URLSearchParams, listing: Listing, draw: Draw): void {
  const facet = draw(listing.facets)
  const value = facet && draw(facet.values)?.value
  const plain = facet?.code === 'brand' || facet?.code === 'need'
  if (facet && value) query.set(plain ? facet.code : `filters[${facet.code}]`, value)
  const band = draw(listing.price?.bands ?? [])
  if (band?.min_price) query.set('min_price', String(band.min_price))
  if (band?.max_price) query.set('max_price', String(band.max_price))
}

async function answerTo(connection: Connection, query: URLSearchParams): Promise<Listing> {
  return dataOf<Listing>(await connection.ask('GET', `/api/search/v1/products?${query.toString()}`))
}

const most_category = 80
const kinds = ['plain', 'plain', 'narrowed', 'narrowed', 'narrowed', 'here', 'words', 'words']
const sorts = ['', '', '', 'price-asc', 'price-desc', 'views', 'discount', 'selling']
const provinces = Array.from({ length: 63 }, (_, index) => String(index + 1))
/** Searches for products of the load catalogue, in addition to the queries of the relevance benchmark. */
const component_searches = [
  'rtx 4070', 'corsair ddr5', 'ssd 1tb samsung', 'man hinh 27 inch', 'nguon 750w', 'case fan rgb',
  'noctua', 'asus rog', 'msi', 'samsung', 'pin trau', 'ram 32gb', 'mainboard b650', 'chuot logitech',
] // oxfmt-ignore

function drawer(seed: number): Draw {
  const next = numbers(seed)
  return (items) => items[Math.floor(next() * items.length)]
}

/** Returns the same sequence of numbers from 0 to 1 at every run (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
