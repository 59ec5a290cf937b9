import type { Listing as Pages } from '#storefront/listing-pages.ts'
import { buttonClass } from '#storefront/ui/button.ts'
import { ProductGrid } from '#storefront/widgets/product-grid.tsx'

interface ListingProps {
  listing: Pages
  label: string
  /** The address of another page of the same list. */
  hrefOf: (page: number) => string
}

/**
 * A list with "Xem thêm": a link to the same list with one page more. Without JavaScript it lands on
 * the first new product; with it the page stays where it is and grows.
 */
export function Listing({ listing, label, hrefOf }: ListingProps) {
  const { page, first_page, size, total, products } = listing
  const left = total - page * size
  const more = Math.min(left, size)
  return (
    <>
      {first_page > 1 ? (
        <p className="mb-4 text-center">
          <a href={hrefOf(first_page - 1)} className={buttonClass('outline')}>
            Xem các sản phẩm trước
          </a>
        </p>
      ) : null}
      <ProductGrid products={products} label={label} eager_count={5} />
      {more > 0 ? (
        <p className="mt-6 text-center">
          <a
            href={`${hrefOf(page + 1)}#sp-${products.length + 1}`}
            data-scroll="keep"
            data-history="replace"
            className={buttonClass('outline', 'min-w-64')}
          >
            Xem thêm {more} sản phẩm
          </a>
        </p>
      ) : null}
    </>
  )
}
