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
}

/**
 * "Chọn theo tiêu chí": all filters, their values, and the sort of the list. On a phone the
 * row of filters stays under the header while the list is scrolled.
 */
export function ListingCriteria({ list, without = [] }: ListingCriteriaProps) {
  const { requested } = useRequestedQuery(list.query)
  const facets = list.listing.facets.filter(({ code }) => !without.includes(code))
  return (
    <section
      aria-labelledby="tieu-chi"
      className="grid-cols-[minmax(0,1fr)] gap-4 max-md:contents md:grid"
    >
      <div className="md:sheet grid-cols-[minmax(0,1fr)] gap-3 max-md:contents md:grid md:p-5">
        <h2 id="tieu-chi" className="text-lg tracking-normal max-md:sr-only">
          Chọn theo tiêu chí
        </h2>
        <div className="-mx-4 flex gap-2 overflow-x-auto px-4 py-2 [scrollbar-width:none] max-md:sticky max-md:top-13.5 max-md:z-20 max-md:bg-mist md:mx-0 md:flex-wrap md:px-0 md:py-1">
          <FilterButton list={list} requested={requested} />
          <StockPill list={list} requested={requested} />
          <PricePill list={list} requested={requested} />
          {facets.map((facet) => (
            <FacetPill key={facet.code} list={list} requested={requested} facet={facet} />
          ))}
        </div>
        <FilterChips list={list} requested={requested} />
      </div>
      {list.listing.total > 0 ? <SortLinks path={list.path} requested={requested} /> : null}
      <p role="status" className="sr-only">
        {`${list.listing.total} sản phẩm`}
      </p>
    </section>
  )
}
