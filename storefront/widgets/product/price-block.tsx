import type { ColorVariant } from '#contracts/catalog.ts'
import { percentOff } from '#pure/money.ts'
import { Price } from '#storefront/ui/price.tsx'
import { dayAndMonth, priceNow } from '#storefront/widgets/product/chosen-color.ts'

interface PriceBlockProps {
  color: ColorVariant
  /** Of a product that is not on sale yet. */
  launch_on: string | null
}

/** "Giá sản phẩm": what is paid, what the list says, and how much less that is. */
export function PriceBlock({ color, launch_on }: PriceBlockProps) {
  const now = priceNow(color)
  // Nothing is reduced that was never sold.
  const list = launch_on === null ? color.price : null
  const off = list === null || now === null ? 0 : percentOff(list, now)
  const title = launch_on === null ? 'Giá sản phẩm' : 'Giá dự kiến'
  return (
    <div aria-live="polite" className="rounded-2xl bg-cream px-4 py-3">
      <div className="flex items-start justify-between gap-3">
        <p className="text-sm text-muted">
          {title}
          {now === null ? '' : ' (đã gồm VAT)'}
        </p>
        {off > 0 ? (
          <span className="shrink-0 rounded-lg bg-sale px-2 py-0.5 text-sm font-bold text-white">
            Giảm {off}%
          </span>
        ) : null}
      </div>
      <Price price={color.price} special_price={color.special_price} size="page" />
      {launch_on === null ? null : (
        <p className="mt-1 text-[15px] font-semibold text-success">
          Sắp mở bán {dayAndMonth(launch_on)}
        </p>
      )}
    </div>
  )
}
