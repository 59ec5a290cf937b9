import type { ProductCard } from '#contracts/storefront/catalog.ts'
import { formatDong } from '#pure/money.ts'
import { Photo } from '#storefront/commerce/pictures/photo.tsx'
import { Price } from '#storefront/commerce/product-card/price.tsx'

interface CardsProps {
  cards: readonly ProductCard[]
}

const stockText = ({ is_in_stock, launch_on }: ProductCard): string | null =>
  is_in_stock || launch_on !== null ? null : 'Tạm hết hàng'

/** Products within an article, with today's price in the shopper's province. */
export function ArticleProducts({ cards }: CardsProps) {
  if (cards.length === 0) return null
  return (
    <ul
      aria-label="Sản phẩm"
      className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,15rem),1fr))] gap-3"
    >
      {cards.map((card) => (
        <li
          key={card.product_id}
          className="group relative flex items-center gap-3 rounded-2xl border border-line p-3 transition-colors hover:border-ink"
        >
          {card.thumbnail ? (
            <Photo
              picture={card.thumbnail}
              alt=""
              sizes="84px"
              className={`size-20 shrink-0 rounded-lg object-contain ${card.is_in_stock ? '' : 'opacity-60 grayscale'}`}
            />
          ) : null}
          <div className="min-w-0 text-body leading-snug">
            {/* A product is no part of the outline of the text. */}
            <p className="font-semibold">
              <a
                href={`/${card.url_path}`}
                className="!text-ink !no-underline group-hover:!text-accent after:absolute after:inset-0"
              >
                {card.name}
              </a>
            </p>
            <div className="mt-1">
              <Price price={card.price} special_price={card.special_price} />
            </div>
            {stockText(card) === null ? null : (
              <p className="text-note text-muted">{stockText(card)}</p>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}

/** Names and today's prices of products in the shopper's province, one under the other. */
export function ArticlePrices({ cards }: CardsProps) {
  if (cards.length === 0) return null
  return (
    <table className="price-table">
      <caption className="pb-1 text-left text-sm text-muted">
        Giá hôm nay tại tỉnh, thành phố của bạn
      </caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">Sản phẩm</th>
          <th scope="col">Giá</th>
        </tr>
      </thead>
      <tbody>
        {cards.map((card) => (
          <tr key={card.product_id}>
            <td>
              <a href={`/${card.url_path}`}>{card.name}</a>
            </td>
            <td className="text-right whitespace-nowrap">
              <PriceCell card={card} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function PriceCell({ card }: { card: ProductCard }) {
  const { price, special_price } = card
  const now = special_price ?? price
  return (
    <>
      <span className="font-bold text-sale">{now === null ? 'Giá liên hệ' : formatDong(now)}</span>
      {stockText(card) === null ? null : (
        <span className="block text-note text-muted">{stockText(card)}</span>
      )}
    </>
  )
}
