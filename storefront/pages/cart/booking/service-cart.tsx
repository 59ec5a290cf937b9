import { useId } from 'react'
import { Form, useNavigation } from 'react-router'
import type { CartItem } from '#contracts/storefront/cart.ts'
import { formatDong } from '#pure/money.ts'
import { booking_addresses } from '#storefront/addresses/booking.ts'
import { cart_addresses } from '#storefront/addresses/cart.ts'
import { LinePicture } from '#storefront/commerce/checkout/checkout-line.tsx'
import { CartTabs } from '#storefront/pages/cart/cart-tabs.tsx'
import type { ServiceCart } from '#storefront/pages/cart/booking/page.server.ts'
import { buttonClass } from '#web/ui/button.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Icon } from '#web/ui/icons.tsx'

/** /cart/booking without a code: the services in the cart. The ticked ones are booked together. */
export function ServiceCartView({ cart }: { cart: ServiceCart }) {
  const form = useId()
  const { lines, counts } = cart
  return (
    <>
      <h1 className="text-2xl">Giỏ hàng của bạn</h1>
      <CartTabs counts={counts} current={2} />
      {lines.length === 0 ? (
        <div className="sheet mt-4">
          <EmptyState picture="cart" title="Chưa có dịch vụ nào.">
            <p className="text-balance">
              Chọn dịch vụ sửa chữa, thêm vào giỏ, rồi đặt một lịch hẹn cho tất cả.
            </p>
            <a href={booking_addresses.booking.path} className={buttonClass('primary', 'px-8')}>
              Đặt lịch sửa chữa
            </a>
          </EmptyState>
        </div>
      ) : (
        <>
          <section aria-label="Dịch vụ trong giỏ" className="sheet mt-4">
            <ul className="divide-y divide-line">
              {lines.map((line) => (
                <ServiceRow key={line.line_id} line={line} form={form} />
              ))}
            </ul>
          </section>
          <form
            id={form}
            action={booking_addresses.booking.path}
            className="sheet mt-4 flex flex-wrap items-center justify-between gap-3 p-4"
          >
            <p className="text-[15px] text-muted">
              Giữ giờ và giữ giá, không cần trả trước. Một lịch hẹn có tối đa 5 dịch vụ.
            </p>
            <button type="submit" className={buttonClass('primary', 'min-h-12 w-full sm:w-auto')}>
              Đặt lịch dịch vụ đã chọn
            </button>
          </form>
        </>
      )}
    </>
  )
}

function ServiceRow({ line, form }: { line: CartItem; form: string }) {
  const is_busy = useNavigation().state !== 'idle'
  const { item_id, name, color_name, item_quantity, final_price, price, state } = line
  const title = `${name} - ${color_name}`
  return (
    <li className="flex items-start gap-3 p-4">
      <input
        type="checkbox"
        form={form}
        name="dich_vu"
        value={Array.from({ length: item_quantity }, () => item_id).join('.')}
        defaultChecked={line.is_selected && state === 'available'}
        disabled={state !== 'available'}
        aria-label={`Chọn ${title}`}
        className="mt-6 size-5 shrink-0 accent-accent"
      />
      <LinePicture line={line} className="size-18 shrink-0" />
      <div className="min-w-0 flex-1">
        <a href={`/${line.url_path}`} className="font-semibold hover:text-accent hover:underline">
          {item_quantity > 1 && `${item_quantity} × `}
          {title}
        </a>
        <p className="mt-1 flex flex-wrap items-baseline gap-x-2">
          <strong className="text-sale">{formatDong(final_price)}</strong>
          {price > final_price && (
            <s className="text-sm text-muted">
              <span className="sr-only">Giá cũ: </span>
              {formatDong(price)}
            </s>
          )}
          {state !== 'available' && (
            <span className="text-sm font-semibold text-sale">Tạm ngừng nhận</span>
          )}
        </p>
      </div>
      <Form method="post" action={cart_addresses.cart.path}>
        <input type="hidden" name="intent" value="remove" />
        <input type="hidden" name="item_type" value="2" />
        <input type="hidden" name="line_id" value={line.line_id ?? ''} />
        <button
          type="submit"
          aria-disabled={is_busy}
          aria-label={`Xóa ${title}`}
          className="grid size-11 place-items-center rounded-xl text-muted hover:bg-mist hover:text-ink"
        >
          <Icon name="trash-2" className="size-5" />
        </button>
      </Form>
    </li>
  )
}
