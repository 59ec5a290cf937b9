import { useLocation } from 'react-router'
import { cart_addresses } from '#storefront/addresses/cart.ts'
import { withQuery } from '#storefront/addresses/with-query.ts'
import type { ShownRefusal } from '#storefront/runtime/shown-refusal.ts'
import { refusalMessage } from '#storefront/refusals.ts'
import { Notice } from '#web/ui/notice.tsx'
import { withItemName } from '#storefront/commerce/checkout/checkout-item-name.ts'

interface CartProblemProps {
  /** The lines of the cart, to name the item of the refusal. */
  lines: Parameters<typeof withItemName>[1]
}

/** Shown in the cart after a refused order: the reason (contract §4) and what to do. */
export function CartProblem({ lines }: CartProblemProps) {
  const query = new URLSearchParams(useLocation().search)
  const code = query.get('van_de')
  if (code === null || !/^[a-z_]{3,60}$/.test(code)) return null
  const refusal = { code, data: { item_id: Number(query.get('item')) } }
  return (
    <Notice kind="error">
      <p className="font-bold">Đơn hàng chưa được đặt</p>
      <p>{refusalMessage(withItemName(refusal, lines)).text}</p>
      <p className="mt-1">
        Giỏ hàng vẫn còn nguyên: xem lại sản phẩm có ghi chú rồi bấm “Mua ngay”.
      </p>
    </Notice>
  )
}

/** Adds the reason of a refused order to a link to the cart. Other links stay unchanged. */
export function flaggedCart(href: string, { code, data }: ShownRefusal): string {
  if (href !== cart_addresses.cart.path) return href
  const item = data !== null && 'item_id' in data ? (data.item_id ?? null) : null
  return withQuery(href, { van_de: code, item })
}
