import type { ProductCard } from '#contracts/storefront/catalog.ts'
import { wishlist } from '#contracts/storefront/wishlist.ts'
import { account_addresses } from '#storefront/addresses/account.ts'
import { loadSelling } from '#storefront/commerce/product-card/load-selling.ts'
import { withQuery } from '#storefront/addresses/with-query.ts'
import { type PersonalContext, personalPage } from '#storefront/runtime/page.ts'
import { readForm } from '#web/runtime/read-form.ts'

export interface WishlistData {
  cards: ProductCard[]
  /** Only for an empty list: what sells best. */
  selling: ProductCard[]
  /** Products of the list that are not on sale now. */
  gone_count: number
  /** The product that was added just now. */
  added_id: number | null
}

/** One question for cards holds so many products (contracts/storefront/search.ts). */
const cards_at_once = 100

/** /yeu-thich: what this guest or member likes. */
export const page = personalPage<WishlistData>({
  loader: async (context) => {
    const { services, caller, url } = context
    const { product_ids } = await services.wishlist.getWishlist(caller, {})
    const cards = await cardsOf(context, product_ids)
    const added = Number(url.searchParams.get('da-them'))
    return {
      cards,
      selling: cards.length === 0 ? await loadSelling(context) : [],
      gone_count: product_ids.length - cards.length,
      added_id: product_ids.includes(added) ? added : null,
    }
  },
  actions: {
    add: async ({ services, caller }, form) => {
      const input = readForm(wishlist.addWish.input, form)
      await services.wishlist.addWish(caller, input)
      return {
        redirect: withQuery(account_addresses.wishlist.path, { 'da-them': input.product_id }),
      }
    },
    remove: async ({ services, caller }, form) => {
      await services.wishlist.removeWish(caller, readForm(wishlist.removeWish.input, form))
      return { redirect: account_addresses.wishlist.path }
    },
  },
})

async function cardsOf(
  { services, province_id }: PersonalContext,
  product_ids: readonly number[],
): Promise<ProductCard[]> {
  const parts = Array.from({ length: Math.ceil(product_ids.length / cards_at_once) }, (_, part) =>
    product_ids.slice(part * cards_at_once, (part + 1) * cards_at_once),
  )
  const cards = await Promise.all(
    parts.map((ids) => services.search.cards(null, { product_ids: ids, province_id })),
  )
  return cards.flat()
}
