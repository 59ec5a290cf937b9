import { z } from 'zod'
import { DeliveryPromise } from '#contracts/delivery-promise.ts'
import { dong, flag, id, line, requiredLine, whole } from '#contracts/fields.ts'
import { itemRefusals } from '#contracts/item-refusals.ts'
import { recipients } from '#contracts/staff/recipients.ts'
import { cart } from '#contracts/storefront/cart.ts'
import { order, OrderState } from '#contracts/storefront/order.ts'
import { quote, QuoteLine } from '#contracts/storefront/quote.ts'
import { operation, staff_scopes } from '#pure/contract.ts'

const order_code = z.string().min(1).max(40)
/** Units to take off, by the position of their line. */
const removed = z.record(z.string().regex(/^\d{1,4}$/), whole(0, 999))
/** Units to add, by their item_id. */
const added = z
  .record(z.string().regex(/^\d{1,15}$/), whole(0, 99))
  .refine((items) => Object.keys(items).length <= 20)

/** An order and what it would be with some goods less or more. */
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
  /** What would be added at the prices of this moment, gifts included. */
  added: z.array(
    QuoteLine.pick({
      ...{ item_id: true, name: true, color_name: true, sku: true, item_quantity: true },
      ...{ final_price: true, line_total: true, price_trace: true, is_gift: true },
    }),
  ),
  /** Goods found by the asked words; null: nothing was asked. */
  found: z
    .array(
      z.object({
        item_id: z.int(),
        sku: z.string(),
        name: z.string(),
        color_name: z.string().nullable(),
        price: dong,
        free: z.int(),
        /** At the shop that answers for the order; null: none does. */
        free_here: z.int().nullable(),
      }),
    )
    .nullable(),
  grand_total: dong,
  /** Null: nothing is chosen, or it cannot be done. */
  new_total: dong.nullable(),
  /** What the shopper would pay more, if it is paid and becomes dearer: as an order of its own. Null: it does not. */
  difference: dong.nullable(),
  /** What goes back of the money that came. */
  refund: dong,
  /** What the courier, or the counter, collects then; null: the order is paid, or is being paid. */
  to_collect: dong.nullable(),
  problem: z.enum(['all_goods', 'combo_stays', 'paid_total_grows', 'item_not_sold']).nullable(),
})
export type OrderGoods = z.infer<typeof OrderGoods>

const { cart_full, item_type_not_offered } = cart.addItem.refusals
const { shop_not_found, shop_out_of_stock } = quote.setAddress.refusals
const { exceed_quantity_flashsale } = quote.createQuote.refusals
const { order_not_found, order_changed, move_not_possible, order_taken, order_has_parcel } =
  recipients.changeRecipient.refusals

/** Goods of an order that staff change before it is packed (decisions 159 and 176). */
export const orderGoods = {
  goods: operation({
    method: 'GET',
    path: '/orders/one/goods',
    summary: 'The goods of an order, and what it would be with some less or more.',
    access: 'staff',
    permission: 'orders.change',
    scopes: staff_scopes,
    input: z.object({
      order_code,
      removed: removed.optional(),
      added: added.optional(),
      /** Words of a name, or the beginning of an SKU. */
      q: line(100).optional(),
    }),
    output: OrderGoods,
    refusals: { order_not_found },
  }),
  changeGoods: operation({
    method: 'POST',
    path: '/orders/one/goods',
    summary:
      'Take goods off an order that is not packed, or add some. What stays keeps its price and its part of vouchers; what is added has the price of this moment.',
    access: 'staff',
    permission: 'orders.change',
    scopes: staff_scopes,
    input: z.object({
      order_code,
      version: whole(1, 2_147_483_647),
      removed: removed.default({}),
      added: added.default({}),
      /** The total that was shown, in đồng. */
      new_total: whole(0, 100_000_000_000),
      reason: requiredLine(300, 'Hãy ghi lý do.'),
    }),
    output: z.object({ refund: dong }),
    refusals: {
      ...{ order_not_found, order_changed, move_not_possible, order_taken, order_has_parcel },
      nothing_to_change: { status: 422, meaning: 'No goods are named.' },
      all_goods: { status: 422, meaning: 'An order without goods is cancelled instead.' },
      combo_stays: {
        status: 422,
        meaning: 'Goods that were cheaper in a combo with the removed ones go first.',
      },
      item_not_sold: {
        status: 409,
        meaning: 'One of the added goods is not sold, or not yet.',
        data: z.object({ name: z.string() }),
      },
      too_few_free: {
        status: 409,
        meaning: 'Fewer units than wanted are free where the order can be supplied from.',
        data: z.object({ name: z.string(), left: z.int() }),
      },
      paid_total_grows: {
        status: 409,
        meaning: 'A paid order does not become dearer: what is added is an order of its own.',
      },
      cod_refused: order.createOrder.refusals.cod_refused,
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
  orderApart: operation({
    method: 'POST',
    path: '/orders/one/apart',
    summary:
      'Open a draft of goods that are added to a paid order which would become dearer. Goods that go for them pay a part of it.',
    access: 'staff',
    permission: 'orders.create',
    scopes: staff_scopes,
    input: z.object({
      order_code,
      version: whole(1, 2_147_483_647),
      removed: removed.default({}),
      added: added.default({}),
    }),
    output: z.object({ draft_id: z.int() }),
    refusals: {
      ...{ order_not_found, order_changed, move_not_possible, order_taken, order_has_parcel },
      ...itemRefusals,
      nothing_to_change: { status: 422, meaning: 'No goods are added.' },
      not_swappable: {
        status: 409,
        meaning: 'The goods that should go cannot, or nothing was paid for them.',
      },
      ...{ cart_full, item_type_not_offered },
      ...{ shop_not_found, shop_out_of_stock, exceed_quantity_flashsale },
    },
  }),
}

/** An item of an order that a shop has too few of. */
const MissingItem = z.object({ item_id: z.int(), name: z.string(), wanted: z.int(), left: z.int() })

/** An order, and the shops that could ship it. */
const OrderShops = z.object({
  order_code: z.string(),
  version: z.int(),
  state: OrderState,
  /** The shopper collects it: another shop is another address, so they have to be asked. */
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
      'Let another shop ship an order that is not packed, or have it collected there: all its goods are reserved there, or nothing changes.',
    access: 'staff',
    permission: 'orders.change',
    scopes: staff_scopes,
    input: z.object({
      order_code,
      version: whole(1, 2_147_483_647),
      shop_id: id,
      reason: requiredLine(300, 'Hãy ghi lý do.'),
      /** The shopper agrees to collect it there. Only of orders that are collected. */
      is_agreed: flag.optional(),
    }),
    output: z.object({ version: z.int() }),
    refusals: {
      ...{ order_not_found, order_changed, move_not_possible, order_taken, order_has_parcel },
      shop_not_found: {
        status: 404,
        meaning: 'No shop that sells, and that the caller may choose, has this number.',
      },
      is_pickup: {
        status: 409,
        meaning: 'The shopper collects the order in its shop, and was not asked about another one.',
      },
      same_shop: { status: 409, meaning: 'This shop ships all of the order already.' },
      not_in_stock: {
        status: 409,
        meaning: 'The shop has too few of some goods.',
        data: z.object({ missing: z.array(MissingItem) }),
      },
    },
  }),
}
