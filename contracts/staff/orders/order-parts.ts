import { z } from 'zod'
import { dong, page, requiredLine, whole } from '#contracts/fields.ts'
import { orderGoods } from '#contracts/staff/order-changes.ts'
import { order, OrderState } from '#contracts/storefront/order.ts'
import { ShippingMethod } from '#contracts/storefront/quote.ts'
import { operation, staff_scopes } from '#pure/contract.ts'

const order_code = z.string().min(1).max(40)
const version = whole(1, 2_147_483_647)
const total = whole(0, 100_000_000_000)
const reason = requiredLine(300, 'Hãy ghi lý do.')
/** Units that become an order of their own, by the position of their line. */
const moved = z.record(z.string().regex(/^\d{1,4}$/), whole(0, 999))

/** An order, and what it would be in two. */
const OrderSplit = z.object({
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
      /** How many become an order of their own. */
      moved: z.int(),
    }),
  ),
  grand_total: dong,
  is_paid: z.boolean(),
  /** Null: nothing is chosen, or it cannot be split so. */
  totals: z.object({ stays: dong, goes: dong }).nullable(),
  problem: z.enum(['all_goods', 'combo_stays']).nullable(),
})
export type OrderSplit = z.infer<typeof OrderSplit>

/** An order that looks like another one of its phone. */
const AlikeOrder = z.object({
  code: z.string(),
  version: z.int(),
  state: OrderState,
  created_at: z.iso.datetime(),
  name: z.string(),
  address: z.string(),
  delivery: ShippingMethod,
  goods: z.array(z.object({ name: z.string(), quantity: z.int(), is_same: z.boolean() })),
  grand_total: dong,
  assigned_name: z.string().nullable(),
})
export type AlikeOrder = z.infer<typeof AlikeOrder>

/** Two orders of a phone within a day with the same goods, the older one first. */
const AlikePair = z.object({
  phone: z.string(),
  older: AlikeOrder,
  newer: AlikeOrder,
  /** The total of the older one with the goods of the newer one; null: they cannot be joined. */
  joined_total: dong.nullable(),
})
export type AlikePair = z.infer<typeof AlikePair>

const { order_not_found, order_changed, move_not_possible, order_taken, order_has_parcel } =
  orderGoods.changeGoods.refusals
const { nothing_to_change, all_goods, combo_stays, total_changed, money_underway } =
  orderGoods.changeGoods.refusals
const unpacked = {
  order_not_found,
  order_changed,
  move_not_possible,
  order_taken,
  order_has_parcel,
}

/** Orders that are split or joined before they are packed (decisions 170 and 171). */
export const orderParts = {
  split: operation({
    method: 'GET',
    path: '/orders/one/split',
    summary: 'An order, and what it would be in two.',
    access: 'staff',
    permission: 'orders.change',
    scopes: staff_scopes,
    input: z.object({ order_code, moved: moved.optional() }),
    output: OrderSplit,
    refusals: { order_not_found },
  }),
  splitOrder: operation({
    method: 'POST',
    path: '/orders/one/split',
    summary:
      'Make a part of an order that is not packed an order of its own: prices stay, units stay reserved, and money that came is shared out.',
    access: 'staff',
    permission: 'orders.change',
    scopes: staff_scopes,
    input: z.object({
      order_code,
      version,
      moved: moved.default({}),
      /** The total of what stays, as it was shown. */
      total,
      reason,
    }),
    output: z.object({ order_code: z.string() }),
    refusals: {
      ...unpacked,
      ...{ nothing_to_change, all_goods, combo_stays, total_changed, money_underway },
    },
  }),
  alike: operation({
    method: 'GET',
    path: '/orders/alike',
    summary: 'Pairs of unpaid, unpacked orders of a phone within a day with the same goods.',
    access: 'staff',
    permission: 'orders.change',
    scopes: staff_scopes,
    input: z.object({ page: page.optional() }),
    output: z.object({ rows: z.array(AlikePair), has_next: z.boolean() }),
  }),
  joinOrders: operation({
    method: 'POST',
    path: '/orders/alike/join',
    summary:
      'Put the goods of one order into another of the same phone. Both are unpaid and unpacked; the first one ends.',
    access: 'staff',
    permission: 'orders.change',
    scopes: staff_scopes,
    input: z.object({
      order_code,
      version,
      /** The order that ends. */
      other_code: order_code,
      other_version: version,
      /** The total that was shown. */
      total,
    }),
    output: z.object({ order_code: z.string() }),
    refusals: {
      ...{ ...unpacked, total_changed, money_underway },
      not_joinable: {
        status: 409,
        meaning:
          'The orders are of two phones, do not go to the same kind of place, or the one that ends is of a member and the other is not theirs.',
      },
      cod_refused: order.createOrder.refusals.cod_refused,
    },
  }),
  keepApart: operation({
    method: 'POST',
    path: '/orders/alike/keep',
    summary: 'Say that an order is meant as it is: it is no longer listed beside an older one.',
    access: 'staff',
    permission: 'orders.change',
    scopes: staff_scopes,
    input: z.object({ order_code }),
    output: z.object({}),
    refusals: { order_not_found },
  }),
}
