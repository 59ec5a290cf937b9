import type { CartItem } from '#contracts/storefront/cart.ts'
import { item_types } from '#pure/formats/item-types.ts'
import { loanWishOf } from '#storefront/commerce/installment/loan-wish.ts'
import { type TabCounts, tabCounts } from '#storefront/pages/cart/cart-tab-counts.ts'
import { personalPage } from '#storefront/runtime/page.ts'

export interface InstallmentCartData {
  lines: CartItem[]
  counts: TabCounts
  /** The smallest monthly payment by item; without those that nobody lends. */
  monthly: Record<number, number>
}

/** /cart/tra-gop: the tab of what is bought in parts, of which one is chosen (contract §4, §5). */
export const page = personalPage<InstallmentCartData>({
  loader: async ({ services, caller, province_id }) => {
    const { items } = await services.cart.getCart(caller, { province_id })
    const lines = items.filter(
      ({ item_type, is_gift }) => item_type === item_types.installment && !is_gift,
    )
    const sellable = lines.filter(({ state }) => state === 'available')
    const { prepaid_percent, months, has_insurance } = loanWishOf(() => null)
    const loans = await Promise.all(
      sellable.map(async ({ item_id }) => {
        const { lowest } = await services.installment.installments(null, {
          ...{ item_id, province_id, prepaid_percent, months, has_insurance },
        })
        return lowest === null ? [] : [[item_id, lowest.monthly] as const]
      }),
    )
    return { lines, counts: tabCounts(items), monthly: Object.fromEntries(loans.flat()) }
  },
})
