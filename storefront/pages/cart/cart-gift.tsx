import type { CartItem } from '#contracts/storefront/cart.ts'
import { formatDong } from '#pure/money.ts'
import { LinePicture } from '#storefront/commerce/checkout/checkout-line.tsx'

/** Shows a gift under the line it belongs to. It cannot be selected, changed or removed by itself. */
export function CartGift({ line }: { line: CartItem }) {
  return (
    <li className="flex items-center gap-3 border-b border-line py-3 pr-3 pl-12 last:border-0 sm:pr-5 sm:pl-16">
      <LinePicture line={line} className="size-12 shrink-0" />
      <div className="min-w-0 flex-1 text-sm">
        <p className="line-clamp-2 font-semibold">{line.name}</p>
        <p className="text-muted">
          <span className="font-semibold text-success">Quà tặng</span> ·{' '}
          <span className="whitespace-nowrap">Số lượng: {line.item_quantity}</span>
        </p>
      </div>
      <p className="shrink-0 text-right font-bold text-success">
        0đ
        <del className="block text-note font-normal text-muted">
          <span className="sr-only">Giá niêm yết </span>
          {formatDong(line.price)}
        </del>
      </p>
    </li>
  )
}
