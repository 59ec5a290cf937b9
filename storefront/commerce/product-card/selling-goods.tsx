import type { ProductCard } from '#contracts/storefront/catalog.ts'
import { ProductLine } from '#storefront/commerce/product-card/product-line.tsx'
import { RecentlyViewed } from '#storefront/commerce/recently-viewed/recently-viewed.tsx'

/** Below an empty list: what the shopper looked at, and what sells best, so that there is a way on. */
export function SellingGoods({ products }: { products: readonly ProductCard[] }) {
  return (
    <>
      <RecentlyViewed />
      {products.length === 0 ? null : (
        <section className="sheet p-4 md:p-5">
          <h2 className="text-lg md:text-xl">Đang bán chạy</h2>
          <ul
            aria-label="Đang bán chạy"
            className="mt-1 grid grid-cols-[minmax(0,1fr)] sm:grid-cols-2 sm:gap-x-6"
          >
            {products.map((card) => (
              <li key={card.product_id} className="border-b border-line last:border-0">
                <ProductLine card={card} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
