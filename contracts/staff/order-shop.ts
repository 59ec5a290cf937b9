import { z } from 'zod'
import { DeliveryPromise } from '#contracts/delivery-promise.ts'
import { id, requiredLine, whole } from '#contracts/fields.ts'
import { recipients } from '#contracts/staff/recipients.ts'
import { OrderState } from '#contracts/storefront/order.ts'
import { operation, staff_scopes } from '#pure/contract.ts'

const order_code = z.string().min(1).max(40)

/** An item of an order that a shop has too few of. */
const MissingItem = z.object({ item_id: z.int(), name: z.string(), wanted: z.int(), left: z.int() })

/** An order, and the shops that could ship it. */
const OrderShops = z.object({
  order_code: z.string(),
  version: z.int(),
  state: OrderState,
  /** The shopper collects it: another shop would be another address. */
  is_pickup: z.boolean(),
  /** What the shopper was promised: it stays. */
  promise: DeliveryPromise.nullable(),
  /** Where its goods are reserved now. */
  from: z.array(z.object({ shop_id: z.int(), shop: z.string(), quantity: z.int() })),
  /** Shops that sell and that the caller may choose, those of the province first. */
  shops: z.array(
    z.object({
      shop_id: z.int(),
      name: z.string(),
      province: z.string(),
      is_near: z.boolean(),
      /** Empty: the shop has all of it. */
      missing: z.array(MissingItem),
    }),
  ),
})
export type OrderShops = z.infer<typeof OrderShops>

const { order_not_found, order_changed, move_not_possible, order_taken, order_has_parcel } =
  recipients.changeRecipient.refusals

/** Which shop ships an order (decision 175). */
export const orderShop = {
  shops: operation({
    method: 'GET',
    path: '/orders/one/shops',
    summary: 'Where an order is reserved, and which shops could ship it, with what they lack.',
    access: 'staff',
    permission: 'orders.change',
    scopes: staff_scopes,
    input: z.object({ order_code }),
    output: OrderShops,
    refusals: { order_not_found },
  }),
  changeShop: operation({
    method: 'POST',
    path: '/orders/one/shop',
    summary:
      'Let another shop ship an order that is not packed: all its goods are reserved there, or nothing changes.',
    access: 'staff',
    permission: 'orders.change',
    scopes: staff_scopes,
    input: z.object({
      order_code,
      version: whole(1, 2_147_483_647),
      shop_id: id,
      reason: requiredLine(300, 'Hãy ghi lý do.'),
    }),
    output: z.object({ version: z.int() }),
    refusals: {
      ...{ order_not_found, order_changed, move_not_possible, order_taken, order_has_parcel },
      shop_not_found: {
        status: 404,
        meaning: 'No shop that sells, and that the caller may choose, has this number.',
      },
      is_pickup: { status: 409, meaning: 'The shopper collects the order in its shop.' },
      same_shop: { status: 409, meaning: 'This shop ships all of the order already.' },
      not_in_stock: {
        status: 409,
        meaning: 'The shop has too few of some goods.',
        data: z.object({ missing: z.array(MissingItem) }),
      },
    },
  }),
}
