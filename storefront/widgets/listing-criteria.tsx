import { useAskedQuery } from '#storefront/listing-pending.ts'
import type { ListData } from '#storefront/listing-view.ts'
import { FilterButton } from '#storefront/widgets/filter-button.tsx'
import { FilterChips } from '#storefront/widgets/filter-chips.tsx'
import { FacetPill, PricePill, StockPill } from '#storefront/widgets/filter-pills.tsx'
import { SortLinks } from '#storefront/widgets/sort-links.tsx'

interface ListingCriteriaProps {
  list: ListData
  /** Filters that the page itself stands for, or shows in a row of its own. */
  without?: readonly string[]
}

/** "Chọn theo tiêu chí": all filters, what they are set to, and the order of the list. */
export function ListingCriteria({ list, without = [] }: ListingCriteriaProps) {
  const { asked } = useAskedQuery(list.query)
  const facets = list.listing.facets.filter(({ code }) => !without.includes(code))
  return (
    <section aria-labelledby="tieu-chi" className="grid grid-cols-[minmax(0,1fr)] gap-3 md:gap-4">
      <div className="sheet grid grid-cols-[minmax(0,1fr)] gap-3 p-4 max-md:py-3 md:p-5">
        <h2 id="tieu-chi" className="text-base tracking-normal md:text-lg">
          Chọn theo tiêu chí
        </h2>
        <div className="-mx-4 flex gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] md:mx-0 md:flex-wrap md:px-0">
          <FilterButton list={list} asked={asked} />
          <StockPill list={list} asked={asked} />
          <PricePill list={list} asked={asked} />
          {facets.map((facet) => (
            <FacetPill key={facet.code} list={list} asked={asked} facet={facet} />
          ))}
        </div>
        <FilterChips list={list} asked={asked} />
      </div>
      <SortLinks path={list.path} asked={asked} />
      <p role="status" className="sr-only">
        {`${list.listing.total} sản phẩm`}
      </p>
    </section>
  )
}
