import { z } from 'zod'
import {
  Choice,
  dong,
  emptyOr,
  flag,
  id,
  line,
  requiredLine,
  stateCounts,
  typedDong,
  whole,
} from '#contracts/fields.ts'
import { Picture, pictureOperations } from '#contracts/staff/pictures.ts'
import { unit_code_wrong } from '#contracts/staff/units.ts'
import { UsedGrade } from '#contracts/storefront/trade/used.ts'
import { operation } from '#pure/contract.ts'

export const UsedState = z.enum(['draft', 'listed', 'held', 'sold', 'withdrawn'])
export type UsedState = z.infer<typeof UsedState>

const DeviceTest = z.object({ name: z.string(), is_passed: z.boolean(), tested_on: z.iso.date() })

/** A used device in the list of staff. */
export const UsedUnitRow = z.object({
  imei_id: z.int(),
  code: z.string(),
  sku: z.string(),
  name: z.string(),
  color_name: z.string().nullable(),
  grade: UsedGrade,
  battery: z.int().nullable(),
  state: UsedState,
  shop_name: z.string(),
  price: dong.nullable(),
  picture_count: z.int(),
  /** Full days since it was listed; null: it was not. */
  days_listed: z.int().nullable(),
  created_at: z.iso.datetime(),
})
export type UsedUnitRow = z.infer<typeof UsedUnitRow>

export const UsedUnitList = z.object({
  rows: z.array(UsedUnitRow),
  has_next: z.boolean(),
  counts: stateCounts(UsedState),
  shops: z.array(Choice),
  may_add: z.boolean(),
})
export type UsedUnitList = z.infer<typeof UsedUnitList>

export const UsedUnitPage = UsedUnitRow.omit({ picture_count: true }).extend({
  owner_count: z.int(),
  replaced_parts: z.array(z.string()),
  tests: z.array(DeviceTest),
  condition_notes: z.string(),
  accessories: z.string(),
  warranty_months: z.int(),
  used_since: z.iso.date().nullable(),
  source: z.enum(['hand', 'trade_in', 'return']),
  source_reference: z.string().nullable(),
  version: z.int(),
  pictures: z.array(Picture),
  new_sku: z.string(),
  /** What the same goods cost when they are new, by the table of prices; null: they have no price. */
  new_price: dong.nullable(),
  suggested_price: dong.nullable(),
  /** The QR code of its page in the shop, as the address of a picture. */
  qr: z.string(),
  may_list: z.boolean(),
  may_price: z.boolean(),
  /** Whether an order or a shopper has reserved it. */
  is_reserved: z.boolean(),
})
export type UsedUnitPage = z.infer<typeof UsedUnitPage>

const used_unit_not_found = {
  status: 404,
  meaning: 'There is no such used device within reach.',
} as const
const used_unit_changed = {
  status: 409,
  meaning:
    'Somebody has changed the device, or it is in another state than when the page was shown.',
  data: z.object({ state: UsedState }),
} as const

/** What staff type about a device. Parts and tests are lines of text. */
const passport = {
  grade: UsedGrade,
  battery: emptyOr(whole(1, 100, 'Pin từ 1 đến 100%.')),
  owner_count: whole(0, 20).default(1),
  replaced_parts: line(300).default(''),
  /** One test in each line, with its outcome: "Camera: đạt", "Loa: không đạt". */
  tests: z.string().max(1_000).default(''),
  condition_notes: line(300).default(''),
  accessories: line(200).default(''),
  warranty_months: whole(0, 36).default(6),
  used_since: emptyOr(z.iso.date()),
}

const test_line_wrong = {
  status: 422,
  meaning: 'A line of the tests does not say, behind a colon, whether the test was passed.',
  data: z.object({ line: z.string() }),
} as const

const which = { imei_id: id, version: whole(0, 1_000_000) }
const price = typedDong(1_000, 1_000_000_000)
const reason = requiredLine(200, 'Cần ghi lý do.')

/** Used devices in the back office (decision 222). */
export const usedUnits = {
  ...pictureOperations({
    ...{ path: '/used-units', see: 'used.see', change: 'used.list', scopes: ['all', 'shops'] },
  }),
  usedUnits: operation({
    method: 'GET',
    path: '/used-units',
    summary: 'List used devices by state, grade and shop, newest first.',
    access: 'staff',
    permission: 'used.see',
    scopes: ['all', 'shops'],
    input: z.object({
      state: emptyOr(UsedState),
      grade: emptyOr(UsedGrade),
      shop: emptyOr(whole(1, 999_999)),
      /** An IMEI or its end, the number of a device, or words of a name. */
      q: emptyOr(line(100)),
      page: whole(1, 1_000).optional(),
    }),
    output: UsedUnitList,
  }),
  usedUnit: operation({
    method: 'GET',
    path: '/used-units/:imei_id',
    summary: 'One used device with its passport and the suggested price.',
    access: 'staff',
    permission: 'used.see',
    scopes: ['all', 'shops'],
    input: z.object({ imei_id: id }),
    output: UsedUnitPage,
    refusals: { used_unit_not_found },
  }),
  usedIntake: operation({
    method: 'GET',
    path: '/used-units/intake',
    summary:
      'The shops within reach, and new goods whose name or SKU fits, for a device that comes in.',
    access: 'staff',
    permission: 'used.list',
    scopes: ['all', 'shops'],
    input: z.object({ q: line(100).default('') }),
    output: z.object({
      shops: z.array(Choice),
      goods: z.array(
        z.object({ sku: z.string(), name: z.string(), color_name: z.string().nullable() }),
      ),
    }),
  }),
  addUsedUnit: operation({
    method: 'POST',
    path: '/used-units/add',
    summary: 'Take in a used device as a draft: its unit on hand at a shop, and its passport.',
    access: 'staff',
    permission: 'used.list',
    scopes: ['all', 'shops'],
    input: z.object({
      /** Of the same goods when they are new. */
      sku: requiredLine(60, 'Cần chọn sản phẩm.'),
      /** IMEI 1 and 2, or the serial number, in one line. */
      codes: requiredLine(120, 'Cần quét IMEI hoặc serial.'),
      shop_id: id,
      cost: emptyOr(typedDong(0, 1_000_000_000)),
      ...passport,
    }),
    output: z.object({ imei_id: z.int() }),
    refusals: {
      goods_not_found: { status: 404, meaning: 'No new goods have this SKU.' },
      shop_not_found: { status: 404, meaning: 'There is no such shop within reach.' },
      unit_code_wrong,
      unit_is_here: {
        status: 409,
        meaning: 'The device is in stock or on the way, or its codes belong to two devices.',
      },
      test_line_wrong,
    },
  }),
  describeUsedUnit: operation({
    method: 'POST',
    path: '/used-units/describe',
    summary: 'Change what the passport says of a device that is not sold.',
    access: 'staff',
    permission: 'used.list',
    scopes: ['all', 'shops'],
    input: z.object({
      ...which,
      ...passport,
      /** All tests were made again: all get today's date. Otherwise only those with another outcome do. */
      is_tested_again: flag.default(false),
    }),
    output: z.object({}),
    refusals: { used_unit_not_found, used_unit_changed, test_line_wrong },
  }),
  offerUsedUnit: operation({
    method: 'POST',
    path: '/used-units/offer',
    summary: 'Put a draft or withdrawn device on sale at a price. It needs a photograph.',
    access: 'staff',
    permission: 'used.list',
    scopes: ['all', 'shops'],
    input: z.object({ ...which, price }),
    output: z.object({}),
    refusals: {
      used_unit_not_found,
      used_unit_changed,
      used_unit_without_picture: { status: 409, meaning: 'The device has no photograph yet.' },
      used_price_too_low: {
        status: 409,
        meaning:
          'The price is far below the suggested one: it needs the permission to change prices.',
        data: z.object({ least: dong }),
      },
    },
  }),
  priceUsedUnit: operation({
    method: 'POST',
    path: '/used-units/price',
    summary: 'Change the price of a device on sale, with the reason.',
    access: 'staff',
    permission: 'used.price',
    scopes: ['all', 'shops'],
    input: z.object({ ...which, price, reason }),
    output: z.object({}),
    refusals: { used_unit_not_found, used_unit_changed },
  }),
  withdrawUsedUnit: operation({
    method: 'POST',
    path: '/used-units/withdraw',
    summary: 'Take a device that no order has reserved off the sale, with the reason.',
    access: 'staff',
    permission: 'used.price',
    scopes: ['all', 'shops'],
    input: z.object({ ...which, reason }),
    output: z.object({}),
    refusals: {
      used_unit_not_found,
      used_unit_changed,
      used_unit_reserved: {
        status: 409,
        meaning: 'An order or a shopper has reserved the device.',
      },
    },
  }),
}
