import { listHref, EMPTY_QUERY } from '#storefront/commerce/listing/listing-query.ts'
import type { ListData } from '#storefront/commerce/listing/listing-view.ts'

interface ListingLinksProps {
  /** "Điện thoại". */
  name: string
  list: ListData
  without?: readonly string[]
}

const MAX_LINKS = 12

/** Links to the same list by brand, by price and by need. Each is a page of its own. */
export function ListingLinks({ name, list, without = [] }: ListingLinksProps) {
  const { facets, price } = list.listing
  const byFacet = (['brand', 'need'] as const)
    .filter((code) => !without.includes(code))
    .flatMap((code) =>
      (facets.find((facet) => facet.code === code)?.values ?? [])
        .filter(({ count }) => count > 0)
        .slice(0, MAX_LINKS)
        .map(({ value, label }) => ({
          text: `${name} ${code === 'brand' ? label : label.toLowerCase()}`,
          href: listHref(list.path, { ...EMPTY_QUERY, choices: { [code]: [value] } }),
        })),
    )
  const byPrice = (price?.bands ?? [])
    .filter(({ count }) => count > 0)
    .map(({ min_price, max_price, label }) => ({
      text: `${name} ${label.toLowerCase()}`,
      href: listHref(list.path, { ...EMPTY_QUERY, min_price, max_price }),
    }))
  const links = [...byFacet, ...byPrice]
  if (links.length < 2) return null
  return (
    <nav aria-labelledby="xem-them" className="sheet p-4 md:p-6">
      <h2 id="xem-them" className="text-lg md:text-xl">
        Có thể bạn quan tâm
      </h2>
      <ul className="mt-3 flex-wrap gap-x-4 gap-y-2 max-sm:grid max-sm:grid-cols-2 sm:flex sm:gap-x-2">
        {links.map(({ text, href }) => (
          <li key={href}>
            <a href={href} className="listing-link">
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
