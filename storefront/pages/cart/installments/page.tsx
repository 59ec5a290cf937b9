import { useId } from 'react'
import { Form } from 'react-router'
import type { CartItem } from '#contracts/storefront/cart.ts'
import { cart_addresses } from '#storefront/addresses/cart.ts'
import { CheckoutColumns } from '#storefront/commerce/checkout/checkout-columns.tsx'
import { CartTabs } from '#storefront/pages/cart/cart-tabs.tsx'
import { PickedLine } from '#storefront/pages/cart/picked-line.tsx'
import type { InstallmentCartData } from '#storefront/pages/cart/installments/page.server.ts'
import type { PageMeta } from '#storefront/runtime/page.ts'
import { formatDong } from '#pure/money.ts'
import { buttonClass } from '#web/ui/button.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'

export function meta(): PageMeta {
  return { title: 'Sản phẩm trả góp', robots: 'noindex, nofollow' }
}

/** /cart/tra-gop: one of the lines is bought in parts at a time, so they are radio buttons. */
export function Page({ data: { lines, counts, monthly } }: { data: InstallmentCartData }) {
  const form = useId()
  const head = (
    <div className="max-lg:-mt-4">
      <h1 className="text-2xl">Giỏ hàng của bạn</h1>
      <CartTabs counts={counts} current={4} />
    </div>
  )
  if (lines.length === 0) {
    return (
      <div className="mt-4">
        {head}
        <div className="sheet mt-4">
          <EmptyState picture="cart" title="Chưa có sản phẩm trả góp.">
            <p className="text-balance">
              Mở trang sản phẩm, bấm “Trả góp từ …/tháng”, rồi chọn công ty phù hợp.
            </p>
            <a href="/" className={buttonClass('primary', 'px-8')}>
              Quay lại trang chủ
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
        <Form
          id={form}
          method="post"
          action={cart_addresses.cart.path}
          className="sheet grid gap-3 p-4"
        >
          <input type="hidden" name="item_type" value="4" />
          <p className="text-body text-muted">
            Mỗi lần trả góp một sản phẩm. Chọn công ty, mức trả trước và số tháng ở bước sau.
          </p>
          <button
            type="submit"
            name="intent"
            value="installment"
            className={buttonClass('primary', 'min-h-12')}
          >
            Trả góp ngay
          </button>
        </Form>
      }
    >
      {head}
      <fieldset className="sheet min-w-0">
        <legend className="sr-only">Chọn một sản phẩm để trả góp</legend>
        <ul className="divide-y divide-line">
          {lines.map((line) => (
            <InstallmentRow
              key={line.line_id}
              line={line}
              monthly={monthly[line.item_id]}
              form={form}
            />
          ))}
        </ul>
      </fieldset>
    </CheckoutColumns>
  )
}

interface RowProps {
  line: CartItem
  /** The smallest monthly payment; undefined: nobody lends its price. */
  monthly: number | undefined
  form: string
}

function InstallmentRow({ line, monthly, form }: RowProps) {
  const { line_id, name, color_name } = line
  return (
    <PickedLine
      line={line}
      title={name}
      note={color_name ? `Màu: ${color_name}` : undefined}
      price_note={monthly === undefined ? undefined : `Góp từ ${formatDong(monthly)}/tháng`}
      picker={{ type: 'radio', form, name: 'line_ids[]', value: line_id ?? '' }}
      item_type={4}
      unavailable="Tạm hết hàng"
    />
  )
}
