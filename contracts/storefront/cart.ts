import { z } from 'zod'
import { askedLine, lineNameRefusals, namesLine, optionalId } from '#contracts/asked-line.ts'
import { dong, id, itemType, provinceId, quantity } from '#contracts/fields.ts'
import { RefusedItem, itemRefusals } from '#contracts/item-refusals.ts'
import { FlashState, PriceStep } from '#contracts/price-parts.ts'
import { operation } from '#pure/contract.ts'
import { default_province_id } from '#pure/default-province.ts'

/** Why a cart line can or cannot be bought as it stands. */
export const CartItemState = z.enum(['available', 'sold_out', 'not_enough', 'unavailable'])

/** "Nhận thêm 1 trong các khuyến mãi sau": promotions of which one is taken. */
export const PromotionChoice = z.object({
  choice_group: z.string(),
  /** Uuid of the one that speaks; null: none can beside what else does. */
  taken: z.string().nullable(),
  promotions: z.array(z.object({ uuid: z.string(), name: z.string(), can_be_had: z.boolean() })),
})
export type PromotionChoice = z.infer<typeof PromotionChoice>

export const CartItem = z.object({
  /** Names this line in every call. Null for a gift, which no call is about. */
  line_id: z.int().nullable(),
  /** The line that this one came beside, or that a gift comes with. */
  parent_line_id: z.int().nullable(),
  item_id: z.int(),
  item_type: z.union([z.literal(1), z.literal(2), z.literal(4)]),
  item_quantity: z.int(),
  is_selected: z.boolean(),
  sku: z.string(),
  name: z.string(),
  color_name: z.string().nullable(),
  url_path: z.string(),
  thumbnail: z.string().nullable(),
  /** List price of one unit. */
  price: dong,
  /** One unit by the standing rules: before what depends on person, window or basket. */
  mechanic_price: dong,
  /** What one unit costs here and now. */
  final_price: dong,
  /** How final_price came about, rule by rule. */
  price_trace: z.array(PriceStep),
  /** What one unit cost when the shopper last saw it, when that differs from `final_price`. */
  previous_price: dong.nullable(),
  line_total: dong,
  /** The most that can be bought now (0 when sold out). */
  max_quantity: z.int(),
  state: CartItemState,
  parent_item_id: z.int().nullable(),
  main_product_combo_id: z.int().nullable(),
  combo_item_id: z.int().nullable(),
  /** A gift comes by itself with its parent line and goes with it. */
  is_gift: z.boolean(),
  /** The flash sale that this item is in, or will be in next. */
  flash: FlashState.nullable(),
  /** Groups of which the shopper may choose one; left out where there is none. */
  choices: z.array(PromotionChoice).optional(),
  /** Uuids that were chosen; left out when none was. */
  chosen_promotions: z.array(z.string()).optional(),
  /** Name of a chosen one that cannot be had: the best that can be is taken. Empty: it is over. */
  lost_promotion: z.string().optional(),
})
export type CartItem = z.infer<typeof CartItem>

export const Cart = z.object({
  /** Of all tabs: the number on the cart icon (contract §3). */
  item_quantity: z.int(),
  items: z.array(CartItem),
  /** Of the selected, available lines. */
  selected: z.object({ item_quantity: z.int(), subtotal: dong, saving: dong }),
})
export type Cart = z.infer<typeof Cart>

/** A promotion by its uuid. Whether it is one of the item's own is the shop's business. */
const promotionUuid = z
  .string()
  .regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, 'Ưu đãi không hợp lệ.')
  .transform((uuid) => uuid.toLowerCase())

const province_id = provinceId.default(default_province_id)

const namedLineRefusals = {
  item_not_in_cart: { status: 404, meaning: 'The cart holds no such line.' },
  ...lineNameRefusals,
} as const

/** The cart (contract §3, §7). Served under /api/cart. */
export const cart = {
  getCart: operation({
    method: 'GET',
    path: '/v1/cart',
    summary: 'The cart of the caller, priced for a province now.',
    access: 'customer',
    input: z.object({ province_id }),
    output: Cart,
  }),
  addItem: operation({
    method: 'POST',
    path: '/v1/cart',
    summary: 'Put an item into the cart. Prices sent along are ignored.',
    access: 'customer',
    input: z.object({
      item_id: id,
      item_type: itemType.default(1),
      item_quantity: quantity.default(1),
      /** Of a line at a combo's price: the item of the main line that it comes beside. */
      main_product_combo_id: optionalId,
      /** With main_product_combo_id: what the combo offers beside that line. */
      combo_item_id: optionalId,
      province_id,
      /** Of groups of promotions the chosen ones, by uuid. One that the item does not have is ignored. */
      chosen_promotions: z.array(promotionUuid).max(10).optional(),
    }),
    output: Cart,
    refusals: {
      ...itemRefusals,
      combo_not_available: {
        status: 409,
        meaning:
          'The combo is over, is not one of these two items, or has no main line in the cart.',
        data: RefusedItem,
      },
      cart_full: { status: 409, meaning: 'A cart holds at most 50 different lines.' },
      item_type_not_offered: { status: 409, meaning: 'This item cannot be bought in this way.' },
    },
  }),
  removeItem: operation({
    method: 'DELETE',
    path: '/v1/cart/item',
    summary: 'Take a line out of the cart, with what came beside it.',
    access: 'customer',
    input: namesLine(z.object({ ...askedLine, province_id })),
    output: Cart,
    refusals: namedLineRefusals,
  }),
  setQuantity: operation({
    method: 'PUT',
    path: '/v1/cart/item/quantity',
    summary: 'Set the quantity of a line.',
    access: 'customer',
    input: namesLine(z.object({ ...askedLine, province_id, item_quantity: quantity })),
    output: Cart,
    refusals: { ...itemRefusals, ...namedLineRefusals },
  }),
  choosePromotion: operation({
    method: 'PUT',
    path: '/v1/cart/item/promotion',
    summary: 'Choose one of a group of promotions for a line, in place of any other of that group.',
    access: 'customer',
    input: namesLine(z.object({ ...askedLine, province_id, promotion_uuid: promotionUuid })),
    output: Cart,
    refusals: {
      ...namedLineRefusals,
      promotion_not_available: {
        status: 409,
        meaning: 'No such promotion can be chosen for this line now.',
        data: RefusedItem,
      },
    },
  }),
  selectItems: operation({
    method: 'PUT',
    path: '/v1/cart/item/selection',
    summary:
      'Say which lines of one type are to be bought now; the others of that type are deselected.',
    access: 'customer',
    input: z.object({
      item_type: itemType.default(1),
      province_id,
      line_ids: z.array(id).max(100).default([]),
      /** Lines by their items, each of which must lie in one line only. */
      item_ids: z.array(id).max(100).default([]),
    }),
    output: Cart,
    refusals: namedLineRefusals,
  }),
}
