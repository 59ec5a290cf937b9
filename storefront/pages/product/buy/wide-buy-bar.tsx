import type { ColorVariant } from '#contracts/storefront/catalog.ts'
import { buttonClass } from '#web/ui/button.ts'
import { Photo } from '#storefront/commerce/pictures/photo.tsx'
import { Price } from '#storefront/commerce/product-card/price.tsx'

export interface WideBuyBarProps {
  /** Id of the form that the buttons submit. */
  form: string
  name: string
  color: ColorVariant
  is_busy: boolean
}

/** The product with its buy buttons, fixed at the bottom of a wide screen. */
export function WideBuyBar({ form, name, color, is_busy }: WideBuyBarProps) {
  const [picture] = color.pictures
  return (
    <div
      role="region"
      aria-label="Mua sản phẩm"
      data-wide-buy-bar
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-white shadow-pop max-md:hidden"
    >
      <div className="frame flex min-h-20 items-center gap-4 py-2.5">
        {picture ? (
          <Photo
            picture={picture}
            alt=""
            sizes="56px"
            className="size-14 shrink-0 object-contain"
          />
        ) : null}
        <p className="mr-auto min-w-0 leading-snug">
          <span className="line-clamp-1 font-bold">{name}</span>
          <span className="block text-sm text-muted">{color.color_name}</span>
        </p>
        <div className="shrink-0 text-right">
          <Price price={color.price} special_price={color.special_price} />
        </div>
        <button
          type="submit"
          form={form}
          aria-disabled={is_busy}
          className={buttonClass('outline', 'min-h-12 border-accent text-accent hover:bg-cream')}
        >
          Thêm vào giỏ
        </button>
        <button
          type="submit"
          form={form}
          name="buy_now"
          value="1"
          aria-disabled={is_busy}
          className={buttonClass('primary', 'min-h-12 px-8')}
        >
          MUA NGAY
        </button>
      </div>
    </div>
  )
}
