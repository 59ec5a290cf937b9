import type { CartItem } from '#contracts/storefront/cart.ts'
import { type TabCounts, tabCounts } from '#storefront/pages/cart/cart-tab-counts.ts'
import { personalPage } from '#storefront/runtime/page.ts'

export interface InstallmentCartData {
  lines: CartItem[]
  counts: TabCounts
}

/** /cart/tra-gop: the tab of what is bought in parts, of which one is chosen (contract §4, §5). */
export const page = personalPage<InstallmentCartData>({
  loader: async ({ services, caller, province_id }) => {
    const { items } = await services.cart.getCart(caller, { province_id })
    const lines = items.filter(({ item_type, is_gift }) => item_type === 4 && !is_gift)
    return { lines, counts: tabCounts(items) }
  },
})
