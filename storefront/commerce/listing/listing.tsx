import type { ReactNode } from 'react'
import { useRequestedQuery } from '#storefront/commerce/listing/listing-pending.ts'
import { listHref } from '#storefront/commerce/listing/listing-query.ts'
import type { ListData } from '#storefront/commerce/listing/listing-view.ts'
import { buttonClass } from '#web/ui/button.ts'
import { results_id } from '#storefront/commerce/listing/show-results.ts'
import { ProductGrid } from '#storefront/commerce/product-card/product-grid.tsx'

interface ListingProps {
  list: ListData
  label: string
}

/**
 * A list with "Xem thêm": a link to the same list with one more page. Without JavaScript the link leads to
 * the first new product. With JavaScript the scroll position stays and the list grows.
 */
export function Listing({ list, label }: ListingProps) {
  const { query, listing, first_page, path } = list
  const shown = (first_page - 1) * STEP + listing.products.length
  const more = Math.min(listing.total - shown, STEP)
  const hrefOf = (page: number) => listHref(path, { ...query, page })
  return (
    <PendingRegion list={list}>
      {first_page > 1 ? (
        <p className="mb-4 text-center">
          <a href={hrefOf(first_page - 1)} className={buttonClass('outline')}>
            Xem các sản phẩm trước
          </a>
        </p>
      ) : null}
      <ProductGrid products={listing.products} label={label} eager_count={4} />
      {more > 0 ? (
        <div className="mt-6 text-center">
          <a
            href={`${hrefOf(query.page + 1)}#sp-${listing.products.length + 1}`}
            rel="nofollow"
            data-scroll="keep"
            data-history="replace"
            className={buttonClass('outline', 'min-w-[min(18rem,100%)]')}
          >
            Xem thêm {more} sản phẩm
          </a>
          <p className="mt-2 text-sm text-muted">
            Đã xem {shown} trên {listing.total} sản phẩm
          </p>
        </div>
      ) : null}
    </PendingRegion>
  )
}

const STEP = 20

/** Fades while the next answer is loading; the products stay visible. */
function PendingRegion({ list, children }: { list: ListData; children: ReactNode }) {
  const { is_pending } = useRequestedQuery(list.query)
  return (
    <div
      id={results_id}
      aria-busy={is_pending}
      className="scroll-mt-28 transition-opacity duration-150 md:scroll-mt-20 aria-busy:pointer-events-none aria-busy:opacity-50"
    >
      {children}
    </div>
  )
}
