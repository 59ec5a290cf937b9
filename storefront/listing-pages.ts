import type { ProductList, Sort } from '#contracts/catalog.ts'

/** A list as it is shown: pages `first_page` to `page` one under another. */
export interface Listing extends ProductList {
  first_page: number
}

/** How many pages stand one under another before the list starts afresh: 200 cards. */
const WINDOW = 10

/** The filters and the order of a list, as the address bar holds them. */
export interface ListQuery {
  page: number
  sort: Sort
  brand: string | undefined
  min_price: number | undefined
  max_price: number | undefined
}

const SORTS: readonly Sort[] = ['hot', 'price-asc', 'price-desc', 'views']

/** Reads filters and order from an address; what makes no sense counts as not asked for. */
export function readListQuery(search: URLSearchParams): ListQuery {
  const brand = search.get('brand') ?? ''
  return {
    page: readWhole(search.get('page'), 4) || 1,
    sort: SORTS.find((sort) => sort === search.get('sort')) ?? 'hot',
    brand: /^[a-z0-9-]{1,60}$/.test(brand) ? brand : undefined,
    min_price: readWhole(search.get('min_price'), 12),
    max_price: readWhole(search.get('max_price'), 12),
  }
}

function readWhole(text: string | null, digits: number): number | undefined {
  const isWhole = text !== null && /^[1-9]\d*$/.test(text) && text.length <= digits
  return isWhole ? Number(text) : undefined
}

/** Gathers the pages that are shown together, so that "Xem thêm" adds below and Back finds it so. */
export async function gatherPages<T extends { list: ProductList }>(
  page: number,
  load: (page: number) => Promise<T>,
): Promise<{ answer: T; listing: Listing }> {
  const first_page = page - ((page - 1) % WINDOW)
  const numbers = Array.from({ length: page - first_page }, (_, index) => first_page + index)
  const [answer, ...before] = await Promise.all([load(page), ...numbers.map(load)])
  const products = [...before, answer].flatMap((each) => each.list.products)
  return { answer, listing: { ...answer.list, page, first_page, products } }
}
