import type { Listing, ListingQuestion, search } from '#contracts/storefront/search.ts'
import type { Service } from '#pure/contract.ts'
import { fold } from '#pure/vietnamese/vietnamese-text.ts'
import type { Must, RelevanceQuery } from '#test/bench/relevance-queries.ts'

/** Slugs of the brand and of the category with its ancestors, by product_id. */
export type Attributes = ReadonlyMap<number, { brand: string; categories: readonly string[] }>

export interface Scored {
  query: RelevanceQuery
  /** Rank of the first right answer, from 1. 0 if it is not among the first five. */
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

/** Sends one query and finds the rank of the first right answer. */
export async function scoreQuery(
  finder: Pick<Service<typeof search>, 'products'>,
  query: RelevanceQuery,
  attributes: Attributes,
): Promise<Scored> {
  const listing = await finder.products(null, { ...plain, q: query.q })
  const right = listing.products.findIndex((card) => {
    if (!query.name.test(fold(card.name))) return false
    return query.must.every((must) => isMet(must, card, listing, attributes))
  })
  return { query, rank: right + 1, names: listing.products.map((card) => card.name), listing }
}

function isMet(
  must: Must,
  card: Listing['products'][number],
  { understood }: Listing,
  attributes: Attributes,
): boolean {
  const of_product = attributes.get(card.product_id)
  if (must.kind === 'cat') return of_product?.categories.includes(must.value) === true
  if (must.kind === 'brand') return of_product?.brand === must.value
  if (must.kind === 'name') return must.value.test(fold(card.name))
  if (must.kind === 'price') {
    const price = card.special_price ?? card.price
    return price !== null && price >= must.min && price <= must.max
  }
  return understood?.chips.some((chip) => chip.kind === must.value) === true
}

/** Shares of the queries with a right answer at rank 1 and at ranks 1 to 5. */
export function success(scored: readonly Scored[]): { at_1: number; at_5: number } {
  const share = (isHit: (result: Scored) => boolean) => scored.filter(isHit).length / scored.length
  return { at_1: share(({ rank }) => rank === 1), at_5: share(({ rank }) => rank > 0) }
}
