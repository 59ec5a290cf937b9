import type { UsedCard } from '#contracts/storefront/trade/used.ts'
import { formatDong } from '#pure/money.ts'
import { withQuery } from '#storefront/addresses/with-query.ts'
import { Photo } from '#storefront/commerce/pictures/photo.tsx'
import { NewPrice } from '#storefront/commerce/used/new-price.tsx'
import { grade_titles } from '#storefront/commerce/used/used-texts.ts'

/** Devices by version and grade: the cheapest of each, and how many there are. */
export function UsedCards({ cards }: { cards: readonly UsedCard[] }) {
  return (
    <ul className="grid grid-cols-2 gap-2 large-text:grid-cols-1 md:grid-cols-3 md:gap-3 lg:grid-cols-4">
      {cards.map((card, index) => (
        <li
          key={`${card.version_id} ${card.grade}`}
          className="sheet relative flex flex-col p-2.5 md:p-3"
        >
          {card.picture === null ? (
            <div className="aspect-square rounded-xl bg-mist" />
          ) : (
            <Photo
              picture={card.picture}
              alt=""
              className="aspect-square h-auto w-full rounded-xl object-cover"
              eager={index === 0}
            />
          )}
          <h2 className="mt-2 text-body leading-snug font-semibold">
            <a
              href={withQuery(card.path, { hang: card.grade })}
              className="after:absolute after:inset-0 hover:text-accent"
            >
              {card.name}
              <span className="sr-only">, </span>
              <span className="mt-1 block w-fit rounded-md bg-mist px-2 py-0.5 text-note font-semibold text-ink">
                {grade_titles[card.grade]}
              </span>
            </a>
          </h2>
          <p className="price-now mt-2">{formatDong(card.price)}</p>
          <NewPrice price={card.price} new_price={card.new_price} />
          <p className="mt-auto pt-2 text-xs leading-snug md:text-note text-muted">
            {`Còn ${card.quantity} máy · ${card.shop_name}`}
          </p>
        </li>
      ))}
    </ul>
  )
}
