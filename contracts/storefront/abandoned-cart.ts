import { z } from 'zod'
import { dong, provinceId } from '#contracts/fields.ts'
import { limits } from '#contracts/limits.ts'
import { operation } from '#pure/contract.ts'
import { default_province_id } from '#pure/default-province.ts'

/** A line of an abandoned cart and what has changed since. */
export const RestoredLine = z.object({
  item_id: z.int(),
  name: z.string(),
  color_name: z.string().nullable(),
  url_path: z.string(),
  thumbnail: z.string().nullable(),
  /** Quantity when the cart was abandoned. */
  item_quantity: z.int(),
  previous_price: dong,
  /** The corresponding line of the caller’s cart; null: the item cannot be bought. */
  line_id: z.int().nullable(),
  /** Quantity in the cart now; 0 when the item cannot be bought. */
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
  /** The restored lines; empty when the cart was just stored. */
  lines: z.array(RestoredLine),
  /** Quantity of the caller’s cart now (contract §3). */
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
      'Without code: store the caller’s cart for 30 days under a new 128-bit code, of which only a hash is stored. With code: add the lines of that cart to the caller’s cart, at current prices. Repeating the call changes nothing more.',
    access: 'customer',
    limits: limits.abandon_cart,
    input: z.object({
      province_id: provinceId.default(default_province_id),
      code: code.optional(),
    }),
    output: AbandonedCart,
    refusals: {
      abandoned_cart_not_found: {
        status: 404,
        meaning: 'No cart is stored under this code: it is unknown or older than 30 days.',
      },
      cart_empty: { status: 409, meaning: 'The cart is empty.' },
    },
  }),
  stopReminders: operation({
    method: 'POST',
    path: '/v1/abandon-cart/stop',
    summary: 'Send no more reminders to the address that received the e-mail with this code.',
    access: 'customer',
    limits: limits.abandon_cart,
    input: z.object({ code }),
    output: z.object({ is_stopped: z.literal(true) }),
    refusals: {
      abandoned_cart_not_found: {
        status: 404,
        meaning: 'No cart is stored under this code, or no e-mail was sent with it.',
      },
    },
  }),
}
