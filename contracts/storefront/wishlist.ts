import { z } from 'zod'
import { id } from '#contracts/fields.ts'
import { limits } from '#contracts/limits.ts'
import { operation } from '#pure/contract.ts'

/** How many products one customer may like. */
export const max_wishes = 100

/** Newest first. The products may be off sale by now. */
const Wishlist = z.object({ count: z.int(), product_ids: z.array(z.int()) })

/** "Yêu thích" of a guest or a member (decision 202). Served under /api/wishlist. */
export const wishlist = {
  getWishlist: operation({
    method: 'GET',
    path: '/v1/wishlist',
    summary: 'The products that the caller likes, newest first.',
    access: 'customer',
    input: z.object({}),
    output: Wishlist,
  }),
  addWish: operation({
    method: 'POST',
    path: '/v1/wishlist',
    summary: 'Add a product. A repeated call changes nothing.',
    access: 'customer',
    limits: limits.wishlist,
    input: z.object({ product_id: id }),
    output: Wishlist,
    refusals: {
      product_not_found: { status: 404, meaning: 'There is no such product version on sale.' },
      wishlist_full: {
        status: 409,
        meaning: 'The list is full.',
        data: z.object({ max: z.int() }),
      },
    },
  }),
  removeWish: operation({
    method: 'DELETE',
    path: '/v1/wishlist',
    summary: 'Remove a product. A repeated call changes nothing.',
    access: 'customer',
    limits: limits.wishlist,
    input: z.object({ product_id: id }),
    output: Wishlist,
  }),
}
