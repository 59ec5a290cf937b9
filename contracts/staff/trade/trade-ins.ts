import { z } from 'zod'
import {
  dong,
  flag,
  line,
  page,
  requiredLine,
  stateCounts,
  typedDong,
  whole,
} from '#contracts/fields.ts'
import { OfferReason, TradeReport, TradeState } from '#contracts/storefront/trade/trade-in.ts'
import { refunds } from '#contracts/staff/refunds.ts'
import { operation } from '#pure/contract.ts'

/** What becomes of a device that was bought. */
export const TradeOutcome = z.enum(['used', 'parts', 'written_off'])
export type TradeOutcome = z.infer<typeof TradeOutcome>

export const PayMethod = z.enum(['cash', 'transfer', 'order'])
export type PayMethod = z.infer<typeof PayMethod>

/** Rules that the pages of staff print. */
export const purchase_rules = {
  /** Đồng of one seller and day from which nothing is paid in cash (Decree 320/2025). */
  cash_below: 5_000_000,
  /**
   * Đồng from which whoever agreed on a price does not pay it; for a device that does not go into stock from the first.
   */
  another_pays_from: 5_000_000,
  /** How much more than the quote staff of a shop may pay, in per cent. */
  above_percent: 5,
  /** A price that is further below the quote, in per cent, needs a second person before the owner reads it. */
  approved_below_percent: 20,
  /** Days after the end of a quote on which a device that was not bought leaves the counter. */
  counter_days: 7,
  /** Wrong codes of an owner, after which only the link is left. */
  max_wrong_codes: 5,
} as const

export const TradeInRow = z.object({
  code: z.string(),
  state: TradeState,
  device_name: z.string(),
  device_tail: z.string().nullable(),
  name: z.string(),
  /** Masked. */
  phone: z.string(),
  shop: z.string(),
  value: dong,
  offer: dong.nullable(),
  visit_on: z.string(),
  order_code: z.string().nullable(),
  created_at: z.iso.datetime(),
})
export type TradeInRow = z.infer<typeof TradeInRow>

const StaffAnswer = z.object({ answer_code: z.string(), label: z.string() })

/** One device, with what is needed for its next step. */
export const StaffTradeIn = TradeInRow.extend({
  version: z.int(),
  base_price: dong,
  bonus: dong,
  target_name: z.string().nullable(),
  expires_at: z.iso.datetime(),
  /** The full IMEI or serial number, as the owner typed it or the shop read it. */
  device_code: z.string().nullable(),
  questions: z.array(
    z.object({
      question_code: z.string(),
      title: z.string(),
      answers: z.array(StaffAnswer),
      /** What the owner answered, and what the shop found. */
      answered: z.string(),
      checked: z.string().nullable(),
    }),
  ),
  /** What the owner found out in the browser of the device; null: no report was attached. */
  report: TradeReport.nullable(),
  /** What the shop found is worth by the terms of the quote; null: it has not looked yet. */
  counter_value: dong.nullable(),
  grade_label: z.string().nullable(),
  offer_reason: OfferReason.nullable(),
  offer_note: z.string().nullable(),
  offered_by: z.string().nullable(),
  /** Who agreed to a price far below the quote. */
  approved_by: z.string().nullable(),
  accepted_by: z.enum(['link', 'code']).nullable(),
  seller: z
    .object({
      name: z.string(),
      address: z.string(),
      phone: z.string(),
      /** The last three letters or digits. */
      document_tail: z.string(),
    })
    .nullable(),
  /** This phone sold a device by another document today: the limit of cash counts by document. */
  has_other_seller_today: z.boolean(),
  /** The order that is to be paid a part of, and what is still due of it. */
  order: z.object({ code: z.string(), due: dong, is_payment_underway: z.boolean() }).nullable(),
  payout: z
    .object({
      amount: dong,
      bonus: dong,
      method: PayMethod,
      reference: z.string().nullable(),
      outcome: TradeOutcome,
      paid_by: z.string(),
      paid_at: z.iso.datetime(),
    })
    .nullable(),
  /** The colours in which this shop knows the device as new goods. */
  colors: z.array(z.object({ item_id: z.int(), name: z.string() })),
  /** Parts of this model that a repair can use. */
  parts: z.array(z.object({ option_id: z.int(), name: z.string() })),
  events: z.array(
    z.object({
      move: z.string(),
      happened_at: z.iso.datetime(),
      amount: dong.nullable(),
      reason: OfferReason.nullable(),
      note: z.string().nullable(),
      staff_name: z.string().nullable(),
    }),
  ),
  /** What this member of staff may do with it now. */
  may: z.object({
    arrive: z.boolean(),
    offer: z.boolean(),
    approve: z.boolean(),
    accept: z.boolean(),
    record_seller: z.boolean(),
    pay: z.boolean(),
    pay_in_cash: z.boolean(),
    refuse: z.boolean(),
  }),
})
export type StaffTradeIn = z.infer<typeof StaffTradeIn>

/** A row of the purchase list: the columns of form 02/TNDN. */
export const Purchase = z.object({
  day: z.string(),
  code: z.string(),
  seller_name: z.string(),
  address: z.string(),
  /** Both are masked on screen, and in full in the file. */
  document: z.string(),
  phone: z.string(),
  goods: z.string(),
  quantity: z.int(),
  price: dong,
  total: dong,
  method: PayMethod,
  note: z.string(),
})
export type Purchase = z.infer<typeof Purchase>

const code = z.string().trim().min(1).max(40)
const version = whole(1, 2_147_483_647)
const about = { access: 'staff', scopes: ['all', 'shops'] } as const

const trade_in_not_found = {
  status: 404,
  meaning: 'There is no such device at the shops of this member of staff.',
} as const
const trade_in_not_possible = {
  status: 409,
  meaning: 'The state of the quote does not allow this.',
  data: z.object({ state: TradeState }),
} as const
const trade_in_changed = {
  status: 409,
  meaning: 'The quote has changed since it was seen.',
} as const
const move_refusals = { trade_in_not_found, trade_in_not_possible, trade_in_changed }

const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/)
const purchaseQuery = z.object({
  /** YYYY-MM; this month if it is left out. */
  month: month.optional().catch(undefined),
  /** All shops within reach if it is left out or empty; one that is no number is as unknown as a foreign one. */
  shop_id: z
    .union([whole(1, 2_147_483_647), z.literal('').transform(() => undefined)])
    .optional()
    .catch(0),
})
const shop_not_found = {
  status: 404,
  meaning: 'There is no such shop within reach of this member of staff.',
} as const

/** Old devices at the counter (decisions 226, 227). */
export const tradeIns = {
  tradeIns: operation({
    ...about,
    method: 'GET',
    path: '/trade-ins',
    summary:
      'Quotes for old devices, the newest first. The search takes a code, an IMEI, a serial number or a phone.',
    permission: 'trade_ins.see',
    input: z.object({
      state: TradeState.optional().catch(undefined),
      q: line(60).optional(),
      page: page.optional(),
    }),
    output: z.object({
      rows: z.array(TradeInRow),
      has_next: z.boolean(),
      counts: stateCounts(TradeState),
    }),
  }),
  tradeIn: operation({
    ...about,
    method: 'GET',
    path: '/trade-ins/one',
    summary: 'One device, with its quote, what was found, and the next steps.',
    permission: 'trade_ins.see',
    input: z.object({ code }),
    output: StaffTradeIn,
    refusals: { trade_in_not_found },
  }),
  arrive: operation({
    ...about,
    method: 'POST',
    path: '/trade-ins/arrive',
    summary: 'Note that the owner has come with the device, within the time of the quote.',
    permission: 'trade_ins.grade',
    input: z.object({ code, version }),
    output: z.object({}),
    refusals: move_refusals,
  }),
  offer: operation({
    ...about,
    method: 'POST',
    path: '/trade-ins/offer',
    summary:
      'Check a device item by item and say what the shop pays. Less than the quote needs a listed reason, more a permission. Its owner is told; much less is approved by another person before.',
    permission: 'trade_ins.grade',
    input: z.object({
      code,
      version,
      device_code: requiredLine(60, 'Hãy ghi IMEI hoặc số serial.'),
      /** By question. */
      answers: z.record(z.string().max(40), z.string().max(40)),
      /** The account is signed out and the lock is off. */
      is_signed_out: flag.default(false),
      amount: typedDong(1, 1_000_000_000),
      reason: z.union([OfferReason, z.literal('').transform(() => undefined)]).optional(),
      note: line(300).optional(),
    }),
    output: z.object({}),
    refusals: {
      ...move_refusals,
      account_not_signed_out: {
        status: 409,
        meaning: 'The account is still on the device: no money before it is signed out.',
      },
      checks_missing: { status: 422, meaning: 'A question has no answer.' },
      device_code_wrong: {
        status: 422,
        meaning: 'It is no IMEI with its check digit, and no serial number.',
      },
      device_not_buyable: {
        status: 409,
        meaning: 'The device is locked as lost or disputed, or this shop has it already.',
        data: z.object({ problem: z.enum(['locked', 'ours', 'at_counter']) }),
      },
      reason_missing: {
        status: 422,
        meaning: 'Another price than the quote, or than the terms give, needs a listed reason.',
      },
      note_missing: {
        status: 422,
        meaning: 'Less than the terms give for what was found needs a note, which the owner reads.',
      },
      reason_not_true: {
        status: 409,
        meaning:
          'The reason is that the condition differs, but it does not, or the price is below what the terms of the quote give.',
        data: z.object({ counter_value: dong }),
      },
      above_not_permitted: {
        status: 403,
        meaning:
          'It is more than this member of staff may pay above the quote, or above what the terms give for what was found.',
        data: z.object({ limit: dong }),
      },
    },
  }),
  approve: operation({
    ...about,
    method: 'POST',
    path: '/trade-ins/approve',
    summary:
      'Agree to a price far below the quote that somebody else said. Only then its owner is told.',
    permission: 'trade_ins.approve',
    input: z.object({ code, version }),
    output: z.object({}),
    refusals: {
      ...move_refusals,
      own_offer: { status: 403, meaning: 'Whoever said the price does not agree to it.' },
    },
  }),
  acceptByCode: operation({
    ...about,
    method: 'POST',
    path: '/trade-ins/accept',
    summary: 'The owner agrees at the counter, by the six digits that were sent to the phone.',
    permission: 'trade_ins.grade',
    input: z.object({ code, version, accept_code: requiredLine(12, 'Hãy nhập mã của khách.') }),
    output: z.object({}),
    refusals: {
      ...move_refusals,
      accept_code_wrong: {
        status: 422,
        meaning: 'These are not the digits that were sent.',
        data: z.object({ left: z.int() }),
      },
      accept_code_blocked: {
        status: 429,
        meaning: 'Too many wrong digits: the owner agrees by the link, or the shop offers again.',
      },
    },
  }),
  recordSeller: operation({
    ...about,
    method: 'POST',
    path: '/trade-ins/seller',
    summary:
      'Record the seller for the purchase list (form 02/TNDN). The number of the document is sealed; no picture of it is kept.',
    permission: 'trade_ins.grade',
    input: z.object({
      code,
      version,
      name: requiredLine(100, 'Hãy ghi họ tên trên căn cước.'),
      address: requiredLine(300, 'Hãy ghi địa chỉ trên căn cước.'),
      document: requiredLine(20, 'Hãy ghi số căn cước.'),
    }),
    output: z.object({}),
    refusals: {
      ...move_refusals,
      document_wrong: {
        status: 422,
        meaning:
          'It is neither a citizen number of 12 digits, nor an old one of 9, nor a passport.',
      },
    },
  }),
  pay: operation({
    ...about,
    method: 'POST',
    path: '/trade-ins/pay',
    summary:
      'Pay the owner and take the device: payout, purchase list, and the used unit or its parts are one transaction.',
    permission: 'trade_ins.pay',
    input: z.object({
      code,
      version,
      method: PayMethod,
      /** Of the bank, for a transfer. */
      reference: line(60).optional(),
      outcome: TradeOutcome,
      /** The colour that it becomes as a used unit. */
      item_id: z
        .union([whole(1, 1_000_000_000), z.literal('').transform(() => undefined)])
        .optional(),
      /** The parts that are taken out of it. */
      option_ids: z.array(whole(1_000_000_001, 2_147_483_647)).max(20).default([]),
    }),
    output: z.object({ amount: dong }),
    refusals: {
      ...move_refusals,
      seller_missing: { status: 409, meaning: 'The seller was not recorded.' },
      amount_above_limit: refunds.settleRefund.refusals.amount_above_limit,
      another_must_pay: {
        status: 409,
        meaning:
          'From 5,000,000đ on, and for a device that does not go into stock, whoever agreed on the price does not pay it.',
      },
      cash_not_allowed: {
        status: 409,
        meaning: 'From 5,000,000đ of one seller and day nothing is paid in cash.',
        data: z.object({ total: dong }),
      },
      cash_paid_today: {
        status: 409,
        meaning:
          'This seller got cash today: with this purchase the day would reach 5,000,000đ. It is paid tomorrow.',
        data: z.object({ total: dong }),
      },
      reference_missing: {
        status: 422,
        meaning: 'A transfer needs the reference of the bank.',
      },
      order_not_payable: {
        status: 409,
        meaning:
          'No order was named, it is over or paid, its shopper pays online now, or less is due than the device is worth.',
        data: z.object({ due: dong }),
      },
      goods_unknown: {
        status: 409,
        meaning: 'It is not known as which goods the device is sold again.',
      },
      device_not_addable: {
        status: 409,
        meaning: 'A unit with this IMEI or serial number is in stock already.',
      },
    },
  }),
  refuse: operation({
    ...about,
    method: 'POST',
    path: '/trade-ins/refuse',
    summary: 'The shop does not buy the device, or its owner takes it back at the counter.',
    permission: 'trade_ins.grade',
    input: z.object({ code, version, note: requiredLine(300, 'Hãy ghi lý do.') }),
    output: z.object({}),
    refusals: move_refusals,
  }),
  purchases: operation({
    ...about,
    method: 'GET',
    path: '/trade-ins/purchases',
    summary: 'The purchase list of a month (form 02/TNDN). Numbers of documents are masked.',
    permission: 'trade_ins.purchases',
    input: purchaseQuery,
    output: z.object({
      month: z.string(),
      shop_id: z.int().nullable(),
      shops: z.array(z.object({ shop_id: z.int(), name: z.string() })),
      rows: z.array(Purchase),
      total: dong,
    }),
    refusals: { shop_not_found },
  }),
  purchaseFile: operation({
    ...about,
    method: 'POST',
    path: '/trade-ins/purchases/file',
    summary: 'The same list with full numbers, for the tax file. The ledger says who took it.',
    permission: 'trade_ins.purchases',
    input: purchaseQuery,
    output: z.object({ month: z.string(), shop: z.string().nullable(), rows: z.array(Purchase) }),
    refusals: { shop_not_found },
  }),
}
