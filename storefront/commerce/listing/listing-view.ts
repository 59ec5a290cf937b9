import type { Listing } from '#contracts/storefront/search.ts'
import { priceLabel } from '#storefront/commerce/listing/filters/listing-chips.ts'
import {
  filterCount,
  type ListQuery,
  listHref,
} from '#storefront/commerce/listing/listing-query.ts'
import type { PageMeta } from '#storefront/runtime/page.ts'

/** A list as a page shows it: pages `first_page` to `query.page`, one below the other. */
export interface ListData {
  /** The list's own address, without its query. */
  path: string
  query: ListQuery
  listing: Listing
  first_page: number
  /** If nothing was found: the filters whose removal gives products again. */
  removable_filters: { label: string; href: string; count: number }[]
}

/**
 * How search engines see a view of a list: the plain page, the page filtered by exactly one brand, price
 * band or need (indexed under its own title), or any other combination.
 */
type View =
  | { kind: 'plain' }
  | { kind: 'brand' | 'need' | 'price'; label: string }
  | { kind: 'other' }

export function viewOf({ query, listing }: Pick<ListData, 'query' | 'listing'>): View {
  const count = filterCount(query)
  const isSorted = query.sort !== null || query.page > 1 || query.in_stock
  if (isSorted || count > 1) return { kind: 'other' }
  if (count === 0) return { kind: 'plain' }
  const band = listing.price?.bands.find(
    (each) => each.min_price === query.min_price && each.max_price === query.max_price,
  )
  if (band) return { kind: 'price', label: band.label }
  for (const kind of ['brand', 'need'] as const) {
    const value = query.choices[kind]?.[0]
    const label = listing.facets
      .find((facet) => facet.code === kind)
      ?.values.find((each) => each.value === value)?.label
    if (label !== undefined) return { kind, label }
  }
  return { kind: 'other' }
}

/** The list's name with its one filter: "Điện thoại Apple", "Điện thoại dưới 2 triệu", "Điện thoại từ 25.000.000đ". */
export function headingOf(
  name: string,
  { query, listing }: Pick<ListData, 'query' | 'listing'>,
): string {
  // Sort and page do not change what is listed.
  const view = viewOf({ listing, query: { ...query, sort: null, page: 1 } })
  if (view.kind === 'brand') return `${name} ${view.label}`
  if ('label' in view) return `${name} ${lowerFirst(view.label)}`
  const { min_price, max_price } = query
  const has_price = min_price !== null || max_price !== null
  if (!has_price || filterCount(query) > 1) return name
  return `${name} ${lowerFirst(priceLabel(min_price, max_price, listing.price))}`
}

/** Head of a list's page. Views that are not indexed name the plain page as canonical. */
export function listMeta(plain: PageMeta, name: string, list: ListData): PageMeta {
  const view = viewOf(list)
  if (view.kind === 'plain') {
    return plain.description ? plain : { ...plain, description: summaryOf(name, list.listing) }
  }
  const canIndex = !plain.robots?.startsWith('noindex')
  if (view.kind === 'other' || list.listing.total === 0 || !canIndex) {
    return { ...plain, robots: 'noindex, follow' }
  }
  const heading = headingOf(name, list)
  return {
    ...plain,
    title: `${heading} ${view.kind === 'brand' ? 'chính hãng, giá tốt' : 'chính hãng'}`,
    description: descriptionOf(heading, list.listing),
    keywords: heading.toLowerCase(),
    canonical_path: listHref(list.path, list.query),
  }
}

/** The meta description of a list without a written one. */
function summaryOf(name: string, { total, products }: Listing): string {
  const first = products.slice(0, 3).map((product) => product.name.split(' | ')[0])
  if (first.length === 0) return ''
  return `${name}: ${total} sản phẩm, như ${first.join(', ')}. Giá đã gồm VAT, giao nhanh hoặc nhận tại cửa hàng.`
}

/** The meta description of an indexed list. */
export function descriptionOf(heading: string, { total, products }: Listing): string {
  const first = products.slice(0, 3).map(({ name }) => name.split(' | ')[0])
  return `${total} mẫu ${heading.charAt(0).toLowerCase()}${heading.slice(1)} chính hãng: ${first.join(', ')}… Giá đã gồm VAT, giao nhanh hoặc nhận tại cửa hàng.`
}

function lowerFirst(text: string): string {
  const [first = ''] = text
  // "5G" and "AI" keep their letters.
  return text.charAt(1) === text.charAt(1).toUpperCase() && /\p{L}/u.test(text.charAt(1))
    ? text
    : first.toLowerCase() + text.slice(1)
}
