import type { Cart } from '#contracts/storefront/cart.ts'

/** Kinds of cart that can be bought now (contract §3); booking (2) and installment (4) join with theirs. */
const tabs = [{ item_type: 1, name: 'Giỏ hàng', path: '/cart' }] as const

/** The cart's kinds, each with how many different products it holds; gifts come by themselves. */
export function CartTabs({ cart, current }: { cart: Cart; current: 1 }) {
  const chosen = cart.items.filter((item) => !item.is_gift)
  return (
    <nav aria-label="Loại giỏ hàng" className="mt-4 border-b border-line">
      <ul className="flex gap-6 overflow-x-auto [scrollbar-width:none]">
        {tabs.map((tab) => (
          <li key={tab.item_type}>
            <a
              href={tab.path}
              aria-current={tab.item_type === current ? 'page' : undefined}
              className="flex h-11 items-center gap-1.5 border-b-[3px] border-transparent px-1 font-semibold text-muted aria-[current=page]:border-accent aria-[current=page]:text-accent"
            >
              {tab.name}
              <span>({chosen.filter((item) => item.item_type === tab.item_type).length})</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
