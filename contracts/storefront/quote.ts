import { z } from 'zod'
import { askedLine, lineNameRefusals, namesLine, optionalId } from '#contracts/asked-line.ts'
import {
  dong,
  flag,
  id,
  itemType,
  line,
  provinceId,
  quantity,
  requiredLine,
  solvedCaptcha,
  whole,
} from '#contracts/fields.ts'
import { itemRefusals } from '#contracts/item-refusals.ts'
import { limits } from '#contracts/limits.ts'
import { flashRefusals } from '#contracts/offer-refusals.ts'
import { Adjustment, FlashState, PriceStep } from '#contracts/price-parts.ts'
import { provinceCode, SplitWard, unitId } from '#contracts/storefront/units.ts'
import { operation } from '#pure/contract.ts'
import { default_province_id } from '#pure/default-province.ts'

export const QuoteLine = z.object({
  /** Of the line in the cart, through checkout and order. Null: a gift, a line of no cart, an old order's. */
  line_id: z.int().nullable(),
  /** The line that this one came beside, or that a gift comes with. */
  parent_line_id: z.int().nullable(),
  item_id: z.int(),
  item_type: z.union([z.literal(1), z.literal(2), z.literal(4)]),
  item_quantity: z.int(),
  sku: z.string(),
  name: z.string(),
  color_name: z.string().nullable(),
  url_path: z.string(),
  thumbnail: z.string().nullable(),
  /** List price of one unit. */
  price: dong,
  /** One unit by the standing rules: before what depends on person, window or basket. */
  mechanic_price: dong,
  /** What is paid for one unit. */
  final_price: dong,
  line_total: dong,
  /** How final_price came about, rule by rule. */
  price_trace: z.array(PriceStep),
  /** A gift comes by itself with its parent line and goes with it. */
  is_gift: z.boolean(),
  parent_item_id: z.int().nullable(),
  main_product_combo_id: z.int().nullable(),
  combo_item_id: z.int().nullable(),
  /** The flash sale whose price this line has, or could have. */
  flash: FlashState.nullable(),
})
export type QuoteLine = z.infer<typeof QuoteLine>

/**
 * Total = sum of the printed lines, in đồng with VAT: subtotal = list_total − discount;
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

/** Whom the invoice is made out to when it is not the buyer. */
export const CompanyInvoice = z.object({
  name: z.string(),
  tax_code: z.string(),
  address: z.string(),
  email: z.string(),
})
export type CompanyInvoice = z.infer<typeof CompanyInvoice>

/**
 * Where and to whom, as saved with the quote and copied to the order. Phones as 0xxxxxxxxx.
 * `ward_id` and `province_code` are units in force as `dataset_version` knows them; `province_id` is
 * the retailer's province of that place. `legacy_address` is what was chosen in units of before.
 */
export const Recipient = z.object({
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
})
export type Recipient = z.infer<typeof Recipient>

export const Quote = z.object({
  quote_id: z.int(),
  type: z.union([z.literal(1), z.literal(2), z.literal(4)]),
  province_id: z.int(),
  installment_type: z.int().nullable(),
  items: z.array(QuoteLine),
  recipient: Recipient.nullable(),
  totals: Totals,
  /** The code that was entered; `problem` says in words why it gives nothing now. */
  voucher: z
    .object({ code: z.string(), name: z.string(), problem: z.string().nullable() })
    .nullable(),
  /** Goods of a flash sale are paid before delivery. */
  is_online_only: z.boolean(),
  /** Gifts that the chosen shop does not have today: the order is made without them. */
  gifts_left_out: z.array(
    z.object({ item_id: z.int(), name: z.string(), item_quantity: z.int(), shop_name: z.string() }),
  ),
})
export type Quote = z.infer<typeof Quote>

/** Where a line is supplied from: shops of the province, shops elsewhere, nowhere. */
const Supply = z.enum(['nearby', 'elsewhere', 'missing'])

/** What another province changes in a checkout; lines that stay as they are are left out. */
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
      /** Null: not sold there. */
      price: dong.nullable(),
      previous_supply: Supply,
      supply: Supply,
    }),
  ),
  /** The entered voucher and offers for ways to pay that begin or end there, or a voucher that changes. */
  offers: z.array(
    z.object({
      rule: z.enum(['voucher', 'payment']),
      name: z.string(),
      /** The way to pay that an offer is for; null: a voucher. */
      payment_method: z.string().nullable(),
      /** What is taken off; 0: it does not apply. */
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

const quoteNotFound = {
  quote_not_found: {
    status: 404,
    meaning: 'No checkout is open: send the chosen items to POST /v1/quote first.',
  },
} as const

/** What the pick-up shop has not enough of; `max_quantity` are there. */
export const shopOutOfStock = {
  status: 409,
  meaning: 'The pick-up shop has not enough for the order.',
  data: z.object({
    items: z.array(
      z.object({ item_id: z.int(), name: z.string().optional(), max_quantity: z.int() }),
    ),
  }),
} as const

const shopRefusals = {
  shop_not_found: { status: 404, meaning: 'No shop of this number takes pick-ups.' },
  shop_out_of_stock: shopOutOfStock,
} as const

/** A form posts the number fields of the other way of delivery too, empty. */
const optionalUnit = z.union([unitId, z.literal('').transform(() => undefined)]).optional()

/** An item of the checkout was taken off sale meanwhile: back to the cart, which names it. */
const openQuoteRefusals = { ...quoteNotFound, item_not_found: itemRefusals.item_not_found } as const

const wardWasSplit = {
  ward_was_split: {
    status: 409,
    meaning:
      'The old ward became several: send the same again with new_ward_id, one of the candidates.',
    data: SplitWard,
  },
} as const

const addressFields = {
  name: requiredLine(100, 'Vui lòng nhập họ và tên.'),
  phone: requiredLine(30, 'Vui lòng nhập số điện thoại.'),
  email: line(200).optional(),
  recipient_name: line(100).optional(),
  recipient_phone: line(30).optional(),
  shipping_method: ShippingMethod,
  /** Not needed beside ward_id, which lies in one province. */
  province_id: z
    .union([whole(1, 9_999, 'Vui lòng chọn tỉnh, thành phố.'), z.literal('')])
    .transform((given) => (given === '' ? undefined : given))
    .optional(),
  province_code: z.union([provinceCode, z.literal('').transform(() => undefined)]).optional(),
  /** A district of before 2025-07-01: then ward_id is a ward of before too. */
  district_id: optionalUnit,
  ward_id: optionalUnit,
  /** Of a ward of before that was split: which of its successors. */
  new_ward_id: optionalUnit,
  /** Free text, read only without ward_id: apps of before know no official codes. */
  ward_name: line(100).optional(),
  street: line(200).optional(),
  erp_shop_id: optionalId,
  note: line(500).optional(),
  promotion_announcement: flag.default(false),
  wants_company_invoice: flag.default(false),
  company_name: line(200).optional(),
  company_tax_code: line(30).optional(),
  company_address: line(300).optional(),
  company_email: line(200).optional(),
  need_confirm: flag.default(true),
  ...solvedCaptcha,
}

/** The checkout in progress (contract §3, §7). Served under /api/cart. */
export const quote = {
  getQuote: operation({
    method: 'GET',
    path: '/v1/quote',
    summary: 'The open checkout of the caller, priced now.',
    access: 'customer',
    input: z.object({}),
    output: Quote,
    refusals: openQuoteRefusals,
  }),
  createQuote: operation({
    method: 'POST',
    path: '/v1/quote',
    summary: 'Open a checkout with chosen lines of the cart, in place of any open one.',
    access: 'customer',
    input: z.object({
      Quote: z.object({
        type: itemType.default(1),
        province_id: provinceId.default(default_province_id),
        installment_type: z.union([z.literal(1), z.literal(2)]).optional(),
      }),
      QuoteItems: z
        .array(
          namesLine(
            z.object({
              line_id: askedLine.line_id,
              item_id: askedLine.item_id,
              main_product_combo_id: askedLine.main_product_combo_id,
              item_quantity: quantity,
              meta: z.object({ imei_id: id.optional() }).optional(),
            }),
          ),
        )
        .min(1, 'Hãy chọn ít nhất một sản phẩm.')
        .max(50),
    }),
    output: Quote,
    refusals: {
      ...itemRefusals,
      ...lineNameRefusals,
      exceed_quantity_flashsale: flashRefusals.exceed_quantity_flashsale,
    },
  }),
  removeQuoteItem: operation({
    method: 'DELETE',
    path: '/v1/quote/item',
    summary:
      'Take a line out of the open checkout, with what came beside it. The last one closes it.',
    access: 'customer',
    input: namesLine(z.object(askedLine)),
    output: Quote.nullable(),
    refusals: { ...openQuoteRefusals, ...lineNameRefusals },
  }),
  setAddress: operation({
    method: 'POST',
    path: '/v1/quote/address',
    summary:
      'Save who buys, who receives and where. Field problems are answered 422 with their paths.',
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
      'Price the open checkout for another province. Where that changes something it is refused with the list, until is_confirmed.',
    access: 'customer',
    input: z.object({ province_id: provinceId, is_confirmed: flag.default(false) }),
    output: Quote,
    refusals: {
      ...openQuoteRefusals,
      province_change_needs_confirm: {
        status: 409,
        meaning: 'Prices, supply or totals change there.',
        data: z.object({ changes: ProvinceChanges }),
      },
    },
  }),
  setVoucher: operation({
    method: 'POST',
    path: '/v1/quote/voucher',
    summary:
      'Enter a voucher’s code, in place of any other. One that gives nothing now stays, and the answer says why.',
    access: 'customer',
    limits: limits.voucher,
    input: z.object({ code: requiredLine(40, 'Vui lòng nhập mã giảm giá.'), ...solvedCaptcha }),
    output: Quote,
    refusals: openQuoteRefusals,
  }),
  removeVoucher: operation({
    method: 'DELETE',
    path: '/v1/quote/voucher',
    summary: 'Take the voucher off the open checkout.',
    access: 'customer',
    input: z.object({}),
    output: Quote,
    refusals: openQuoteRefusals,
  }),
  paymentMethods: operation({
    method: 'GET',
    path: '/v1/quote/payment-method-list',
    summary: 'Ways to pay for the open checkout, each with what is offered for it.',
    access: 'customer',
    input: z.object({}),
    output: z.object({
      payment_methods: z.array(
        z.object({
          code: z.string(),
          title: z.string(),
          description: z.string(),
          /** Of the picture of this way to pay. */
          icon: z.string(),
          /** What is taken off for it; null: nothing. */
          offer: z.object({ name: z.string(), amount: dong }).nullable(),
          /** What the order comes to when it is paid so. */
          grand_total: dong,
        }),
      ),
    }),
    refusals: openQuoteRefusals,
  }),
}
