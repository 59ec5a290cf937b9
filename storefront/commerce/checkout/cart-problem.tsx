import { useLocation } from 'react-router'
import { addresses, withQuery } from '#storefront/addresses/addresses.ts'
import type { ShownRefusal } from '#storefront/runtime/shown-refusal.ts'
import { wordsForRefusal } from '#storefront/refusals.ts'
import { Notice } from '#web/ui/notice.tsx'
import { withItemName } from '#storefront/commerce/checkout/checkout-item-name.ts'

interface CartProblemProps {
  /** What the cart holds: the words name the line that is meant. */
  lines: Parameters<typeof withItemName>[1]
}

/** The cart after an order that was not made: flagged with why (contract §4), and what to do about it. */
export function CartProblem({ lines }: CartProblemProps) {
  const asked = new URLSearchParams(useLocation().search)
  const code = asked.get('van_de')
  if (code === null || !/^[a-z_]{3,60}$/.test(code)) return null
  const refusal = { code, data: { item_id: Number(asked.get('item')) } }
  return (
    <Notice kind="error">
      <p className="font-bold">Đơn hàng chưa được đặt</p>
      <p>{wordsForRefusal(withItemName(refusal, lines)).text}</p>
      <p className="mt-1">
        Giỏ hàng vẫn được giữ nguyên: hãy xem lại sản phẩm có ghi chú rồi nhấn “Mua ngay”.
      </p>
    </Notice>
  )
}

/** The same address, but a way back to the cart carries along why the order was not made. */
export function flaggedCart(href: string, { code, data }: ShownRefusal): string {
  if (href !== addresses.cart.path) return href
  const item = data !== null && 'item_id' in data ? (data.item_id ?? null) : null
  return withQuery(href, { van_de: code, item })
}
