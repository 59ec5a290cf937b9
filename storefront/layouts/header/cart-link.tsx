import { frame_paths } from '#storefront/addresses/frame-paths.ts'
import { Icon } from '#web/ui/icons.tsx'
import { useCartCount } from '#storefront/runtime/cart-count.ts'

/** The link to the cart with its quantity of items. */
export function CartLink() {
  return (
    <a
      href={frame_paths.cart}
      className="relative flex h-11 shrink-0 items-center gap-2 rounded-button px-3 text-body font-semibold text-white transition-colors hover:bg-white/10"
    >
      <span className="relative">
        <Icon name="shopping-cart" className="size-6" />
        <CartCount />
      </span>
      <span className="max-lg:sr-only">Giỏ hàng</span>
    </a>
  )
}

/** The quantity on a cart icon; nothing while the cart is empty or not yet loaded. */
export function CartCount() {
  const count = useCartCount()
  if (count === 0) return null
  return (
    <span className="absolute -top-2 -right-2.5 grid h-5 min-w-5 place-items-center rounded-full bg-bright px-1 text-xs leading-none font-bold text-ink">
      {/* A new number rolls in from above: the key makes it a new element. */}
      <span key={count} className="rolls">
        {count > 99 ? '99+' : count}
      </span>
      <span className="sr-only"> sản phẩm trong giỏ</span>
    </span>
  )
}
