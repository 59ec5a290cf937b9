import { frame_paths } from '#storefront/addresses/frame-paths.ts'
import type { ReactNode } from 'react'
import type { ColorVariant } from '#contracts/storefront/catalog.ts'
import { formatDong } from '#pure/money.ts'
import { noticeUrl, startUrl } from '#storefront/addresses/account-links.ts'
import { useShop } from '#storefront/runtime/shop-data.ts'
import { buttonClass } from '#web/ui/button.ts'
import { Icon } from '#web/ui/icons.tsx'
import { useAddToCart } from '#storefront/pages/product/buy/add-to-cart.ts'
import { dayAndMonth, priceNow, type SaleState } from '#storefront/commerce/colors/chosen-color.ts'
import { WideBarDock } from '#storefront/pages/product/buy/wide-bar-dock.tsx'
import { telLink } from '#web/ui/tel-link.ts'

interface BuyFormProps {
  color: ColorVariant
  name: string
  state: SaleState
  launch_on: string | null
  /** Whether a shop of the province has it in stock: then delivery takes hours. */
  is_near: boolean
}

/** The buttons that add the item to the cart, or what the shopper can do instead. */
export function BuyForm(props: BuyFormProps) {
  const { state, launch_on, color } = props
  if (state === 'coming') {
    return <Coming item_id={color.item_id} launch_on={launch_on} />
  }
  if (state === 'on_request') return <AskByPhone />
  return state === 'buyable' ? <BuyButtons {...props} /> : <SoldOut item_id={color.item_id} />
}

function BuyButtons({ color, name, is_near }: BuyFormProps) {
  const { Form, is_busy, is_buying } = useAddToCart(color.item_id)
  const now = priceNow(color)
  return (
    <>
      <Form
        id="mua"
        method="post"
        action={frame_paths.cart}
        data-buy-bar
        // The place of the second button is kept while the page arrives.
        className="buy-bar grid-cols-[minmax(0,1fr)_min(6.25rem,33%)]"
        // An impatient second press would add another one.
        onSubmit={(event) => is_busy && event.preventDefault()}
      >
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
          className={buttonClass('primary', 'min-h-14 flex-col gap-0 px-3 py-1.5')}
        >
          <span className="text-lead leading-snug font-extrabold">
            {is_buying ? 'ĐANG THÊM…' : 'MUA NGAY'}
          </span>
          <span className="text-note leading-snug font-medium max-md:hidden">
            {is_near ? 'Giao nhanh từ 2 giờ hoặc nhận tại cửa hàng' : 'Giao tận nơi toàn quốc'}
          </span>
          <span className="text-xs leading-snug font-medium md:hidden">
            {now === null ? '' : formatDong(now)}
          </span>
        </button>
        <button type="submit" aria-disabled={is_busy} className="add-button">
          <Icon name="shopping-cart" className="size-5.5" />
          Thêm vào giỏ
        </button>
      </Form>
      <WideBarDock form="mua" name={name} color={color} is_busy={is_busy} />
    </>
  )
}

function SoldOut({ item_id }: { item_id: number }) {
  return (
    <BarBesideSimilar>
      <a
        href={noticeUrl(item_id)}
        className={buttonClass('primary', 'min-h-14 flex-col gap-0 px-3')}
      >
        <span className="text-lead leading-snug font-extrabold">TẠM HẾT HÀNG</span>
        <span className="text-note leading-snug font-medium">Đăng ký nhận tin</span>
      </a>
    </BarBesideSimilar>
  )
}

function Coming({ item_id, launch_on }: { item_id: number; launch_on: string | null }) {
  return (
    <BarBesideSimilar>
      <a
        href={startUrl({ of: 'item', id: item_id })}
        className={buttonClass('primary', 'min-h-14 flex-col gap-0 px-3')}
      >
        <span className="text-lead leading-snug font-extrabold whitespace-nowrap">
          SẮP MỞ BÁN {launch_on === null ? '' : dayAndMonth(launch_on)}
        </span>
        <span className="text-note leading-snug font-medium">Nhắc tôi khi mở bán</span>
      </a>
    </BarBesideSimilar>
  )
}

function BarBesideSimilar({ children }: { children: ReactNode }) {
  return (
    <div data-buy-bar className="buy-bar grid-cols-[minmax(0,1fr)_136px]">
      {children}
      <a href="#tuong-tu" className={buttonClass('outline', 'min-h-14 px-3 text-sm leading-snug')}>
        Sản phẩm tương tự
      </a>
    </div>
  )
}

function AskByPhone() {
  const { shop } = useShop()
  return (
    <div data-buy-bar className="buy-bar">
      <a href={telLink(shop.hotline)} className={buttonClass('primary', 'min-h-14 flex-col gap-0')}>
        <span className="flex items-center gap-2 text-lead leading-snug font-extrabold">
          <Icon name="phone" className="size-5" />
          GỌI {shop.hotline}
        </span>
        <span className="text-note leading-snug font-medium">
          Tổng đài miễn phí báo giá và giữ hàng cho bạn
        </span>
      </a>
    </div>
  )
}
