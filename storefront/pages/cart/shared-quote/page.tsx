import { Form } from 'react-router'
import type { SharedQuote } from '#contracts/storefront/shared-quote.ts'
import { formatDong } from '#pure/money.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'
import { useFormAnswer } from '#storefront/runtime/form-answer.ts'
import type { PageMeta } from '#storefront/runtime/page.ts'
import type { SharedQuoteData } from '#storefront/pages/cart/shared-quote/page.server.ts'
import { AnswerNotice } from '#storefront/commerce/checkout/checkout-answer.tsx'
import { LinePicture } from '#storefront/commerce/checkout/checkout-line.tsx'
import { CheckoutSection } from '#storefront/commerce/checkout/checkout-section.tsx'
import { CheckoutTotals } from '#storefront/commerce/checkout/checkout-totals.tsx'
import { buttonClass } from '#web/ui/button.ts'

export function meta(): PageMeta {
  return { title: 'Báo giá của bạn', robots: 'noindex, nofollow' }
}

/** /cart/quote/{code}: goods and total that staff put together, and one button to go on. */
export function Page({ data: { quote, code } }: { data: SharedQuoteData }) {
  const { items, totals, order, shared_until } = quote
  const answer = useFormAnswer()
  return (
    <div className="grid gap-4 pb-6">
      <h1 className="text-2xl">{order === null ? 'Báo giá của bạn' : `Đơn hàng ${order.code}`}</h1>
      <AnswerNotice answer={answer} lines={items} />
      <CheckoutSection title="SẢN PHẨM">
        <ul className="-my-3 divide-y divide-line">
          {items.map((item, n) => (
            <Line key={`${item.item_id}-${n}`} item={item} />
          ))}
        </ul>
      </CheckoutSection>
      <CheckoutSection title="THÔNG TIN THANH TOÁN">
        <CheckoutTotals totals={totals} items={items} />
      </CheckoutSection>
      {order?.awaits_payment === true && order.expires_at !== null && (
        <p className="text-center text-body">
          Cửa hàng giữ hàng cho bạn đến{' '}
          <strong>{formatDateTime(new Date(order.expires_at))}</strong>.
        </p>
      )}
      <Form method="post" action={`/cart/quote/${code}`} className="grid">
        <button
          type="submit"
          name="intent"
          value="take"
          className={buttonClass('primary', 'min-h-12')}
        >
          {buttonText(order)}
        </button>
      </Form>
      <p className="text-center text-sm text-muted">
        {order === null && 'Giá tính theo thời điểm bạn đặt hàng. '}
        Liên kết này dùng được đến {formatDateTime(new Date(shared_until))}.
      </p>
    </div>
  )
}

function buttonText(order: SharedQuote['order']): string {
  if (order === null) return 'Đặt hàng theo báo giá này'
  return order.awaits_payment ? 'Thanh toán đơn hàng' : 'Xem đơn hàng'
}

function Line({ item }: { item: SharedQuote['items'][number] }) {
  const { name, color_name, item_quantity, final_price, line_total, is_gift } = item
  return (
    <li className="flex items-center gap-3 py-3">
      <LinePicture line={item} className="size-16 shrink-0" />
      <div className="min-w-0 flex-1">
        <p className="leading-snug font-semibold">{name}</p>
        <p className="mt-0.5 text-sm text-muted">
          {color_name && <>Màu: {color_name} · </>}
          {item_quantity} × {is_gift ? 'quà tặng' : formatDong(final_price)}
        </p>
      </div>
      <p className="font-bold text-sale tabular-nums">{formatDong(line_total)}</p>
    </li>
  )
}
