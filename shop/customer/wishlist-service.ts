import { max_wishes, wishlist as contract } from '#contracts/storefront/wishlist.ts'
import type { Database } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import type { Service } from '#pure/contract.ts'
import type { CustomerId } from '#pure/ids.ts'
import { deleteWish, findWishes, insertWish } from '#shop/customer/wishlist-store.ts'

/** "Yêu thích" of a guest or a member (decision 202). */
export function wishlistService({ db, now }: { db: Database; now: Now }): Service<typeof contract> {
  const listOf = async (customer_id: CustomerId) => {
    const product_ids = await findWishes(db, customer_id)
    return { count: product_ids.length, product_ids }
  }
  return {
    getWishlist: ({ customer_id }) => listOf(customer_id),
    addWish: async ({ customer_id }, { product_id }) => {
      const wish = { customer_id, product_id, max: max_wishes }
      const outcome = await insertWish(db, wish, now())
      if (outcome === 'unknown') throw contract.addWish.refuse('product_not_found')
      if (outcome === 'full') throw contract.addWish.refuse('wishlist_full', { max: max_wishes })
      return listOf(customer_id)
    },
    removeWish: async ({ customer_id }, { product_id }) => {
      await deleteWish(db, customer_id, product_id)
      return listOf(customer_id)
    },
  }
}
