import { z } from 'zod'
import { DeliveryPromise } from '#contracts/delivery-promise.ts'
import {
  lineReference,
  lineReferenceRefusals,
  requireLineReference,
  optionalId,
} from '#contracts/line-reference.ts'
import {
  dong,
  flag,
  itemMeta,
  itemType,
  shownItemType,
  line,
  provinceId,
  quantity,
  requiredLine,
  solvedCaptcha,
  whole,
} from '#contracts/fields.ts'
import { itemRefusals } from '#contracts/item-refusals.ts'
import { limits } from '#contracts/limits.ts'
import { flashRefusals, usedProductRefusals } from '#contracts/offer-refusals.ts'
import {
  Adjustment,
  DeliveryTerms,
  FlashState,
  PriceStep,
  UnavailableOffer,
} from '#contracts/price-parts.ts'
import { provinceCode, SplitWard, unitId } from '#contracts/storefront/units.ts'
import { operation } from '#pure/contract.ts'
import { default_province_id } from '#pure/default-province.ts'
import { typedInvoice } from '#contracts/storefront/typed-invoice.ts'

export const QuoteLine = z.object({
  /** Id of the cart line, the same in checkout and order. Null for a gift, a line without cart, or an old order. */
  line_id: z.int().nullable(),
  /** The main line of a combo line or of a gift. */
  parent_line_id: z.int().nullable(),
  item_id: z.int(),
  item_type: shownItemType,
  item_quantity: z.int(),
  sku: z.string(),
  name: z.string(),
  color_name: z.string().nullable(),
  url_path: z.string(),
  thumbnail: z.string().nullable(),
  /** List price of one unit. */
  price: dong,
  /** Unit price by the permanent rules, before rules that depend on the customer, a time window or the cart. */
  mechanic_price: dong,
  /** The unit price to pay. */
  final_price: dong,
  line_total: dong,
  /** The steps to final_price, rule by rule. */
  price_trace: z.array(PriceStep),
  /** A gift is added and removed together with its parent line. */
  is_gift: z.boolean(),
  parent_item_id: z.int().nullable(),
  main_product_combo_id: z.int().nullable(),
  combo_item_id: z.int().nullable(),
  /** The flash sale whose price this line has or could have. */
  flash: FlashState.nullable(),
  /** Names the used device; left out for other goods, and in orders. */
  meta: z.object({ imei_id: z.int() }).optional(),
})
export type QuoteLine = z.infer<typeof QuoteLine>

/**
 * Totals of the printed lines, in đồng with VAT: subtotal = list_total − discount;
 * grand_total = subtotal − adjustments + shipping_fee.
 */
export const Totals = z.object({
  item_quantity: z.int(),
  list_total: dong,
  discount: dong,
  subtotal: dong,
  adjustments: z.array(Adjustment),
  shipping_fee: dong,
  grand_total: dong,
})
export type Totals = z.infer<typeof Totals>

export const ShippingMethod = z.enum(
  ['home_delivery', 'store_pickup'],
  'Vui lòng chọn cách nhận hàng.',
)
export type ShippingMethod = z.infer<typeof ShippingMethod>

/** How the shopper asked to be addressed. */
export const Salutation = z.enum(['anh', 'chi'])
export type Salutation = z.infer<typeof Salutation>

/** The company that the invoice is made out to, if it is not for the buyer. */
export const CompanyInvoice = z.object({
  name: z.string(),
  tax_code: z.string(),
  address: z.string(),
  email: z.string(),
})
export type CompanyInvoice = z.infer<typeof CompanyInvoice>

/**
 * Buyer, recipient and address, as saved with the quote and copied to the order. Phones as 0xxxxxxxxx.
 * `ward_id` and `province_code` are units in force, according to `dataset_version`. `province_id` is the
 * retailer's province of that address. `legacy_address` is the address chosen in units of before 2025-07-01.
 */
export const Recipient = z.object({
  /** Of the buyer. Absent or null: not chosen. */
  salutation: Salutation.nullable().optional(),
  name: z.string(),
  phone: z.string(),
  email: z.string().nullable(),
  recipient_name: z.string().nullable(),
  recipient_phone: z.string().nullable(),
  shipping_method: ShippingMethod,
  province_id: z.int(),
  province_code: z.string().nullable(),
  district_id: z.int().nullable(),
  ward_id: z.int().nullable(),
  ward_name: z.string().nullable(),
  legacy_address: z.string().nullable(),
  dataset_version: z.string().nullable(),
  street: z.string().nullable(),
  erp_shop_id: z.int().nullable(),
  shop_name: z.string().nullable(),
  address_text: z.string(),
  note: z.string().nullable(),
  promotion_announcement: z.boolean(),
  company_invoice: CompanyInvoice.nullable(),
  /** Staff move the data from the old device to the bought one, without charge. */
  data_transfer: z.boolean().optional(),
  /** When it arrives or can be collected, as it was promised with the address. Absent: nothing was promised. */
  promise: DeliveryPromise.nullable().optional(),
})
export type Recipient = z.infer<typeof Recipient>

export const Quote = z.object({
  quote_id: z.int(),
  type: shownItemType,
  province_id: z.int(),
  installment_type: z.int().nullable(),
  items: z.array(QuoteLine),
  recipient: Recipient.nullable(),
  totals: Totals,
  /** The entered voucher. It applies: one that stops applying leaves the checkout. */
  voucher: z.object({ code: z.string(), name: z.string() }).nullable(),
  /** Why a voucher left the checkout, as a text for the shopper; null: none left. */
  voucher_lost: z.string().nullable(),
  /** True if the checkout has flash sale items, which must be paid before delivery. */
  is_online_only: z.boolean(),
  delivery: DeliveryTerms,
  /** Whether a bought device can take over the data of an old one. */
  offers_data_transfer: z.boolean(),
  /** Gifts that the chosen shop does not have in stock: the order is made without them. */
  gifts_left_out: z.array(
    z.object({ item_id: z.int(), name: z.string(), item_quantity: z.int(), shop_name: z.string() }),
  ),
  /** The points of a member: their balance, how many this checkout may be paid with, and whether it is. */
  points: z.object({ balance: z.int(), most: z.int(), are_used: z.boolean() }).optional(),
})
export type Quote = z.infer<typeof Quote>

/** Where a line is supplied from: shops of the province, shops elsewhere, or nowhere. */
const Supply = z.enum(['nearby', 'elsewhere', 'missing'])

/** What changes in a checkout with another province. Unchanged lines are left out. */
export const ProvinceChanges = z.object({
  province_id: z.int(),
  province_name: z.string(),
  lines: z.array(
    z.object({
      line_id: z.int(),
      item_id: z.int(),
      name: z.string(),
      color_name: z.string().nullable(),
      item_quantity: z.int(),
      previous_price: dong,
      /** Null: the item is not sold there. */
      price: dong.nullable(),
      previous_supply: Supply,
      supply: Supply,
    }),
  ),
  /** The entered voucher if it changes, and payment offers that begin or end to apply there. */
  offers: z.array(
    z.object({
      rule: z.enum(['voucher', 'payment']),
      name: z.string(),
      /** The payment method of the offer; null for a voucher. */
      payment_method: z.string().nullable(),
      /** The deduction in đồng; 0: it does not apply. */
      previous_amount: dong,
      amount: dong,
    }),
  ),
  previous_shipping_fee: dong,
  shipping_fee: dong,
  previous_total: dong,
  grand_total: dong,
})
export type ProvinceChanges = z.infer<typeof ProvinceChanges>

const VoucherDiscount = z.object({ code: z.string(), name: z.string(), amount: dong })

const quoteNotFound = {
  quote_not_found: {
    status: 404,
    meaning: 'No checkout is open: send the chosen items to POST /v1/quote first.',
  },
} as const

/** Items that the pick-up shop does not have enough of. `max_quantity` is its stock. */
export const shopOutOfStock = {
  status: 409,
  meaning: 'The pick-up shop does not have enough stock for the order.',
  data: z.object({
    items: z.array(
      z.object({ item_id: z.int(), name: z.string().optional(), max_quantity: z.int() }),
    ),
  }),
} as const

const shopRefusals = {
  shop_not_found: { status: 404, meaning: 'There is no pick-up shop with this id.' },
  shop_out_of_stock: shopOutOfStock,
} as const

/** A unit id that may be empty: forms also post the fields of the other shipping method, with an empty value. */
const optionalUnit = z.union([unitId, z.literal('').transform(() => undefined)]).optional()

/** `item_not_found`: an item of the checkout is no longer on sale. The cart shows which one. */
const openQuoteRefusals = { ...quoteNotFound, item_not_found: itemRefusals.item_not_found } as const

const wardWasSplit = {
  ward_was_split: {
    status: 409,
    meaning:
      'The old ward was split into several. Repeat the call with new_ward_id set to one of the candidates.',
    data: SplitWard,
  },
} as const

const addressFields = {
  salutation: z.union([Salutation, z.literal('').transform(() => undefined)]).optional(),
  name: requiredLine(100, 'Vui lòng nhập họ và tên.'),
  phone: requiredLine(30, 'Vui lòng nhập số điện thoại.'),
  email: line(200).optional(),
  recipient_name: line(100).optional(),
  recipient_phone: line(30).optional(),
  shipping_method: ShippingMethod,
  /** Not needed with ward_id, which belongs to one province. */
  province_id: z
    .union([whole(1, 9_999, 'Vui lòng chọn tỉnh, thành phố.'), z.literal('')])
    .transform((value) => (value === '' ? undefined : value))
    .optional(),
  province_code: z.union([provinceCode, z.literal('').transform(() => undefined)]).optional(),
  /** A district of before 2025-07-01. Then ward_id is a ward of before that date too. */
  district_id: optionalUnit,
  ward_id: optionalUnit,
  /** The new ward, if ward_id is a ward of before 2025-07-01 that was split. */
  new_ward_id: optionalUnit,
  /** Free text, read only without ward_id: older apps do not know official codes. */
  ward_name: line(100).optional(),
  street: line(200).optional(),
  erp_shop_id: optionalId,
  note: line(500).optional(),
  promotion_announcement: flag.default(false),
  wants_company_invoice: flag.default(false),
  ...typedInvoice,
  /** Ignored if no bought device takes over data. Refused for a delivery where the shop has no staff. */
  wants_data_transfer: flag.default(false),
  need_confirm: flag.default(true).pipe(z.literal(true, 'Vui lòng xác nhận thông tin đặt hàng.')),
  ...solvedCaptcha,
}

/** The checkout in progress (contract §3, §7). Served under /api/cart. */
export const quote = {
  getQuote: operation({
    method: 'GET',
    path: '/v1/quote',
    summary: 'Get the open checkout of the caller with current prices.',
    access: 'customer',
    input: z.object({}),
    output: Quote,
    refusals: openQuoteRefusals,
  }),
  createQuote: operation({
    method: 'POST',
    path: '/v1/quote',
    summary: 'Open a checkout with chosen lines of the cart. It replaces an open checkout.',
    access: 'customer',
    input: z.object({
      Quote: z.object({
        type: itemType.default(1),
        province_id: provinceId.default(default_province_id),
        installment_type: z.union([z.literal(1), z.literal(2)]).optional(),
      }),
      QuoteItems: z
        .array(
          requireLineReference(
            z.object({
              line_id: lineReference.line_id,
              item_id: lineReference.item_id,
              main_product_combo_id: lineReference.main_product_combo_id,
              item_quantity: quantity,
              meta: itemMeta,
            }),
          ),
        )
        .min(1, 'Hãy chọn ít nhất một sản phẩm.')
        .max(50),
    }),
    output: Quote,
    refusals: {
      ...itemRefusals,
      ...usedProductRefusals,
      ...lineReferenceRefusals,
      exceed_quantity_flashsale: flashRefusals.exceed_quantity_flashsale,
    },
  }),
  removeQuoteItem: operation({
    method: 'DELETE',
    path: '/v1/quote/item',
    summary:
      'Remove a line from the open checkout, with its combo lines and gifts. Removing the last line closes the checkout.',
    access: 'customer',
    input: requireLineReference(z.object(lineReference)),
    output: Quote.nullable(),
    refusals: { ...openQuoteRefusals, ...lineReferenceRefusals },
  }),
  setAddress: operation({
    method: 'POST',
    path: '/v1/quote/address',
    summary:
      'Save buyer, recipient and address. Invalid fields are answered with 422 and a message for each field path.',
    access: 'customer',
    limits: limits.set_address,
    input: z.object(addressFields),
    output: Quote,
    refusals: { ...openQuoteRefusals, ...shopRefusals, ...wardWasSplit },
  }),
  setProvince: operation({
    method: 'PUT',
    path: '/v1/quote/province',
    summary:
      'Change the province of the open checkout. If prices, supply or totals change, the call is refused with the list of changes, until is_confirmed is set.',
    access: 'customer',
    input: z.object({ province_id: provinceId, is_confirmed: flag.default(false) }),
    output: Quote,
    refusals: {
      ...openQuoteRefusals,
      province_change_needs_confirm: {
        status: 409,
        meaning: 'Prices, supply or totals are different in the new province.',
        data: z.object({ changes: ProvinceChanges }),
      },
    },
  }),
  setVoucher: operation({
    method: 'POST',
    path: '/v1/quote/voucher',
    summary:
      'Enter a voucher code. A code that gives nothing now is invalid input with the reason. If another voucher is entered, the call is refused with both totals, until is_confirmed is set.',
    access: 'customer',
    limits: limits.voucher,
    input: z.object({
      code: requiredLine(40, 'Vui lòng nhập mã giảm giá.'),
      is_confirmed: flag.default(false),
      ...solvedCaptcha,
    }),
    output: Quote,
    refusals: {
      ...openQuoteRefusals,
      voucher_change_needs_confirm: {
        status: 409,
        meaning: 'Another voucher is entered: an order has one at most.',
        data: z.object({
          previous: VoucherDiscount,
          next: VoucherDiscount,
          previous_total: dong,
          grand_total: dong,
        }),
      },
    },
  }),
  removeVoucher: operation({
    method: 'DELETE',
    path: '/v1/quote/voucher',
    summary: 'Remove the voucher from the open checkout.',
    access: 'customer',
    input: z.object({}),
    output: Quote,
    refusals: openQuoteRefusals,
  }),
  vouchers: operation({
    method: 'GET',
    path: '/v1/quote/vouchers',
    summary:
      'Vouchers that the shop shows to the caller, each with its discount on the open checkout or why it does not apply; and the cheapest voucher and payment method together. With of=cart: on the selected lines of the cart, whether or not a checkout is open.',
    access: 'customer',
    input: z.object({
      of: z.enum(['checkout', 'cart']).default('checkout'),
      /** Of the cart; a checkout has its own. */
      province_id: provinceId.default(default_province_id),
      /** The payment method whose offer counts for `rows`; absent or not offered: none. */
      payment_method: line(40).optional(),
      /** What was chosen before, to tell what a change of both saves. Empty: none; absent: nothing was changed. */
      before_method: line(40).optional(),
      before_code: line(40).default(''),
    }),
    output: z.object({
      /** The entered voucher, which a checkout of these lines begins with; null: none. */
      entered: z
        .object({
          code: z.string(),
          name: z.string(),
          amount: dong,
          /** Why it takes off nothing. */
          problem: z.string().nullable(),
        })
        .nullable(),
      /** What it costs with the entered voucher and the payment method: printed rows, and the last of them. */
      rows: z.array(z.tuple([z.string(), z.string()])),
      shipping_fee: dong,
      grand_total: dong,
      payment_title: z.string().nullable(),
      /** What it cost with what was chosen before. Null: not asked for, or a voucher that the shop does not show. */
      before_total: dong.nullable(),
      vouchers: z.array(
        z.object({
          code: z.string(),
          name: z.string(),
          description: z.string(),
          valid_until: z.iso.datetime().nullable(),
          is_entered: z.boolean(),
          /** What it takes off this checkout; 0: nothing, for the reason `problem`. */
          amount: dong,
          problem: z.string().nullable(),
        }),
      ),
      /** Null if no payment method is offered. */
      cheapest: z
        .object({
          voucher_code: z.string().nullable(),
          payment_method: z.string(),
          payment_title: z.string(),
          /** False: other payment methods have the same total. */
          needs_method: z.boolean(),
          grand_total: dong,
        })
        .nullable(),
    }),
    refusals: openQuoteRefusals,
  }),
  usePoints: operation({
    method: 'PUT',
    path: '/v1/quote/points',
    summary:
      'Pay a part of the open checkout with points, as many as the rule of the shop allows; or no longer.',
    access: 'member',
    input: z.object({ are_used: flag }),
    output: Quote,
    refusals: openQuoteRefusals,
  }),
  paymentMethods: operation({
    method: 'GET',
    path: '/v1/quote/payment-method-list',
    summary: 'Payment methods for the open checkout, each with its offer.',
    access: 'customer',
    input: z.object({}),
    output: z.object({
      payment_methods: z.array(
        z.object({
          code: z.string(),
          title: z.string(),
          description: z.string(),
          /** File name of the icon of this payment method. */
          icon: z.string(),
          /** The deduction for this payment method; null: none. */
          offer: z.object({ name: z.string(), amount: dong }).nullable(),
          unavailable_offers: z.array(UnavailableOffer),
          /** All deductions from the order with this payment method. */
          adjustments: z.array(Adjustment),
          /** The order total with this payment method. */
          grand_total: dong,
        }),
      ),
    }),
    refusals: openQuoteRefusals,
  }),
}
