import { z } from 'zod'
import { dong, provinceId } from '#contracts/fields.ts'
import { limits } from '#contracts/limits.ts'
import { operation } from '#pure/contract.ts'
import { default_province_id } from '#pure/default-province.ts'

/** A line of an abandoned cart, and what became of it since. */
export const RestoredLine = z.object({
  item_id: z.int(),
  name: z.string(),
  color_name: z.string().nullable(),
  url_path: z.string(),
  thumbnail: z.string().nullable(),
  /** As it was abandoned. */
  item_quantity: z.int(),
  previous_price: dong,
  /** The line of the caller’s cart that it is now; null: it cannot be bought. */
  line_id: z.int().nullable(),
  /** As it lies in the cart now: 0 when it cannot be bought. */
  restored_quantity: z.int(),
  price: dong.nullable(),
  change: z.enum(['same', 'price_up', 'price_down', 'fewer', 'sold_out', 'gone', 'cart_full']),
})
export type RestoredLine = z.infer<typeof RestoredLine>

const AbandonedCart = z.object({
  code: z.string(),
  /** The page that restores it. */
  url_path: z.string(),
  expires_at: z.iso.datetime(),
  /** What a restored cart brought back, line by line; empty when it was just stored. */
  lines: z.array(RestoredLine),
  /** Of the caller’s cart now (contract §3). */
  item_quantity: z.int(),
})
export type AbandonedCart = z.infer<typeof AbandonedCart>

const code = z.string().regex(/^[\w-]{22}$/, 'must be a code of 22 characters')

/** Abandoned carts (contract §3, §7). Served under /api/cart. */
export const abandonedCart = {
  abandonCart: operation({
    method: 'POST',
    path: '/v1/abandon-cart',
    summary:
      'Without code: store the caller’s cart for 30 days under a new code of 128 bits, of which only a hash is stored. With code: put that cart into the caller’s own, at today’s prices; done twice, the cart is the same.',
    access: 'customer',
    limits: limits.abandon_cart,
    input: z.object({
      province_id: provinceId.default(default_province_id),
      code: code.optional(),
    }),
    output: AbandonedCart,
    refusals: {
      left_cart_not_found: {
        status: 404,
        meaning: 'No cart is stored under this code: unknown, or its 30 days are over.',
      },
      cart_empty: { status: 409, meaning: 'There is nothing in the cart to store.' },
    },
  }),
  stopReminders: operation({
    method: 'POST',
    path: '/v1/abandon-cart/stop',
    summary: 'No more reminders to the address that the code’s mail went to.',
    access: 'customer',
    limits: limits.abandon_cart,
    input: z.object({ code }),
    output: z.object({ is_stopped: z.literal(true) }),
    refusals: {
      left_cart_not_found: {
        status: 404,
        meaning: 'No cart is stored under this code, or no mail went out with it.',
      },
    },
  }),
}
