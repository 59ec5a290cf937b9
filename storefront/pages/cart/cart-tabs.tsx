import type { ItemType } from '#pure/formats/item-types.ts'
import { booking_addresses } from '#storefront/addresses/booking.ts'
import { cart_addresses } from '#storefront/addresses/cart.ts'
import { loan_addresses } from '#storefront/addresses/loan.ts'
import type { TabCounts } from '#storefront/pages/cart/cart-tab-counts.ts'

/** The types of cart (contract §3): normal 1, booking 2, installment 4. */
const tabs = [
  { item_type: 1, name: 'Giỏ hàng', path: cart_addresses.cart.path },
  { item_type: 2, name: 'Đặt lịch', path: booking_addresses.cartBooking.path },
  { item_type: 4, name: 'Trả góp', path: loan_addresses.cartInstallments.path },
] as const

/** Shows the types of cart, each with its number of different products. */
export function CartTabs({ counts, current }: { counts: TabCounts; current: ItemType }) {
  return (
    <nav aria-label="Loại giỏ hàng" className="mt-4 border-b border-line">
      <ul className="flex gap-3 overflow-x-auto [scrollbar-width:none] sm:gap-6">
        {tabs.map((tab) => (
          <li key={tab.item_type}>
            <a
              href={tab.path}
              aria-current={tab.item_type === current ? 'page' : undefined}
              className="flex min-h-11 items-center gap-1.5 whitespace-nowrap border-b-[3px] border-transparent px-1 forced-colors:not-aria-[current=page]:border-[Canvas] font-semibold tracking-tight text-muted max-[360px]:text-sm aria-[current=page]:border-accent aria-[current=page]:text-accent"
            >
              {tab.name}
              <span>({counts[tab.item_type]})</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
