import type { MemberOrder, OrderTab } from '#contracts/storefront/member.ts'
import { member as contract } from '#contracts/storefront/member.ts'
import type { ProductCard } from '#contracts/storefront/catalog.ts'
import { loadSelling } from '#storefront/commerce/product-card/load-selling.ts'
import { Refusal } from '#pure/contract.ts'
import { item_types } from '#pure/formats/item-types.ts'
import { cart_addresses } from '#storefront/addresses/cart.ts'
import { pageRefusals } from '#storefront/page-refusals.ts'
import { type PersonalContext, personalPage } from '#storefront/runtime/page.ts'

export interface OrdersData {
  orders: MemberOrder[]
  /** Only for an empty list: what sells best. */
  selling: ProductCard[]
  tab: OrderTab | null
  page: number
  has_more: boolean
}

/** /smember/don-hang: the orders of the member by state. */
export const page = personalPage<OrdersData>({
  loader: async (context) => {
    const { services, caller } = context
    const { searchParams } = context.url
    const asked = {
      tab: searchParams.get('tab') ?? undefined,
      page: searchParams.get('trang') ?? undefined,
    }
    const input = contract.orders.input.safeParse(asked).data ?? { page: 1, tab: undefined }
    const { orders, has_more } = await services.member.orders(caller, input)
    const selling = orders.length === 0 ? await loadSelling(context) : []
    return { orders, selling, has_more, tab: input.tab ?? null, page: input.page }
  },
  actions: { buy_again: buyAgain },
})

/** Puts what is still sold of an own order into the cart. */
async function buyAgain({ services, caller, province_id }: PersonalContext, form: FormData) {
  const code = String(form.get('order_code') ?? '')
  const order = await services.order.getOrder(caller, { code })
  let added = 0
  for (const { item_id, item_quantity, item_type, is_gift } of order.items) {
    if (is_gift || item_type !== item_types.normal) continue
    try {
      await services.cart.addItem(caller, { item_id, item_type, item_quantity, province_id })
      added += 1
    } catch (error) {
      // The cart shows what is there: the rest is sold out or no longer sold.
      if (!(error instanceof Refusal) || error.status >= 500) throw error
    }
  }
  if (added === 0) throw pageRefusals.refuse('nothing_to_buy_again')
  return { redirect: cart_addresses.cart.path }
}
