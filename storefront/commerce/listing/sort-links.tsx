import type { ListingSort } from '#contracts/storefront/search.ts'
import { listing_row, listing_row_name } from '#storefront/commerce/listing/listing-row.ts'
import { listHref, type ListQuery } from '#storefront/commerce/listing/listing-query.ts'

const sorts: readonly { sort: ListingSort; text: string }[] = [
  { sort: 'hot', text: 'Khuyến mãi hot' },
  { sort: 'selling', text: 'Bán chạy' },
  { sort: 'views', text: 'Xem nhiều' },
  { sort: 'discount', text: '% giảm' },
  { sort: 'price-asc', text: 'Giá thấp – cao' },
  { sort: 'price-desc', text: 'Giá cao – thấp' },
]

interface SortLinksProps {
  path: string
  /** The query requested now. */
  requested: ListQuery
}

/** The sorts of a list, as links. A search is sorted by relevance first. */
export function SortLinks({ path, requested }: SortLinksProps) {
  const own = requested.q === '' ? 'hot' : null
  const current = requested.sort ?? own
  const hrefOf = (sort: ListingSort | null) =>
    listHref(path, { ...requested, sort: sort === own ? null : sort, page: 1 })
  return (
    <div className={`${listing_row} min-w-0`}>
      <h2 className={`${listing_row_name} max-lg:sr-only`}>Sắp xếp theo</h2>
      <nav
        aria-label="Sắp xếp theo"
        className="-mx-4 flex min-w-0 gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] md:mx-0 md:flex-wrap md:p-0"
      >
        {own === null ? (
          <SortLink href={hrefOf(null)} is_current={current === null} text="Liên quan" />
        ) : null}
        {sorts.map(({ sort, text }) => (
          <SortLink key={sort} href={hrefOf(sort)} is_current={sort === current} text={text} />
        ))}
      </nav>
    </div>
  )
}

interface SortLinkProps {
  href: string
  is_current: boolean
  text: string
}

function SortLink({ href, is_current, text }: SortLinkProps) {
  return (
    <a
      href={href}
      rel="nofollow"
      data-scroll="keep"
      aria-current={is_current ? 'true' : undefined}
      className="sort-link"
    >
      {text}
    </a>
  )
}
