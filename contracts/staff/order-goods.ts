import { z } from 'zod'
import { dong, requiredLine, whole } from '#contracts/fields.ts'
import { recipients } from '#contracts/staff/recipients.ts'
import { OrderState } from '#contracts/storefront/order.ts'
import { operation, staff_scopes } from '#pure/contract.ts'

const order_code = z.string().min(1).max(40)
/** Units to take off, by the position of their line. */
const removed = z.record(z.string().regex(/^\d{1,4}$/), whole(0, 999))

/** An order and what it would be without some of its goods. */
const OrderGoods = z.object({
  order_code: z.string(),
  version: z.int(),
  state: OrderState,
  lines: z.array(
    z.object({
      position: z.int(),
      name: z.string(),
      sku: z.string(),
      quantity: z.int(),
      final_price: dong,
      is_gift: z.boolean(),
      /** How many stay. */
      left: z.int(),
    }),
  ),
  grand_total: dong,
  /** Null: nothing is chosen, or it cannot be done. */
  new_total: dong.nullable(),
  /** What goes back of the money that came. */
  refund: dong,
  problem: z.enum(['all_goods', 'combo_stays']).nullable(),
})
export type OrderGoods = z.infer<typeof OrderGoods>

const { order_not_found, order_changed, move_not_possible, order_taken, order_has_parcel } =
  recipients.changeRecipient.refusals

/** Goods that staff take off an order before it is packed (decision 159). */
export const orderGoods = {
  goods: operation({
    method: 'GET',
    path: '/orders/one/goods',
    summary: 'The goods of an order, and what it would be without those that are named.',
    access: 'staff',
    permission: 'orders.change',
    scopes: staff_scopes,
    input: z.object({ order_code, removed: removed.optional() }),
    output: OrderGoods,
    refusals: { order_not_found },
  }),
  removeGoods: operation({
    method: 'POST',
    path: '/orders/one/goods',
    summary:
      'Take goods off an order that is not packed. What stays keeps its price and its part of vouchers; what was paid too much goes back.',
    access: 'staff',
    permission: 'orders.change',
    scopes: staff_scopes,
    input: z.object({
      order_code,
      version: whole(1, 2_147_483_647),
      removed,
      /** The total that was shown, in đồng. */
      new_total: whole(0, 100_000_000_000),
      reason: requiredLine(300, 'Hãy ghi lý do.'),
    }),
    output: z.object({ refund: dong }),
    refusals: {
      ...{ order_not_found, order_changed, move_not_possible, order_taken, order_has_parcel },
      nothing_to_remove: { status: 422, meaning: 'No goods of the order are named.' },
      all_goods: { status: 422, meaning: 'An order without goods is cancelled instead.' },
      combo_stays: {
        status: 422,
        meaning: 'Goods that were cheaper in a combo with the removed ones go first.',
      },
      total_changed: {
        status: 409,
        meaning: 'The new total is another one than was shown.',
        data: z.object({ new_total: z.int() }),
      },
      money_underway: {
        status: 409,
        meaning: 'The shopper is paying online, or a part of the money waits for a decision.',
      },
    },
  }),
}
