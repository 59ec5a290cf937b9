import type { Listing, ListingQuestion, search } from '#contracts/storefront/search.ts'
import type { Service } from '#pure/contract.ts'
import { fold } from '#pure/vietnamese/vietnamese-text.ts'
import type { Must, RelevanceQuery } from '#test/bench/relevance-queries.ts'

/** Where goods stand, by product_id: slugs of the brand and of the category with those above it. */
export type Places = ReadonlyMap<number, { brand: string; categories: readonly string[] }>

export interface Scored {
  query: RelevanceQuery
  /** Place of the first right answer from 1, 0 when it is not among the first five. */
  rank: number
  names: string[]
  listing: Listing
}

const plain: Omit<ListingQuestion, 'q'> = {
  brand: [],
  need: [],
  filters: {},
  in_stock: false,
  page: 1,
  size: 5,
  with_facets: false,
  province_id: 30,
}

/** Asks one query and looks at what comes first. */
export async function scoreQuery(
  finder: Pick<Service<typeof search>, 'products'>,
  query: RelevanceQuery,
  places: Places,
): Promise<Scored> {
  const listing = await finder.products(null, { ...plain, q: query.q })
  const right = listing.products.findIndex((card) => {
    if (!query.name.test(fold(card.name))) return false
    return query.must.every((must) => holds(must, card, listing, places))
  })
  return { query, rank: right + 1, names: listing.products.map((card) => card.name), listing }
}

function holds(
  must: Must,
  card: Listing['products'][number],
  { understood }: Listing,
  places: Places,
): boolean {
  const place = places.get(card.product_id)
  if (must.kind === 'cat') return place?.categories.includes(must.value) === true
  if (must.kind === 'brand') return place?.brand === must.value
  if (must.kind === 'name') return must.value.test(fold(card.name))
  if (must.kind === 'price') {
    const price = card.special_price ?? card.price
    return price !== null && price >= must.min && price <= must.max
  }
  return understood?.chips.some((chip) => chip.kind === must.value) === true
}

/** Shares of right answers at the first place and among the first five. */
export function success(scored: readonly Scored[]): { at_1: number; at_5: number } {
  const share = (fits: (one: Scored) => boolean) => scored.filter(fits).length / scored.length
  return { at_1: share((one) => one.rank === 1), at_5: share((one) => one.rank > 0) }
}
