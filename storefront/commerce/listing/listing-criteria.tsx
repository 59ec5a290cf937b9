import type { ReactNode } from 'react'
import { listing_row, listing_row_name } from '#storefront/commerce/listing/listing-row.ts'
import { useRequestedQuery } from '#storefront/commerce/listing/listing-pending.ts'
import type { ListData } from '#storefront/commerce/listing/listing-view.ts'
import { FilterButton } from '#storefront/commerce/listing/filters/filter-button.tsx'
import { FilterChips } from '#storefront/commerce/listing/filters/filter-chips.tsx'
import {
  FacetPill,
  PricePill,
  StockPill,
} from '#storefront/commerce/listing/filters/filter-pills.tsx'
import { SortLinks } from '#storefront/commerce/listing/sort-links.tsx'

interface ListingCriteriaProps {
  list: ListData
  /** Filters that the page itself applies or shows in a row of its own. */
  without?: readonly string[]
  /** A row above the filters, such as the needs of a category. */
  children?: ReactNode
}

/** Filters that stand in the row, but for phones, whose row scrolls; the others are in "Bộ lọc". */
const IN_ROW = 3

/**
 * "Chọn theo tiêu chí": the filters and the sort of the list, in one bar that leaves room for the first products.
 * On a phone the row of filters stays under the header while the list is scrolled.
 */
export function ListingCriteria({ list, without = [], children }: ListingCriteriaProps) {
  const { requested } = useRequestedQuery(list.query)
  const facets = list.listing.facets.filter(({ code }) => !without.includes(code))
  const pillsOf = (some: typeof facets) =>
    some.map((facet) => (
      <FacetPill key={facet.code} list={list} requested={requested} facet={facet} />
    ))
  return (
    <section
      aria-labelledby="tieu-chi"
      className="md:sheet grid-cols-[minmax(0,1fr)] gap-2.5 max-md:contents md:grid md:px-5 md:py-4"
    >
      {children}
      <div className={`${listing_row} max-md:contents`}>
        <h2 id="tieu-chi" className={`${listing_row_name} max-lg:sr-only`}>
          Chọn theo tiêu chí
        </h2>
        <div className="-mx-4 flex gap-2 overflow-x-auto px-4 py-2 [scrollbar-width:none] max-md:sticky max-md:top-13.5 max-md:z-20 max-md:bg-mist max-md:large-text:static md:mx-0 md:flex-wrap md:p-0">
          <FilterButton list={list} requested={requested} />
          <StockPill list={list} requested={requested} />
          <PricePill list={list} requested={requested} />
          {pillsOf(facets.slice(0, IN_ROW))}
          <div className="contents md:hidden">{pillsOf(facets.slice(IN_ROW))}</div>
        </div>
      </div>
      <FilterChips list={list} requested={requested} own_rows={without} />
      {list.listing.total > 0 ? <SortLinks path={list.path} requested={requested} /> : null}
      <p role="status" className="sr-only">
        {`${list.listing.total} sản phẩm`}
      </p>
    </section>
  )
}
