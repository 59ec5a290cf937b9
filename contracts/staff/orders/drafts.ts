import { z } from 'zod'
import {
  Choice,
  dong,
  line,
  page,
  quantity,
  requiredLine,
  stateCounts,
  typedDong,
  whole,
} from '#contracts/fields.ts'
import { itemRefusals } from '#contracts/item-refusals.ts'
import { pickups } from '#contracts/staff/pickups.ts'
import { cart } from '#contracts/storefront/cart.ts'
import { order } from '#contracts/storefront/order.ts'
import { quote, QuoteLine, ShippingMethod, Totals } from '#contracts/storefront/quote.ts'
import { provinceCode, unitId } from '#contracts/storefront/units.ts'
import { operation, staff_scopes } from '#pure/contract.ts'

/**
 * `open`: staff work on it. `shared`: its shopper has a link. `taken`: the shopper opened the link and goes on alone.
 * `ordered`: it became an order. `dropped`: nobody needs it.
 */
export const DraftState = z.enum(['open', 'shared', 'taken', 'ordered', 'dropped'])
export type DraftState = z.infer<typeof DraftState>

/** A draft in a list. Its phone is masked. */
export const DraftRow = z.object({
  draft_id: z.int(),
  state: DraftState,
  name: z.string().nullable(),
  phone: z.string().nullable(),
  /** Its goods in words; empty: none yet. */
  goods: z.string(),
  /** The total that was shown last. */
  grand_total: dong.nullable(),
  made_by: z.string(),
  changed_at: z.iso.datetime(),
  order_code: z.string().nullable(),
})
export type DraftRow = z.infer<typeof DraftRow>

/** Goods that can be added, with what is free. */
const FoundGoods = z.object({
  item_id: z.int(),
  sku: z.string(),
  name: z.string(),
  color_name: z.string().nullable(),
  price: dong,
  free: z.int(),
  /** At the shop of the draft; null: it has none. */
  free_here: z.int().nullable(),
})

/** Who orders and where it goes, as typed. Phones are masked. */
const DraftAddress = z.object({
  name: z.string(),
  phone: z.string(),
  email: z.string().nullable(),
  shipping_method: ShippingMethod,
  ward_id: z.int().nullable(),
  street: z.string().nullable(),
  shop_id: z.int().nullable(),
  note: z.string().nullable(),
})

/** An order that staff make: its goods at today's prices, and what can be done with it. */
export const Draft = z.object({
  draft_id: z.int(),
  version: z.int(),
  state: DraftState,
  made_by: z.string(),
  order_code: z.string().nullable(),
  /** The shop where it is made; null: it is made for all shops. */
  shop_id: z.int().nullable(),
  address: DraftAddress.nullable(),
  lines: z.array(QuoteLine),
  /** Null: it has no goods, or one of them is no longer sold. */
  totals: Totals.nullable(),
  /** The goods that are no longer sold, by name. They must be removed. */
  gone: z.array(z.object({ line_id: z.int(), name: z.string() })),
  voucher_code: z.string().nullable(),
  /** Why a voucher left, as a text. */
  voucher_lost: z.string().nullable(),
  discount: dong,
  discount_reason: z.string().nullable(),
  /** The highest discount that this member of staff may give; null: none. */
  max_discount: dong.nullable(),
  /** How it can be paid on delivery or in the shop, with the total. Null: not. */
  on_delivery: z.object({ method: z.string(), grand_total: dong }).nullable(),
  /** Goods for `q`. Null: nothing was looked for. */
  found: z.array(FoundGoods).nullable(),
  shops: z.array(Choice),
  provinces: z.array(Choice),
  /** The province whose wards are listed. */
  province_code: z.string().nullable(),
  wards: z.array(Choice),
  shared_until: z.iso.datetime().nullable(),
  /** The order to which its goods are added; null: none. */
  follows: z
    .object({
      order_code: z.string(),
      /** What goods of that order are worth that go off it for these, in đồng; null: none go. */
      worth: dong.nullable(),
    })
    .nullable(),
})
export type Draft = z.infer<typeof Draft>

const draft_id = whole(1, 2_147_483_647)
const version = whole(1, 2_147_483_647)
const empty = z.literal('').transform(() => undefined)

const draft_not_found = { status: 404, meaning: 'There is no such draft.' } as const
const draft_changed = {
  status: 409,
  meaning: 'Somebody else has changed the draft since it was seen.',
} as const
const draft_closed = {
  status: 409,
  meaning: 'The draft was ordered, dropped, or opened by its shopper.',
  data: z.object({ state: DraftState }),
} as const
const draft_of_return = {
  status: 409,
  meaning: 'The goods of the draft are given instead of returned ones: only the exchange ends it.',
} as const
const draft_of_swap = {
  status: 409,
  meaning: 'Goods of another order go off it for these: only staff make this order.',
} as const
const draft_empty = { status: 409, meaning: 'The draft has no goods yet.' } as const

const { cart_full, item_type_not_offered } = cart.addItem.refusals
const { shop_not_found, shop_out_of_stock } = quote.setAddress.refusals
const { exceed_quantity_flashsale } = quote.createQuote.refusals
const { scan_differs, unit_in_other_parcel } = pickups.prepare.refusals
const { parcel_units_missing } = pickups.collect.refusals
/** Every change prices the whole draft anew. */
const pricing = {
  ...{ draft_not_found, draft_changed, draft_closed },
  ...itemRefusals,
  ...{ shop_not_found, shop_out_of_stock, exceed_quantity_flashsale },
  discount_too_high: {
    status: 403,
    meaning: 'The draft has or gets a discount that this member of staff may not give.',
    data: z.object({ max_discount: dong }),
  },
} as const

/** Orders that staff make for a shopper who calls or stands at the counter (decision 164). */
export const drafts = {
  drafts: operation({
    method: 'GET',
    path: '/drafts',
    summary: 'The drafts of the last 30 days, the newest change first.',
    access: 'staff',
    permission: 'orders.create',
    scopes: staff_scopes,
    input: z.object({ state: DraftState.optional().catch(undefined), page: page.optional() }),
    output: z.object({
      rows: z.array(DraftRow),
      has_next: z.boolean(),
      /** By state, counted up to 1,000: `is_capped` says that there are more. */
      counts: stateCounts(DraftState),
    }),
  }),
  draft: operation({
    method: 'GET',
    path: '/drafts/one',
    summary: 'One draft at the prices of this moment, with goods to add.',
    access: 'staff',
    permission: 'orders.create',
    scopes: staff_scopes,
    input: z.object({
      draft_id,
      /** The beginning of a SKU, or words of a name. */
      q: line(100).optional(),
      /** Default: the province of the address. */
      province_code: z.union([empty, provinceCode]).optional(),
    }),
    output: Draft,
    refusals: { draft_not_found },
  }),
  openDraft: operation({
    method: 'POST',
    path: '/drafts',
    summary: 'Open a draft: empty, or for the buyer and the address of an earlier order.',
    access: 'staff',
    permission: 'orders.create',
    scopes: staff_scopes,
    input: z.object({ order_code: z.union([empty, z.string().max(40)]).optional() }),
    output: z.object({ draft_id: z.int() }),
    refusals: { order_not_found: order.getOrder.refusals.order_not_found },
  }),
  addGoods: operation({
    method: 'POST',
    path: '/drafts/one/goods',
    summary: 'Add units of an item, by its SKU.',
    access: 'staff',
    permission: 'orders.create',
    scopes: staff_scopes,
    input: z.object({
      draft_id,
      sku: requiredLine(60, 'Hãy quét hoặc gõ SKU.'),
      quantity: quantity.default(1),
    }),
    output: z.object({ version: z.int() }),
    refusals: { ...pricing, cart_full, item_type_not_offered },
  }),
  saveDraft: operation({
    method: 'POST',
    path: '/drafts/one',
    summary:
      'Save quantities, buyer, address, voucher and discount of a draft that was seen in this version, and price it.',
    access: 'staff',
    permission: 'orders.create',
    scopes: staff_scopes,
    input: z.object({
      draft_id,
      version,
      /** By line_id; 0 removes the line. Lines that are not named stay. */
      quantities: z.record(z.string().regex(/^\d{1,15}$/), whole(0, 999)).default({}),
      /** Without a name and a phone nothing is saved about the buyer. */
      name: line(100).optional(),
      /** Empty: the stored one stays. */
      phone: z.union([empty, line(30)]).optional(),
      email: z.union([empty, line(200)]).optional(),
      shipping_method: ShippingMethod.default('home_delivery'),
      ward_id: z.union([empty, unitId]).optional(),
      street: z.union([empty, line(200)]).optional(),
      shop_id: z.union([empty, whole(1, 999_999)]).optional(),
      note: z.union([empty, line(500)]).optional(),
      voucher: z.union([empty, line(40)]).optional(),
      /** Đồng, whole thousands. */
      discount: z.union([empty, typedDong(0, 1_000_000_000)]).optional(),
      discount_reason: z.union([empty, line(200)]).optional(),
    }),
    output: z.object({ version: z.int() }),
    refusals: pricing,
  }),
  placeDraft: operation({
    method: 'POST',
    path: '/drafts/one/place',
    summary:
      'Make the order: confirmed and paid on delivery; held for 24 hours until its shopper pays by the link; or sold at the counter at once.',
    access: 'staff',
    permission: 'orders.create',
    scopes: staff_scopes,
    input: z.object({
      draft_id,
      version,
      /** `counter`: its shopper stands here, pays in cash and takes the goods along. */
      way: z.enum(['on_delivery', 'hold', 'counter'], 'Hãy chọn cách trả.'),
      /** At the counter: SKUs and codes of all units, with blanks between them. */
      scanned: line(4_000).optional(),
      /** The total that was shown, in đồng. */
      grand_total: whole(0, 100_000_000_000),
    }),
    output: z.object({
      order_code: z.string(),
      /** Whether the member of staff may see the order: another shop may answer for it. */
      is_in_reach: z.boolean(),
    }),
    refusals: {
      ...{ draft_not_found, draft_changed, draft_closed, draft_empty, draft_of_return },
      ...order.createOrder.refusals,
      no_counter: {
        status: 409,
        meaning: 'The order is not picked up in a shop where this member of staff gives goods out.',
      },
      scan_differs,
      unit_in_other_parcel,
      parcel_units_missing,
      swap_changed: {
        status: 409,
        meaning: 'The goods that go off the other order are worth something else now, or stay.',
      },
    },
  }),
  shareDraft: operation({
    method: 'POST',
    path: '/drafts/one/share',
    summary:
      'Make the link for the shopper: to the checkout, or to the order that waits for payment. An earlier link ends.',
    access: 'staff',
    permission: 'orders.create',
    scopes: staff_scopes,
    input: z.object({ draft_id, version }),
    /** The code of the link. It is shown once: only its hash is stored. */
    output: z.object({ code: z.string(), shared_until: z.iso.datetime() }),
    refusals: {
      ...{ draft_not_found, draft_changed, draft_closed, draft_empty },
      ...{ draft_of_return, draft_of_swap },
    },
  }),
  dropDraft: operation({
    method: 'POST',
    path: '/drafts/one/drop',
    summary: 'Drop a draft that was not ordered. Its link ends.',
    access: 'staff',
    permission: 'orders.create',
    scopes: staff_scopes,
    input: z.object({ draft_id, version }),
    output: z.object({ state: DraftState }),
    refusals: { draft_not_found, draft_changed, draft_closed },
  }),
}
