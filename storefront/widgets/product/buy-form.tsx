import { Phone, ShoppingCart } from '#storefront/ui/icons.tsx'
import type { ColorVariant } from '#contracts/catalog.ts'
import { addresses } from '#storefront/addresses.ts'
import { useShop } from '#storefront/shop-data.ts'
import { formatDong } from '#pure/money.ts'
import { buttonClass } from '#storefront/ui/button.ts'
import { isBuyable, priceNow } from '#storefront/widgets/product/chosen-color.ts'
import { useAddToCart } from '#storefront/widgets/product/add-to-cart.ts'
import { telLink } from '#storefront/widgets/tel-link.ts'

/** Over the foot of a phone's screen, in the flow of a wide one. */
const bar =
  'flex gap-2 max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-30 max-md:items-stretch max-md:border-t max-md:border-line max-md:bg-white max-md:px-4 max-md:pt-2.5 max-md:pb-[calc(10px+env(safe-area-inset-bottom))] max-md:shadow-pop'

/** The buttons that lead to the cart, or to what can be done instead. */
export function BuyForm({ color, name }: { color: ColorVariant; name: string }) {
  if (color.price === null) return <AskByPhone />
  if (!isBuyable(color)) return <SoldOut />
  return <BuyButtons color={color} name={name} />
}

function BuyButtons({ color, name }: { color: ColorVariant; name: string }) {
  const { Form, is_busy, is_buying } = useAddToCart()
  const now = priceNow(color)
  return (
    <Form method="post" action={addresses.cart.path} data-buy-bar className={bar}>
      <input type="hidden" name="intent" value="add" />
      <input type="hidden" name="item_id" value={color.item_id} />
      <input type="hidden" name="item_type" value="1" />
      <input type="hidden" name="item_quantity" value="1" />
      <p className="sr-only">
        {name}
        {color.color_name === '' ? '' : `, màu ${color.color_name}`}
        {now === null ? '' : `, ${formatDong(now)}`}
      </p>
      <button
        type="submit"
        name="buy_now"
        value="1"
        aria-disabled={is_busy}
        className={buttonClass('primary', 'min-h-14 flex-1 flex-col gap-0 px-3 py-1.5')}
      >
        <span className="text-[17px] leading-snug font-extrabold">
          {is_buying ? 'ĐANG THÊM…' : 'MUA NGAY'}
        </span>
        <span className="text-[13px] leading-snug font-medium max-md:hidden">
          Giao nhanh từ 2 giờ hoặc nhận tại cửa hàng
        </span>
        <span className="text-xs leading-snug font-medium md:hidden">
          {now === null ? '' : formatDong(now)}
        </span>
      </button>
      <button
        type="submit"
        aria-disabled={is_busy}
        className="flex min-h-14 w-25 shrink-0 flex-col items-center justify-center gap-0.5 rounded-button border-2 border-accent bg-white text-xs leading-tight font-bold text-accent transition-colors hover:bg-cream"
      >
        <ShoppingCart className="size-5.5" />
        Thêm vào giỏ
      </button>
    </Form>
  )
}

function SoldOut() {
  return (
    <div data-buy-bar className={bar}>
      <button type="button" disabled className={buttonClass('dark', 'min-h-14 flex-1 text-[17px]')}>
        TẠM HẾT HÀNG
      </button>
      <a href="#tuong-tu" className={buttonClass('outline', 'min-h-14')}>
        Xem sản phẩm tương tự
      </a>
    </div>
  )
}

function AskByPhone() {
  const { shop } = useShop()
  return (
    <div data-buy-bar className={bar}>
      <a
        href={telLink(shop.hotline)}
        className={buttonClass('primary', 'min-h-14 flex-1 flex-col gap-0')}
      >
        <span className="flex items-center gap-2 text-[17px] leading-snug font-extrabold">
          <Phone className="size-5" />
          GỌI {shop.hotline}
        </span>
        <span className="text-[13px] leading-snug font-medium">
          Tổng đài miễn phí báo giá và giữ hàng cho bạn
        </span>
      </a>
    </div>
  )
}
