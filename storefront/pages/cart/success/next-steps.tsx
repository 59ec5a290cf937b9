import type { Order } from '#contracts/storefront/order.ts'
import { promiseText } from '#pure/delivery-text.ts'
import { spacedPhone } from '#pure/formats/spaced-phone.ts'
import { formatDong } from '#pure/money.ts'
import { CheckoutSection } from '#storefront/commerce/checkout/checkout-section.tsx'

/** What happens after an order was placed, until the shopper has the goods. */
export function NextSteps({ order }: { order: Order }) {
  if (order.state !== 'pending' && order.state !== 'confirmed') return null
  return (
    <CheckoutSection title="TIẾP THEO LÀ GÌ?">
      <ol className="grid gap-3 text-body">
        {stepsOf(order).map((text, index) => (
          <li key={text} className="flex gap-3">
            <span
              aria-hidden
              className="grid size-7 shrink-0 place-items-center rounded-full bg-cream font-bold text-accent"
            >
              {index + 1}
            </span>
            <span className="pt-0.5">{text}</span>
          </li>
        ))}
      </ol>
    </CheckoutSection>
  )
}

function stepsOf({ state, recipient, payment, totals, payment_method }: Order): string[] {
  const { promise, shipping_method, phone, shop_name } = recipient
  // Of a signed contract the company's money has come.
  if (payment_method === 'installment' && payment.paid_total === 0) {
    return [
      'Công ty tài chính xét duyệt hồ sơ. Có kết quả, cửa hàng nhắn tin cho bạn.',
      `Được duyệt, bạn mang căn cước đến ${shop_name ?? 'cửa hàng'} ký hợp đồng và nhận máy.`,
    ]
  }
  const call = state === 'pending' ? [`Cửa hàng gọi ${spacedPhone(phone)} để xác nhận đơn.`] : []
  const owed = totals.grand_total - payment.paid_total
  const money = owed > 0 ? `trả ${formatDong(owed)}` : 'không phải trả thêm'
  if (shipping_method === 'store_pickup') {
    return [
      ...call,
      'Khi hàng sẵn sàng, bạn nhận tin nhắn có mã nhận hàng.',
      `Đến ${shop_name ?? 'cửa hàng'} đưa mã, kiểm tra máy và ${money}.`,
    ]
  }
  const delivery = promise ? `${promiseText(promise, null)}; người giao gọi trước khi đến.` : null
  return [
    ...call,
    delivery ?? 'Người giao gọi bạn trước khi đến.',
    `Kiểm tra hàng ngay khi nhận, ${money}.`,
  ]
}
