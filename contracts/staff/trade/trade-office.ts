import { z } from 'zod'
import {
  Choice,
  dong,
  flag,
  id,
  line,
  page,
  requiredLine,
  typedDong,
  whole,
} from '#contracts/fields.ts'
import { DeviceKindOfTrade } from '#contracts/storefront/trade/trade-in.ts'
import { operation } from '#pure/contract.ts'

/** A device that the shop buys, with its price. */
export const TradePrice = z.object({
  code: z.string(),
  name: z.string(),
  brand_name: z.string(),
  device_kind: DeviceKindOfTrade,
  base_price: dong,
  upgrade_bonus: dong,
  is_active: z.boolean(),
  /** Quotes that are open. They keep the price of their day. */
  open_quotes: z.int(),
})
export type TradePrice = z.infer<typeof TradePrice>

/** Somebody who asked to be called about an old device. */
export const TradeCall = z.object({
  trade_call_id: z.int(),
  name: z.string(),
  /** In full for whoever took the call, else masked. */
  phone: z.string(),
  model: z.string(),
  state: z.enum(['new', 'taken', 'called', 'dropped']),
  handled_by: z.string().nullable(),
  note: z.string(),
  created_at: z.iso.datetime(),
  version: z.int(),
  /** Whether the reader took it and may end it. */
  is_mine: z.boolean(),
})
export type TradeCall = z.infer<typeof TradeCall>

/** What a shop bought on a day. The three ways to pay add up to the total. */
export const TradeDay = z.object({
  day: z.iso.date(),
  shop: z.string(),
  quantity: z.int(),
  total: dong,
  cash: dong,
  transfer: dong,
  on_order: dong,
})
export type TradeDay = z.infer<typeof TradeDay>

/** A used device that was sold. */
export const UsedSale = z.object({
  day: z.iso.date(),
  shop: z.string(),
  sku: z.string(),
  name: z.string(),
  order_code: z.string(),
  /** Full days since it was offered; null: unknown. */
  days_listed: z.int().nullable(),
  price: dong,
  /** Null: unknown, or the reader may not see costs. */
  cost: dong.nullable(),
  margin: z.int().nullable(),
})
export type UsedSale = z.infer<typeof UsedSale>

const about = { access: 'staff', scopes: ['all', 'shops'] } as const
const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/)
const reportQuery = z.object({
  /** YYYY-MM; this month if it is left out. */
  month: month.optional().catch(undefined),
  shop: whole(1, 2_147_483_647).optional().catch(undefined),
})
const ofReport = { month: z.string(), shops: z.array(Choice) }

const trade_call_not_found = { status: 404, meaning: 'There is no such call.' } as const
const trade_call_changed = {
  status: 409,
  meaning: 'Somebody else has taken or ended the call meanwhile.',
} as const

/** Prices, calls and reports of trade-in and used devices (decision 250). */
export const tradeOffice = {
  tradePrices: operation({
    ...about,
    method: 'GET',
    path: '/trade-prices',
    summary: 'What the shop pays for old devices in the best condition, by brand and words.',
    permission: 'trade_ins.see',
    input: z.object({
      brand: line(60).optional(),
      q: line(100).optional(),
      page: page.optional(),
    }),
    output: z.object({
      rows: z.array(TradePrice),
      has_next: z.boolean(),
      brands: z.array(Choice),
      may_change: z.boolean(),
    }),
  }),
  setTradePrice: operation({
    method: 'POST',
    path: '/trade-prices/set',
    summary: 'Change what the shop pays for a device. Quotes that were given keep their terms.',
    access: 'staff',
    permission: 'trade_ins.prices',
    input: z.object({
      code: requiredLine(100, 'Cần chọn máy.'),
      base_price: typedDong(1, 1_000_000_000),
      upgrade_bonus: typedDong(0, 1_000_000_000),
      is_active: flag.default(false),
      /** What the page showed. */
      seen_price: whole(1, 1_000_000_000),
      seen_bonus: whole(0, 1_000_000_000),
    }),
    output: z.object({}),
    refusals: {
      trade_device_not_found: { status: 404, meaning: 'The shop has no such device in its table.' },
      trade_price_changed: {
        status: 409,
        meaning: 'Somebody has changed the price meanwhile.',
        data: z.object({ base_price: dong, upgrade_bonus: dong }),
      },
    },
  }),
  tradeCalls: operation({
    method: 'GET',
    path: '/trade-calls',
    summary: 'Who asked to be called about an old device, the oldest open one first.',
    access: 'staff',
    permission: 'trade_ins.calls',
    input: z.object({ page: page.optional() }),
    output: z.object({ rows: z.array(TradeCall), has_next: z.boolean() }),
  }),
  takeTradeCall: operation({
    method: 'POST',
    path: '/trade-calls/take',
    summary: 'Take a call: its phone is shown to whoever takes it, and the ledger says so.',
    access: 'staff',
    permission: 'trade_ins.calls',
    input: z.object({ trade_call_id: id, version: whole(0, 1_000_000) }),
    output: z.object({}),
    refusals: { trade_call_not_found, trade_call_changed },
  }),
  endTradeCall: operation({
    method: 'POST',
    path: '/trade-calls/end',
    summary: 'Say what became of a call that one has taken.',
    access: 'staff',
    permission: 'trade_ins.calls',
    input: z.object({
      trade_call_id: id,
      version: whole(0, 1_000_000),
      outcome: z.enum(['called', 'dropped']),
      note: line(300).default(''),
    }),
    output: z.object({}),
    refusals: { trade_call_not_found, trade_call_changed },
  }),
  tradeReport: operation({
    ...about,
    method: 'GET',
    path: '/trade-report',
    summary: 'What was bought in a month, by day and shop, and how it was paid.',
    permission: 'trade_ins.purchases',
    input: reportQuery,
    output: z.object({ ...ofReport, rows: z.array(TradeDay) }),
  }),
  usedReport: operation({
    ...about,
    method: 'GET',
    path: '/used-report',
    summary: 'The used devices sold in a month: days on offer, price and margin.',
    permission: 'used.see',
    input: reportQuery,
    output: z.object({ ...ofReport, rows: z.array(UsedSale), sees_cost: z.boolean() }),
  }),
}
