import type { Facet } from '#contracts/storefront/search.ts'
import { useRequestedQuery } from '#storefront/commerce/listing/listing-pending.ts'
import { listHref, toggled } from '#storefront/commerce/listing/listing-query.ts'
import type { ListData } from '#storefront/commerce/listing/listing-view.ts'
import { ValueLink } from '#storefront/commerce/listing/filters/filter-pills.tsx'

/** The brands of a list in a row of their own, above the other filters. */
export function CategoryBrands({ list }: { list: ListData }) {
  const { requested } = useRequestedQuery(list.query)
  const brands = list.listing.facets.find(({ code }) => code === 'brand')
  if (!brands || brands.values.length < 2) return null
  return (
    <nav
      aria-label="Thương hiệu"
      className="-mx-4 mt-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] md:mx-0 md:px-0"
    >
      <ul className="flex gap-2 md:flex-wrap">
        {brands.values.map((brand) => (
          <li key={brand.value} className="shrink-0">
            <BrandLink brand={brand} list={list} requested={requested} />
          </li>
        ))}
      </ul>
    </nav>
  )
}

type BrandLinkProps = {
  brand: Facet['values'][number]
  list: ListData
  requested: ListData['query']
}

function BrandLink({ brand: { value, label, count }, list, requested }: BrandLinkProps) {
  return (
    <ValueLink
      href={listHref(list.path, toggled(requested, 'brand', value))}
      label={label}
      count={count}
      is_chosen={requested.choices['brand']?.includes(value) ?? false}
      is_followed={list.query.choices['brand'] === undefined}
    />
  )
}
