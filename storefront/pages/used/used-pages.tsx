import { pagesNear } from '#storefront/commerce/posts/post-pages.tsx'
import type { UsedFilters } from '#storefront/pages/used/used-data.ts'
import { usedHref } from '#storefront/pages/used/used-query.ts'

const box = 'grid h-11 min-w-11 place-items-center rounded-button border px-3 font-semibold'

/** Links to other pages of the list. */
export function UsedPages({
  filters,
  page,
  count,
}: {
  filters: UsedFilters
  page: number
  count: number
}) {
  if (count < 2) return null
  return (
    <nav aria-label="Các trang" className="mt-6 flex flex-wrap justify-center gap-2">
      {pagesNear(page, count).map((number, index) =>
        number === null ? (
          <span key={`gap-${index}`} aria-hidden className="grid h-11 place-items-center px-1">
            …
          </span>
        ) : (
          <a
            key={number}
            href={usedHref(filters, number)}
            aria-current={number === page ? 'page' : undefined}
            aria-label={`Trang ${number}`}
            className={`${box} ${number === page ? 'border-accent bg-accent text-white' : 'border-line bg-white hover:border-ink'}`}
          >
            {number}
          </a>
        ),
      )}
    </nav>
  )
}
