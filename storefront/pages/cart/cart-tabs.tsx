import type { Cart } from '#contracts/storefront/cart.ts'

/** The types of cart that can be bought now (contract §3). Booking (2) and installment (4) will follow. */
const tabs = [{ item_type: 1, name: 'Giỏ hàng', path: '/cart' }] as const

/** Shows the types of cart, each with its number of different products. Gifts are not counted. */
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
