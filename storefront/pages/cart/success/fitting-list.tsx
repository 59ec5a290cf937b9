import type { ProductCard } from '#contracts/storefront/catalog.ts'
import { Photo } from '#storefront/commerce/pictures/photo.tsx'
import { Price } from '#storefront/commerce/product-card/price.tsx'

/** What fits the goods of the order: small tiles, because the order itself is what the page is about. */
export function FittingGoods({ cards }: { cards: readonly ProductCard[] }) {
  if (cards.length === 0) return null
  return (
    <section aria-labelledby="hop-voi-don" className="sheet p-4 sm:p-5">
      <h2 id="hop-voi-don" className="text-base">
        HỢP VỚI ĐƠN HÀNG CỦA BẠN
      </h2>
      <ul className="mt-3 grid grid-cols-2 gap-2.5 large-text:grid-cols-1 sm:grid-cols-4">
        {cards.map((card) => (
          <li
            key={card.product_id}
            className="relative rounded-2xl border border-line p-3 transition-colors hover:border-ink"
          >
            {card.thumbnail && (
              <Photo
                picture={card.thumbnail}
                alt=""
                sizes="128px"
                className="mx-auto size-28 object-contain"
              />
            )}
            <a
              href={`/${card.url_path}`}
              className="mt-2 line-clamp-3 text-sm leading-snug font-semibold after:absolute after:inset-0 hover:text-accent"
            >
              {card.name.split(' | ')[0]}
            </a>
            <Price price={card.price} special_price={card.special_price} />
          </li>
        ))}
      </ul>
    </section>
  )
}
