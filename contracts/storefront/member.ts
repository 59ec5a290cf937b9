import { z } from 'zod'
import { dong, flag, id, line, page, requiredLine } from '#contracts/fields.ts'
import { CardKind, CardState } from '#contracts/storefront/cards.ts'
import { OrderState } from '#contracts/storefront/order.ts'
import { ConsentEntry } from '#contracts/storefront/consent.ts'
import { TypedLoanForm } from '#contracts/storefront/trade/application.ts'
import { operation } from '#pure/contract.ts'

const Tier = z.object({
  code: z.string(),
  name: z.string(),
  /** Đồng spent in this calendar year and the year before. */
  threshold: dong,
  /** Points for each 100 đồng. */
  point_percent: z.number(),
  /** Đồng; 0: no voucher. */
  birthday_voucher: dong,
  rank_up_voucher: dong,
  benefits: z.array(z.string()),
})
export type MemberTier = z.infer<typeof Tier>

const MemberOverview = z.object({
  name: z.string(),
  /** With all but the last digits hidden. */
  phone: z.string(),
  tier: Tier,
  /** The first tier first. */
  tiers: z.array(Tier),
  spent: dong,
  /** The first day that counts, and the first day on which the count loses a year (YYYY-MM-DD). */
  counted_from: z.iso.date(),
  counted_until: z.iso.date(),
  /** The next tier; null: the member has the best one. */
  next: z.object({ name: z.string(), missing: dong }).nullable(),
  points: z.object({
    balance: z.int(),
    /** The next points that expire. */
    next_expiry: z.object({ points: z.int(), expires_at: z.iso.datetime() }).nullable(),
    last_months: z.int(),
    max_percent: z.int(),
  }),
  order_count: z.int(),
  voucher_count: z.int(),
})
export type MemberOverview = z.infer<typeof MemberOverview>

/** An order in the list of a member. */
const MemberOrder = z.object({
  code: z.string(),
  state: OrderState,
  payment_method: z.string().nullable(),
  created_at: z.iso.datetime(),
  grand_total: dong,
  /** What came for it so far. */
  paid_total: dong,
  /** Quantity of all items without gifts. */
  item_quantity: z.int(),
  /** The first item. */
  name: z.string(),
  thumbnail: z.string().nullable(),
  /** The company on the invoice; null: none was asked for. */
  company: z.object({ name: z.string(), tax_code: z.string() }).nullable(),
})
export type MemberOrder = z.infer<typeof MemberOrder>

/** Groups of states that the list of orders has tabs for. */
export const order_tabs = [
  'unpaid',
  'waiting',
  'confirmed',
  'shipping',
  'delivered',
  'ended',
] as const
export type OrderTab = (typeof order_tabs)[number]

const PointEntry = z.object({
  kind: z.enum(['earn', 'take_back', 'spend', 'give_back', 'expire', 'restore']),
  /** Negative if the balance fell. */
  points: z.int(),
  order_code: z.string().nullable(),
  payment_method: z.string().nullable(),
  happened_at: z.iso.datetime(),
})
export type PointEntry = z.infer<typeof PointEntry>

const Warranty = z.object({
  name: z.string(),
  thumbnail: z.string().nullable(),
  url_path: z.string(),
  /** IMEI or serial number. */
  code: z.string(),
  order_code: z.string(),
  from: z.iso.date(),
  until: z.iso.date(),
  is_over: z.boolean(),
})
export type Warranty = z.infer<typeof Warranty>

const MemberVoucher = z.object({
  code: z.string(),
  name: z.string(),
  description: z.string(),
  /** What it takes off, as a text for the shopper. */
  worth: z.string(),
  min_total: dong,
  ends_at: z.iso.datetime().nullable(),
  /** Only this member may use it. */
  is_own: z.boolean(),
})
export type MemberVoucher = z.infer<typeof MemberVoucher>

const MemberAddress = z.object({
  address_id: z.int(),
  name: z.string(),
  phone: z.string(),
  province_code: z.string(),
  ward_id: z.int(),
  ward_name: z.string(),
  street: z.string(),
  /** All of it in one line. */
  text: z.string(),
  is_default: z.boolean(),
})
export type MemberAddress = z.infer<typeof MemberAddress>

/** An order as a member gets it with their data. */
const DataOrder = z.object({
  code: z.string(),
  state: OrderState,
  payment_method: z.string().nullable(),
  created_at: z.iso.datetime(),
  salutation: z.enum(['anh', 'chi']).nullable(),
  name: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  recipient_name: z.string().nullable(),
  recipient_phone: z.string().nullable(),
  address: z.string(),
  note: z.string().nullable(),
  data_transfer: z.boolean(),
  company: z.string().nullable(),
  grand_total: dong,
  refunded_total: dong,
  items: z.array(
    z.object({
      sku: z.string(),
      name: z.string(),
      quantity: z.int(),
      price: dong,
      total: dong,
    }),
  ),
})

/** All that the shop knows about a member. */
const MemberData = z.object({
  profile: z.object({
    phone: z.string(),
    name: z.string().nullable(),
    email: z.string().nullable(),
    birthday: z.string().nullable(),
  }),
  tier: z.string(),
  spent: dong,
  points: z.int(),
  addresses: z.array(MemberAddress),
  orders: z.array(DataOrder),
  point_entries: z.array(PointEntry),
  warranties: z.array(Warranty),
  vouchers: z.array(MemberVoucher),
  cards: z.array(
    z.object({
      kind: CardKind,
      state: CardState,
      institution: z.string(),
      holder: z.string(),
      number: z.string(),
      valid_until: z.iso.date().nullable(),
      ends_on: z.iso.date().nullable(),
      reason: z.string().nullable(),
    }),
  ),
  wishes: z.array(z.object({ product: z.string(), added_at: z.iso.datetime() })),
  /** Messages of items that the member asked for, and those that they were told of. */
  notices: z.array(
    z.object({
      kind: z.string(),
      product: z.string(),
      channel: z.string(),
      /** The phone or e-mail; null: a browser. */
      recipient: z.string().nullable(),
      state: z.string(),
      created_at: z.iso.datetime(),
    }),
  ),
  bookings: z.array(
    z.object({
      code: z.string(),
      state: z.string(),
      shop: z.string(),
      starts_at: z.iso.datetime(),
      services: z.array(z.string()),
      name: z.string(),
      phone: z.string(),
      email: z.string().nullable(),
      notes: z.string().nullable(),
      total: dong,
    }),
  ),
  trade_ins: z.array(
    z.object({
      code: z.string(),
      state: z.string(),
      shop: z.string(),
      device: z.string(),
      /** The IMEI or serial number. */
      device_code: z.string().nullable(),
      value: dong,
      /** What the shop paid or offered; null: it has not looked at the device. */
      offer: dong.nullable(),
      created_at: z.iso.datetime(),
      name: z.string(),
      phone: z.string(),
    }),
  ),
  repairs: z.array(
    z.object({
      code: z.string(),
      state: z.string(),
      shop: z.string(),
      device: z.string(),
      imei: z.string().nullable(),
      fault: z.string(),
      received_at: z.iso.datetime(),
      name: z.string(),
      phone: z.string(),
      email: z.string().nullable(),
      work: z.array(z.string()),
    }),
  ),
  /** Applications for loans. */
  loans: z.array(
    z.object({
      code: z.string(),
      state: z.string(),
      company: z.string(),
      order_code: z.string().nullable(),
      goods: z.array(z.string()),
      price: dong,
      prepaid: dong,
      /** What the company lends, insurance included. */
      lent: dong,
      months: z.int(),
      monthly: dong,
      reason: z.string().nullable(),
      contract_number: z.string().nullable(),
      created_at: z.iso.datetime(),
      /** What was typed. Null: erased. */
      form: TypedLoanForm.nullable(),
    }),
  ),
  /** Pieces that shops have set aside. */
  shop_reservations: z.array(
    z.object({
      code: z.string(),
      state: z.string(),
      item: z.string(),
      shop: z.string(),
      created_at: z.iso.datetime(),
      expires_at: z.iso.datetime(),
      name: z.string(),
      phone: z.string(),
      email: z.string().nullable(),
    }),
  ),
  /** What they wrote about products. */
  reviews: z.array(
    z.object({
      product: z.string(),
      stars: z.int(),
      text: z.string(),
      name: z.string(),
      state: z.string(),
      created_at: z.iso.datetime(),
    }),
  ),
  /** Questions and replies that they wrote. */
  comments: z.array(
    z.object({
      text: z.string(),
      name: z.string(),
      state: z.string(),
      created_at: z.iso.datetime(),
    }),
  ),
  /** Runs of games. */
  games: z.array(z.object({ game: z.string(), score: z.int(), finished_at: z.iso.datetime() })),
  passkeys: z.array(
    z.object({
      name: z.string(),
      created_at: z.iso.datetime(),
      used_at: z.iso.datetime().nullable(),
    }),
  ),
  /** Accounts at Google and Zalo that sign the member in. */
  linked_identities: z.array(
    z.object({
      provider: z.string(),
      subject: z.string(),
      shown: z.string(),
      created_at: z.iso.datetime(),
      used_at: z.iso.datetime().nullable(),
    }),
  ),
  /** Where the member is signed in. */
  sessions: z.array(
    z.object({
      device: z.string(),
      address: z.string(),
      created_at: z.iso.datetime(),
      seen_at: z.iso.datetime(),
    }),
  ),
  /** What the member agreed to and refused. */
  consents: z.array(ConsentEntry),
})
export type MemberData = z.infer<typeof MemberData>

/** What a member pays for a colour of a product, where it is less than what everybody pays. */
export const MemberPrice = z.object({
  product_id: z.int(),
  item_id: z.int(),
  final_price: dong,
  /** Less than everybody pays. */
  saving: dong,
  /** Whose price it is: "Smember", or "S-Student" by a card. */
  label: z.string(),
})
export type MemberPrice = z.infer<typeof MemberPrice>

const address_not_found = {
  status: 404,
  meaning: 'The member has no such address.',
} as const

/** What belongs to a member. Served under /api/member; every operation is for the member who calls. */
export const member = {
  overview: operation({
    method: 'GET',
    path: '/overview',
    summary: 'Tier, spending and points of the member, and all tiers.',
    access: 'member',
    input: z.object({}),
    output: MemberOverview,
  }),
  orders: operation({
    method: 'GET',
    path: '/orders',
    summary: 'The orders of the member, the newest first, ten on a page.',
    access: 'member',
    input: z.object({ tab: z.enum(order_tabs).optional().catch(undefined), page: page.default(1) }),
    output: z.object({ orders: z.array(MemberOrder), has_more: z.boolean() }),
  }),
  points: operation({
    method: 'GET',
    path: '/points',
    summary: 'The latest changes of the points of the member.',
    access: 'member',
    input: z.object({}),
    output: z.object({ entries: z.array(PointEntry) }),
  }),
  warranties: operation({
    method: 'GET',
    path: '/warranties',
    summary: 'The devices that the member bought, with their warranty.',
    access: 'member',
    input: z.object({}),
    output: z.object({ warranties: z.array(Warranty) }),
  }),
  vouchers: operation({
    method: 'GET',
    path: '/vouchers',
    summary: 'The vouchers that the member may use now.',
    access: 'member',
    input: z.object({}),
    output: z.object({ vouchers: z.array(MemberVoucher) }),
  }),
  addresses: operation({
    method: 'GET',
    path: '/addresses',
    summary: 'The address book of the member, the usual address first.',
    access: 'member',
    input: z.object({}),
    output: z.object({ addresses: z.array(MemberAddress) }),
  }),
  saveAddress: operation({
    method: 'POST',
    path: '/addresses',
    summary: 'Add an address to the book, or change one. The first one is the usual address.',
    access: 'member',
    input: z.object({
      /** Absent: a new one. */
      address_id: id.optional(),
      name: requiredLine(100, 'Vui lòng nhập tên người nhận.'),
      phone: requiredLine(30, 'Vui lòng nhập số điện thoại.'),
      ward_id: id,
      street: requiredLine(200, 'Vui lòng nhập số nhà, tên đường.'),
      is_default: flag.default(false),
    }),
    output: z.object({ address_id: z.int() }),
    refusals: {
      address_not_found,
      address_book_full: { status: 409, meaning: 'The book has as many addresses as it may.' },
    },
  }),
  removeAddress: operation({
    method: 'DELETE',
    path: '/addresses',
    summary: 'Remove an address from the book.',
    access: 'member',
    input: z.object({ address_id: id }),
    output: z.object({}),
    refusals: { address_not_found },
  }),
  data: operation({
    method: 'GET',
    path: '/data',
    summary: 'All that the shop knows about the member (Law 91/2025/QH15).',
    access: 'member',
    input: z.object({
      /** Without orders and changes of points, which `dataPage` brings in parts. */
      without_lists: flag.optional(),
    }),
    output: MemberData,
    refusals: {
      account_not_found: { status: 404, meaning: 'The account of this member was erased.' },
    },
  }),
  dataPage: operation({
    method: 'GET',
    path: '/data/page',
    summary: 'A hundred orders and a hundred changes of points of the data, the newest first.',
    access: 'member',
    input: z.object({ page: page.default(1) }),
    output: MemberData.pick({ orders: true, point_entries: true }).extend({
      has_more: z.boolean(),
    }),
  }),
  prices: operation({
    method: 'GET',
    path: '/prices',
    summary:
      'What the member pays for products, where it is less than what everybody pays. Pages ask for it after they are shown.',
    access: 'member',
    input: z.object({
      /** Ids of products (versions), separated by commas. */
      products: line(1_000).pipe(z.string().regex(/^\d{1,15}(,\d{1,15}){0,99}$/)),
      province_id: id,
    }),
    output: z.object({ prices: z.array(MemberPrice) }),
  }),
}
