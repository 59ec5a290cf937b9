import type { ProductCard } from '#contracts/storefront/catalog.ts'
import { Photo } from '#storefront/commerce/pictures/photo.tsx'
import { Price } from '#storefront/commerce/product-card/price.tsx'

/** The products that an article links to, or that fit its tag, with today's price in the shopper's province. */
export function PostProducts({
  products,
  is_linked,
}: {
  products: readonly ProductCard[]
  is_linked: boolean
}) {
  if (products.length === 0) return null
  return (
    <section aria-labelledby="san-pham-trong-bai" className="sheet p-4 md:p-5">
      <h2 id="san-pham-trong-bai" className="text-lg">
        {is_linked ? 'Sản phẩm trong bài' : 'Sản phẩm liên quan'}
      </h2>
      <ul className="mt-3 grid gap-3 sm:max-lg:grid-cols-2">
        {products.map((card) => (
          <li key={card.product_id} className="group relative flex items-center gap-3">
            {card.thumbnail ? (
              <Photo
                picture={card.thumbnail}
                alt=""
                sizes="72px"
                className={`size-18 shrink-0 rounded-lg object-contain ${card.is_in_stock ? '' : 'opacity-60 grayscale'}`}
              />
            ) : null}
            <div className="min-w-0">
              <h3 className="line-clamp-2 text-sm leading-snug font-semibold tracking-normal text-wrap">
                <a
                  href={`/${card.url_path}`}
                  className="group-hover:text-accent after:absolute after:inset-0"
                >
                  {card.name}
                </a>
              </h3>
              <Price price={card.price} special_price={card.special_price} />
              {card.is_in_stock || card.launch_on !== null ? null : (
                <p className="text-note text-muted">Tạm hết hàng</p>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
