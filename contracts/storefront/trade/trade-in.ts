import { z } from 'zod'
import {
  dong,
  flag,
  id,
  line,
  provinceId,
  requiredLine,
  solvedCaptcha,
  whole,
} from '#contracts/fields.ts'
import { Picture } from '#contracts/storefront/catalog.ts'
import { limits } from '#contracts/limits.ts'
import { deviceTest, DeviceTestResult } from '#contracts/storefront/device-test.ts'
import { operation } from '#pure/contract.ts'

/** The rules of trade-in that pages tell owners (decision 225). */
export const trade_rules = {
  /** Days for which a quote promises its terms. */
  days: 7,
  /** Open quotes of one phone. */
  max_open: 5,
} as const

export const DeviceKindOfTrade = z.enum(['dien-thoai', 'may-tinh-bang', 'laptop', 'dong-ho'])
export type DeviceKindOfTrade = z.infer<typeof DeviceKindOfTrade>

/**
 * `checked`: the price is far below the quote, and a second person of the shop looks at it before the owner reads it.
 * `expired`: a quote for which nobody came in time.
 */
export const TradeState = z.enum([
  'quoted',
  'arrived',
  'checked',
  'offered',
  'accepted',
  'paid',
  'refused',
  'cancelled',
  'expired',
])
export type TradeState = z.infer<typeof TradeState>

/** Why a shop pays another price than it quoted. Staff choose one; the owner reads it. */
export const OfferReason = z.enum([
  'condition_differs',
  'hidden_damage',
  'other_variant',
  'parts_replaced',
  'better_than_quoted',
])
export type OfferReason = z.infer<typeof OfferReason>

const DeviceCard = z.object({
  model_code: z.string(),
  model_name: z.string(),
  brand_name: z.string(),
  device_kind: DeviceKindOfTrade,
  /** What the best version is worth in the best condition. */
  max_price: dong,
  /** The version of `max_price`, such as '2TB'; null if the model has one version only. */
  max_variant: z.string().nullable(),
  /** The highest bonus for another device. */
  max_bonus: dong,
  /** Null: the shop has none of this model. */
  picture: Picture.nullable(),
})
export type DeviceCard = z.infer<typeof DeviceCard>

const Answer = z.object({
  answer_code: z.string(),
  label: z.string(),
  /** What it takes off a version that is perfect otherwise. */
  deduction: dong,
  note: z.string(),
})
const Question = z.object({
  question_code: z.string(),
  title: z.string(),
  hint: z.string(),
  /** From 1 to 9. */
  position: z.int(),
  answers: z.array(Answer),
})

const Version = z.object({
  device_code: z.string(),
  name: z.string(),
  variant: z.string(),
  base_price: dong,
  upgrade_bonus: dong,
  /** What each grade is worth. */
  grades: z.array(z.object({ grade_code: z.string(), label: z.string(), price: dong })),
})

export const TradeModel = z.object({
  model_code: z.string(),
  model_name: z.string(),
  brand_name: z.string(),
  device_kind: DeviceKindOfTrade,
  versions: z.array(Version),
  /** The questions about the chosen version. */
  questions: z.array(Question),
  /** The version that the amounts of the answers are about. */
  device_code: z.string(),
})
export type TradeModel = z.infer<typeof TradeModel>

const Deduction = z.object({
  question_code: z.string(),
  title: z.string(),
  answer_code: z.string(),
  label: z.string(),
  deduction: dong,
  note: z.string(),
})

/** A new device that the old one is given for. */
const Target = z.object({
  item_id: z.int(),
  name: z.string(),
  path: z.string(),
  thumbnail: z.string().nullable(),
  price: dong,
  bonus: dong,
  /** "Số tiền bù thêm": what is left to pay. */
  rest: dong,
})

export const TradeValue = z.object({
  device_code: z.string(),
  name: z.string(),
  base_price: dong,
  grade_code: z.string(),
  grade_label: z.string(),
  /** One for each answer; they add up to the base price less the value. */
  deductions: z.array(Deduction),
  /** Never below zero. */
  value: dong,
  target: Target.nullable(),
})
export type TradeValue = z.infer<typeof TradeValue>

/** What the owner found out about the device in its browser. The shop signed it (decision 238). */
export const TradeReport = z.object({
  device_name: z.string(),
  made_at: z.iso.datetime(),
  results: z.array(DeviceTestResult),
})
export type TradeReport = z.infer<typeof TradeReport>

export const TradeQuote = z.object({
  code: z.string(),
  /** Opens the quote in any browser. */
  secret: z.string(),
  /** A picture of the code, which staff scan: a data: URL. */
  qr: z.string(),
  state: TradeState,
  version: z.int(),
  device_name: z.string(),
  /** Null: the shop has no picture of this model. */
  thumbnail: z.string().nullable(),
  base_price: dong,
  grade_label: z.string(),
  deductions: z.array(Deduction),
  value: dong,
  bonus: dong,
  target: z.object({ item_id: z.int(), name: z.string(), price: dong, rest: dong }).nullable(),
  /** The last four letters or digits of the IMEI or serial number. */
  device_tail: z.string().nullable(),
  name: z.string(),
  /** Masked: whoever has the link may see the rest. */
  phone: z.string(),
  shop: z.object({
    shop_id: z.int(),
    name: z.string(),
    address: z.string(),
    phone: z.string(),
    time_opening: z.string(),
  }),
  visit_on: z.iso.date(),
  expires_at: z.iso.datetime(),
  /** What the shop found and pays; null before it has looked at the device. */
  offer: z
    .object({
      amount: dong,
      /** What is paid besides if the order of the new device is paid with it. */
      bonus: dong,
      grade_label: z.string(),
      deductions: z.array(Deduction),
      reason: OfferReason.nullable(),
      note: z.string().nullable(),
    })
    .nullable(),
  /** The order that it is to pay a part of. */
  order_code: z.string().nullable(),
  report: TradeReport.nullable(),
  events: z.array(
    z.object({
      move: z.string(),
      happened_at: z.iso.datetime(),
      amount: dong.nullable(),
      reason: OfferReason.nullable(),
      note: z.string().nullable(),
    }),
  ),
  /** What the owner can do now. */
  may: z.object({
    cancel: z.boolean(),
    answer: z.boolean(),
    name_order: z.boolean(),
    attach: z.boolean(),
  }),
})
export type TradeQuote = z.infer<typeof TradeQuote>

const deviceCode = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Vui lòng chọn phiên bản máy.')
  .max(100)
const answers = z.record(
  z.string().regex(/^[a-z0-9_]{1,40}$/),
  z.string().regex(/^[a-z0-9_]{1,40}$/),
  'Vui lòng trả lời các câu hỏi về máy.',
)
const optionalItem = z.union([id, z.literal('').transform(() => undefined)]).optional()
const which = { code: z.string().min(1).max(40), secret: z.string().max(100).optional() }

const report_refusals = {
  ...deviceTest.readReport.refusals,
  report_is_used: {
    status: 409,
    meaning: 'The report is attached to another quote, which is open or was paid.',
  },
} as const

const old_device_not_found = { status: 404, meaning: 'The shop does not buy this device.' } as const
const target_not_found = {
  status: 404,
  meaning: 'There is no such item to buy for the old device, or it is not on sale.',
} as const
const answers_missing = {
  status: 409,
  meaning: 'A question has no answer, or one that it does not offer.',
  data: z.object({ question_codes: z.array(z.string()) }),
} as const
const trade_in_not_found = {
  status: 404,
  meaning: 'The caller has no such quote for an old device.',
} as const
const trade_in_closed = {
  status: 409,
  meaning: 'The state of the quote does not allow this.',
  data: z.object({ state: TradeState }),
} as const

/** Trade-in of old devices (decisions 225 to 227). Served under /api/cart-trade. */
export const cartTrade = {
  tradeDevices: operation({
    method: 'GET',
    path: '/v1/devices',
    summary: 'The models that the shop buys, with the highest price of each.',
    access: 'public',
    input: z.object({}),
    output: z.object({ models: z.array(DeviceCard) }),
  }),
  tradeModel: operation({
    method: 'GET',
    path: '/v1/device',
    summary:
      'The versions of a model, the price of each grade, and the questions with what each answer takes off.',
    access: 'public',
    input: z.object({ model_code: deviceCode, device_code: deviceCode.optional() }),
    output: TradeModel,
    refusals: { old_device_not_found },
  }),
  knownDevice: operation({
    method: 'GET',
    path: '/v1/device/imei',
    summary: 'Which model has this IMEI, as far as this shop has sold it.',
    access: 'public',
    limits: limits.known_device,
    input: z.object({ imei: requiredLine(40, 'Vui lòng nhập IMEI.') }),
    output: z.object({ model_code: z.string().nullable(), device_code: z.string().nullable() }),
  }),
  tradeTarget: operation({
    method: 'GET',
    path: '/v1/target',
    summary:
      'The item and the version that a device may be given for, by the id of either. A version stands for its first colour.',
    access: 'public',
    input: z.object({ item_id: id }),
    output: z.object({ item_id: z.int().nullable(), version_id: z.int().nullable() }),
  }),
  valuate: operation({
    method: 'POST',
    path: '/v1/valuation',
    summary:
      'What a device is worth by the answers of its owner, and what is left to pay for another one.',
    access: 'public',
    input: z.object({
      device_code: deviceCode,
      answers,
      target_item_id: optionalItem,
      province_id: provinceId,
    }),
    output: TradeValue,
    refusals: { old_device_not_found, target_not_found, answers_missing },
  }),
  createTradeIn: operation({
    method: 'POST',
    path: '/v1/trade-in',
    summary:
      'Get a quote that promises its terms for seven days at a shop. A repeated call gets the same answer.',
    access: 'customer',
    idempotent: true,
    limits: limits.create_trade_in,
    input: z.object({
      device_code: deviceCode,
      answers,
      target_item_id: optionalItem,
      province_id: provinceId,
      /** An IMEI with its check digit, or a serial number. The shop reads it again. */
      imei: line(60).optional(),
      /** The token or the address of a report of device tests, which staff see beside what they check. */
      device_report: line(4_200).optional(),
      customer_name: requiredLine(100, 'Vui lòng nhập họ tên.'),
      customer_phone: requiredLine(30, 'Vui lòng nhập số điện thoại.'),
      erp_shop_id: whole(1, 2_147_483_647, 'Vui lòng chọn cửa hàng.'),
      visit_on: z.iso.date('Vui lòng chọn ngày đến.'),
      /** Đồng that the owner saw as the value. A lower value is refused. */
      value_seen: whole(0, 999_999_999_999).optional(),
      idempotency_key: z.string().min(8).max(100).optional(),
      ...solvedCaptcha,
    }),
    output: TradeQuote,
    refusals: {
      old_device_not_found,
      target_not_found,
      answers_missing,
      ...report_refusals,
      device_without_value: {
        status: 409,
        meaning: 'By these answers the device is worth nothing, so the shop does not buy it.',
      },
      value_changed: {
        status: 409,
        meaning: 'The device is worth less than `value_seen` now.',
        data: z.object({ previous_value: dong, value: dong }),
      },
      shop_buys_nothing: {
        status: 409,
        meaning: 'There is no such shop, or it does not sell.',
      },
      day_not_offered: {
        status: 409,
        meaning: 'The day has passed, is more than seven days ahead, or the shop is closed on it.',
      },
      too_many_trade_ins: {
        status: 409,
        meaning: 'The phone has as many open quotes as one may have.',
        data: z.object({ max: z.int() }),
      },
    },
  }),
  askTradeCall: operation({
    method: 'POST',
    path: '/v1/call',
    summary:
      'Ask to be called about an old device. A phone that waits already gets the same answer.',
    access: 'customer',
    limits: limits.ask_trade_call,
    input: z.object({
      customer_name: requiredLine(60, 'Vui lòng nhập họ tên.'),
      customer_phone: requiredLine(30, 'Vui lòng nhập số điện thoại.'),
      model: line(100).default(''),
      /** The person agrees to be called about this. */
      agrees: flag.default(false).refine(Boolean, 'Vui lòng đồng ý để cửa hàng gọi lại.'),
      ...solvedCaptcha,
    }),
    output: z.object({}),
  }),
  getTradeIn: operation({
    method: 'GET',
    path: '/v1/trade-in',
    summary: 'Get a quote of the caller by code. With code and secret no token is needed.',
    access: 'customer_or_secret',
    limits: limits.order_secret,
    input: z.object(which),
    output: TradeQuote,
    refusals: { trade_in_not_found },
  }),
  cancelTradeIn: operation({
    method: 'POST',
    path: '/v1/trade-in/cancel',
    summary:
      'Cancel a quote before the device is at the shop. A repeated call gets the same answer.',
    access: 'customer_or_secret',
    limits: limits.order_secret,
    input: z.object(which),
    output: TradeQuote,
    refusals: { trade_in_not_found, trade_in_closed },
  }),
  acceptOffer: operation({
    method: 'POST',
    path: '/v1/trade-in/accept',
    summary:
      'Accept what the shop pays: the owner signs by the link. A repeated call gets the same answer.',
    access: 'customer_or_secret',
    limits: limits.order_secret,
    input: z.object({ ...which, amount_seen: whole(1, 999_999_999_999) }),
    output: TradeQuote,
    refusals: {
      trade_in_not_found,
      trade_in_closed,
      offer_changed: {
        status: 409,
        meaning: 'The shop pays another amount than `amount_seen` now.',
        data: z.object({ amount: dong }),
      },
    },
  }),
  declineOffer: operation({
    method: 'POST',
    path: '/v1/trade-in/decline',
    summary:
      'Decline what the shop pays, and take the device back. A repeated call gets the same answer.',
    access: 'customer_or_secret',
    limits: limits.order_secret,
    input: z.object(which),
    output: TradeQuote,
    refusals: { trade_in_not_found, trade_in_closed },
  }),
  attachReport: operation({
    method: 'POST',
    path: '/v1/trade-in/report',
    summary:
      'Attach a signed report of device tests, in place of an earlier one, until the shop has said what it pays.',
    access: 'customer_or_secret',
    limits: limits.order_secret,
    input: z.object({
      ...which,
      device_report: requiredLine(4_200, 'Vui lòng dán liên kết của phiếu kiểm tra.'),
    }),
    output: TradeQuote,
    refusals: { trade_in_not_found, trade_in_closed, ...report_refusals },
  }),
  nameOrder: operation({
    method: 'POST',
    path: '/v1/trade-in/order',
    summary:
      'Name the own order that the old device is to pay a part of. It is picked up at the shop of the quote, where the amount due becomes smaller once the device was accepted.',
    access: 'customer',
    limits: limits.order_secret,
    input: z.object({ ...which, order_code: requiredLine(40, 'Vui lòng nhập mã đơn hàng.') }),
    output: TradeQuote,
    refusals: {
      trade_in_not_found,
      trade_in_closed,
      order_not_usable: {
        status: 409,
        meaning:
          'The caller has no such order, it is not picked up at the shop of the quote, it is paid or over, another old device pays it, or the quote names an open order of somebody else.',
      },
    },
  }),
  listTradeIns: operation({
    method: 'GET',
    path: '/v1/trade-ins',
    summary: 'The quotes of the caller, the newest first. At most 50.',
    access: 'customer',
    input: z.object({}),
    output: z.array(TradeQuote),
  }),
}
