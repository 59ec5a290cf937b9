import { useRequestedQuery } from '#storefront/commerce/listing/listing-pending.ts'
import { listHref, toggled } from '#storefront/commerce/listing/listing-query.ts'
import type { ListData } from '#storefront/commerce/listing/listing-view.ts'
import { ValueLink } from '#storefront/commerce/listing/filters/filter-pills.tsx'

/** The categories of the found products, as filters of the search. */
export function ListingCategories({ list }: { list: ListData }) {
  const { requested } = useRequestedQuery(list.query)
  const facet = list.listing.facets.find(({ code }) => code === 'category')
  if (!facet || facet.values.length < 2) return null
  return (
    <nav
      aria-label={facet.name}
      className="-mx-4 mt-3 overflow-x-auto px-4 py-1 [scrollbar-width:none] md:mx-0 md:px-0"
    >
      <ul className="flex gap-2 md:flex-wrap">
        {facet.values.map(({ value, label, count }) => (
          <li key={value} className="shrink-0">
            <ValueLink
              href={listHref(list.path, toggled(requested, 'category', value))}
              label={label}
              count={count}
              is_chosen={requested.choices['category']?.includes(value) ?? false}
              is_followed={false}
            />
          </li>
        ))}
      </ul>
    </nav>
  )
}
