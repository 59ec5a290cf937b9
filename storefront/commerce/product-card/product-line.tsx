import type { ProductCard as Card } from '#contracts/storefront/catalog.ts'
import { Photo } from '#storefront/commerce/pictures/photo.tsx'
import { Price } from '#storefront/commerce/product-card/price.tsx'

/** A product in a short list: a small picture, the name and the price. */
export function ProductLine({ card }: { card: Card }) {
  return (
    <article className="group product-line">
      {card.thumbnail ? (
        <Photo
          picture={card.thumbnail}
          alt=""
          sizes="(max-width: 800px) 66px, 72px"
          className="product-line-picture"
        />
      ) : (
        <div className="product-line-picture bg-mist" />
      )}
      <div className="min-w-0 flex-1">
        <h3 className="product-line-name">
          <a href={`/${card.url_path}`} className="product-line-link">
            {card.name.split(' | ')[0]}
          </a>
        </h3>
        <Price price={card.price} special_price={card.special_price} size="line" />
      </div>
    </article>
  )
}
