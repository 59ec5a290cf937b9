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
    <article className="group sheet relative flex h-full flex-col p-3 transition-shadow focus-within:shadow-raised hover:shadow-raised md:p-3.5">
      {card.is_in_stock && off > 0 ? <Ribbon off={off} /> : null}
      <div className={card.is_in_stock ? '' : 'opacity-50 grayscale'}>
        {card.thumbnail ? (
          <Photo
            picture={card.thumbnail}
            alt=""
            eager={eager}
            className="aspect-square w-full object-contain transition-transform duration-300 motion-safe:group-hover:scale-[1.03]"
          />
        ) : (
          <div className="aspect-square w-full rounded-xl bg-mist" />
        )}
      </div>
      <h3 className="mt-2.5 line-clamp-2 min-h-[2.75em] text-sm leading-snug text-wrap md:text-[15px] font-semibold tracking-normal">
        <a
          href={`/${card.url_path}`}
          className="group-hover:text-accent after:absolute after:inset-0 after:rounded-[20px]"
        >
          {card.name.replace(' | ', '\u00a0| ')}
        </a>
      </h3>
      <div className="mt-1.5">
        <Price price={card.price} special_price={card.special_price} />
      </div>
      {card.is_in_stock ? null : (
        <p className="mt-1 text-[13px] font-semibold text-muted">Tạm hết hàng</p>
      )}
      <ul className="mt-auto flex flex-wrap gap-1 pt-2.5">
        {card.highlights.map((fact) => (
          <li key={fact} className="rounded-md bg-mist px-1.5 py-0.5 text-xs text-muted">
            {fact}
          </li>
        ))}
      </ul>
    </article>
  )
}

function Ribbon({ off }: { off: number }) {
  return (
    <p className="absolute top-0 left-0 z-10 rounded-tl-[20px] rounded-br-xl bg-sale py-1 pr-2.5 pl-3 text-xs font-bold text-white">
      Giảm {off}%
    </p>
  )
}
