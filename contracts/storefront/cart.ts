import { z } from 'zod'
import {
  lineReference,
  lineReferenceRefusals,
  requireLineReference,
  optionalId,
} from '#contracts/line-reference.ts'
import {
  dong,
  id,
  itemMeta,
  itemType,
  provinceId,
  quantity,
  shownItemType,
} from '#contracts/fields.ts'
import { RefusedItem, itemRefusals } from '#contracts/item-refusals.ts'
import { flashRefusals, usedProductRefusals } from '#contracts/offer-refusals.ts'
import { DeliveryTerms, FlashState, PriceStep } from '#contracts/price-parts.ts'
import { operation } from '#pure/contract.ts'
import { default_province_id } from '#pure/default-province.ts'

/** Whether a cart line can be bought now, and if not, why. */
const CartItemState = z.enum(['available', 'sold_out', 'not_enough', 'unavailable'])

/** "Nhận thêm 1 trong các khuyến mãi sau": a group of promotions of which one applies. */
export const PromotionChoice = z.object({
  choice_group: z.string(),
  /** Uuid of the promotion that applies; null: none can be combined with the other rules. */
  taken: z.string().nullable(),
  promotions: z.array(z.object({ uuid: z.string(), name: z.string(), can_be_had: z.boolean() })),
})
export type PromotionChoice = z.infer<typeof PromotionChoice>

/** What a line says of a used device. */
const UsedLine = z.object({
  imei_tail: z.string(),
  shop_name: z.string(),
  reserved_until: z.iso.datetime().nullable(),
})

export const CartItem = z.object({
  /** Identifies this line in every call. Null for a gift, which no call changes. */
  line_id: z.int().nullable(),
  /** The main line of a combo line or of a gift. */
  parent_line_id: z.int().nullable(),
  item_id: z.int(),
  item_type: shownItemType,
  item_quantity: z.int(),
  is_selected: z.boolean(),
  sku: z.string(),
  name: z.string(),
  color_name: z.string().nullable(),
  url_path: z.string(),
  thumbnail: z.string().nullable(),
  /** List price of one unit. */
  price: dong,
  /** Unit price by the permanent rules, before rules that depend on the customer, a time window or the cart. */
  mechanic_price: dong,
  /** Current unit price in the province. */
  final_price: dong,
  /** The steps to final_price, rule by rule. */
  price_trace: z.array(PriceStep),
  /** The unit price that the shopper saw last, if it differs from `final_price`. */
  previous_price: dong.nullable(),
  line_total: dong,
  /** The largest quantity that can be bought now (0 when sold out). */
  max_quantity: z.int(),
  state: CartItemState,
  parent_item_id: z.int().nullable(),
  main_product_combo_id: z.int().nullable(),
  combo_item_id: z.int().nullable(),
  /** A gift is added and removed together with its parent line. */
  is_gift: z.boolean(),
  /** The current or next flash sale of this item. */
  flash: FlashState.nullable(),
  /** Names the used device; left out for other goods. */
  meta: z.object({ imei_id: z.int() }).optional(),
  /** The end of its IMEI, where it is, and until when another order waits for its payment. */
  used: UsedLine.optional(),
  /** Groups of promotions to choose one from; left out where there is none. */
  choices: z.array(PromotionChoice).optional(),
  /** Uuids of the chosen promotions; left out when none was chosen. */
  chosen_promotions: z.array(z.string()).optional(),
  /** Name of a chosen promotion that cannot apply; the best other one applies instead. Empty: it has ended. */
  lost_promotion: z.string().optional(),
  /** Why this charger does not charge a device of the cart at full speed, as a text for the shopper. */
  charge_note: z.string().optional(),
})
export type CartItem = z.infer<typeof CartItem>

export const Cart = z.object({
  /** Quantity over all item types: the number on the cart icon (contract §3). */
  item_quantity: z.int(),
  items: z.array(CartItem),
  /** Totals of the selected, available lines; `saving` includes what their gifts cost, as in the checkout. */
  selected: z.object({ item_quantity: z.int(), subtotal: dong, saving: dong }),
  delivery: DeliveryTerms,
})
export type Cart = z.infer<typeof Cart>

/** Uuid of a promotion. Whether it belongs to the item is checked by the service. */
const promotionUuid = z
  .string()
  .regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, 'Ưu đãi không hợp lệ.')
  .transform((uuid) => uuid.toLowerCase())

const province_id = provinceId.default(default_province_id)

const cartLineRefusals = {
  item_not_in_cart: { status: 404, meaning: 'The cart holds no such line.' },
  ...lineReferenceRefusals,
} as const

const too_many_services = {
  status: 409,
  meaning:
    'One appointment has at most so many repair services, and so has a cart of each of them.',
  data: z.object({ max: z.int() }),
} as const

/** The cart (contract §3, §7). Served under /api/cart. */
export const cart = {
  getCart: operation({
    method: 'GET',
    path: '/v1/cart',
    summary: 'Get the cart of the caller with current prices of a province.',
    access: 'customer',
    input: z.object({ province_id }),
    output: Cart,
  }),
  addItem: operation({
    method: 'POST',
    path: '/v1/cart',
    summary:
      'Add an item to the cart. Prices sent along are ignored. With the Idempotency-Key of the last addition to its line, nothing more is added.',
    access: 'customer',
    idempotent: true,
    input: z.object({
      item_id: id,
      item_type: itemType.default(1),
      item_quantity: quantity.default(1),
      /** For a line at a combo price: the item of its main line. */
      main_product_combo_id: optionalId,
      /** With main_product_combo_id: the item that the combo offers with the main line. */
      combo_item_id: optionalId,
      meta: itemMeta,
      province_id,
      /** Uuids of the promotions chosen from groups. One that the item does not have is ignored. */
      chosen_promotions: z.array(promotionUuid).max(10).optional(),
      /** The flash sale whose price is wanted: a guest is refused if it is for members only. */
      flash_sale_item_id: optionalId,
      /** Names one press: sent again, it adds nothing. */
      idempotency_key: z.string().min(8).max(100).optional(),
    }),
    output: Cart,
    refusals: {
      ...itemRefusals,
      ...usedProductRefusals,
      invalid_customer: flashRefusals.invalid_customer,
      combo_not_available: {
        status: 409,
        meaning:
          'The combo has ended, is not for these two items, or its main line is not in the cart.',
        data: RefusedItem,
      },
      cart_full: { status: 409, meaning: 'A cart holds at most 50 different lines.' },
      item_type_not_offered: {
        status: 409,
        meaning: 'This item cannot be bought with this item_type.',
      },
      service_not_found: { status: 404, meaning: 'There is no such repair service.' },
      too_many_services,
    },
  }),
  removeItem: operation({
    method: 'DELETE',
    path: '/v1/cart/item',
    summary: 'Remove a line from the cart, with its combo lines and gifts.',
    access: 'customer',
    input: requireLineReference(z.object({ ...lineReference, province_id })),
    output: Cart,
    refusals: cartLineRefusals,
  }),
  setQuantity: operation({
    method: 'PUT',
    path: '/v1/cart/item/quantity',
    summary: 'Set the quantity of a line.',
    access: 'customer',
    input: requireLineReference(
      z.object({ ...lineReference, province_id, item_quantity: quantity }),
    ),
    output: Cart,
    refusals: { ...itemRefusals, ...usedProductRefusals, ...cartLineRefusals, too_many_services },
  }),
  choosePromotion: operation({
    method: 'PUT',
    path: '/v1/cart/item/promotion',
    summary:
      'Choose one promotion of a group for a line. It replaces another choice of that group.',
    access: 'customer',
    input: requireLineReference(
      z.object({ ...lineReference, province_id, promotion_uuid: promotionUuid }),
    ),
    output: Cart,
    refusals: {
      ...cartLineRefusals,
      promotion_not_available: {
        status: 409,
        meaning: 'This promotion cannot be chosen for this line now.',
        data: RefusedItem,
      },
    },
  }),
  loginSwitchUser: operation({
    method: 'POST',
    path: '/v1/login-switch-user',
    summary:
      'Move the cart and the open checkout of a guest to the member who calls. A second call changes nothing.',
    access: 'member',
    input: z.object({ token: z.string().max(200), province_id }),
    output: Cart,
    refusals: {
      guest_token_not_usable: {
        status: 409,
        meaning: 'This is not the living token of a guest, so there is no cart to move.',
      },
    },
  }),
  selectItems: operation({
    method: 'PUT',
    path: '/v1/cart/item/selection',
    summary:
      'Select the lines of one type that are to be bought now. The other lines of that type are deselected.',
    access: 'customer',
    input: z.object({
      item_type: itemType.default(1),
      province_id,
      line_ids: z.array(id).max(100).default([]),
      /** Lines by their items. Each item must be in one line only. */
      item_ids: z.array(id).max(100).default([]),
    }),
    output: Cart,
    refusals: cartLineRefusals,
  }),
}
