import { useId } from 'react'
import type { CartItem } from '#contracts/storefront/cart.ts'
import { booking_addresses } from '#storefront/addresses/booking.ts'
import { CheckoutColumns } from '#storefront/commerce/checkout/checkout-columns.tsx'
import { CartTabs } from '#storefront/pages/cart/cart-tabs.tsx'
import { PickedLine } from '#storefront/pages/cart/picked-line.tsx'
import type { ServiceCart } from '#storefront/pages/cart/booking/page.server.ts'
import { buttonClass } from '#web/ui/button.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** /cart/booking without a code: the services in the cart. The ticked ones are booked together. */
export function ServiceCartView({ cart }: { cart: ServiceCart }) {
  const form = useId()
  const { lines, counts } = cart
  const head = (
    <div className="max-lg:-mt-4">
      <h1 className="text-2xl">Giỏ hàng của bạn</h1>
      <CartTabs counts={counts} current={2} />
    </div>
  )
  if (lines.length === 0) {
    return (
      <div className="mt-4">
        {head}
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
      </div>
    )
  }
  return (
    <CheckoutColumns
      is_choice_first
      goods={null}
      foot={
        <form id={form} action={booking_addresses.booking.path} className="sheet grid gap-3 p-4">
          <p className="text-body text-muted">
            Giữ giờ và giữ giá, không cần trả trước. Một lịch hẹn có tối đa 5 dịch vụ.
          </p>
          <button type="submit" className={buttonClass('primary', 'min-h-12')}>
            Đặt lịch dịch vụ đã chọn
          </button>
        </form>
      }
    >
      {head}
      <section aria-label="Dịch vụ trong giỏ" className="sheet">
        <ul className="divide-y divide-line">
          {lines.map((line) => (
            <ServiceRow key={line.line_id} line={line} form={form} />
          ))}
        </ul>
      </section>
    </CheckoutColumns>
  )
}

function ServiceRow({ line, form }: { line: CartItem; form: string }) {
  const { item_id, item_quantity } = line
  const value = Array.from({ length: item_quantity }, () => item_id).join('.')
  return (
    <PickedLine
      line={line}
      title={`${line.name} - ${line.color_name}`}
      lead={item_quantity > 1 && `${item_quantity} × `}
      picker={{ type: 'checkbox', form, name: 'dich_vu', value }}
      item_type={2}
      unavailable="Tạm ngừng nhận"
    />
  )
}
