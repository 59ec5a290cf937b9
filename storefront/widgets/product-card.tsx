import type { ProductCard as Card } from '#contracts/catalog.ts'
import { percentOff } from '#pure/money.ts'
import { Photo } from '#storefront/ui/photo.tsx'
import { Price } from '#storefront/ui/price.tsx'

interface ProductCardProps {
  card: Card
  /** Among the first that are seen: fetched at once. */
  eager?: boolean
}

/** A product in a list: what it is, what it costs here, whether it can be had. */
export function ProductCard({ card, eager }: ProductCardProps) {
  const off = card.price === null ? 0 : percentOff(card.price, card.special_price ?? card.price)
  return (
    <article className="group card">
      {card.is_in_stock && off > 0 ? <p className="card-ribbon">{`Giảm ${off}%`}</p> : null}
      <div className={card.is_in_stock ? undefined : 'opacity-50 grayscale'}>
        {card.thumbnail ? (
          <Photo picture={card.thumbnail} alt="" eager={eager} className="card-picture" />
        ) : (
          <div className="aspect-square w-full rounded-xl bg-mist" />
        )}
      </div>
      <h3 className="card-name">
        <a href={`/${card.url_path}`} className="card-link">
          {card.name.replace(' | ', '\u00a0| ')}
        </a>
      </h3>
      <Price price={card.price} special_price={card.special_price} />
      {card.is_in_stock ? null : (
        <p className="mt-1 text-[13px] font-semibold text-muted">Tạm hết hàng</p>
      )}
      <ul className="mt-auto flex flex-wrap gap-1 pt-2.5">
        {card.highlights.map((fact) => (
          <li key={fact} className="card-fact">
            {fact}
          </li>
        ))}
      </ul>
    </article>
  )
}
