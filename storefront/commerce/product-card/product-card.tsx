import type { ProductCard as Card } from '#contracts/storefront/catalog.ts'
import { formatDong, percentOff } from '#pure/money.ts'
import { Photo } from '#storefront/commerce/pictures/photo.tsx'
import { MemberLines } from '#storefront/commerce/product-card/member-lines.tsx'
import { Price } from '#storefront/commerce/product-card/price.tsx'
import { CompareToggle } from '#storefront/commerce/compare/compare-toggle.tsx'
import { AmountRows } from '#web/ui/amount-rows.tsx'
import { CardFlash } from '#storefront/commerce/flash-sale/card-flash.tsx'

interface ProductCardProps {
  card: Card
  /** Visible when the page opens: the picture is fetched at once. */
  eager?: boolean
  /** The displayed width of the picture, if it is not that in a list. */
  sizes?: string
}

/** A product in a list: name, price in this province, availability. */
export function ProductCard({ card, eager, sizes }: ProductCardProps) {
  const { name, launch_on, is_in_stock } = card
  const [model, origin] = name.split(' | ')
  const isComing = launch_on !== null
  const isAvailable = is_in_stock || isComing
  return (
    <article className="group card">
      <Ribbon card={card} />
      {card.thumbnail ? (
        <Photo
          picture={card.thumbnail}
          alt=""
          eager={eager}
          sizes={sizes}
          className={isAvailable ? 'card-picture' : 'card-picture opacity-60 grayscale'}
        />
      ) : (
        <div className="aspect-square w-full rounded-xl bg-mist" />
      )}
      <h3 className="card-name">
        <a href={`/${card.url_path}`} className="card-link">
          {model}
          {origin === undefined ? null : <span className="card-origin">{`\u00a0| ${origin}`}</span>}
        </a>
      </h3>
      <Facts text={card.highlights.join(' · ')} />
      {/* A product that was never sold has no discount. */}
      <Price
        price={isComing ? (card.special_price ?? card.price) : card.price}
        special_price={card.special_price}
      />
      {card.price_rows && is_in_stock && !isComing ? (
        <AmountRows rows={card.price_rows} className="card-rows" />
      ) : null}
      {card.flash && is_in_stock ? <CardFlash flash={card.flash} /> : null}
      <Savings card={card} />
      <State card={card} />
      <div className="card-foot">
        <CompareToggle
          product_id={card.product_id}
          category_id={card.category_id}
          name={name}
          className="card-compare"
        />
        <Facts text={card.rating} />
      </div>
    </article>
  )
}

function Ribbon({ card: { price, special_price, launch_on, is_in_stock } }: { card: Card }) {
  if (launch_on !== null) return <p className="card-ribbon bg-ink">Sắp mở bán</p>
  const off = price === null ? 0 : percentOff(price, special_price ?? price)
  return is_in_stock && off > 0 ? <p className="card-ribbon">{`Giảm ${off}%`}</p> : null
}

/** A grey line; nothing without a text. */
function Facts({ text }: { text: string | undefined }) {
  return text ? <p className="card-facts">{text}</p> : null
}

/** Member and student savings, the monthly payment and the promotion of an available product. */
function Savings({ card }: { card: Card }) {
  const { product_id, member_saving, student_saving, is_in_stock, launch_on } = card
  if (!is_in_stock || launch_on !== null) return null
  const lines = [
    ...(member_saving ? [`Smember giảm đến\u00a0${formatDong(member_saving)}`] : []),
    ...(student_saving ? [`S-Student giảm thêm\u00a0${formatDong(student_saving)}`] : []),
  ]
  return (
    <>
      {lines.length > 0 ? (
        <MemberLines
          product_id={product_id}
          price={card.special_price ?? card.price}
          lines={lines}
          ownLine={({ label, final_price }) => `Giá ${label} ${formatDong(final_price)}`}
          className="card-state"
        />
      ) : null}
      <Facts text={card.in_parts} />
      <Facts text={card.promotion} />
    </>
  )
}

function State({ card: { launch_on, is_in_stock } }: { card: Card }) {
  if (launch_on !== null) {
    const [, month, day] = launch_on.split('-')
    return <p className="card-state text-success">{`Mở bán ngày ${day}/${month}`}</p>
  }
  return is_in_stock ? null : <p className="card-state text-muted">Tạm hết hàng</p>
}
