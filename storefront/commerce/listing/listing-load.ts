import type { ProductCard } from '#contracts/storefront/catalog.ts'
import type { ListingQuestion } from '#contracts/storefront/search.ts'
import { chipsOf } from '#storefront/commerce/listing/filters/listing-chips.ts'
import {
  isCanonical,
  listHref,
  type ListQuery,
  EMPTY_QUERY,
  readListQuery,
  withChoice,
} from '#storefront/commerce/listing/listing-query.ts'
import type { ListData } from '#storefront/commerce/listing/listing-view.ts'
import { type Detour, moved, type PublicContext } from '#storefront/runtime/page.ts'

/** Cards that "Xem thêm" adds (contract §9). */
const STEP = 20
/** Steps shown on one page. After 200 cards the list starts again on a new page. */
const WINDOW = 10

/** Whether loadList answered with a redirect or another page instead of a list. */
export function isDetour(answer: ListData | Detour): answer is Detour {
  return 'detour' in answer
}

/** What a list contains before filters: the products of a category, a tag or a brand. */
export type ListSubject = Partial<Pick<ListingQuestion, 'category_id' | 'tag' | 'brand'>>

/**
 * Loads the list of an address. It asks the search service once for all pages shown. An address that is
 * not in the canonical form is redirected to it.
 */
export async function loadList(
  { url, province_id, services }: PublicContext,
  path: string,
  subject: ListSubject,
): Promise<ListData | Detour> {
  const codes = await services.search.filters(null, {})
  const known = new Set(codes.map(({ code }) => code))
  const requested = readListQuery(url.searchParams, known)
  const { first_page, range } = windowOf(requested.page)
  const ask = (query: ListQuery, range: PageRange, with_facets: boolean) =>
    services.search.products(null, {
      ...questionOf(query, subject),
      ...range,
      with_facets,
      province_id,
    })
  const answer = await ask(requested, range, true)
  const query = withoutUnknown(requested, answer.facets)
  const listing = {
    ...answer,
    products: answer.products.slice(0, (requested.page - first_page + 1) * STEP),
  }
  if (!isCanonical(url.searchParams, query, known)) return moved(listHref(path, query), 301)
  if (query.page > 1 && listing.products.length === 0) {
    return moved(listHref(path, { ...query, page: lastPage(listing.total) }))
  }
  const removable_filters = listing.total > 0 ? [] : await removableFilters()
  return { path, query, listing, first_page, removable_filters }

  /** Each filter with the count of products that the list has without it. */
  async function removableFilters(): Promise<ListData['removable_filters']> {
    const options = chipsOf(query, listing).map(async ({ name, label, without }) => {
      const { total } = await ask(without, { page: 1, size: 1 }, false)
      const text = name === '' ? label : `${name}: ${label}`
      return { label: text, href: listHref(path, without), count: total }
    })
    const useful = (await Promise.all(options)).filter(({ count }) => count > 0)
    return useful.toSorted((a, b) => b.count - a.count)
  }
}

function questionOf({ choices, ...query }: ListQuery, subject: ListSubject) {
  const { brand = [], need = [], ...filters } = choices
  const attributes = Object.entries(filters).map(([code, values]) => [code, [...values]])
  return {
    ...subject,
    q: query.q,
    brand: subject.brand ?? [...brand],
    need: [...need],
    filters: Object.fromEntries(attributes) as ListingQuestion['filters'],
    min_price: query.min_price ?? undefined,
    max_price: query.max_price ?? undefined,
    in_stock: query.in_stock,
    sort: query.sort ?? undefined,
  }
}

/** The first cards of an unfiltered list, for a row that links to the list. */
export async function firstCards(
  { services, province_id }: PublicContext,
  subject: ListSubject,
  size: number,
  sort: ListingQuestion['sort'] = 'hot',
): Promise<ProductCard[]> {
  const { products } = await services.search.products(null, {
    ...questionOf({ ...EMPTY_QUERY, sort }, subject),
    page: 1,
    size,
    with_facets: false,
    province_id,
  })
  return products
}

type PageRange = Pick<ListingQuestion, 'page' | 'size'>

/** Page 3 is cards 1 to 60; page 12 is cards 201 to 240. */
function windowOf(page: number): { first_page: number; range: PageRange } {
  const before = Math.floor((page - 1) / WINDOW)
  const first_page = before * WINDOW + 1
  if (before === 0) return { first_page, range: { page: 1, size: page * STEP } }
  return { first_page, range: { page: before + 1, size: WINDOW * STEP } }
}

function lastPage(total: number): number {
  return Math.max(1, Math.ceil(total / STEP))
}

/** The query without values that the filters of the list do not offer. */
function withoutUnknown(query: ListQuery, facets: ListData['listing']['facets']): ListQuery {
  let known = query
  for (const [code, values] of Object.entries(query.choices)) {
    const offered = facets.find((facet) => facet.code === code)?.values ?? []
    const remaining = values.filter((value) => offered.some((offer) => offer.value === value))
    if (remaining.length < values.length)
      known = { ...withChoice(known, code, remaining), page: query.page }
  }
  return known
}

/** "bo_loc=1" shows the filters as a page of their own, for browsers without JavaScript. */
export function wantsFilters({ url }: PublicContext): boolean {
  return url.searchParams.get('bo_loc') === '1'
}
