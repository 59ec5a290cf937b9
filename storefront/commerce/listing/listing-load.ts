import type { ProductCard } from '#contracts/storefront/catalog.ts'
import type { ListingQuestion } from '#contracts/storefront/search.ts'
import { chipsOf } from '#storefront/commerce/listing/filters/listing-chips.ts'
import {
  isOneForm,
  listHref,
  type ListQuery,
  NOTHING_ASKED,
  readListQuery,
  withChoice,
} from '#storefront/commerce/listing/listing-query.ts'
import type { ListData } from '#storefront/commerce/listing/listing-view.ts'
import { type Detour, moved, type PublicContext } from '#storefront/runtime/page.ts'

/** Cards that "Xem thêm" adds (contract §9). */
const STEP = 20
/** How many steps stand one under another before the list starts afresh: 200 cards. */
const WINDOW = 10

/** Whether a list's address was answered by a way elsewhere. */
export function isDetour(found: ListData | Detour): found is Detour {
  return 'detour' in found
}

/** What a list is about, before anybody narrows it: a category, a tag, a brand. */
export type ListSubject = Partial<Pick<ListingQuestion, 'category_id' | 'tag' | 'brand'>>

/**
 * The list that an address asks for. One question to the search service, however many pages are
 * shown; an address of another form than the list's own is sent on to that.
 */
export async function loadList(
  { url, province_id, services }: PublicContext,
  path: string,
  subject: ListSubject,
): Promise<ListData | Detour> {
  const codes = await services.search.filters(null, {})
  const known = new Set(codes.map(({ code }) => code))
  const asked = readListQuery(url.searchParams, known)
  const { first_page, part } = windowOf(asked.page)
  const ask = (query: ListQuery, part: Part, with_facets: boolean) =>
    services.search.products(null, {
      ...questionOf(query, subject),
      ...part,
      with_facets,
      province_id,
    })
  const answer = await ask(asked, part, true)
  const query = withoutUnknown(asked, answer.facets)
  const listing = {
    ...answer,
    products: answer.products.slice(0, (asked.page - first_page + 1) * STEP),
  }
  if (!isOneForm(url.searchParams, query, known)) return moved(listHref(path, query), 301)
  if (query.page > 1 && listing.products.length === 0) {
    return moved(listHref(path, { ...query, page: lastPage(listing.total) }))
  }
  const ways_out = listing.total > 0 ? [] : await waysOut()
  return { path, query, listing, first_page, ways_out }

  /** What each single filter keeps away. */
  async function waysOut(): Promise<ListData['ways_out']> {
    const ways = chipsOf(query, listing).map(async ({ name, label, without }) => {
      const { total } = await ask(without, { page: 1, size: 1 }, false)
      const words = name === '' ? label : `${name}: ${label}`
      return { label: words, href: listHref(path, without), count: total }
    })
    const found = (await Promise.all(ways)).filter(({ count }) => count > 0)
    return found.toSorted((one, other) => other.count - one.count)
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

/** The first of a list, without its filters: for rows that lead to it. */
export async function firstCards(
  { services, province_id }: PublicContext,
  subject: ListSubject,
  size: number,
  sort: ListingQuestion['sort'] = 'hot',
): Promise<ProductCard[]> {
  const { products } = await services.search.products(null, {
    ...questionOf({ ...NOTHING_ASKED, sort }, subject),
    page: 1,
    size,
    with_facets: false,
    province_id,
  })
  return products
}

type Part = Pick<ListingQuestion, 'page' | 'size'>

/** Page 3 is cards 1 to 60; page 12 is cards 201 to 240. */
function windowOf(page: number): { first_page: number; part: Part } {
  const before = Math.floor((page - 1) / WINDOW)
  const first_page = before * WINDOW + 1
  if (before === 0) return { first_page, part: { page: 1, size: page * STEP } }
  return { first_page, part: { page: before + 1, size: WINDOW * STEP } }
}

function lastPage(total: number): number {
  return Math.max(1, Math.ceil(total / STEP))
}

/** A value that the list's filter does not know was never asked for. */
function withoutUnknown(query: ListQuery, facets: ListData['listing']['facets']): ListQuery {
  let known = query
  for (const [code, values] of Object.entries(query.choices)) {
    const offered = facets.find((facet) => facet.code === code)?.values ?? []
    const kept = values.filter((value) => offered.some((each) => each.value === value))
    if (kept.length < values.length) known = { ...withChoice(known, code, kept), page: query.page }
  }
  return known
}

/** "bo_loc=1" asks for the filters as a page of their own: where no script opens them over the list. */
export function wantsFilters({ url }: PublicContext): boolean {
  return url.searchParams.get('bo_loc') === '1'
}
