import type { FlashWindow } from '#contracts/storefront/promotion.ts'
import { percentOff } from '#pure/money.ts'
import { Photo } from '#storefront/commerce/pictures/photo.tsx'
import { Price } from '#storefront/commerce/product-card/price.tsx'
import { SlotBar } from '#storefront/commerce/flash-sale/slot-bar.tsx'

interface FlashCardProps {
  item: FlashWindow['items'][number]
  /** The displayed width of the picture, if it is not that in a list. */
  sizes?: string
}

/** An item of a sale window. Shows the flash price, also before the window starts, and the slots. */
export function FlashCard({ item: { card, flash }, sizes }: FlashCardProps) {
  const [model, origin] = card.name.split(' | ')
  const off = card.price === null ? 0 : percentOff(card.price, flash.price)
  return (
    <article className="group card">
      {off > 0 ? <p className="card-ribbon">{`Giảm ${off}%`}</p> : null}
      {card.thumbnail ? (
        <Photo picture={card.thumbnail} alt="" sizes={sizes} className="card-picture" />
      ) : (
        <div className="aspect-square w-full rounded-xl bg-mist" />
      )}
      <h3 className="card-name">
        <a href={`/${card.url_path}`} className="card-link">
          {model}
          {origin === undefined ? null : <span className="card-origin">{`\u00a0| ${origin}`}</span>}
        </a>
      </h3>
      <Price price={card.price} special_price={flash.price} />
      {flash.needs_member ? <p className="card-state text-sale">Dành riêng Smember</p> : null}
      <SlotBar flash={flash} is_time_shown />
    </article>
  )
}
