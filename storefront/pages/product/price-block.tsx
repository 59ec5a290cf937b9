import type { ColorVariant, ProductPage } from '#contracts/storefront/catalog.ts'
import { formatDong, percentOff } from '#pure/money.ts'
import { MemberLines } from '#storefront/commerce/product-card/member-lines.tsx'
import { Price } from '#storefront/commerce/product-card/price.tsx'
import { dayAndMonth, priceNow } from '#storefront/commerce/colors/chosen-color.ts'
import { AmountRows } from '#web/ui/amount-rows.tsx'
import { hourAndDay } from '#storefront/pages/product/promotion-texts.ts'

/** A colour with the links beside its price, which the server makes: other ways to pay it. */
export interface PricedColor extends ColorVariant {
  ways?: readonly (readonly [href: string, text: string])[]
}

interface PriceBlockProps {
  product: Pick<ProductPage, 'product_id' | 'launch_on'>
  color: PricedColor
  /** The instant until which price and promotions are valid; null when none has an end. */
  valid_until: string | null
}

/** "Giá sản phẩm": the price, the list price, the discount, and the savings of members and students. */
export function PriceBlock(props: PriceBlockProps) {
  const { color } = props
  const { launch_on } = props.product
  const now = priceNow(color)
  // A product that was never sold has no discount.
  const list = launch_on === null ? color.price : now
  const off = list === null || now === null ? 0 : percentOff(list, now)
  const title = launch_on === null ? 'Giá sản phẩm' : 'Giá dự kiến'
  return (
    <div aria-live="polite" className="bg-cream px-4 py-3">
      <div className="flex items-start justify-between gap-3">
        <p className="text-note text-muted">
          {title}
          {now === null ? '' : ' (đã gồm VAT)'}
        </p>
        {off > 0 ? (
          <span className="shrink-0 rounded-lg bg-sale px-2 py-0.5 text-sm font-bold text-white">
            Giảm {off}%
          </span>
        ) : null}
      </div>
      <Price price={list} special_price={color.special_price} size="page" />
      {launch_on === null ? (
        <PriceDetails {...props} />
      ) : (
        <p className="mt-1 text-body font-semibold text-success">
          Sắp mở bán {dayAndMonth(launch_on)}
        </p>
      )}
    </div>
  )
}

function PriceDetails({ product: { product_id }, color, valid_until }: PriceBlockProps) {
  const { member_saving, student_saving } = color
  const savings = [
    ...(member_saving ? [`Tiết kiệm thêm đến ${formatDong(member_saving)} cho Smember`] : []),
    ...(student_saving ? [`HSSV đến ${formatDong(student_saving)}`] : []),
  ]
  return (
    <>
      {color.price_rows === undefined ? null : (
        <AmountRows rows={color.price_rows} className="mt-1 text-note" />
      )}
      <p className="text-note text-muted empty:hidden">{color.lowest_price}</p>
      {color.ways?.map(([href, text]) => (
        <a
          key={href}
          href={href}
          className="finger mr-4 inline-block text-sm font-semibold text-accent"
        >
          {text}
        </a>
      ))}
      {savings.length > 0 ? (
        <MemberLines
          product_id={product_id}
          item_id={color.item_id}
          price={priceNow(color)}
          lines={[savings.join(' · ')]}
          ownLine={({ label, final_price, saving }) =>
            `${label} giảm thêm ${formatDong(saving)}, còn ${formatDong(final_price)}`
          }
          className="member-lines-page"
        />
      ) : null}
      {valid_until === null ? null : (
        <p className="mt-1 text-note text-muted">
          Giá và khuyến mãi dự kiến áp dụng đến{' '}
          <span className="whitespace-nowrap">{hourAndDay(valid_until)}</span>
        </p>
      )}
    </>
  )
}
